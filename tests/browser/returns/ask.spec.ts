import { csv, enter, image, row } from '#tests/browser/support/admin.ts'
import { expectAccessible, NARROW } from '#tests/browser/support/axe.ts'
import { visit } from '#tests/browser/support/shopper.ts'
import { arriveBefore } from '#tests/browser/support/slow-line.ts'
import { expect, test } from '#tests/browser/support/test.ts'
import type { TestShop } from '#tests/support/shop.ts'

/** As orders from before there were parcels. */
async function deliver(shop: TestShop, orderId: number) {
  await shop.sql(`update orders set status = 'delivered', delivered_at = now() where id = $1`, [orderId])
}

test('a buyer says what is wrong, and follows live what the desk does with it', async ({
  page,
  buy,
  openBrowser,
  shop,
  stock,
  trouble,
}) => {
  // What is missing or refused is said, and a stranger's order is not there.
  trouble.expect(/400|404|409/)
  const pot = await stock()
  const { page: buyer, orderId } = await buy(pot)
  const main = buyer.getByRole('main')
  const send = main.getByRole('button', { name: 'Send', exact: true })

  await test.step('nothing is asked for before something was sent', async () => {
    await visit(buyer, `/orders/${orderId}`)
    await expect(main.getByRole('link', { name: 'Something is wrong' })).toHaveCount(0)
    await deliver(shop, orderId)
  })

  await test.step('by keyboard, and what is missing is said at its field', async () => {
    await visit(buyer, `/orders/${orderId}`)
    await main.getByRole('link', { name: 'Something is wrong' }).focus()
    await buyer.keyboard.press('Enter')
    await expect(buyer.getByRole('heading', { name: 'Something is wrong' })).toBeVisible()
    await expectAccessible(buyer, NARROW)
    await main.getByLabel('How many').fill('2')
    await send.press('Enter')
    await expect(main.getByText('Choose a reason.')).toBeVisible()
    await expect(main.getByText('Tell us what happened.')).toBeVisible()
    await expectAccessible(buyer, NARROW)
  })

  await test.step('too many pieces and a text as a picture are refused, and what was typed stays', async () => {
    await main.getByLabel('Reason').selectOption('Damaged')
    await expect(main.getByLabel('I would like').locator('option:checked')).toHaveText('Money back')
    await main.getByLabel('What happened').fill('It has a crack below the rim.')
    await send.press('Enter')
    await expect(main.getByText('You can ask for at most 1.')).toBeVisible()
    await expect(main.getByLabel('What happened')).toHaveValue('It has a crack below the rim.')
    await main.getByLabel('How many').fill('1')
    await main.getByLabel('Pictures').setInputFiles({ ...csv('words'), name: 'notes.jpg', mimeType: 'image/jpeg' })
    await send.press('Enter')
    await expect(main.getByText('notes.jpg: This is not a supported image.')).toBeVisible()
    await expect(main.getByLabel('How many')).toHaveValue('1')
    await expect(main.getByLabel('Reason').locator('option:checked')).toHaveText('Damaged')
    await expect(main.getByLabel('What happened')).toHaveValue('It has a crack below the rim.')
  })

  await test.step('the request is confirmed, with its number, its pictures and its state', async () => {
    await main.getByLabel('I would like').selectOption('Replacement')
    await main.getByLabel('Pictures').setInputFiles([await image('crack.png'), await image('box.png')])
    await send.press('Enter')
    await expect(buyer).toHaveURL(/\/orders\/\d+\?returned=\d+#returns$/)
  })

  const [asked] = await shop.sql<{ id: string }>('select id from return_requests where order_id = $1', [orderId])
  const number = `RET-${asked?.id}`
  const own = main.getByRole('article', { name: number })
  await expect(main.getByRole('alert').filter({ hasText: `${number} was sent.` })).toBeVisible()
  await expect(own).toContainText('Damaged. You would like: replacement.')
  await expect(own.getByRole('img')).toHaveCount(2)
  await expectAccessible(buyer, NARROW)

  await test.step('the desk acknowledges it, and the buyer’s open page says so', async () => {
    await enter(page, shop.accounts.admin, '/adminDashboard/returns')
    await expectAccessible(page, NARROW)
    await row(page, pot.title).getByRole('link', { name: number }).click()
    await expect(page.getByText('It has a crack below the rim.')).toBeVisible()
    await expectAccessible(page, NARROW)
    await page.getByRole('button', { name: 'Acknowledge' }).click()
    await expect(page.getByText('Acknowledged', { exact: true }).first()).toBeVisible()
    await expect(own.locator('.badge')).toHaveText('Acknowledged')
    await expect(main.getByText(`${number} was sent.`)).toHaveCount(0)
  })

  await test.step('a stranger sees neither the form nor a picture', async () => {
    const picture = (await own.getByRole('img').first().getAttribute('src')) ?? ''
    expect((await buyer.request.get(picture)).status()).toBe(200)
    const { page: stranger } = await buy(pot)
    for (const path of [picture, `/orders/${orderId}/return`])
      expect((await stranger.request.get(path)).status(), path).toBe(404)
    const guest = await openBrowser()
    // Guests are led to the login.
    expect((await guest.request.get(picture, { maxRedirects: 0 })).status()).toBe(302)
  })

  await test.step('it is withdrawn, after a question even before the scripts are there', async () => {
    const press = () => own.getByRole('button', { name: `Withdraw ${number}` }).click()
    await arriveBefore(buyer, buyer.url(), press)
    await buyer.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
    await expect(own.locator('.badge')).toHaveText('Withdrawn')
  })
})
