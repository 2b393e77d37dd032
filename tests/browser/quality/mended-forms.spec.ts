import type { Locator } from '@playwright/test'
import { enter } from '#tests/browser/support/admin.ts'
import { goOn, signUpAndLogIn, visit } from '#tests/browser/support/shopper.ts'
import { expect, type Page, test } from '#tests/browser/support/test.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('in every form an error stays until it is mended, then goes, and moves nothing; sent again it is there again', async ({
  page,
  shop,
  trouble,
}) => {
  // A busy machine sheds load.
  trouble.expect(/503/, /40[0-9].*(signup|login|contactUs|track|account|settings|staff|forgot)/i)

  await test.step('Signup', async () => {
    await visit(page, '/signup')
    await page.getByRole('main').getByLabel('Name').fill('Kavya')
    await page.getByLabel('Email').fill('kavya@')
    await page.getByLabel('Password').fill('terracotta 7')
    await mendsIn(page, { button: 'Signup', label: 'Email', still: 'kavya@gamla', right: 'kavya@gamla.example' })
  })

  await test.step('Contact', async () => {
    await goOn(page, '/contactUs')
    for (const [label, text] of Object.entries({
      Name: 'Meera',
      Email: 'm@gamla.example',
      Phone: '1',
      Message: 'Hello',
    }))
      await page.getByRole('main').getByLabel(label).fill(text)
    await mendsIn(page, { button: 'Send message', label: 'Phone', still: '98450 0001', right: '98450 00012' })
  })

  await test.step('Track order', async () => {
    await goOn(page, '/track')
    await page.getByRole('main').getByLabel('Order number').fill('x')
    await page.getByRole('main').getByLabel('Email or phone').fill('98450')
    await mendsIn(page, { button: 'Track order', label: 'Order number', still: 'y', right: '1030' })
  })

  await test.step('Login: another password is another attempt', async () => {
    await goOn(page, '/login')
    await page.getByLabel('Email').fill('kavya@gamla.example')
    const password = page.getByRole('main').getByLabel('Password')
    const alert = page.getByRole('main').getByRole('alert')
    for (const wrong of ['terracotta 8', 'terracotta 9']) {
      await password.fill(wrong)
      await expect(alert).toBeHidden()
      await password.press('Enter')
      await expect(alert).toHaveText('Login Failed')
    }
  })

  await test.step('An address of the account', async () => {
    await signUpAndLogIn(page)
    await visit(page, '/account?address=new')
    const address = { 'Full name': 'Kavya Rao', Address: '14 Temple Street', Pincode: '570001', 'Mobile number': '98' }
    for (const [label, text] of Object.entries(address)) await page.getByLabel(label, { exact: true }).fill(text)
    await mendsIn(page, { button: 'Save address', label: 'Mobile number', still: '98450', right: '98450 00012' })
  })

  await test.step('Name in the account: no rule in the browser but its own', async () => {
    await visit(page, '/account')
    await page.getByLabel('Name', { exact: true }).fill('')
    await mendsIn(page, { button: 'Save name', label: 'Name', right: 'Kavya' })
  })

  await test.step('Settings and staff', async () => {
    await enter(page, shop.accounts.admin, '/adminDashboard/settings/shop')
    await page.getByLabel('Shop name').fill('')
    await mendsIn(page, { button: 'Save', label: 'Shop name', right: 'Gamla' })
    await visit(page, '/adminDashboard/staff')
    await page.getByRole('main').getByLabel('Email').fill('nobody')
    await mendsIn(page, { button: 'Invite', label: 'Email', still: 'nobody@', right: 'nobody@gamla.example' })
  })
})

type Mending = { button: string; label: string; still?: string; right: string }

/** Sends the form twice with the same mistake, and mends it after each time without sending. */
async function mendsIn(page: Page, { button, label, still, right }: Mending): Promise<void> {
  const main = page.getByRole('main')
  const field = main.getByLabel(label, { exact: true })
  const press = main.getByRole('button', { name: button, exact: true }).first()
  const wrong = await field.inputValue()
  for (let time = 0; time < 2; time += 1) {
    await field.fill(wrong)
    await press.click()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    const error = main.locator(`[id="${(await field.getAttribute('aria-describedby'))?.split(' ')[0]}"]`)
    await expect(error).toBeVisible()
    const place = await placeOf(press)
    if (still) {
      await field.fill(still)
      await expect(error).toBeVisible()
    }
    await field.fill(right)
    await expect(error).toBeHidden()
    await expect(field).not.toHaveAttribute('aria-invalid')
    expect(await placeOf(press)).toBe(place)
  }
}

async function placeOf(button: Locator): Promise<number | undefined> {
  return await button.evaluate((it) => it.getBoundingClientRect().y + scrollY)
}
