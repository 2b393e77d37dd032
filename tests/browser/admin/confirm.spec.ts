import type { Page, Request } from '@playwright/test'
import { confirm, enter, row } from '#tests/browser/support/admin.ts'
import { expectToast, toast, visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'
import type { TestShop } from '#tests/support/shop.ts'

test('what needs the password again is carried out after it: an order is deleted, a file downloaded, a text saved', async ({
  page,
  buy,
  shop,
  stock,
  trouble,
}) => {
  trouble.expect(/401/)
  const { admin } = shop.accounts
  const pots = [await stock(), await stock()]
  await buy(...pots)
  const ids = await Promise.all(pots.map(({ id }) => orderOf(shop, id)))
  await enter(page, admin, '/adminDashboard/overview')

  await test.step('from the list', async () => {
    await forgetPassword(shop, page)
    await page.goto('/adminDashboard/orders?view=lines')
    await row(page, pots[0]?.title ?? '')
      .getByRole('button', { name: 'Delete' })
      .click()
    await confirm(page, 'Delete')
    await expect(page.getByText('We’ll then carry out what you pressed: Delete.')).toBeVisible()
    await page.getByLabel('Password').fill('not this one')
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(page.getByRole('alert')).toHaveText('This password is not right.')
    expect(await isThere(shop, ids[0])).toBe(true)
    await tellPassword(page, admin.password)
    await expectToast(page, 'Order Deleted successfully')
    await expect(page).toHaveURL('/adminDashboard/orders?view=lines')
    await expect(toast(page, 'Confirmed. You can go on now.')).toHaveCount(0)
    expect(await isThere(shop, ids[0])).toBe(false)
  })

  await test.step('and from the order’s own page', async () => {
    await forgetPassword(shop, page)
    await page.goto(`/adminDashboard/orders/${ids[1]}`)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await confirm(page, 'Delete')
    await tellPassword(page, admin.password)
    await expectToast(page, 'Order Deleted successfully')
    expect(await isThere(shop, ids[1])).toBe(false)
  })

  await test.step('a file', async () => {
    await forgetPassword(shop, page)
    await page.goto('/adminDashboard/orders?status=confirmed')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const download = page.waitForEvent('download')
    await tellPassword(page, admin.password)
    expect((await download).suggestedFilename()).toMatch(/\.csv$/)
    await expect(page).toHaveURL('/adminDashboard/orders?status=confirmed')
  })

  await test.step('a text', async () => {
    await forgetPassword(shop, page)
    await page.goto('/adminDashboard/settings/texts/warranty')
    const text = '# Warranty\n\n> A long one.\n\nThe pots of this test are covered for a day.'
    await page.getByLabel('Text', { exact: true }).fill(text)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await tellPassword(page, admin.password)
    await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible()
    await expect(page).toHaveURL('/adminDashboard/settings/texts/warranty')
    await expect(page.getByLabel('Text', { exact: true })).toHaveValue(text)
    await shop.sql("delete from texts where name = 'warranty'")
    await shop.sql("insert into outbox (change) values ('settings texts')")
  })
})

test('a change elsewhere at the moment of the press does not lose the question for the password', async ({
  page,
  buy,
  shop,
  stock,
}) => {
  const { admin } = shop.accounts
  const pot = await stock()
  await buy(pot)
  await enter(page, admin, '/adminDashboard/overview')
  await forgetPassword(shop, page)
  await page.addInitScript(reportChangeAtEachPress)
  await visit(page, '/adminDashboard/orders?view=lines')
  await row(page, pot.title).getByRole('button', { name: 'Delete' }).click()
  await confirm(page, 'Delete')
  await tellPassword(page, admin.password)
  await expectToast(page, 'Order Deleted successfully')
})

test('a reload that began before the press does not lead back from the question for the password', async ({
  page,
  buy,
  shop,
  stock,
}) => {
  const { admin } = shop.accounts
  const pot = await stock()
  await buy(pot)
  await enter(page, admin, '/adminDashboard/overview')
  await forgetPassword(shop, page)
  await visit(page, '/adminDashboard/orders?view=lines&status=confirmed')
  const isAsked = Promise.withResolvers<void>()
  const mayAnswer = Promise.withResolvers<void>()
  await page.route('**/adminDashboard/orders.data?*', async (route) => {
    if (route.request().method() === 'POST') return route.continue()
    isAsked.resolve()
    await mayAnswer.promise
    // The page may have dropped the reload.
    await route.continue().catch(() => {})
  })
  const isReload = (request: Request) => request.method() === 'GET' && request.url().includes('/orders.data?')
  const ended = Promise.race([
    page.waitForEvent('requestfinished', isReload),
    page.waitForEvent('requestfailed', isReload),
  ])
  await shop.sql("insert into outbox (change) values ('order * *')")
  await isAsked.promise
  await row(page, pot.title).getByRole('button', { name: 'Delete' }).click()
  await confirm(page, 'Delete')
  await expect(page.getByLabel('Password')).toBeVisible()
  mayAnswer.resolve()
  await ended
  await tellPassword(page, admin.password)
  await expectToast(page, 'Order Deleted successfully')
})

/** Runs in the page: the reload after a live change is due when a form is on its way, and before React has drawn that. */
function reportChangeAtEachPress(): void {
  let live: EventSource | undefined
  window.EventSource = class extends EventSource {
    constructor(url: string | URL) {
      super(url)
      live = this
    }
  }
  const due: (() => void)[] = []
  const wait = window.setTimeout.bind(window)
  const hold = (run: () => void, ms?: number) => (ms === 100 ? due.push(run) : wait(run, ms))
  Object.assign(window, { setTimeout: hold })
  addEventListener('click', async () => {
    live?.dispatchEvent(new MessageEvent('order'))
    // The router begins to send some microtasks later; React draws in another task.
    for (let step = 0; step < 100; step += 1) await undefined
    for (const run of due.splice(0)) run()
  })
}

/** As if it had been asked for too long ago. Before a page opens, because an open one reloads then. */
async function forgetPassword({ sql }: Pick<TestShop, 'sql'>, page: Page): Promise<void> {
  await sql("update session set confirmed_at = now() - interval '16 minutes'")
  await sql('update "user" set created_at = now() where role = \'admin\'')
  const ask = () => page.request.get('/adminDashboard/export/users', { maxRedirects: 0 })
  await expect.poll(async () => (await ask()).status()).toBe(302)
}

async function tellPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
}

async function orderOf({ sql }: Pick<TestShop, 'sql'>, productId: number): Promise<number> {
  const [line] = await sql<{ id: string }>('select order_id as id from order_lines where product_id = $1', [productId])
  return Number(line?.id)
}

async function isThere({ sql }: Pick<TestShop, 'sql'>, id: number | undefined): Promise<boolean> {
  return (await sql('select from orders where id = $1', [id])).length === 1
}
