import { type BrowserContext, type BrowserContextOptions, test as base, type Page } from '@playwright/test'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { Trouble } from './network-faults.ts'
import { arriveAsShopper, orderQuietly } from './quick-shopper.ts'
import type { Person } from './shopper.ts'
import { mapOnlyTests } from './stacks.ts'
import { insertProduct, type NewProduct, type StockedProduct } from './stock.ts'

export type { Page } from '@playwright/test'
export { expect } from '@playwright/test'

mapOnlyTests()

type Fixtures = {
  /** A shopper in another browser, who has ordered these products; `orderId` of the last one. */
  buy: (...products: StockedProduct[]) => Promise<Person & { page: Page; orderId: number }>

  /** Fails the test on unexpected errors of a page. */
  trouble: Trouble
  /** Inserts a product for this test; afterwards it closes the pages and deletes the product. */
  stock: (product?: NewProduct) => Promise<StockedProduct>
  /** Another browser context, for another person or another device. */
  openBrowser: (options?: BrowserContextOptions) => Promise<Page>
}

/** Each worker runs a shop of its own, and one test at a time in it. */
export const test = base.extend<Fixtures, { shop: TestShop }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs
    async ({}, use) => {
      const shop = await openTestShop()
      await use(shop)
      await shop.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  baseURL: async ({ shop }, use) => use(shop.url),

  trouble: [
    async ({ context }, use) => {
      const trouble = new Trouble()
      trouble.watch(context)
      await use(trouble)
      trouble.expectNone()
    },
    { auto: true },
  ],

  stock: async ({ shop, browser }, use) => {
    const ids: number[] = []
    await use(async (product = {}) => {
      const stocked = await insertProduct(shop, product)
      ids.push(stocked.id)
      return stocked
    })
    // An open page would hear of the deletion, and not find its product.
    await Promise.all(browser.contexts().map((context) => Promise.all(context.pages().map((page) => page.close()))))
    await shop.sql('delete from products where id = any ($1)', [ids])
  },

  openBrowser: async ({ browser, baseURL, trouble }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (options = {}) => {
      const context = await browser.newContext({ baseURL, ...options })
      contexts.push(context)
      trouble.watch(context)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },

  buy: async ({ openBrowser, shop }, use) => {
    await use(async (...products) => {
      const page = await openBrowser({ javaScriptEnabled: true })
      const person = await arriveAsShopper(page)
      for (const product of products) await orderQuietly(page, product)
      const [order] = await shop.sql<{ id: number }>('select max(id)::int as id from orders where email = $1', [
        person.email,
      ])
      return { ...person, page, orderId: order?.id ?? 0 }
    })
  },
})
