import { chromium } from '@playwright/test'
import type { TestShop } from '#tests/support/shop.ts'
import type { Metric } from './metric.ts'

const KB = 1024

/** Bytes transferred by a first visit to the home page on a phone (360 px wide, device pixel ratio 3). */
export async function measure({ url }: TestShop): Promise<Metric[]> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  })
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, deviceScaleFactor: 3 })
  const page = await context.newPage()
  const weighed: Promise<{ type: string; bytes: number }>[] = []
  page.on('requestfinished', (request) => {
    weighed.push(
      request.sizes().then(({ responseBodySize }) => ({ type: request.resourceType(), bytes: responseBodySize })),
    )
  })
  await page.goto(url)
  // Scripts are deferred until the first image has loaded.
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  const all = await Promise.all(weighed)
  await browser.close()

  const sum = (type: string) => all.filter((one) => one.type === type).reduce((bytes, one) => bytes + one.bytes, 0) / KB
  return [
    metric('home page: scripts', sum('script'), 130),
    metric('home page: styles', sum('stylesheet'), 15),
    metric('home page: fonts', sum('font'), 60),
    metric('home page: images of the first screens', sum('image'), 250),
  ]
}

function metric(work: string, kilobytes: number, atMost: number): Metric {
  return {
    work,
    ours: `${kilobytes.toFixed(2)} KB`,
    wanted: `at most ${atMost} KB`,
    good: kilobytes <= atMost,
  }
}
