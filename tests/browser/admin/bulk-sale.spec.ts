import { enter } from '#tests/browser/support/admin.ts'
import { expectAccessible, NARROW } from '#tests/browser/support/axe.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test('chosen products are taken off sale after one question, and one press takes it back', async ({
  page,
  shop,
  stock,
}) => {
  const pots = [await stock(), await stock(), await stock()]
  const onSale = async () =>
    (
      await shop.sql<{ on_sale: boolean }>('select on_sale from products where id = any($1) order by id', [
        pots.map(({ id }) => id),
      ])
    ).map((row) => row.on_sale)
  await enter(page, shop.accounts.admin, '/adminDashboard')
  for (const { title } of pots.slice(0, 2)) await page.getByLabel(`Choose ${title}`).check()
  const bar = page.locator('.bulk-bar')
  await expect(bar).toContainText('2 chosen')
  await expectAccessible(page, NARROW)
  await bar.getByRole('button', { name: 'Take off sale' }).click()
  await expect(page.getByText('Take 2 products off sale?')).toBeVisible()
  expect(await onSale()).toEqual([true, true, true])
  await page.getByRole('dialog').getByRole('button', { name: 'Take off sale' }).click()
  await expect.poll(onSale).toEqual([false, false, true])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(onSale).toEqual([true, true, true])
})
