import {
  ADDRESS,
  allowMotion,
  fillAddress,
  openCheckout,
  putInCart,
  signUpAndLogIn,
  visit,
} from '#tests/browser/support/shopper.ts'
import { expect, type Page, test } from '#tests/browser/support/test.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('the menu slides in, keeps the focus, leads on, and closes behind one', async ({ page }) => {
  await allowMotion(page)
  await visit(page, '/faq')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeHidden()
  const opener = page.getByRole('button', { name: 'Menu', exact: true })
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await opener.click()
  await expect(menu).toBeVisible()
  for (const name of ['Home', 'Products', 'Signup', 'Login']) {
    await expect(menu.getByRole('link', { name, exact: true })).toBeVisible()
  }
  await menu.getByRole('button', { name: /^Close/ }).click()
  await expect(menu).toBeHidden()
  await expect(opener).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(menu).toBeVisible()
  for (let press = 0; press < 12; press += 1) {
    await page.keyboard.press('Tab')
    // Only the browser's own toolbar is outside.
    const isInside = () =>
      document.activeElement === document.body || document.activeElement?.closest('dialog') !== null
    expect(await page.evaluate(isInside)).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(opener).toBeFocused()

  await opener.click()
  await expect.poll(async () => (await menu.boundingBox())?.x).toBe(0)
  // Beside it.
  await page.mouse.click(355, 400)
  await expect(menu).toBeHidden()

  await opener.click()
  await menu.getByRole('link', { name: 'Products' }).click()
  await expect(page).toHaveURL('/allproduct')
  await expect(menu).toBeHidden()
  await opener.click()
  await menu.getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL('/')
  await expect(menu).toBeHidden()

  const person = await signUpAndLogIn(page)
  await opener.click()
  await expect(menu.getByRole('link', { name: 'Login' })).toHaveCount(0)
  await menu.getByRole('link', { name: 'Products' }).click()
  await expect(page).toHaveURL(/allproduct/)
  await opener.click()
  await menu.getByRole('link', { name: person.name }).click()
  await expect(page).toHaveURL('/userDashboard')
  await opener.click()
  await menu.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect(menu).toBeHidden()
})

test('neither a title of 200 letters nor lakhs of rupees nor a long address is wider than the screen', async ({
  page,
  stock,
}) => {
  const product = await stock({ title: 'Bougainvilleatopf'.repeat(12).slice(0, 200), price: 1_234_567, discount: 100 })
  await signUpAndLogIn(page)
  await visit(page, '/allproduct?page=1')
  await expect(page.getByRole('article').first()).toContainText('₹12,34,567')
  await expectNotWider(page)
  await putInCart(page, { product })
  await expect(page.getByRole('heading', { name: product.title })).toBeVisible()
  await expectNotWider(page)
  await openCheckout(page)
  await expect(page.getByRole('main')).toContainText('₹12,34,567')
  await expectNotWider(page)
  await fillAddress(page, {
    ...ADDRESS,
    Address: `Flat 12B, Tower 4, Prestige Lakeside Habitat\n${'Varthur'.repeat(10)}\nGunjur Village`,
  })
  await page.getByRole('button', { name: 'Cash on Delivery' }).click()
  await expect(page).toHaveURL('/userDashboard')
  await expect(page.getByRole('article')).toContainText('Gunjur Village')
  await expectNotWider(page)
})

async function expectNotWider(page: Page): Promise<void> {
  expect(
    await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    }),
    page.url(),
  ).toBeLessThanOrEqual(0)
}
