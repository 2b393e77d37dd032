import { readStored, visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

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
const KEYS = ['users', 'cart', 'lastVisitedProducts', 'currentPage', 'checkout']
/** Every page reads the stored user and the cart; the first three also read the other keys. */
const PATHS = [
  '/productinfo/1',
  '/cart',
  '/allproduct',
  '/',
  '/category/pot',
  '/signup',
  '/login',
  '/search?q=tubo',
  '/faq',
]

test('storage that holds anything at all breaks no page', async ({ page, trouble }) => {
  test.slow()
  // The picture of a corrupt cart line does not exist.
  trouble.expect(/404.*\/x(\/\d+\.avif)?$/, /404 \(Not Found\) \(.*\/x(\/\d+\.avif)?\)/)
  await visit(page, '/faq')
  for (const [what, text] of Object.entries(BROKEN)) {
    await test.step(what, async () => {
      for (const path of what === 'not JSON' ? PATHS : PATHS.slice(0, 3)) {
        await page.evaluate(breakStorage, [KEYS, text] as const)
        await visit(page, path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
        await expect(page.getByRole('heading', { name: 'Something went wrong' })).toHaveCount(0)
      }
    })
  }
})

function breakStorage([keys, value]: readonly [readonly string[], string]) {
  for (const key of keys) localStorage.setItem(key, value)
  sessionStorage.setItem('addressDraft', value)
}

test('odd lines are mended, doubles merged, and what cannot be read is left out', async ({ page, stock }) => {
  const { id, title } = await stock({ price: 900 })
  await visit(page, '/faq')
  await page.evaluate(
    ([item]) => {
      const lines = [
        { ...item, quantity: 2.7 },
        { ...item, quantity: '3' },
        { ...item, selectedColor: 'Pink' },
        'rubbish',
      ]
      localStorage.setItem('cart', JSON.stringify(lines))
    },
    [{ id, title, price: 900, productImageUrl: '/pots/cubee-grey-stone', sizeCode: 'C02', selectedColor: 'Sandstone' }],
  )
  await visit(page, '/cart')
  await expect(page.getByRole('list', { name: 'Cart lines' }).locator('> li')).toHaveCount(1)
  await expect(page.locator('.totals-sum dd')).toHaveText('₹2,700')
})

test('a browser that forbids storage can still look around', async ({ page, trouble }) => {
  // React Router's script logs an error when it cannot restore the scroll position.
  trouble.expect(/forbidden/)
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
  for (const path of PATHS) {
    await visit(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  }
})

test('a stored user without a session is cleared', async ({ page }) => {
  await visit(page, '/faq')
  await page.evaluate(() =>
    localStorage.setItem(
      'users',
      JSON.stringify({ name: 'Mallory', role: 'admin', uid: 'x', email: 'm@gamla.example' }),
    ),
  )
  await visit(page, '/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  expect(await readStored(page, 'users')).toBeNull()
})
