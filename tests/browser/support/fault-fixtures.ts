import type { Page } from '@playwright/test'
import pg from 'pg'
import { findRunning } from '#server/postgres/embedded.ts'
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

type BusyShop = Pick<TestShop, 'url' | 'dataDir' | 'accounts'>

/** More requests than are admitted and queued, all waiting for a locked table. */
const TOO_MANY = 160

/** The response to a rejected request for a page. */
async function overload(shop: BusyShop): Promise<{ headers: Headers; body: string }> {
  const cookie = await logInElsewhere(shop, shop.accounts.user)
  const client = new pg.Client({ connectionString: await findRunning(shop.dataDir) })
  await client.connect()
  await client.query('begin; lock table session')
  // Their session alone, because drawing as many pages would be a second's work.
  const requests = Array.from({ length: TOO_MANY }, async () => {
    const { status } = await fetch(new URL('/session', shop.url), { headers: { cookie } })
    if (status !== 503) throw new Error('Was admitted')
  })
  await Promise.any(requests)
  const headers = { accept: 'text/html', 'accept-encoding': 'identity' }
  const busy = await fetch(new URL(`/search?q=pot${Date.now()}`, shop.url), { headers })
  const body = await busy.text()
  await client.end()
  await Promise.allSettled(requests)
  if (busy.status !== 503) throw new Error('No request was shed')
  return { headers: busy.headers, body }
}
