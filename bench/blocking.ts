import { type Browser, chromium } from '@playwright/test'
import type { TestShop } from '#tests/support/shop.ts'
import { type Figure, median, under } from './metric.ts'

/** A phone is taken to be so much slower than this machine, as Lighthouse does. */
const SLOWER = 4
/** A shorter task does not block. */
const TASK_MS = 50
const RUNS = 5

/**
 * Lighthouse's blocking time by another clock: the processor time of the main thread's tasks after the first paint, not the
 * wall's. On a machine whose few cores the browser shares with the shop, the wall also counts waiting for a core.
 */
export async function measure({ url }: TestShop): Promise<Figure[]> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  })
  try {
    const times: number[] = []
    while (times.length < RUNS) times.push(await blockingTime(browser, url))
    return [under('home: blocking time of the main thread’s own clock', Math.round(median(times)), 50, 'ms')]
  } finally {
    await browser.close()
  }
}

async function blockingTime(browser: Browser, url: string): Promise<number> {
  const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  // Nothing more: what DevTools likes to know, stacks above all, is gathered on the same thread.
  await browser.startTracing(page, { categories: ['toplevel', 'loading'] })
  await page.goto(url)
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  // What hydration leaves for later has come, when nothing has been asked for and done for half a second.
  await page.waitForLoadState('networkidle')
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  await context.close()

  const paint = traceEvents.findLast(({ name }) => name === 'firstContentfulPaint')
  const isMain = ({ name, pid, args }: TraceEvent) =>
    name === 'thread_name' && args?.name === 'CrRendererMain' && pid === paint?.pid
  const thread = traceEvents.find(isMain)
  if (!paint || !thread) throw new Error('The trace holds no paint')
  return traceEvents
    .filter(({ name, pid, tid }) => name.endsWith('::RunTask') && pid === thread.pid && tid === thread.tid)
    .filter(({ ts }) => ts > paint.ts)
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, (tdur / 1000) * SLOWER - TASK_MS), 0)
}

/** Microseconds; `tdur` of the processor. */
type TraceEvent = { name: string; pid: number; tid: number; ts: number; tdur?: number; args?: { name?: string } }
