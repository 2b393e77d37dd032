import { enter, row } from '#tests/browser/support/admin.ts'
import { expectAccessible } from '#tests/browser/support/axe.ts'
import { without } from '#tests/browser/support/fault-fixtures.ts'
import { expectToast, goOn } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

/** The tabs of a dashboard differ only in their panel; the frame around it is checked once. */
const TAB = '[role=tabpanel]'

const SCREENS = [
  '/orders?status=delivered',
  '/overview',
  '/orders?view=orders',
  '/users',
  '/requests',
  '/messages',
  '/emails',
  '/sessions',
  '/sizes',
  '/searches',
  '/ready',
  '/audit',
]

// The forms, conflicts and deletions of products, imports, an order, settings and texts, and a seller's screens are
// checked where tests/browser/admin/ has them open.
test('an admin’s tables, the question before a deletion and a failed read: no violation, and not too wide', async ({
  page,
  shop,
  trouble,
}) => {
  test.setTimeout(120_000)
  trouble.expect(/503/)
  await shop.sql(`insert into missed_searches (words, times, is_similar_shown) values ('brass lamp', 3, false)`)
  // A short list of them: axe takes half a second to read twenty rows.
  await enter(page, shop.accounts.admin, '/adminDashboard?q=cube')
  await expectAccessible(page, { frame: true })
  await row(page, /^/).first().getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, { within: 'dialog' })
  await page.keyboard.press('Escape')

  for (const path of SCREENS) {
    await goOn(page, `/adminDashboard${path}`)
    await expectAccessible(page, { within: TAB })
  }

  await without(shop, 'contact_messages', async () => {
    await goOn(page, '/adminDashboard/messages')
    await expectToast(page, 'Failed to load messages')
    await expect(page.getByRole('heading', { name: 'Failed to load messages' })).toBeVisible()
    await expectAccessible(page)
  })
})
