import { enter, row } from '#tests/browser/support/admin.ts'
import { expectAccessible } from '#tests/browser/support/axe.ts'
import { goOn } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

// Checking a screen in several looks is slow on a busy machine.
test.describe.configure({ mode: 'parallel', timeout: 90_000 })

/** The tabs of a dashboard differ only in their panel; the frame around it is checked once. */
const TAB = '[role=tabpanel]'

test('an admin’s products, their forms and the question before a deletion can be used by everyone, and fit', async ({
  page,
  shop,
}) => {
  await enter(page, shop.accounts.admin, '/adminDashboard')
  await expectAccessible(page, { frame: true })
  await row(page, /^/).first().getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, { within: 'dialog' })
  await page.keyboard.press('Escape')
  await goOn(page, '/adminDashboard/import')
  await expectAccessible(page, { within: TAB })
  await goOn(page, '/updateproduct/1')
  await expectAccessible(page, { within: 'main' })
})

test('an admin’s other tables can be used by everyone, and fit', async ({ page, shop }) => {
  await enter(page, shop.accounts.admin, '/adminDashboard/orders')
  const tabs = [
    'Orders',
    'Users',
    'Requests',
    'Messages',
    'Emails',
    'Sessions',
    'Sizes',
    'Searches',
    'Settings',
    'Audit',
  ]
  await shop.sql(`insert into missed_searches (words, times, is_similar_shown) values ('brass lamp', 3, false)`)
  for (const tab of tabs) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page).toHaveURL(`/adminDashboard/${tab.toLowerCase()}`)
    await expect(page).toHaveTitle(new RegExp(`^${tab}`))
    await expectAccessible(page, { within: TAB })
  }
})

test('every screen of a seller can be used by everyone, and fits', async ({ page, shop }) => {
  await enter(page, shop.accounts.seller, '/sellerDashboard')
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Orders' }).click()
  await expect(page.getByRole('table')).toContainText('Meera Nair')
  await expectAccessible(page, { within: TAB })
  await goOn(page, '/sellerDashboard/addproduct')
  await page.getByRole('button', { name: 'Add product' }).click()
  await expect(page.getByText('Enter a description.')).toBeVisible()
  await expectAccessible(page, { within: 'main' })
})
