import { enter, row } from '#tests/browser/support/admin.ts'
import { expectToast, order, putInCart, signUpAndLogIn, visit } from '#tests/browser/support/shopper.ts'
import { expect, type Page, test } from '#tests/browser/support/test.ts'

/** Expects the email to this person with these words, in the sandbox's inbox. */
async function expectEmail(page: Page, email: string, words: RegExp): Promise<void> {
  const found = page.getByRole('article').filter({ hasText: email }).filter({ hasText: words })
  await expect(async () => {
    await page.goto('/sandbox/inbox')
    await expect(found).toHaveCount(1, { timeout: 500 })
  }).toPass({ timeout: 30_000 })
}

test('an order and its delivery are emailed once each', async ({ page, shop, stock, openBrowser }) => {
  const product = await stock({ title: 'Letter <b>Bowl</b>' })
  const { email } = await signUpAndLogIn(page)
  await putInCart(page, { product })
  await order(page)
  const inbox = await openBrowser()
  await expectEmail(inbox, email, /Your order \d+ is confirmed/)
  await expect(inbox.getByText('Test mode')).toBeVisible()
  // A title that looks like a tag is shown as text.
  await expect(inbox.getByText(/1\. Letter ‹b›Bowl‹\/b›/).first()).toBeVisible()

  const [placed] = await shop.sql<{ id: string }>('select id from orders where email = $1', [email])
  await shop.deliver(Number(placed?.id))
  await expectEmail(inbox, email, /has been delivered/)
  await expect(inbox.getByRole('article').filter({ hasText: email })).toHaveCount(2)
})

test('an email that failed is listed live with its reason, and sent again at a press', async ({
  page,
  shop,
  openBrowser,
}) => {
  await enter(page, shop.accounts.admin, '/adminDashboard/emails')
  const email = `emails${Date.now()}@gamla.example`
  const params = {
    email,
    user_name: 'Meera',
    amount: '₹495',
    status: 'Your order 77 is confirmed.',
    cartDetails: '1. Pot',
  }
  await shop.sql(
    `insert into emails (template, subject, params, state, tries, problem)
     values ('order-placed', $1, $2, 'failed', 1, 'Rejected with 400: The template ID not found')`,
    [`order of ${email}`, params],
  )
  const failed = row(page, email)
  await expect(failed).toContainText('The template ID not found')
  await failed.getByRole('button', { name: 'Send again' }).click()
  await expectToast(page, 'Email queued for resending')
  // No row moves under the pointer.
  await page.mouse.move(0, 0)
  await expect(failed).toHaveCount(0)
  await expectEmail(await openBrowser(), email, /order 77/)
  await visit(page, '/adminDashboard/emails')
  await expect(row(page, email)).toHaveCount(0)
})
