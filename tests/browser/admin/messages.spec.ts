import { enter, row } from '#tests/browser/support/admin.ts'
import { expectAccessible, NARROW } from '#tests/browser/support/axe.ts'
import { listEmailsTo } from '#tests/browser/support/inbox.ts'
import { expectToast, goOn } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test('a message is answered in place, beside the orders of its sender, and the sender gets the email', async ({
  page,
  buy,
  shop,
  stock,
  trouble,
}) => {
  // The second of two replies is refused once.
  trouble.expect(/409/)
  const { email } = await buy(await stock())
  const [message] = await shop.sql<{ id: string }>(
    `insert into contact_messages (name, email, phone, message) values ('Zenobia', $1, '9845012345', 'When does it come?')
     returning id`,
    [email],
  )
  const id = message?.id ?? ''
  await enter(page, shop.accounts.admin, '/adminDashboard/messages?state=new')

  await test.step('a message that needs no answer is closed and opened again from the list', async () => {
    await expect(row(page, 'Zenobia')).toContainText('New')
    await row(page, 'Zenobia').getByRole('button', { name: 'Close' }).click()
    await expectToast(page, 'Message closed')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByLabel('State').selectOption('Closed')
    await row(page, 'Zenobia').getByRole('button', { name: 'Reopen' }).click()
    await expectToast(page, 'Message reopened')
  })

  await goOn(page, `/adminDashboard/messages/${id}`)
  const reply = page.getByLabel('Reply')
  const send = page.getByRole('button', { name: 'Send reply' })

  await test.step('the orders are beside it, on a phone too', async () => {
    await expect(page.getByRole('link', { name: /^Order \d+$/ })).toBeVisible()
    await expectAccessible(page, NARROW)
  })

  await test.step('somebody else replies meanwhile: what was typed stays, and can be sent after reading', async () => {
    await reply.fill('Tomorrow.')
    await shop.sql(
      `insert into contact_replies (message_id, key, reply) values ($1::bigint, gen_random_uuid(), 'Today.')`,
      [id],
    )
    await send.click()
    await expectToast(page, 'Someone has replied since you opened it. Read that reply; then send yours, or leave it.')
    await expect(reply).toHaveValue('Tomorrow.')
    await expect(page.getByText('Today.')).toBeVisible()
    await send.click()
    await expectToast(page, 'Reply sent')
    await expect(reply).toHaveValue('')
    await expect(page.getByText('Answered')).toBeVisible()
  })

  await test.step('the email arrives', async () => {
    await expect(async () => {
      const emails = await listEmailsTo(page, email)
      expect(emails.filter((text) => text.includes('Tomorrow.'))).toHaveLength(1)
    }).toPass()
    // Without a reload.
    await expect(page.getByText(/(?<!be )emailed$/)).toBeVisible()
  })
})
