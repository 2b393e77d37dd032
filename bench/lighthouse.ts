import type { TestShop } from '#tests/support/shop.ts'
import { type Figure, median, under } from './metric.ts'

const pages = { home: '/', listing: '/allproduct', product: '/productinfo/3' }
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

const RUNS = 5

/**
 * Lighthouse as a phone on simulated slow 4G, its own default: the medians of five visits, for it takes this machine to
 * be four times as fast as the phone, however much of it others have at that moment.
 */
export async function measure({ url }: TestShop): Promise<Figure[]> {
  const tools = new URL('./tools/node_modules/', import.meta.url)
  const { default: lighthouse } = await import(new URL('lighthouse/core/index.js', tools).href)
  const { launch } = await import(new URL('chrome-launcher/dist/index.js', tools).href)
  const chrome = await launch({
    chromePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    chromeFlags: ['--headless', '--no-sandbox', '--disable-background-networking', '--disable-component-update'],
  })
  async function visit(path: string, tries = 3): Promise<Visit> {
    const options = { port: chrome.port, onlyCategories: [...categories], logLevel: 'error' }
    const { lhr } = await lighthouse(url + path, options)
    // A busy machine now and then loses the beginning of a trace.
    if (lhr.runtimeError && tries > 1) return visit(path, tries - 1)
    if (lhr.runtimeError) throw new Error(`Lighthouse could not visit ${path}: ${lhr.runtimeError.message}`)
    return lhr
  }

  try {
    const figures: Figure[] = []
    for (const [name, path] of Object.entries(pages)) {
      const visits: Visit[] = []
      while (visits.length < RUNS) visits.push(await visit(path))
      figures.push(...figuresOf(name, visits))
    }
    return figures
  } finally {
    chrome.kill()
  }
}

type Visit = {
  categories: Record<string, { score: number }>
  audits: Record<string, { numericValue: number }>
}

function figuresOf(page: string, visits: Visit[]): Figure[] {
  const middle = (of: (visit: Visit) => number | undefined) => median(visits.map((visit) => of(visit) ?? Number.NaN))
  const figures = categories.map((category): Figure => {
    const score = Math.round(middle((visit) => visit.categories[category]?.score) * 100)
    return { work: `${page}: ${category}`, ours: String(score), wanted: 'at least 95', good: score >= 95 }
  })
  const timed = (audit: string) => middle((visit) => visit.audits[audit]?.numericValue)
  const shift = timed('cumulative-layout-shift')
  // Wanted of a first visit to home; the other pages show what that costs or gains them.
  const wished = (figure: Figure): Figure => (page === 'home' ? figure : { ...figure, wanted: '', good: true })
  return [
    ...figures,
    wished(under(`${page}: largest paint`, Math.round(timed('largest-contentful-paint')), 1200, 'ms')),
    wished(under(`${page}: blocking time`, Math.round(timed('total-blocking-time')), 50, 'ms')),
    { work: `${page}: layout shift`, ours: shift.toFixed(3), wanted: '0', good: shift === 0 },
  ]
}
