import { visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

for (const [screen, viewport] of Object.entries({
  phone: { width: 412, height: 823 },
  desk: { width: 1440, height: 900 },
})) {
  test.describe(`on a ${screen}`, () => {
    test.use({ viewport })

    for (const path of ['/', '/allproduct', '/productinfo/3', '/search?q=tubo']) {
      test(`nothing moves while ${path} arrives`, async ({ page }) => {
        await page.addInitScript(() => {
          const moved: string[] = []
          Object.assign(window, { moved })
          new PerformanceObserver((list) => {
            for (const shift of list.getEntries() as LayoutShift[]) {
              for (const { node } of shift.sources) moved.push(`${shift.value} ${(node as Element)?.className}`)
            }
          }).observe({ type: 'layout-shift', buffered: true })
        })
        await visit(page, path)
        await page.waitForLoadState('networkidle')
        expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([])
      })
    }
  })
}

type LayoutShift = PerformanceEntry & { value: number; sources: { node: Node | null }[] }
