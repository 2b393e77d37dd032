import { allowMotion, logIn, signUp, visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('the menu slides in, keeps the focus, leads on, and closes behind one', async ({ page }) => {
  const person = await signUp(page)
  await allowMotion(page)
  await visit(page, '/faq')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeHidden()
  const opener = page.getByRole('button', { name: 'Menu', exact: true })
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await opener.click()
  await expect(menu).toBeVisible()
  for (const [name, path] of Object.entries({
    Home: '/',
    Products: '/allproduct',
    Signup: '/signup',
    Login: '/login',
  })) {
    await expect(menu.getByRole('link', { name, exact: true })).toBeVisible()
    await expect(menu.getByRole('link', { name, exact: true })).toHaveAttribute('href', path)
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

  // From here on, where it leads is what counts.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await opener.click()
  await menu.getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL(/login/)
  await expect(menu).toBeHidden()
  await logIn(page, person, { here: true })
  await opener.click()
  await expect(menu.getByRole('link', { name: 'Login' })).toHaveCount(0)
  await menu.getByRole('link', { name: 'Products' }).click()
  await expect(page).toHaveURL('/allproduct')
  await expect(menu).toBeHidden()
  await opener.click()
  await menu.getByRole('link', { name: person.name }).click()
  await expect(page).toHaveURL('/userDashboard')
  await opener.click()
  await menu.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect(menu).toBeHidden()
})
