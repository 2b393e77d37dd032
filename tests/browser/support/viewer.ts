import { expect, type Page } from '@playwright/test'

/** Turns the pot with the mouse. */
export async function drag(page: Page, pixels: number) {
  const canvas = page.locator('.model-viewer canvas')
  await canvas.hover()
  const { x, y, width, height } = (await canvas.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const [right, down] = [x + width / 2, y + height / 2]
  await page.mouse.down()
  await page.mouse.move(right + pixels / 2, down)
  await page.mouse.move(right + pixels, down)
  await page.mouse.up()
}

/** Two fingers beside each other on the pot. @param apart their distance before and after, in pixels */
export async function pinch(page: Page, [before, after]: [number, number]) {
  const { x, y, width, height } = (await page.locator('.model-viewer canvas').boundingBox()) as DOMRect
  const touches = await page.context().newCDPSession(page)
  const fingers = (apart: number) =>
    [-apart / 2, apart / 2].map((aside, id) => ({ id, x: x + width / 2 + aside, y: y + height / 2 }))
  await touches.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(before) })
  for (const part of [1 / 3, 2 / 3, 1])
    await touches.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: fingers(before + (after - before) * part),
    })
  await touches.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await touches.detach()
}

/** As on a graphics card that cannot draw into 16-bit colours. */
export function hideFloatColours() {
  const card = WebGL2RenderingContext.prototype
  const find = card.getExtension as (name: string) => unknown
  Object.assign(card, {
    getExtension(this: WebGL2RenderingContext, name: string) {
      return /color_buffer/.test(name) ? null : find.call(this, name)
    },
  })
}

export type Graphics = { graphics: { made: number; draws: number } }

/** Counts what was made on the graphics card and not yet deleted, and every drawing. */
export function countGraphics() {
  const graphics = { made: 0, draws: 0 }
  Object.assign(window, { graphics })
  const card = WebGL2RenderingContext.prototype as unknown as Record<string, (...given: unknown[]) => unknown>
  for (const name of Object.getOwnPropertyNames(card)) {
    const by = /^create/.test(name) ? 1 : /^delete(?!Sync)/.test(name) ? -1 : 0
    const isDrawing = /^draw(Arrays|Elements)$/.test(name)
    const original = by || isDrawing ? card[name] : undefined
    if (!original) continue
    card[name] = function (...given) {
      graphics.made += by
      if (isDrawing) graphics.draws++
      return original.apply(this, given)
    }
  }
}

/** Nothing is drawn during three frames. */
export async function expectAtRest(page: Page) {
  const drawn = () =>
    page.evaluate(async () => {
      const { graphics } = window as unknown as Graphics
      const before = graphics.draws
      for (let n = 0; n < 3; n++) await new Promise(requestAnimationFrame)
      return graphics.draws - before
    })
  await expect.poll(drawn).toBe(0)
}
