import { allowMotion, visit } from '#tests/browser/support/shopper.ts'
import { expect, type Page, test } from '#tests/browser/support/test.ts'

/** The two lists have one grid. */
const SCREENS = [
  { viewport: { width: 412, height: 823 }, paths: ['/', '/allproduct', '/productinfo/3'] },
  { viewport: { width: 1440, height: 900 }, paths: ['/', '/search?q=tubo', '/productinfo/3'] },
]

test('nothing moves while a page arrives, on a phone and at a desk; the pots leave a slow line to the first slide, and come with the scripts', async ({
  page,
}) => {
  await allowMotion(page)
  // Fonts and images of one page must come as late on the next.
  await (await page.context().newCDPSession(page)).send('Network.setCacheDisabled', { cacheDisabled: true })
  await page.addInitScript(() => {
    const moved: string[] = []
    Object.assign(window, { moved })
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as LayoutShift[]) {
        // The dot of the slide that is shown grows, after three seconds of a slow machine.
        if (shift.value < 0.0001) continue
        for (const { node } of shift.sources) moved.push(`${shift.value} ${(node as Element)?.className}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

  // So high that pots are in view.
  await page.setViewportSize({ width: 412, height: 1800 })
  await openHomeSlowly(page)
  for (const { viewport, paths } of SCREENS) {
    // The page before would be laid out for it.
    await page.goto('about:blank')
    await page.setViewportSize(viewport)
    for (const path of paths) {
      await visit(page, path)
      await page.waitForLoadState('networkidle')
      expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved), path).toEqual([])
    }
  }
})

/** The scripts, which a slow line brings after the first slide, are held. */
async function openHomeSlowly(page: Page): Promise<void> {
  const scripts = Promise.withResolvers<void>()
  const pots: string[] = []
  page.on('request', (request) => /\/pots\/|productImages/.test(request.url()) && pots.push(request.url()))
  await page.route(/\.js$/, async (route) => {
    await scripts.promise
    await route.continue()
  })
  const slide = page.waitForResponse(/\/pictures\/\w+\/banner-/)
  await page.goto('/', { waitUntil: 'commit' })
  const card = page.getByRole('region', { name: 'Featured Products' }).getByRole('article').first()
  await expect(card).toBeInViewport()
  await slide
  // The routed requests make fonts late, and the lines that they break otherwise are not what is tested here.
  await page.evaluate(() => document.fonts.ready)
  const before = await card.boundingBox()
  // After two frames, visible images would have been requested.
  await page.evaluate(() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))))
  expect(pots).toEqual([])
  scripts.resolve()
  await expect.poll(() => pots.length).toBeGreaterThan(0)
  // A product of the previous test may disappear from the page at this moment.
  await expect.poll(() => card.boundingBox()).toEqual(before)
  // While some requests are routed, all of them pass through the test, and fonts come later than they would.
  await page.unroute(/\.js$/)
}

type LayoutShift = PerformanceEntry & { value: number; sources: { node: Node | null }[] }
