import { enter, row } from '#tests/browser/support/admin.ts'
import { expectAccessible, NARROW } from '#tests/browser/support/axe.ts'
import { without } from '#tests/browser/support/fault-fixtures.ts'
import { tabTo } from '#tests/browser/support/keyboard.ts'
import { expectToast, goByScript, goOn } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'
import { navigationFor } from '#web/admin/navigation.ts'

/** The pages of the back office differ only in their content; the frame around it is checked once. */
const TAB = { within: 'main' }
/** The tables of most tabs are alike. */
const NARROW_TAB = { ...TAB, ...NARROW }

/** Every page that the sidebar leads to, but for its other views, and those that pages lead to. */
const PAGES = [
  ...navigationFor((address) => address.startsWith('/adminDashboard'), undefined)
    .flatMap(({ page, links }) => [...(page ? [page, ...page.views] : []), ...links])
    .map(({ to }) => to)
    .filter((to) => !to.includes('?')),
  ...[
    'orders/new',
    'dispatch',
    'views',
    'search?q=cube',
    'settings/pictures',
    'import/move',
    'collections/new',
    'offers/new',
    'pages/new',
  ].map((path) => `/adminDashboard/${path}`),
]

test('every page of the back office has no violation, and Tab leads from its beginning to its main action', async ({
  page,
  shop,
}) => {
  await shop.sql(`insert into missed_searches (words, times, is_similar_shown) values ('brass lamp', 3, false)`)
  await enter(page, shop.accounts.admin, '/adminDashboard/views')
  for (const path of new Set(PAGES))
    await test.step(path, async () => {
      await goByScript(page, path)
      await expect(page.locator('.site-header-busy')).toBeEmpty()
      // Dispatch adds a key to its address.
      await expect(page).toHaveURL(({ pathname, search }) => `${pathname}${search}`.startsWith(path))
      await expectAccessible(page, NARROW_TAB)
      const main = page.getByRole('main')
      const [action, control] = [main.locator('.button.primary:visible:not(table *)'), main.locator('a:visible')]
      const target = (await action.count()) > 0 ? action : control
      await main.focus()
      if ((await target.count()) > 0) await tabTo(page, target.first())
    })
})

// The forms, conflicts and deletions of products, imports, an order, settings and texts, and a seller's screens
// are checked where tests/browser/admin/ and tests/browser/account/ have them open.
test('an admin’s tables, and the question before a deletion: no violation, and not too wide; one that failed says so, fills itself later, and then keeps its rows and is current by itself', async ({
  page,
  shop,
  trouble,
}) => {
  trouble.expect(/503/)
  // A short list of them: axe takes half a second to read twenty rows.
  await enter(page, shop.accounts.admin, '/adminDashboard?q=cube')
  await expectAccessible(page, { frame: true })
  await row(page, /^/).first().getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, { ...NARROW, within: 'dialog' })
  await page.keyboard.press('Escape')

  const rows = page.getByRole('table', { name: 'orders' }).getByRole('row')

  await test.step('a table that cannot be read says so, and fills itself later', async () => {
    await without(shop, 'orders', async () => {
      await goOn(page, '/adminDashboard/orders?status=delivered')
      await expectToast(page, 'Failed to load orders')
      await expect(page.getByRole('heading', { name: 'Failed to load orders' })).toBeVisible()
      await expectAccessible(page, NARROW_TAB)
    })
    await expect(rows.nth(1)).toBeVisible()
    await expectAccessible(page, TAB)
  })

  await test.step('while it cannot be read it keeps its rows, and then it is current by itself', async () => {
    const before = await rows.count()
    const [newest] = await shop.sql<{ id: string; name: string }>(
      `select id, name from orders where status = 'delivered' order by id desc limit 1`,
    )
    const rename = (table: string, name?: string) =>
      shop.sql(`update ${table} set name = $2 where id = $1`, [newest?.id, name])
    let failed = 0
    page.on('response', (answer) => {
      if (answer.status() === 503) failed += 1
    })
    await without(shop, 'orders', async () => {
      await shop.sql('update products set description = description where id = 1')
      await rename('orders_away', 'Kavya Renamed')
      await expect.poll(() => failed).toBeGreaterThan(1)
      await expect(rows).toHaveCount(before)
    })
    // An order of two lines has two rows.
    await expect(row(page, 'Kavya Renamed').first()).toBeVisible()
    await rename('orders', newest?.name)
  })
})
