import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import { expect, type Page } from './test.ts'

const LOOKS = [
  { width: 1440, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' },
] as const

/** Most screens: wide and light, all components are seen on the style guide. */
export const NARROW = { widths: [360] }

type What = {
  widths?: number[]
  toasts?: boolean
  /** A selector, when the rest of the page is checked elsewhere. */
  within?: string
  /** Header and footer too, which are the same on every page. */
  frame?: boolean
}

/** Half as long as `axe.source`, which each page would have to parse. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const FRAME = ['.site-header', '.site-footer']
const OPTIONS = { resultTypes: ['violations'], preload: false } satisfies axe.RunOptions

/**
 * Asserts that the page in its current state has no accessibility violation and is not wider than the screen, once wide
 * and light, once narrow and dark.
 */
export async function expectAccessible(page: Page, what: What = {}): Promise<void> {
  const { widths = [1440, 360] } = what
  await page.evaluate(layOutEverything)
  // Beginning with the present width saves laying out the page once more.
  const looks = page.viewportSize()?.width === 360 ? LOOKS.toReversed() : LOOKS
  for (const { width, colorScheme } of looks) {
    if (!widths.includes(width)) continue
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await page.evaluate(everythingHasArrived)
    const where = `${page.url()}, ${width} px, ${colorScheme}`
    expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBeLessThanOrEqual(width)
    expect(await findViolations(page, what), where).toEqual([])
  }
}

/**
 * Not with axe's Playwright wrapper, which reloads axe for each check and also collects passes, and takes three times
 * as long.
 */
async function findViolations(page: Page, what: What): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(AXE)
    await page.evaluate(rememberColours)
  }
  const violations = await page.evaluate(
    async ([context, options]) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      // Many rows or cards that look alike take seconds, and say what a few say.
      document.documentElement.dataset.sample = ''
      const { violations } = await axe.run(context, options)
      delete document.documentElement.dataset.sample
      return violations
    },
    [contextOf(what), OPTIONS] satisfies [axe.ElementContext, axe.RunOptions],
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
}

type Colour = { r: number; g: number; b: number; alpha: number; parseString(text: string): Colour }
type Commons = { color: { Color: { new (from: Colour): Colour; prototype: Colour } } }

/** axe parses the same few colours thousands of times, which is a fifth of its work. */
function rememberColours() {
  const { Color } = (window as unknown as { axe: { commons: Commons } }).axe.commons.color
  const parse = Color.prototype.parseString
  const known = new Map<string, Colour>()
  Color.prototype.parseString = function (text) {
    const colour = known.get(text)
    if (!colour) known.set(text, new Color(parse.call(this, text)))
    else Object.assign(this, { r: colour.r, g: colour.g, b: colour.b, alpha: colour.alpha })
    return this
  }
}

function contextOf({ toasts, within, frame }: What) {
  // Fading toasts have wrong colours.
  const exclude = [...(toasts ? [] : ['.toasts']), ...(frame || within ? [] : FRAME)]
  return {
    ...(within && { include: [[within]] }),
    exclude: exclude.map((selector) => [selector]),
  } satisfies axe.ElementContext
}

/** Lays out sections that phones defer, and can leave out what looks like its neighbours. */
function layOutEverything() {
  const styles = new CSSStyleSheet()
  styles.replaceSync(`
    main * { content-visibility: visible !important }
    [data-sample] :is(tbody > tr:nth-child(n + 4), .product-grid > li:nth-child(n + 4)) { display: none !important }
  `)
  document.adoptedStyleSheets = [styles]
  // axe reports a button half under the header as too small.
  scrollTo({ top: 0, behavior: 'instant' })
}

/** Waits for animations to end, because colours in transition are wrong. One that is paused never ends. */
async function everythingHasArrived() {
  const isMoving = ({ effect, playState }: Animation) =>
    playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
  // If one stands still, the check fails by its colours instead of waiting for the end of the test.
  for (const end = Date.now() + 5000; document.getAnimations().some(isMoving) && Date.now() < end; )
    await new Promise((resolve) => setTimeout(resolve, 20))
}
