import type { Page } from '@playwright/test'
import type { TestShop } from '#tests/support/shop.ts'

/** For as long as it lasts, what is in this table can be neither read nor written. */
export async function without(shop: TestShop, table: string, during: () => Promise<void>) {
  await shop.sql(`alter table ${table} rename to ${table}_away`)
  try {
    await during()
  } finally {
    await shop.sql(`alter table ${table}_away rename to ${table}`)
  }
}

/** Opens the page that a browser gets while the shop has more to do than it can. */
export async function openBusyPage(page: Page, shop: Pick<TestShop, 'url' | 'sql'>): Promise<void> {
  const { headers, body } = await askTooMuch(shop)
  // By `refresh` it would ask again while somebody looks at it.
  const { refresh: _, ...others } = Object.fromEntries(headers)
  await page.route('**/faq', (route) => route.fulfill({ status: 503, headers: others, body }))
  await page.goto('/faq')
}

/** More than are let in and wait for their turn, while a locked table keeps all of them. */
const TOO_MANY = 160
const LOCK = 'do $$ begin lock table products; perform pg_sleep(2); end $$'
let asked = 0

/** What somebody is told when so many ask at once; each asks something else, so that no answer is kept. */
async function askTooMuch({ url, sql }: Pick<TestShop, 'url' | 'sql'>): Promise<{ headers: Headers; body: string }> {
  const headers = { accept: 'text/html', 'accept-encoding': 'identity' }
  const locked = sql(LOCK)
  const answers = await Promise.all(
    Array.from({ length: TOO_MANY }, async () => {
      asked += 1
      const answer = await fetch(new URL(`/search?q=pot${asked}`, url), { headers })
      return { status: answer.status, headers: answer.headers, body: await answer.text() }
    }),
  )
  await locked
  const busy = answers.find(({ status }) => status === 503)
  if (!busy) throw new Error('The shop has answered everybody')
  return busy
}
