import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import { findRunning } from '#server/postgres/embedded.ts'
import { startShop } from '#tests/support/process.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { type Metric, quantile, under } from './metric.ts'

const CHANGES = 50
const PRODUCT = 3

/** Two instances on one database: time from a change until every cached page and every open browser of both shows it. */
export async function measure(): Promise<Metric[]> {
  const shop = await openTestShop()
  const dataDir = await mkdtemp(join(tmpdir(), 'gamla-bench-'))
  const second = startShop({ DATA_DIR: dataDir, DATABASE_URL: await findRunning(shop.dataDir) })
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  })
  try {
    const urls = [shop.url, await second.opened()]
    const pages: Page[] = []
    for (const url of urls) {
      const page = await (await browser.newContext()).newPage()
      const listens = page.waitForRequest('**/live')
      await page.goto(`${url}/productinfo/${PRODUCT}`)
      await listens
      pages.push(page)
    }
    return await changeOften(shop, urls, pages)
  } finally {
    await browser.close()
    second.process.kill('SIGTERM')
    await second.ended()
    await shop.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function changeOften(shop: TestShop, urls: string[], pages: Page[]): Promise<Metric[]> {
  // The category is short enough to show the product on its first page.
  const [product] = await shop.sql<{ category: string }>('select category from products where id = $1', [PRODUCT])
  const category = encodeURIComponent(product?.category ?? '')
  const cached: number[] = []
  const open: number[] = []
  for (let n = 0; n < CHANGES; n += 1) {
    const price = 1001 + n
    const shown = `₹${price.toLocaleString('en-IN')}`
    const seen = pages.map((page) =>
      page.waitForFunction((text) => document.querySelector('.product-price')?.textContent?.includes(text), shown),
    )
    await shop.sql('update products set price = $1 where id = $2', [price, PRODUCT])
    const began = performance.now()
    const since = () => performance.now() - began
    const addresses = urls.flatMap((url) => [`${url}/category/${category}`, `${url}/productinfo/${PRODUCT}`])
    await Promise.all([
      ...addresses.map((address) => readUntil(address, shown).then(() => cached.push(since()))),
      ...seen.map((one) => one.then(() => open.push(since()))),
    ])
  }
  return [
    under('change: in every cached page of two instances, 99th percentile', quantile(cached, 0.99), 1000, 'ms'),
    under('change: in every open browser of two instances, 99th percentile', quantile(open, 0.99), 1000, 'ms'),
  ]
}

async function readUntil(address: string, text: string): Promise<void> {
  while (!(await (await fetch(address)).text()).includes(text)) await sleep(5)
}
