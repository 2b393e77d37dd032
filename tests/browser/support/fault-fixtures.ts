import type { Page } from '@playwright/test'
import { until } from '#tests/support/process.ts'
import type { TestShop } from '#tests/support/shop.ts'
import { logInElsewhere } from './quick-shopper.ts'

/** Makes a table unreadable and unwritable while the callback runs. */
export async function without(shop: TestShop, table: string, during: () => Promise<void>) {
  await shop.sql(`alter table ${table} rename to ${table}_away`)
  try {
    await during()
  } finally {
    await shop.sql(`alter table ${table}_away rename to ${table}`)
  }
}

/** Opens the page that browsers get while the shop is overloaded. */
export async function openBusyPage(page: Page, shop: BusyShop): Promise<void> {
  const { headers, body } = await overload(shop)
  // Without `refresh`, or the page would reload during the test.
  const { refresh: _, ...others } = Object.fromEntries(headers)
  await page.route('**/faq', (route) => route.fulfill({ status: 503, headers: others, body }))
  await page.goto('/faq')
}

type BusyShop = Pick<TestShop, 'url' | 'sql' | 'accounts'>

/** More requests than are admitted and queued, all waiting for a locked table. */
const TOO_MANY = 160
const LOCK = 'do $$ begin lock table session; perform pg_sleep(2); end $$'
const IS_LOCKED =
  "select from pg_locks where relation = 'session'::regclass and mode = 'AccessExclusiveLock' and granted"

/** The response to a rejected request for a page. */
async function overload(shop: BusyShop): Promise<{ headers: Headers; body: string }> {
  const cookie = await logInElsewhere(shop, shop.accounts.user)
  const locked = shop.sql(LOCK)
  // A session that was read before would be remembered.
  await until('the lock', async () => (await shop.sql(IS_LOCKED)).length > 0)
  // Their session alone, because drawing as many pages would be a second's work.
  const requests = Array.from({ length: TOO_MANY }, async () => {
    const { status } = await fetch(new URL('/session', shop.url), { headers: { cookie } })
    if (status !== 503) throw new Error('Was admitted')
  })
  await Promise.any(requests)
  const headers = { accept: 'text/html', 'accept-encoding': 'identity' }
  const busy = await fetch(new URL(`/search?q=pot${Date.now()}`, shop.url), { headers })
  const body = await busy.text()
  await Promise.all([locked, Promise.allSettled(requests)])
  if (busy.status !== 503) throw new Error('No request was shed')
  return { headers: busy.headers, body }
}
