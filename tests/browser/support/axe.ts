import axe from 'axe-core'
import { expect, type Page } from './test.ts'

/** Every rule once wide and once narrow; colours in both schemes, wide where both widths are tested. */
const LOOKS = [
  { width: 1440, colorScheme: 'light', rules: 'all' },
  { width: 1440, colorScheme: 'dark', rules: 'colours' },
  { width: 360, colorScheme: 'light', rules: 'colours', onlyAlone: true },
  { width: 360, colorScheme: 'dark', rules: 'all' },
] as const

const COLOUR_RULES = ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable']

type What = {
  widths?: number[]
  toasts?: boolean
  /** A selector, where the rest of the page has been looked at elsewhere. */
  within?: string
}

/** That nothing on the page, as it is now, keeps anybody out: by day and by night, narrow and wide. */
export async function expectAccessible(page: Page, what: What = {}): Promise<void> {
  const { widths = [1440, 360] } = what
  await page.evaluate(layOutEverything)
  for (const { width, colorScheme, rules, ...look } of LOOKS) {
    if (!widths.includes(width) || ('onlyAlone' in look && widths.length > 1)) continue
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await page.evaluate(everythingHasArrived)
    expect(await findViolations(page, rules, what), `${page.url()}, ${width} px, ${colorScheme}`).toEqual([])
  }
}

/** Without the makers' Playwright wrapper: it loads axe anew for each look and collects what is fine too, and so takes three times as long. */
async function findViolations(page: Page, rules: 'all' | 'colours', { toasts, within }: What): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    async ([context, options]) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const { violations } = await axe.run(context, options)
      return { violations }
    },
    [
      // A toast that fades away in the middle of the look has no colours of its own.
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

/** Also what a phone would lay out only when it comes near. */
function layOutEverything() {
  const styles = new CSSStyleSheet()
  styles.replaceSync('main * { content-visibility: visible !important }')
  document.adoptedStyleSheets = [styles]
  // A button that is half under the header counts as too small to press.
  scrollTo({ top: 0, behavior: 'instant' })
}

/** Colours that are still fading are nobody's. */
async function everythingHasArrived() {
  const endless = (animation: Animation) => animation.effect?.getComputedTiming().endTime === Infinity
  const finite = document.getAnimations().filter((animation) => !endless(animation))
  await Promise.all(finite.map(({ finished }) => finished.catch(() => {})))
}
