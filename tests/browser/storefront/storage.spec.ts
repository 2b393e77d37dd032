import { goOn, readStored, visit } from '#tests/browser/support/shopper.ts'
import { expect, type Page, test } from '#tests/browser/support/test.ts'

const BROKEN = {
  'not JSON': '{"id":',
  'an object': '{"a":1}',
  null: 'null',
  'a number': '42',
  'a bare text': '"hello"',
  'a list of nonsense': '[null,1,"x",[],{},{"id":"x"},{"id":-1,"title":3}]',
  'another shop’s things':
    '[{"id":1,"title":"T","price":"12","productImageUrl":null,"sizeCode":"ZZ","selectedColor":"Pink"}]',
  'prices and quantities gone mad':
    '[{"id":1,"title":"T","price":1e308,"productImageUrl":[],"sizeCode":"C02","selectedColor":"Sandstone","quantity":1e9},{"id":1,"title":"T","price":900,"productImageUrl":"x","sizeCode":"C02","selectedColor":"Sandstone","quantity":-1.5}]',
  'a prototype': '{"__proto__":{"x":1},"constructor":null,"role":"admin"}',
}
const KEYS = ['users', 'cart', 'lastVisitedProducts', 'currentPage', 'checkout', 'addressDraft']
/** These read all of the keys; what each reader makes of every text is in web/client/stored-values.test.ts. */
const PATHS = ['/productinfo/1', '/cart', '/allproduct', '/']

test('storage that holds anything at all, or that is forbidden, breaks no page', async ({ page, trouble }) => {
  // The image of a corrupt cart line does not exist.
  trouble.expect(/404.*\/x(\/\d+\.avif)?$/, /404 \(Not Found\) \(.*\/x(\/\d+\.avif)?\)/)
  // React Router's script logs an error when it cannot restore the scroll position.
  trouble.expect(/forbidden/)
  await page.goto('/healthz')
  const texts = Object.values(BROKEN)
  // Every key holds another text.
  const stored = KEYS.map((key, index) => [key, texts[index % texts.length] ?? ''] as const)
  await test.step(JSON.stringify(stored), () => expectIntact(page, PATHS, stored))

  const mallory = { name: 'Mallory', role: 'admin', uid: 'x', email: 'm@gamla.example' }
  await test.step('odd lines in the cart and the last visited pots, and a stored user without a session, who is cleared', async () => {
    const lines = ['another shop’s things', 'prices and quantities gone mad'] as const
    const cart = lines.flatMap((what) => JSON.parse(BROKEN[what]))
    await expectIntact(
      page,
      ['/cart', '/'],
      [
        ['cart', JSON.stringify(cart)],
        ['lastVisitedProducts', JSON.stringify(cart)],
        ['users', JSON.stringify(mallory)],
      ],
    )
    await expect.poll(() => readStored(page, 'users')).toBeNull()
  })

  await test.step('a browser that forbids storage can still look around', async () => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('forbidden', 'SecurityError')
        },
      })
      Object.defineProperty(window, 'sessionStorage', {
        get() {
          throw new DOMException('forbidden', 'SecurityError')
        },
      })
    })
    await expectWhole(page, PATHS)
  })
})

async function expectIntact(page: Page, paths: string[], stored: readonly (readonly [string, string])[]) {
  await page.evaluate((entries) => {
    for (const [key, text] of entries) {
      const storage = key === 'addressDraft' ? sessionStorage : localStorage
      storage.setItem(key, text)
    }
  }, stored)
  await expectWhole(page, paths)
}

async function expectWhole(page: Page, [first = '', ...others]: string[]) {
  for (const path of [first, ...others]) {
    await (path === first ? visit : goOn)(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toHaveCount(0)
  }
}
