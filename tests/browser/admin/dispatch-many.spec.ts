import type { Locator } from '@playwright/test'
import { confirm, enter, expectRestored } from '#tests/browser/support/admin.ts'
import { expectAccessible, NARROW } from '#tests/browser/support/axe.ts'
import { expect, test } from '#tests/browser/support/test.ts'
import type { TestShop } from '#tests/support/shop.ts'

/** As many orders as this one, each with its line. */
async function copyOrder(shop: TestShop, id: number, copies: number): Promise<void> {
  const columnsOf = async (table: string, without: string[]) => {
    const rows = await shop.sql<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and column_name <> all ($2)`,
      [table, without],
    )
    return rows.map(({ name }) => `"${name}"`).join(', ')
  }
  const order = await columnsOf('orders', ['id', 'checkout_key'])
  const line = await columnsOf('order_lines', ['order_id'])
  await shop.sql(
    `with copied as (insert into orders (checkout_key, ${order}) select gen_random_uuid(), ${order}
       from orders, generate_series(1, ${copies}) where id = $1 returning id as copy)
     insert into order_lines (order_id, ${line}) select copy, ${line} from copied, order_lines where order_id = $1`,
    [id],
  )
}

async function placeOrders(shop: TestShop, email: string, count: number): Promise<number[]> {
  const listed = () =>
    shop.sql<{ id: string }>(
      `select o.id from orders as o join "user" as u on u.id = o.user_id where u.email = $1 order by o.id`,
      [email],
    )
  const [first] = await listed()
  await copyOrder(shop, Number(first?.id), count - 1)
  return (await listed()).map(({ id }) => Number(id))
}

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length

// Their number changes no click.
test('eight orders become labels in at most ten clicks', async ({ page, buy, shop, stock }) => {
  const { email } = await buy(await stock())
  const ids = await placeOrders(shop, email, 8)
  // No courier goes there.
  await shop.sql(`update orders set pincode = '999999', state_code = '' where id = any ($1)`, [ids.slice(0, 2)])
  let clicks = 0
  const click = async (target: Locator) => {
    clicks += 1
    await target.click()
  }
  const list = `/adminDashboard/orders?view=orders&show=to-dispatch&q=${encodeURIComponent(email)}`
  await enter(page, shop.accounts.admin, list)

  await click(page.getByLabel('All on this page'))
  await click(page.getByRole('button', { name: 'Dispatch', exact: true }))
  await expect(page.getByRole('heading', { name: '8 orders to pack' })).toBeVisible()
  await click(page.getByRole('button', { name: 'Book all' }))
  const report = page.getByRole('region', { name: /booked/ })
  await expect(report).toContainText('6 booked, 2 refused:')
  await expect(report.getByRole('listitem')).toHaveCount(2)
  await expect(report.getByRole('listitem').first()).toContainText(/Order \d+: The courier rejected it: \w+/)
  for (const [name, pages] of [
    ['Print 6 labels', 6],
    ['Slips', 6],
    ['Courier’s labels', 6],
  ] as const) {
    const link = report.getByRole('link', { name })
    const [opened] = await Promise.all([page.waitForEvent('popup'), click(link)])
    const pdf = await page.request.get((await link.getAttribute('href')) ?? '')
    expect(pdf.headers()['content-type']).toBe('application/pdf')
    expect(pagesOf(await pdf.body())).toBe(pages)
    await opened.close()
  }
  expect(clicks).toBeLessThanOrEqual(10)

  await test.step('what was chosen stays chosen, and its parcels move on together', async () => {
    await page.getByRole('button', { name: 'Picked up' }).click()
    await expect(page.getByText('8 parcels set to Picked up.')).toBeVisible()
    await page.getByRole('button', { name: 'Delivered', exact: true }).click()
    await expect(page.getByRole('dialog')).toContainText('Set 8 parcels to Delivered?')
    await confirm(page, 'Delivered')
    await expect(page.getByText('8 parcels set to Delivered.')).toBeVisible()
    await page.getByRole('link', { name: 'All orders' }).click()
    await expect(page.getByLabel(`Choose order ${ids[7]}`)).toBeChecked()
  })
})

test('AWBs are pasted as a column or scanned one after the other, and what cannot be one stays where it was typed', async ({
  page,
  buy,
  shop,
  stock,
  trouble,
}) => {
  trouble.expect(/400/)
  const { email } = await buy(await stock())
  const ids = await placeOrders(shop, email, 3)
  await shop.sql('update orders set confirmation_asked_at = now() where id = $1', [ids[2]])
  await enter(page, shop.accounts.admin, `/adminDashboard/dispatch?orders=${ids.join()}`)
  const awb = (index: number) => page.getByLabel(`AWB of order ${ids[index]}`)

  await awb(0).evaluate((input, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, `P${ids[0]}\nP ${ids[1]}\nP${ids[2]}\n`)
  await expect(awb(0)).toHaveValue(`P${ids[0]}`)
  await expect(awb(2)).toHaveValue(`P${ids[2]}`)
  await page.getByLabel('Courier').selectOption('DTDC')
  await page.reload()
  await expectRestored(page)
  await expect(awb(2)).toHaveValue(`P${ids[2]}`)
  await expect(page.getByLabel('Courier')).toHaveValue('DTDC')
  await expectAccessible(page, { ...NARROW, within: 'main' })
  await page.getByRole('button', { name: 'Dispatch', exact: true }).click()
  await expect(page.getByText('An AWB has only letters, digits, hyphens and slashes.')).toBeVisible()
  await expect(awb(1)).toHaveValue(`P ${ids[1]}`)
  await expect(awb(1)).toBeFocused()

  await awb(1).fill(`S${ids[1]}`)
  await awb(1).press('Enter')
  await expect(awb(2)).toBeFocused()
  await awb(2).press('Enter')
  await expect(page.getByRole('button', { name: 'Dispatch', exact: true })).toBeFocused()
  await expect(page.getByRole('group', { name: '1 unconfirmed' })).toBeVisible()
  await page.keyboard.press('Enter')
  const report = page.getByRole('region', { name: /packed/ })
  await expect(report).toContainText('2 packed, 1 left out')
  await page.getByLabel('Send anyway').check()
  await page.getByRole('button', { name: 'Dispatch', exact: true }).click()
  await expect(report).toContainText('3 packed')
  await expectAccessible(page, { ...NARROW, within: 'main' })
  expect(await shop.sql('select awb from shipments where order_id = any ($1) order by order_id', [ids])).toEqual([
    { awb: `P${ids[0]}` },
    { awb: `S${ids[1]}` },
    { awb: `P${ids[2]}` },
  ])
})
