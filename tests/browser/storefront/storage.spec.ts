import { goOn, readStored, visit } from '#tests/browser/support/shopper.ts'
import { expect, type Page, test } from '#tests/browser/support/test.ts'

/** Nonsense, another shop’s things, and prices and quantities gone mad. */
const ODD_LINES = `[null,1,"x",[],{},{"id":"x"},{"id":-1,"title":3},
  {"id":1,"title":"T","price":"12","productImageUrl":null,"sizeCode":"ZZ","selectedColor":"Pink"},
  {"id":1,"title":"T","price":1e308,"productImageUrl":[],"sizeCode":"C02","selectedColor":"Sandstone","quantity":1e9},
  {"id":1,"title":"T","price":900,"productImageUrl":"x","sizeCode":"C02","selectedColor":"Sandstone","quantity":-1.5}]`
/** These read all of the keys; what each reader makes of other texts is in web/client/stored-values.test.ts. */
const PATHS = ['/productinfo/1', '/cart', '/allproduct', '/']

test('storage that holds anything at all, or that is forbidden, breaks no page', async ({ page, trouble }) => {
  // The image of a corrupt cart line does not exist.
  trouble.expect(/404.*\/x(\/\d+\.avif)?$/, /404 \(Not Found\) \(.*\/x(\/\d+\.avif)?\)/)
  // React Router's script logs an error when it cannot restore the scroll position.
  trouble.expect(/forbidden/)
  await page.goto('/healthz')
  const mallory = { name: 'Mallory', role: 'admin', uid: 'x', email: 'm@gamla.example' }
  await test.step('odd lines, texts that are none of the shop’s, and a stored user without a session, who is cleared', async () => {
    await page.evaluate(
      ([stored, draft]) => {
        Object.assign(localStorage, stored)
        sessionStorage.setItem('addressDraft', draft)
      },
      [
        {
          users: JSON.stringify(mallory),
          cart: ODD_LINES,
          lastVisitedProducts: ODD_LINES,
          currentPage: '{"a":1}',
          checkout: '{"__proto__":{"x":1},"constructor":null,"role":"admin"}',
        },
        '{"id":',
      ] as const,
    )
    await expectWhole(page, PATHS)
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

async function expectWhole(page: Page, [first = '', ...others]: string[]) {
  for (const path of [first, ...others]) {
    await (path === first ? visit : goOn)(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toHaveCount(0)
  }
}
