import { expectAccessible, NARROW } from '#tests/browser/support/axe.ts'
import { logIn } from '#tests/browser/support/quick-shopper.ts'
import { visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

for (const javaScriptEnabled of [true, false])
  test(`chosen products are taken off sale after one question, and one press takes it back, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async ({
    openBrowser,
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
    const page = await openBrowser({ javaScriptEnabled })
    await logIn(page, shop.accounts.admin)
    if (javaScriptEnabled) await visit(page, '/adminDashboard')
    else await page.goto('/adminDashboard')
    for (const { title } of pots.slice(0, 2)) await page.getByLabel(`Choose ${title}`).check()
    const bar = page.locator('.bulk-bar')
    if (javaScriptEnabled) {
      await expect(bar).toContainText('2 chosen')
      await expectAccessible(page, NARROW)
    }
    await bar.getByRole('button', { name: 'Take off sale' }).click()
    await expect(page.getByText('Take 2 products off sale?')).toBeVisible()
    expect(await onSale()).toEqual([true, true, true])
    const question = javaScriptEnabled
      ? page.getByRole('dialog')
      : page.locator('form').filter({ hasText: 'Take 2 products off sale?' })
    await question.getByRole('button', { name: 'Take off sale' }).click()
    await expect.poll(onSale).toEqual([false, false, true])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(onSale).toEqual([true, true, true])
  })
