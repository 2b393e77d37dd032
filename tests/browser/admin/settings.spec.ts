import type { Page } from '@playwright/test'
import { image } from '#tests/browser/support/admin.ts'
import { expectAccessible } from '#tests/browser/support/axe.ts'
import { arriveAsShopper } from '#tests/browser/support/quick-shopper.ts'
import { openCheckout, visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

// Image processing is slow on a busy machine.
test.describe.configure({ timeout: 90_000 })
test.afterEach(({ shop }) => shop.sql('delete from settings'))

test('the settings: the password asked for, sections, a refusal, another admin, a logo, and an open cart that follows', async ({
  page,
  shop,
  stock,
  openBrowser,
  trouble,
}) => {
  trouble.expect(/400|409/)
  const { email, password } = shop.accounts.admin
  await page.request.post('/login', { form: { email, password }, headers: { accept: 'text/html' }, maxRedirects: 0 })
  await shop.sql("update session set confirmed_at = now() - interval '16 minutes'")
  await visit(page, '/adminDashboard/settings')

  await test.step('what was typed stays while the password is asked for again in another tab', async () => {
    const delivery = form(page, 'Delivery')
    await delivery.getByLabel('Delivery days').fill('5')
    await save(page, 'Delivery')
    await expect(delivery.getByRole('alert')).toContainText('Nothing was saved yet, and your changes are still here.')
    const opening = page.waitForEvent('popup')
    await delivery.getByRole('link', { name: /Confirm that it’s you/ }).click()
    const tab = await opening
    await tab.getByLabel('Password').fill(password)
    await tab.getByRole('main').getByRole('button', { name: 'Confirm' }).click()
    await expect(tab).toHaveURL('/adminDashboard/settings')
    await tab.close()
    await expect(delivery.getByLabel('Delivery days')).toHaveValue('5')
    await save(page, 'Delivery')
    await expect(delivery.getByRole('status')).toHaveText('Saved.')
  })

  await test.step('the list leads to its section, and what is wrong is told where it is', async () => {
    await page
      .getByRole('navigation', { name: 'Sections of the settings' })
      .getByRole('link', { name: 'Legal' })
      .click()
    await expect(page.getByRole('heading', { name: 'Legal' })).toBeInViewport()
    const legal = form(page, 'Legal')
    await legal.getByLabel('Legal name').fill('Diya House LLP')
    await legal.getByLabel('State').selectOption('Karnataka')
    await legal.getByLabel('GSTIN').fill('27AAPFU0939F1ZV')
    await save(page, 'Legal')
    await expect(legal.getByLabel('GSTIN')).toBeFocused()
    await expect(legal.getByLabel('GSTIN')).toHaveAccessibleDescription(/27, which is Maharashtra/)
    await legal.getByLabel('State').selectOption('Maharashtra')
    await save(page, 'Legal')
    await expect(legal.getByRole('status')).toHaveText('Saved.')
  })

  await test.step('the second admin is told and keeps what was typed; where nothing was typed, the form follows', async () => {
    await form(page, 'Shop').getByLabel('Product noun', { exact: true }).fill('lamp')
    await shop.sql(`insert into settings (name, value) values ('shopName', '"Other House"'), ('legalName', '"Other LLP"')
      on conflict (name) do update set value = excluded.value`)
    await expect(form(page, 'Legal').getByLabel('Legal name')).toHaveValue('Other LLP')
    await save(page, 'Shop')
    const told = page.getByRole('alert', { name: 'Somebody else has changed these settings' })
    await expect(told).toBeFocused()
    await expect(told.getByRole('row', { name: /Shop name/ })).toContainText('Other House')
    await expectAccessible(page, { within: '.settings' })
    await form(page, 'Shop').getByLabel('Shop name').fill('Diya House')
    await told.getByRole('button', { name: 'Keep my version' }).click()
    await expect(form(page, 'Shop').getByRole('status')).toHaveText('Saved.')
    await expect(told).toBeHidden()
    await expect(form(page, 'Shop').getByLabel('Product noun', { exact: true })).toHaveValue('lamp')
  })

  await test.step('a logo is shown before and after it is saved, and can be removed', async () => {
    const logo = form(page, 'Shop')
    await logo.getByLabel('Logo', { exact: true }).setInputFiles(await image('logo.png'))
    await expect(logo.getByRole('img', { name: 'The chosen logo' })).toBeVisible()
    await save(page, 'Shop')
    await expect(logo.getByRole('img', { name: 'The present logo' })).toBeVisible({ timeout: 40_000 })
    await logo.getByRole('checkbox', { name: 'Remove logo' }).check()
    await save(page, 'Shop')
    await expect(logo.getByRole('img')).toHaveCount(0)
  })

  await test.step('an open cart says at once how it can be paid', async () => {
    const shopper = await openBrowser()
    await arriveAsShopper(shopper, [await stock({ price: 495 })])
    await openCheckout(shopper)
    const cash = shopper.getByRole('button', { name: 'Cash on Delivery' })
    await expect(cash).toBeEnabled()
    await form(page, 'Payment').getByLabel('Smallest cash order').fill('500')
    await form(page, 'Payment').getByLabel('Largest cash order').fill('20000')
    await save(page, 'Payment')
    await expect(cash).toHaveAccessibleDescription(
      'Cash on delivery is possible from ₹500 to ₹20,000. Pay online instead.',
    )
    await expect(cash).toBeDisabled()
    await form(page, 'Payment').getByLabel('Cash on delivery').uncheck()
    await save(page, 'Payment')
    await expect(cash).toHaveCount(0)
    await expect(shopper.getByRole('button', { name: 'Pay Online' })).toBeEnabled()
  })
})

function form(page: Page, name: string) {
  return page.getByRole('form', { name, exact: true })
}

async function save(page: Page, name: string): Promise<void> {
  await form(page, name).getByRole('button', { name: 'Save', exact: true }).click()
}
