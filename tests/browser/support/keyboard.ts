import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab until this has the focus, which must stay visible and in the document all the way. */
export async function tabTo(page: Page, target: Locator, key = 'Tab', most = 60): Promise<void> {
  // Finding it by its role at each press would take longer than the press.
  const element = await target.elementHandle()
  const look = () => page.evaluate(lookAtFocus, element)
  let focus = await look()
  for (let presses = 0; presses < most; presses++) {
    if (focus.isThere) return
    await page.keyboard.press(key)
    focus = await look()
    if (!focus.problem) continue
    const problem = async () => {
      focus = await look()
      return focus.problem
    }
    await expect.poll(problem).toBe('')
  }
  throw new Error(`${most} presses of ${key} do not lead to ${target}`)
}

/** In one go, because there are many presses. */
function lookAtFocus(target: Node | null): { isThere: boolean; problem: string } {
  const focused = document.activeElement
  return { isThere: target === focused, problem: findProblem() }

  function findProblem() {
    if (!focused || focused === document.body) return 'nothing has the focus'
    // A radio button's focus ring is on its label.
    const shown = focused.matches('input[type=radio]') ? (focused.closest('label') ?? focused) : focused
    const { left, top, bottom, width, height } = shown.getBoundingClientRect()
    const x = left + width / 2
    // Of a long table the middle alone may be in sight, between the header and the bar of a phone.
    const y =
      height > innerHeight / 2 ? (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2 : top + Math.min(height / 2, 20)
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return `${shown.outerHTML.slice(0, 120)} is out of sight`
    const there = document.elementFromPoint(x, y)
    if (!there || !(shown.contains(there) || there.contains(shown))) {
      return `${shown.outerHTML.slice(0, 120)} is behind ${there?.outerHTML.slice(0, 120)}`
    }
    const marks = [focused, shown].map((element) => getComputedStyle(element))
    const isMarked = marks.some(
      ({ outlineStyle, outlineWidth, boxShadow }) =>
        (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none',
    )
    // The browser marks the parts of a date itself.
    return isMarked || focused.matches('[type=date], [type=datetime-local], [type=time]')
      ? ''
      : `${focused.outerHTML.slice(0, 120)} is not marked`
  }
}

/** The focus after its element was removed. */
export async function expectFocusKept(page: Page): Promise<void> {
  await expect(page.locator(':focus')).toHaveCount(1)
}

export async function expectNotWider(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}
