import axe from 'axe-core'
import { expect, type Page } from './test.ts'

/** Every rule once wide and light, once narrow and dark; the other two only where a test asks for them. */
const LOOKS = [
  { width: 1440, colorScheme: 'light', rules: 'all' },
  { width: 1440, colorScheme: 'dark', rules: 'colours', isExtra: true },
  { width: 360, colorScheme: 'light', rules: 'colours', isExtra: true },
  { width: 360, colorScheme: 'dark', rules: 'all' },
] as const

const COLOUR_RULES = ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable']

type What = {
  widths?: number[]
  toasts?: boolean
  /** Both colour schemes in every width; by default only where there is one width. */
  everyLook?: boolean
  /** A selector, when the rest of the page is checked elsewhere. */
  within?: string
}

/**
 * Asserts that the page in its current state has no accessibility violation and is not wider than the screen. A page
 * that is tested in one width is looked at in both colour schemes.
 */
export async function expectAccessible(page: Page, what: What = {}): Promise<void> {
  const { widths = [1440, 360] } = what
  const everyLook = what.everyLook ?? widths.length === 1
  await page.evaluate(layOutEverything)
  for (const { width, colorScheme, rules, ...look } of LOOKS) {
    if (!widths.includes(width) || ('isExtra' in look && !everyLook)) continue
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await page.evaluate(everythingHasArrived)
    const where = `${page.url()}, ${width} px, ${colorScheme}`
    expect(await findViolations(page, rules, what), where).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBeLessThanOrEqual(width)
  }
}

/**
 * Not with axe's Playwright wrapper, which reloads axe for each check and also collects passes, and takes three times
 * as long.
 */
async function findViolations(page: Page, rules: 'all' | 'colours', { toasts, within }: What): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    async ([context, options]) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const { violations } = await axe.run(context, options)
      return { violations }
    },
    [
      // Fading toasts have wrong colours.
      { ...(within && { include: [[within]] }), exclude: toasts ? [] : [['.toasts']] },
      {
        resultTypes: ['violations'],
        preload: false,
        ...(rules === 'colours' && { runOnly: COLOUR_RULES }),
      },
    ] satisfies [axe.ElementContext, axe.RunOptions],
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
}

/** Lays out sections that phones defer. */
function layOutEverything() {
  const styles = new CSSStyleSheet()
  styles.replaceSync('main * { content-visibility: visible !important }')
  document.adoptedStyleSheets = [styles]
  // axe reports a button half under the header as too small.
  scrollTo({ top: 0, behavior: 'instant' })
}

/** Waits for animations to end, because colours in transition are wrong. */
async function everythingHasArrived() {
  const endless = (animation: Animation) => animation.effect?.getComputedTiming().endTime === Infinity
  const finite = document.getAnimations().filter((animation) => !endless(animation))
  await Promise.all(finite.map(({ finished }) => finished.catch(() => {})))
}
