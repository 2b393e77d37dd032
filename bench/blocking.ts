import { type Browser, chromium } from '@playwright/test'
import type { TestShop } from '#tests/support/shop.ts'
import { type Metric, median, under } from './metric.ts'

/** CPU slowdown of a phone against this machine, as Lighthouse assumes. */
const SLOWER = 4
/** Only the part of a task above 50 ms counts as blocking. */
const TASK_MS = 50
const RUNS = 5

/**
 * Total blocking time measured in CPU time of the main thread instead of wall-clock time. On a machine with few cores, wall
 * time also counts waiting for a core that the shop is using.
 */
export async function measure({ url }: TestShop): Promise<Metric[]> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  })
  try {
    const times: number[] = []
    while (times.length < RUNS) times.push(await blockingTime(browser, url))
    return [under('home page: total blocking time, CPU time of the main thread', Math.round(median(times)), 50, 'ms')]
  } finally {
    await browser.close()
  }
}

async function blockingTime(browser: Browser, url: string): Promise<number> {
  const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  // Few categories only: collecting stacks and other details would cost time on the same thread.
  await browser.startTracing(page, { categories: ['toplevel', 'loading'] })
  await page.goto(url)
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  // Wait for late hydration: no network activity for half a second.
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

/** Times in microseconds; `tdur` is CPU time. */
type TraceEvent = { name: string; pid: number; tid: number; ts: number; tdur?: number; args?: { name?: string } }
