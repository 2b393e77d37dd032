import type { TestShop } from '#tests/shop.ts'
import type { Figure } from './figure.ts'

const pages = { home: '/', listing: '/allproduct', product: '/productinfo/3' }
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** Lighthouse as a phone on simulated slow 4G, its own default. */
export async function measure({ url }: TestShop): Promise<Figure[]> {
  const tools = new URL('./tools/node_modules/', import.meta.url)
  const { default: lighthouse } = await import(new URL('lighthouse/core/index.js', tools).href)
  const { launch } = await import(new URL('chrome-launcher/dist/index.js', tools).href)
  const chrome = await launch({
    chromePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    chromeFlags: ['--headless', '--no-sandbox', '--disable-background-networking', '--disable-component-update'],
  })
  try {
    const figures: Figure[] = []
    for (const [name, path] of Object.entries(pages)) {
      const { lhr } = await lighthouse(url + path, {
        port: chrome.port,
        onlyCategories: [...categories],
        logLevel: 'error',
      })
      for (const category of categories) {
        const score = Math.round(lhr.categories[category].score * 100)
        figures.push({ work: `${name}: ${category}`, ours: String(score), wanted: 'at least 95', good: score >= 95 })
      }
      figures.push(timing(name, 'largest paint', lhr.audits['largest-contentful-paint'].numericValue, 1200))
      figures.push(timing(name, 'blocking time', lhr.audits['total-blocking-time'].numericValue, 50))
      const shift = lhr.audits['cumulative-layout-shift'].numericValue
      figures.push({ work: `${name}: layout shift`, ours: shift.toFixed(3), wanted: '0', good: shift === 0 })
    }
    return figures
  } finally {
    chrome.kill()
  }
}

function timing(page: string, what: string, ms: number, atMost: number): Figure {
  return { work: `${page}: ${what}`, ours: `${Math.round(ms)} ms`, wanted: `under ${atMost} ms`, good: ms < atMost }
}
