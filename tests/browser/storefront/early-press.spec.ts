import { arriveAsGuest, arriveAsShopper, orderQuietly, putPots } from '#tests/browser/support/quick-shopper.ts'
import { cartLink, expectToast, fillAddress, readStored, scriptsReady } from '#tests/browser/support/shopper.ts'
import { arriveBefore, slowLine } from '#tests/browser/support/slow-line.ts'
import { expect, type Page, test } from '#tests/browser/support/test.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('at 90 KB/s: a size, a colour, Add to cart and the way to the cart, all pressed before the scripts', async ({
  page,
  stock,
}) => {
  const { id } = await stock()
  await slowLine(page)
  await arriveBefore(page, `/productinfo/${id}`, async () => {
    await page.getByRole('radio', { name: 'C03' }).check()
    await page.getByRole('radio', { name: 'Sandstone' }).check()
    await page.getByRole('radio', { name: 'Marble White' }).check()
    // An impatient shopper gets one of it.
    await addToCart(page).click()
    await addToCart(page).click()
    await expect(addToCart(page)).toHaveAttribute('aria-busy', 'true')
    await page.getByRole('link', { name: /^Cart, / }).click()
  })
  await expect(page).toHaveURL('/cart')
  await expect(page.getByRole('listitem').filter({ hasText: 'Marble White' })).toBeVisible()
  expect(await readStored(page, 'cart')).toMatchObject([
    { id, sizeCode: 'C03', selectedColor: 'Marble White', price: 1999, quantity: 1 },
  ])
})

test('a choice alone that is made before the scripts stays, and what it changes is shown', async ({ page, stock }) => {
  const { id } = await stock()
  await arriveBefore(page, `/productinfo/${id}`, async () => {
    await page.getByRole('radio', { name: 'C04' }).check()
    await page.getByRole('radio', { name: 'Mosaic Grey' }).check()
  })
  await scriptsReady(page)
  await expect(page).toHaveURL(`/productinfo/${id}?size=C04&finish=Mosaic+Grey`)
  await expect(page.locator('.product-price')).toContainText('₹2,980')
  await expect(page.getByRole('radio', { name: 'C04' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Mosaic Grey' })).toBeChecked()
  await addToCart(page).click()
  await expectToast(page, 'Added to cart')
})

test('an outline of the drawing that is pressed before the scripts chooses its size', async ({ page, stock }) => {
  const { id } = await stock()
  await arriveBefore(page, `/productinfo/${id}`, async () => {
    await page.getByRole('radio', { name: 'Sandstone' }).check()
    await page.getByRole('link', { name: 'C03, 40 cm wide' }).click()
    await addToCart(page).click()
  })
  await expectToast(page, 'Added to cart')
  expect(await readStored(page, 'cart')).toMatchObject([{ id, sizeCode: 'C03', selectedColor: 'Sandstone' }])
  await expect(page.getByRole('radio', { name: 'C03' })).toBeChecked()
  await expect(page.getByRole('link', { name: 'View cart' })).toBeVisible()
})

test('presses that rain down while the page hydrates are one press', async ({ page, stock }) => {
  const { id } = await stock()
  await page.goto(`/productinfo/${id}`, { waitUntil: 'commit' })
  await page.evaluate(async () => {
    const wait = () => new Promise((go) => setTimeout(go))
    let isHydrated = false
    addEventListener('page:hydrated', () => (isHydrated = true), { once: true })
    while (!isHydrated) {
      document.querySelector<HTMLElement>('[name=colour][value=Sandstone]')?.click()
      const button = [...document.querySelectorAll('button')].find((it) => it.textContent === 'Add to cart')
      if (!isHydrated) button?.click()
      await wait()
    }
  })
  await expectToast(page, 'Added to cart')
  await expect(cartLink(page, 1)).toBeVisible()
  expect(await readStored(page, 'cart')).toMatchObject([{ id, selectedColor: 'Sandstone', quantity: 1 }])
})

test('View Product, Search and the menu, before the scripts', async ({ page, stock }) => {
  const { title } = await stock({ featured: true, title: 'Wombat Bowl' })
  await arriveBefore(page, '/', async () => {
    await page.getByRole('article', { name: title }).getByRole('link', { name: 'View Product' }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  })

  await test.step('what was typed is searched, and the list opens', async () => {
    const box = page.getByRole('combobox', { name: 'Search products' })
    await arriveBefore(page, '/faq', () => box.pressSequentially('wombat'))
    await expect(page.getByRole('option', { name: title })).toBeVisible()
    await expect(box).toHaveValue('wombat')
  })

  await test.step('a search is sent without them', async () => {
    await arriveBefore(page, '/faq', async () => {
      await page.getByRole('combobox', { name: 'Search products' }).fill('wombat')
      await page.getByRole('search').getByRole('button', { name: 'Search', exact: true }).click()
      await expect(page).toHaveURL('/search?q=wombat')
    })
  })

  await test.step('the menu opens once they are there', async () => {
    await arriveBefore(page, '/faq', () => page.getByRole('button', { name: 'Menu', exact: true }).click())
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  })
})

test('at 90 KB/s: every control of the cart works as soon as one sees it, and the cart is never called empty before', async ({
  page,
  stock,
}) => {
  const pots = [await stock(), await stock()]
  await arriveAsGuest(page, pots)
  await slowLine(page)
  const line = page.getByRole('listitem', { name: pots[0]?.title, exact: true })

  await arriveBefore(page, '/cart', async () => {
    await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeHidden()
  })
  await line.getByRole('button', { name: 'Increase quantity' }).click()
  await expect(line.getByRole('status')).toHaveText('2')
  await page.goto('/cart', { waitUntil: 'commit' })
  await line.getByRole('button', { name: 'Decrease quantity' }).click()
  await expect(line.getByRole('status')).toHaveText('1')
  await page.goto('/cart', { waitUntil: 'commit' })
  await line.getByRole('button', { name: 'Remove' }).click()
  await expectToast(page, 'Item removed from cart')
  await expect(cartLink(page, 1)).toBeVisible()
  await page.goto('/cart', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Checkout' }).click()
  await expect(page).toHaveURL('/login?next=/cart')
})

test('at 90 KB/s: both ways to pay work as soon as one sees them', async ({ page, stock }) => {
  const pot = await stock()
  await arriveAsShopper(page, [pot])
  await slowLine(page)
  await page.goto('/cart', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Checkout' }).click()
  await page.getByRole('button', { name: 'Cash on Delivery' }).click()
  await expectToast(page, 'Order placed successfully')

  await putPots(page, [pot])
  await page.goto('/cart', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Checkout' }).click()
  await fillAddress(page)
  await page.getByRole('button', { name: 'Pay Online' }).click()
  await page.getByRole('dialog', { name: 'Pay Gamla' }).getByRole('button', { name: 'Pay', exact: true }).click()
  await expectToast(page, 'Payment Successful')
})

test('a Sold pot is requested before the scripts, and the page says so', async ({ page, shop }) => {
  const [sold] = await shop.sql<{ id: string }>("select id from products where title = 'Widee Fountain Bowl'")
  const note = `Two of them ${Date.now()}`
  await arriveBefore(page, `/productinfo/${sold?.id}`, async () => {
    await page.getByText('Want this pot?').click()
    const form = page.getByRole('group').filter({ hasText: 'Want this pot?' })
    await form.getByLabel('Name').fill('Kavya Rao')
    await form.getByLabel('Email').fill('kavya@gamla.example')
    await form.getByLabel('Note').fill(note)
    await form.getByRole('button', { name: 'Request this pot' }).click()
  })
  await expect(page.getByText('Thank you. We’ll email you when this pot is back.')).toBeVisible()
  await expect
    .poll(() => shop.sql('select name from product_raise where note = $1', [note]))
    .toEqual([{ name: 'Kavya Rao' }])
  await shop.sql('delete from product_raise where note = $1', [note])
})

test('a cancellation that is pressed before the scripts is asked about, too', async ({ page, stock, shop }) => {
  const pot = await stock()
  await arriveAsShopper(page, [])
  await orderQuietly(page, pot)
  await arriveBefore(page, '/userDashboard', () => page.getByRole('button', { name: 'Cancel Order' }).click())
  const dialog = page.getByRole('dialog', { name: /^Cancel order/ })
  await expect(dialog).toContainText('Cancelling is free.')
  const [order] = await shop.sql('select cancel from orders order by id desc limit 1')
  expect(order).toEqual({ cancel: 'none' })
  await dialog.getByRole('button', { name: 'Cancel Order' }).click()
  await expectToast(page, 'Order cancellation requested successfully!')
})

function addToCart(page: Page) {
  return page.getByRole('button', { name: 'Add to cart' })
}
