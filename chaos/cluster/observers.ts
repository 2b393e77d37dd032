import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import { SHOPS, type ShopMachine } from './network.ts'
import { type Account, logIn, urlOf } from './shops.ts'

/** Public pages that are requested all the time in both shops. */
const PUBLIC = ['/', '/allproduct']
const PAUSE_MS = 500
const TIMEOUT_MS = 3000

/** An open admin page in each shop, which is never reloaded, and visitors of public pages. */
export async function openObservers(admin: Account) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium-headless-shell',
    // This script handles Ctrl-C and cleans up.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--no-first-run'],
  })
  const pages = await Promise.all(SHOPS.map((shop) => openOrders(browser, shop, admin)))
  const going = new AbortController()
  let failures: string[] = []
  let slowestMs = 0
  const visits = SHOPS.flatMap((shop) => PUBLIC.map((path) => visitAllTheTime(shop, path)))

  async function visitAllTheTime(shop: ShopMachine, path: string) {
    while (!going.signal.aborted) {
      const began = performance.now()
      const status = await fetch(urlOf(shop) + path, { signal: AbortSignal.timeout(TIMEOUT_MS) })
        .then(async (answer) => (await answer.text()) && answer.status)
        .catch((error: Error) => error.name)
      if (status !== 200) failures.push(`${shop}${path}: ${status}`)
      slowestMs = Math.max(slowestMs, performance.now() - began)
      await sleep(PAUSE_MS)
    }
  }

  return {
    /** True when every open page shows this order or a later one without having been reloaded. */
    async showOrder(orderId: number): Promise<boolean> {
      const newest = await Promise.all(pages.map((page) => page.evaluate(findNewest)))
      return newest.every((id) => id >= orderId)
    },
    /** For debugging a failed run. */
    async screenshot(folder: string): Promise<void> {
      await Promise.all(pages.map((page, index) => page.screenshot({ path: join(folder, `${SHOPS[index]}.png`) })))
    },
    /** Failed visits since the last call, and the slowest successful one. */
    takeVisits() {
      const visits = { failures, slowestMs: Math.round(slowestMs) }
      failures = []
      slowestMs = 0
      return visits
    },
    async close() {
      going.abort()
      await browser.close()
      await Promise.all(visits)
    },
  }
}

export type Observers = Awaited<ReturnType<typeof openObservers>>

async function openOrders(browser: Browser, shop: ShopMachine, admin: Account): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const [name = '', value = ''] = (await logIn(shop, admin)).split('=')
  await context.addCookies([{ name, value: decodeURIComponent(value), url: urlOf(shop) }])
  const page = await context.newPage()
  await page.goto(`${urlOf(shop)}/adminDashboard/orders`)
  await page.getByRole('table').waitFor()
  // This attribute would be lost in a reload.
  await page.evaluate(() => document.documentElement.setAttribute('data-opened', 'once'))
  return page
}

/** Runs in the page: the highest order number shown, or -1 after a reload. */
function findNewest(): number {
  if (!document.documentElement.hasAttribute('data-opened')) return -1
  const rows = [...document.querySelectorAll('tbody [id^="order-"]')]
  return Math.max(0, ...rows.map(({ id }) => Number(id.split('-')[1])))
}
