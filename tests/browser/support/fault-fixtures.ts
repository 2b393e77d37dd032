import type { Page } from '@playwright/test'
import type { TestShop } from '#tests/support/shop.ts'

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
export async function openBusyPage(page: Page, shop: Pick<TestShop, 'url' | 'sql'>): Promise<void> {
  const { headers, body } = await overload(shop)
  // Without `refresh`, or the page would reload during the test.
  const { refresh: _, ...others } = Object.fromEntries(headers)
  await page.route('**/faq', (route) => route.fulfill({ status: 503, headers: others, body }))
  await page.goto('/faq')
}

/** More requests than are admitted and queued, all waiting for a locked table. */
const TOO_MANY = 160
const LOCK = 'do $$ begin lock table products; perform pg_sleep(2); end $$'
let asked = 0

/** The response to a rejected request. Each requests another page, so that none comes from the cache. */
async function overload({ url, sql }: Pick<TestShop, 'url' | 'sql'>): Promise<{ headers: Headers; body: string }> {
  const headers = { accept: 'text/html', 'accept-encoding': 'identity' }
  const locked = sql(LOCK)
  const answers = await Promise.all(
    Array.from({ length: TOO_MANY }, async (_, index) => {
      asked += 1
      // Most ask for data alone: to draw all of the pages would be a second's work.
      const page = index < TOO_MANY - 10 ? 'search.data' : 'search'
      const answer = await fetch(new URL(`/${page}?q=pot${asked}`, url), { headers })
      return { status: answer.status, headers: answer.headers, body: await answer.text() }
    }),
  )
  await locked
  const busy = answers.slice(-10).find(({ status }) => status === 503)
  if (!busy) throw new Error('No request was shed')
  return busy
}
