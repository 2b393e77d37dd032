import { chromium } from '@playwright/test'
import type { TestShop } from '#tests/support/shop.ts'
import type { Figure } from './metric.ts'

const KB = 1024

/** What a first visit to home loads on a phone, 360 px wide at three dots a pixel, as it comes over the line. */
export async function measure({ url }: TestShop): Promise<Figure[]> {
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
  // Scripts come after the first picture.
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  const all = await Promise.all(weighed)
  await browser.close()

  const sum = (type: string) => all.filter((one) => one.type === type).reduce((bytes, one) => bytes + one.bytes, 0) / KB
  return [
    figure('home: script', sum('script'), 120),
    figure('home: style', sum('stylesheet'), 15),
    figure('home: fonts', sum('font'), 60),
    figure('home: pictures of the first screens', sum('image'), 250),
  ]
}

function figure(work: string, kilobytes: number, atMost: number): Figure {
  return {
    work,
    ours: `${kilobytes.toFixed(2)} KB`,
    wanted: `at most ${atMost} KB`,
    good: kilobytes <= atMost,
  }
}
