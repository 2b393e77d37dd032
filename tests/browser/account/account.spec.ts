import { enter } from '#tests/browser/support/admin.ts'
import { expectAccessible, NARROW } from '#tests/browser/support/axe.ts'
import { listEmailsTo } from '#tests/browser/support/inbox.ts'
import { ADDRESS_FIELDS, arriveAsShopper } from '#tests/browser/support/quick-shopper.ts'
import {
  ADDRESS,
  expectToast,
  fillAddress,
  goOn,
  logIn,
  readStored,
  signUp,
  visit,
} from '#tests/browser/support/shopper.ts'
import { expect, type Page, test } from '#tests/browser/support/test.ts'

test('a shopper saves an address, orders with it, ends the session of another browser, which is told at once, takes their data along and leaves', async ({
  page,
  openBrowser,
  shop,
  stock,
  trouble,
}) => {
  trouble.expect(/400.*account/, /409.*account\/privacy\/delete/)
  const person = await arriveAsShopper(page, [await stock()])
  await page.evaluate(() => sessionStorage.clear())
  const address = { ...ADDRESS_FIELDS, city: 'Hampi' }
  await page.request.post('/account', { form: { intent: 'add-address', ...address }, headers: { accept: 'text/html' } })
  const elsewhere = await openBrowser()
  await enter(elsewhere, person, '/userDashboard')
  await visit(page, '/account')

  await test.step('name', async () => {
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
    const code = await waitForCode(page, email, 'on your account page to make this the email')
    await expect(page.getByLabel('Code')).toBeVisible()
    const form = { intent: 'name', name: 'Kavya Rao' }
    await elsewhere.request.post('/account', { form, headers: { accept: 'text/html' } })
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
    await fillAddress(page, ADDRESS)
    await page.getByRole('button', { name: 'Save address' }).click()
    await expect(page.getByRole('alert')).toHaveText('The address was added.')
    await page.getByRole('listitem').filter({ hasText: 'Mysuru' }).getByRole('button', { name: 'Make default' }).click()
    await expect(page.getByRole('alert')).toHaveText('The default address was changed.')
    await expectAccessible(page, NARROW)
  })

  await test.step('checkout offers them', async () => {
    await goOn(page, '/cart')
    await page.getByRole('button', { name: 'Checkout' }).click()
    await expect(page.getByLabel('City')).toHaveValue('Mysuru')
    await expect(page.getByLabel('Save this address')).toHaveCount(0)
    await page.getByLabel('Saved addresses').selectOption({ label: 'Another address' })
    await expect(page.getByLabel('City')).toHaveValue('')
    await expect(page.getByLabel('Save this address')).not.toBeChecked()
    await page.getByLabel('Saved addresses').selectOption({ index: 1 })
    await expect(page.getByLabel('City')).toHaveValue('Hampi')
    await page.getByLabel('Pincode').fill('600002')
    await expect(page.getByLabel('City')).toHaveValue('Chennai')
    await expect(page.getByLabel('State', { exact: true })).toHaveValue('33')
    await page.getByLabel('Saved addresses').selectOption({ index: 1 })
    await expect(page.getByLabel('City')).toHaveValue('Hampi')
    await expectAccessible(page, NARROW)
    await page.getByRole('button', { name: 'Cash on Delivery' }).click()
    await expectToast(page, 'Order placed successfully')
    const used = await shop.sql<{ city: string }>(
      'select city from addresses where last_used_at is not null and user_id = (select id from "user" where email = $1)',
      [person.email],
    )
    expect(used).toEqual([{ city: 'Hampi' }])
  })

  await test.step('the other session', async () => {
    await goOn(page, '/account')
    const others = page.getByRole('listitem').filter({ hasText: 'Last used' })
    await expect(others).toHaveCount(1)
    await expect(others).toContainText('Chrome on')
    await others.getByRole('button', { name: 'End' }).click()
    await expect(page.getByRole('alert')).toHaveText('That device is logged out.')
    await expect(elsewhere).toHaveURL(/\/login/)
    await expect.poll(() => readStored(elsewhere, 'users')).toBeNull()
    await expect(others).toHaveCount(0)
  })

  await test.step('their data to take along', async () => {
    await goOn(page, '/account/privacy')
    await page.getByRole('button', { name: 'Download my data' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Your data is ready.' })).toBeVisible()
    await expectAccessible(page, NARROW)
    await expect(page.getByRole('link', { name: 'Open the zip file' })).toBeVisible()
  })

  await test.step('nothing of them stays, in the browser neither', async () => {
    await page.getByRole('link', { name: 'Delete my account' }).click()
    await expect(page.getByText(/Order \d+ is not delivered yet/)).toBeVisible()
    await shop.sql(`update orders set status = 'delivered', delivered_at = now() where email = $1`, [person.email])
    await goOn(page, '/account/privacy')
    await page.getByRole('link', { name: 'Delete my account' }).click()
    // By keyboard.
    await page.getByRole('button', { name: 'Email me a code' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('The code works for 10 minutes and 5 tries.')).toBeVisible()
    await page.getByLabel('Code').fill(await waitForCode(page, person.email, 'to delete your account'))
    await page.getByLabel('Password').fill('not this one')
    await page.keyboard.press('Enter')
    await expect(page.getByText('This is not your password.')).toBeVisible()
    await expect(page.getByLabel('Password')).toBeFocused()
    await expectAccessible(page, NARROW)
    await page.getByLabel('Password').fill(person.password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/account/deleted')
    await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible()
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(person.email)
    expect(await shop.sql('select from "user" where email = $1', [person.email])).toHaveLength(0)
  })
})

test('a guest’s wishlist becomes the account’s after login, is shared without a name until that ends, and works without scripts', async ({
  page,
  openBrowser,
  stock,
  trouble,
}) => {
  trouble.expect(/404.*wishlist/)
  const [pot, other] = [await stock(), await stock()]
  const person = await signUp(page)
  const heart = (of: Page) => of.getByRole('main').getByRole('button', { name: 'Save to wishlist' })
  const listIn = (of: Page) => of.getByRole('article').getByRole('heading')
  for (const { id } of [pot, other]) {
    await visit(page, `/productinfo/${id}`)
    await heart(page).first().click()
    await expect(heart(page).first()).toHaveAttribute('aria-pressed', 'true')
  }
  await visit(page, '/wishlist')
  await expect(listIn(page)).toHaveText([other.title, pot.title])
  await page.getByRole('button', { name: 'Share' }).click()
  await logIn(page, person, { here: true })
  await expect(page).toHaveURL('/wishlist')
  await expect(listIn(page)).toHaveText([other.title, pot.title])
  await page.getByRole('button', { name: 'Share' }).click()
  const link = page.getByRole('link', { name: '/wishlist/' })
  await expect(link).toBeVisible()
  await expectAccessible(page, NARROW)
  const address = new URL((await link.getAttribute('href')) ?? '').pathname

  const friend = await openBrowser()
  await visit(friend, address)
  await expect(listIn(friend)).toHaveText([other.title, pot.title])
  await expect(friend.locator('body')).not.toContainText(person.name)
  await expect(friend.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')

  // Another tab without scripts: a heart takes off the list, and this page is told.
  const form = { toggle: String(other.id) }
  await page.request.post('/wishlist/items', { form, headers: { accept: 'text/html' } })
  await expect(listIn(page)).toHaveText([pot.title])
  await heart(page).click()
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Stop sharing' }).click()
  await expect(link).toBeHidden()
  expect((await friend.request.get(address)).status()).toBe(404)
})

/** The code that was emailed for this use. */
async function waitForCode(page: Page, email: string, use: string): Promise<string> {
  const pattern = new RegExp(`Your code is (\\d{6})\\. Enter it ${use}`)
  const find = async () => pattern.exec((await listEmailsTo(page, email)).join())?.[1] ?? ''
  await expect.poll(find, { timeout: 20_000 }).not.toBe('')
  return find()
}
