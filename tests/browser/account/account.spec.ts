import type { Page } from '@playwright/test'
import { enter, row } from '#tests/browser/support/admin.ts'
import { expectAccessible } from '#tests/browser/support/axe.ts'
import { listEmailsTo } from '#tests/browser/support/inbox.ts'
import {
  ADDRESS,
  expectToast,
  fillAddress,
  logIn,
  openCheckout,
  putInCart,
  readStored,
  scriptsReady,
  signUpAndLogIn,
  visit,
} from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test('a shopper saves an address, orders with it, and ends the session of another browser, which is told at once', async ({
  page,
  openBrowser,
  shop,
  stock,
  trouble,
}) => {
  test.setTimeout(90_000)
  trouble.expect(/400.*account/)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const person = await signUpAndLogIn(page)
  const elsewhere = await openBrowser()
  await logIn(elsewhere, person)
  await visit(elsewhere, '/account')

  await test.step('name', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Account' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Kavya R.')
    await page.getByLabel('Name', { exact: true }).press('Enter')
    await expect(page.getByRole('alert')).toHaveText('Your name was changed.')
    await expect.poll(() => readStored(page, 'users')).toMatchObject({ name: 'Kavya R.' })
    await expect(elsewhere.getByRole('banner').getByRole('link', { name: 'Kavya R.' })).toBeVisible()
  })

  await test.step('a new email is confirmed there, and the old address is told', async () => {
    const email = `moved.${person.email}`
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Your password').fill(person.password)
    await page.getByRole('button', { name: 'Change email' }).click()
    const codeIn = async () => /Your code is (\d{6})/.exec((await listEmailsTo(page, email)).join())?.[1] ?? ''
    await expect.poll(codeIn).not.toBe('')
    const code = await codeIn()
    await expect(page.getByLabel('Code')).toBeVisible()
    await elsewhere.getByLabel('Name', { exact: true }).fill('Kavya Rao')
    await elsewhere.getByLabel('Name', { exact: true }).press('Enter')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Kavya Rao' })).toBeVisible()
    await page.getByLabel('Code').fill(code)
    await page.getByLabel('Code').press('Enter')
    await expect(page.getByRole('alert')).toHaveText('Your email was changed.')
    await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
    await expect
      .poll(async () => (await listEmailsTo(page, person.email)).join())
      .toContain('email of your account was changed')
    person.email = email
  })

  await test.step('addresses', async () => {
    await page.getByRole('link', { name: 'Add address' }).click()
    await page.getByRole('button', { name: 'Save address' }).click()
    await expect(page.getByLabel('Full name')).toBeFocused()
    await expect(page.getByLabel('Full name')).toHaveAttribute('aria-invalid', 'true')
    await addAddress(page, { City: 'Hampi' })
    await page.getByRole('link', { name: 'Add address' }).click()
    await addAddress(page, {})
    await page.getByRole('listitem').filter({ hasText: 'Hampi' }).getByRole('button', { name: 'Make default' }).click()
    await expect(page.getByRole('alert')).toHaveText('The default address was changed.')
    await expectAccessible(page)
  })

  await test.step('checkout offers them', async () => {
    await putInCart(page, { product: await stock() })
    await openCheckout(page)
    await expect(page.getByLabel('City')).toHaveValue('Hampi')
    await expect(page.getByLabel('Save this address')).toHaveCount(0)
    await page.getByLabel('Saved addresses').selectOption({ label: 'Another address' })
    await expect(page.getByLabel('City')).toHaveValue('')
    await expect(page.getByLabel('Save this address')).not.toBeChecked()
    await page.getByLabel('Saved addresses').selectOption({ index: 0 })
    await expect(page.getByLabel('City')).toHaveValue('Mysuru')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cash on Delivery' }).click()
    await expectToast(page, 'Order placed successfully')
    const used = await shop.sql<{ city: string }>(
      'select city from addresses where last_used_at is not null and user_id = (select id from "user" where email = $1)',
      [person.email],
    )
    expect(used).toEqual([{ city: 'Mysuru' }])
  })

  await test.step('the other session', async () => {
    await visit(page, '/account')
    const others = page.getByRole('listitem').filter({ hasText: 'Last used' })
    await expect(others).toHaveCount(1)
    await expect(others).toContainText('Chrome on')
    await others.getByRole('button', { name: 'End' }).click()
    await expect(page.getByRole('alert')).toHaveText('The session has ended.')
    await expect(elsewhere).toHaveURL(/\/login/)
    await expect(others).toHaveCount(0)
  })
})

test('an admin sees a login within a second, and ends it', async ({ page, openBrowser, shop }) => {
  await enter(page, shop.accounts.admin, '/adminDashboard/sessions')
  const shopper = await openBrowser()
  const person = await signUpAndLogIn(shopper)
  await page.getByLabel('Search name or email').fill(person.email)
  await page.getByLabel('Search name or email').press('Enter')
  const rows = page.getByRole('row').filter({ hasText: person.email })
  await expect(rows).toHaveCount(1)
  await logIn(await openBrowser(), person)
  await expect(page.getByRole('button', { name: '1 new session' }).or(rows.nth(1))).toBeVisible()
  await rows.first().getByRole('button', { name: 'End' }).click()
  await expectToast(page, 'Session ended')
  // A row that is gone stays, faded, while the pointer is over its table.
  await page.mouse.move(0, 0)
  await expect(page.locator('.table .gone')).toHaveCount(0)
  await expectAccessible(page)
})

test('the answer to a press before the scripts stays when the list of sessions hears of a change', async ({
  page,
  openBrowser,
  shop,
}) => {
  const person = await signUpAndLogIn(await openBrowser())
  await enter(page, shop.accounts.admin, '/adminDashboard/sessions')
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto(`/adminDashboard/sessions?q=${person.email}`, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'End', exact: true }).click()
  const answer = page.getByRole('alert').filter({ hasText: 'Session ended' })
  await expect(answer).toBeVisible()
  scripts.resolve()
  await scriptsReady(page)
  await logIn(await openBrowser(), person)
  await expect(page.getByRole('button', { name: '1 new session' }).or(row(page, person.email))).toBeVisible()
  await expect(answer).toBeVisible()
})

async function addAddress(page: Page, changes: Partial<typeof ADDRESS>): Promise<void> {
  await fillAddress(page, { ...ADDRESS, ...changes })
  await page.getByRole('button', { name: 'Save address' }).click()
  await expect(page.getByRole('alert')).toHaveText('The address was added.')
}
