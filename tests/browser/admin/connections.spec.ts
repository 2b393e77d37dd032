import { enter, row } from '#tests/browser/support/admin.ts'
import { expectAccessible, NARROW } from '#tests/browser/support/axe.ts'
import { arriveAsShopper } from '#tests/browser/support/quick-shopper.ts'
import { ADDRESS, expectPlaced, goOn, visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

const PATH = '/adminDashboard/settings/connections'

test.afterEach(async ({ shop }) => {
  await shop.sql('delete from connections')
  await shop.sql(`delete from settings where name = 'confirmCashOrders'`)
  await shop.sql(`insert into outbox (change) values ('settings')`)
})

test('the key of Web3Forms is saved, tried and removed, and then the shop is as it was before', async ({
  page,
  shop,
  trouble,
}) => {
  trouble.expect(/409/)
  await enter(page, shop.accounts.admin, PATH)
  const web3forms = page.getByRole('region', { name: 'Web3Forms' })
  const heading = web3forms.getByRole('heading', { level: 2 })
  const key = web3forms.getByLabel('Web3Forms access key')
  await expect(heading).toHaveText('Web3Forms Sandbox')
  await expect(web3forms.getByRole('button', { name: 'Remove keys' })).toHaveCount(0)
  await expectAccessible(page)

  await test.step('saved, it is connected', async () => {
    await key.fill('11111111-2222-4333-8444-555555555555')
    await web3forms.getByRole('button', { name: 'Save' }).click()
    await expect(web3forms.getByText('Saved.', { exact: true })).toBeVisible()
    await expect(heading).toHaveText('Web3Forms Connected')
    const stored = await shop.sql<{ sealed: string }>('select sealed from connections')
    expect(JSON.stringify(stored)).not.toContain('11111111')
  })

  await test.step('a test goes from this browser to Web3Forms, with this key', async () => {
    const sent: string[] = []
    await page.route('https://api.web3forms.com/**', (route) => {
      sent.push(route.request().postData() ?? '')
      return route.fulfill({ json: { success: true }, headers: { 'access-control-allow-origin': '*' } })
    })
    await web3forms.getByRole('button', { name: 'Test' }).click()
    await expect(web3forms.getByText('Web3Forms has taken a message.')).toBeVisible()
    expect(sent.join()).toContain('11111111-2222-4333-8444-555555555555')
  })

  await test.step('who saves over keys that changed is told, and keeps what was typed', async () => {
    const reloaded = page.waitForResponse('**/settings/connections.data*')
    await shop.sql('update connections set version = gen_random_uuid()')
    await shop.sql(`insert into outbox (change) values ('settings')`)
    await reloaded
    await key.fill('99999999-2222-4333-8444-555555555555')
    await web3forms.getByRole('button', { name: 'Save' }).click()
    await expect(web3forms.getByRole('alert')).toContainText('Someone else changed these keys')
    await expect(key).toHaveValue('99999999-2222-4333-8444-555555555555')
    await expectAccessible(page)
  })

  await test.step('removed, it is the stand-in again', async () => {
    await web3forms.getByRole('button', { name: 'Remove keys' }).click()
    await expect(web3forms.getByText('Removed.', { exact: true })).toBeVisible()
    await expect(heading).toHaveText('Web3Forms Sandbox')
    await expect(key).toHaveValue('')
  })
})

test('WhatsApp is off until the sandbox is asked for; a buyer who ticks it confirms a cash order with Yes, which the open desk shows', async ({
  page,
  shop,
  stock,
  openBrowser,
}) => {
  await shop.sql(`insert into settings (name, value) values ('confirmCashOrders', 'true')`)
  const buyer = await openBrowser()
  await arriveAsShopper(buyer, [await stock()])
  const updates = buyer.getByLabel('Updates on WhatsApp')
  await visit(buyer, '/cart')
  await expect(buyer.getByLabel('Full name')).toHaveValue(ADDRESS['Full name'])
  await expect(updates).toHaveCount(0)

  await enter(page, shop.accounts.admin, PATH)
  const whatsapp = page.getByRole('region', { name: 'WhatsApp' })
  const heading = whatsapp.getByRole('heading', { level: 2 })

  await test.step('its webhook address and the state of each template are shown', async () => {
    await expect(heading).toHaveText('WhatsApp Not connected')
    await whatsapp.getByRole('button', { name: 'Use the sandbox' }).click()
    await expect(heading).toHaveText('WhatsApp Sandbox')
    await expect(whatsapp.getByText(/^Webhook address: .*\/webhooks\/whatsapp$/)).toBeVisible()
    await expect(whatsapp.getByRole('listitem').filter({ hasText: 'confirm_cash' })).toContainText('(en): Approved')
    await whatsapp.getByRole('button', { name: 'Test' }).click()
    await expect(whatsapp.getByText('WhatsApp accepts the token.')).toBeVisible()
    await expectAccessible(page, { ...NARROW, within: 'main' })
  })

  await test.step('a number can log in, and updates are offered, not ticked', async () => {
    const login = async () => (await page.request.get('/login', { headers: { accept: 'text/html' } })).text()
    await expect.poll(login).toContain('Email or mobile number')
    await visit(buyer, '/cart')
    await expect(updates).not.toBeChecked()
    await updates.check()
    await buyer.getByRole('radio', { name: 'Cash on Delivery' }).check()
    await buyer.getByRole('button', { name: /^Place order/ }).click()
    await expectPlaced(buyer)
  })

  await test.step('Yes on the phone is on the open desk', async () => {
    await goOn(page, '/adminDashboard/orders?view=not-confirmed')
    const waiting = row(page, 'Awaiting confirmation')
    await expect(waiting.first()).toContainText(ADDRESS['Full name'])
    const before = await waiting.count()
    const message = buyer
      .getByRole('article')
      .filter({ hasText: `WhatsApp to +91${ADDRESS['Mobile number']}` })
      .filter({ hasText: 'please confirm your order' })
      .first()
    await expect(async () => {
      await buyer.goto('/sandbox/inbox')
      await expect(message.getByRole('button')).toHaveText(['Yes', 'Cancel', 'Pay now', 'STOP'], { timeout: 1000 })
    }).toPass()
    await message.getByRole('button', { name: 'Yes' }).click()
    await expect(waiting).toHaveCount(before - 1)
  })

  await test.step('the message is listed by channel, with what it said and how far it got', async () => {
    await goOn(page, '/adminDashboard/emails?channel=whatsapp')
    const sent = row(page, 'Confirm your order').first()
    await expect(sent).toContainText(ADDRESS['Mobile number'])
    await expect(sent).toContainText('please confirm your order')
    await expect(sent.getByText(/^(Delivered|Read)$/)).toBeVisible()
    await expect(sent.getByRole('button', { name: 'Send again' })).toBeVisible()
  })
})
