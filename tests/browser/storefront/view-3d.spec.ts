import sharp from 'sharp'
import { sizesInFamilyOf } from '#domain/catalog/specified-sizes.ts'
import { visit } from '#tests/browser/support/shopper.ts'
import { expect, type Page, test } from '#tests/browser/support/test.ts'
import {
  countGraphics,
  drag,
  expectAtRest,
  type Graphics,
  hideFloatColours,
  pinch,
} from '#tests/browser/support/viewer.ts'
import { tinyModel } from '#tests/support/fixtures/tiny-model.ts'

test.use({
  viewport: { width: 360, height: 480 },
  // A sixteenth of the pixels are quickly drawn.
  deviceScaleFactor: 0.25,
})

test('a pot is turned by hand, keys and buttons, in every size and finish, and what cannot be shown is said', async ({
  page,
  stock,
  trouble,
}) => {
  // Images are drawn without a graphics card.
  test.slow()
  trouble.expect(/500/, /CONTEXT_LOST/)
  const { id } = await stock({ code: 'C02' })
  const asked = await serveModels(page)
  await page.addInitScript(countGraphics)
  await visit(page, `/productinfo/${id}`)
  await page.waitForLoadState('networkidle')
  expect(asked, 'before the press').toEqual([])
  // Both apps for rooms ask for https.
  await expect(page.getByRole('button', IN_ROOM).or(page.getByRole('link', IN_ROOM))).toHaveCount(0)

  const open = page.getByRole('button', { name: 'View in 3D' })
  const canvas = page.getByRole('img', { name: '3D view of' })
  await open.click()
  await expectSeen(page, 'Seen from the front')
  expect(asked.map(nameOf).toSorted()).toEqual(['C02-grey-stone-planted.glb', 'model-viewer.css', 'model-viewer.js'])
  await expect(canvas).toBeFocused()
  await expect(canvas).toHaveAccessibleName('3D view of CUBEE C02 in Grey Stone')
  await expectAtRest(page)

  await test.step('keys and buttons turn it', async () => {
    await press(page, 'ArrowLeft', 6)
    await expectSeen(page, 'Seen from the right')
    await press(page, 'ArrowUp', 5)
    await expectSeen(page, 'Seen from the right, from above')
    await press(page, '+', 3)
    await expectSeen(page, 'Seen from the right, from above, near')
    await page.getByRole('button', { name: 'Reset the view' }).click()
    await expectSeen(page, 'Seen from the front')
    for (const [label, times] of [
      ['Turn right', 6],
      ['Turn up', 4],
      ['Turn down', 5],
      ['Turn left', 6],
      ['Zoom out', 3],
    ] as const) {
      await page.getByRole('button', { name: label }).evaluate((button: HTMLElement, presses) => {
        for (let n = 0; n < presses; n++) button.click()
      }, times)
    }
    await expectSeen(page, 'Seen from the front, from the floor, far')
    await page.getByRole('button', { name: 'Reset the view' }).click()
  })

  await test.step('a wheel scrolls the page, and after a press it zooms', async () => {
    await page.evaluate(() => scrollTo(0, 0))
    await canvas.hover({ position: { x: 200, y: 200 } })
    await page.mouse.wheel(0, 60)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(60)
    await page.mouse.down()
    await page.mouse.up()
    await page.mouse.wheel(0, -400)
    await expectSeen(page, 'Seen from the front, near')
    expect(await page.evaluate(() => scrollY)).toBe(60)
  })

  await test.step('and hands do, also after another picture was looked at', async () => {
    await page.getByRole('button', { name: 'Show image 1' }).click()
    await expect(canvas).toBeHidden()
    await page.getByRole('button', { name: 'Show in three dimensions' }).click()
    await drag(page, 190)
    await expectSeen(page, 'Seen from the left, near')
    const place = () => page.evaluate(() => [visualViewport?.scale, scrollY])
    const before = await place()
    await pinch(page, [80, 20])
    await expectSeen(page, 'Seen from the left, far')
    await pinch(page, [20, 110])
    await expectSeen(page, 'Seen from the left, near')
    expect(await place(), 'the page itself').toEqual(before)
  })

  await test.step('another size, finish and a plant are seen from the same side', async () => {
    asked.length = 0
    await page.getByRole('radio', { name: 'C04' }).check()
    await expect(canvas).toHaveAccessibleName('3D view of CUBEE C04 in Grey Stone')
    await page.getByRole('radio', { name: 'Marble White' }).check()
    await expect(canvas).toHaveAccessibleName('3D view of CUBEE C04 in Marble White')
    await expect.poll(() => asked.map(nameOf)).toEqual(['C04-grey-stone-planted.glb', 'C04-marble-white-planted.glb'])
    const plant = page.getByRole('switch', { name: 'With a plant' })
    await expect(plant).toBeChecked()
    await plant.click()
    await expect(plant).not.toBeChecked()
    await expectSeen(page, 'Seen from the left, near')
    await expect(page).toHaveURL(`/productinfo/${id}?size=C04&finish=Marble+White`)
  })

  await test.step('closing frees the graphics card and gives the focus back', async () => {
    await canvas.focus()
    await page.keyboard.press('Escape')
    await expect(canvas).toHaveCount(0)
    await expect(open).toBeFocused()
    await expect.poll(() => page.evaluate(() => (window as unknown as Graphics).graphics.made)).toBe(0)
  })

  await test.step('a model that does not come can be asked for again, and is drawn without 16-bit colours', async () => {
    await page.getByRole('radio', { name: 'C03' }).check()
    await page.evaluate(hideFloatColours)
    await page.route('**/models/*', (route) => route.fulfill({ status: 500 }), { times: 2 })
    const failed = page.getByRole('alert').getByText('The 3D view could not be loaded.')
    await open.click()
    await expect(failed).toBeVisible()
    await page.getByRole('button', { name: 'Close 3D view' }).click()
    await expect(open).toBeFocused()
    await open.click()
    await expect(failed).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(canvas).toBeFocused()
    await expectSeen(page, 'Seen from the front')
    const { entropy } = await sharp(await canvas.screenshot()).stats()
    expect(entropy).toBeGreaterThan(3)
  })

  await test.step('the graphics card stops', async () => {
    await canvas.evaluate((it: HTMLCanvasElement) =>
      it.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext(),
    )
    await expect(page.getByText('The 3D view has stopped. Here are the photographs.')).toBeVisible()
    await expect(canvas).toHaveCount(0)
    await expect(open).toBeFocused()
  })

  await test.step('there is no WebGL 2', async () => {
    asked.length = 0
    await page.evaluate(() => {
      HTMLCanvasElement.prototype.getContext = () => null
    })
    await page.getByRole('radio', { name: 'C01' }).check()
    await open.click()
    await expect(page.getByText('This browser cannot show 3D. Here are the photographs.')).toBeVisible()
    await expect(open).toBeFocused()
    await expect(page.locator('.gallery-strip img').first()).toBeVisible()
    expect(asked.filter((it) => it.endsWith('.glb'))).toEqual([])
  })
})

test.describe('behind https', () => {
  test.use({ bypassCSP: true })

  test('the room is reached in the chosen size and finish, where the device can', async ({ page, stock, shop }) => {
    const { id } = await stock({ code: 'TR02' })
    const [, size] = sizesInFamilyOf('TR02')
    const address = `/productinfo/${id}?size=${size?.code}&finish=Sandstone`
    const link = page.getByRole('link', IN_ROOM)
    await pretendHttps(page, shop.url)
    await visit(page, address)
    await expect(page.getByRole('radio', { name: 'Sandstone' })).toBeChecked()

    await test.step('from a desk by a code for the phone', async () => {
      await page.getByRole('button', IN_ROOM).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('img', { name: `${ORIGIN}${address}` })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    })

    await test.step('on Android by Scene Viewer', async () => {
      await page.evaluate(() => {
        const userAgent = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0 Mobile Safari/537.36'
        Object.defineProperty(navigator, 'userAgent', { value: userAgent })
      })
      await page.getByRole('radio', { name: 'Grey Stone' }).check()
      const intent = (await link.getAttribute('href')) ?? ''
      expect(new URL(intent.replace('intent:', 'https:')).searchParams.get('file')).toBe(
        `${ORIGIN}/models/TR02-grey-stone.glb`,
      )
    })

    await test.step('on an Apple by Quick Look', async () => {
      await page.evaluate(() => Object.assign(DOMTokenList.prototype, { supports: () => true }))
      await page.getByRole('radio', { name: 'Sandstone' }).check()
      await expect(link).toHaveAttribute('href', '/models/TR02-sandstone.usdz#allowsContentScaling=0')
      await expect(link).toHaveAttribute('rel', 'ar')
      expect(await link.evaluate((it) => Array.from(it.childNodes, ({ nodeName }) => nodeName))).toEqual(['IMG'])
    })
  })
})

const IN_ROOM = { name: 'View in your room' }
const ORIGIN = 'https://shop.example'

/** The page as a shop with this public address would send it. */
async function pretendHttps(page: Page, own: string) {
  await page.route('**/productinfo/*', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll(own, ORIGIN) })
  })
}

/** Answers for the models, quickly drawn ones. @returns what is asked for in 3D, growing */
async function serveModels(page: Page): Promise<string[]> {
  const asked: string[] = []
  page.on('request', (request) => /\/models\/|model-viewer/.test(request.url()) && asked.push(request.url()))
  const body = await tinyModel()
  await page.route('**/models/*', (route) => route.fulfill({ body, contentType: 'model/gltf-binary' }))
  return asked
}

/** Without the hash of its content. */
function nameOf(address: string): string {
  return (
    address
      .split('/')
      .at(-1)
      ?.replace(/(model-viewer)-[\w-]{7,8}\./, '$1.') ?? ''
  )
}

async function expectSeen(page: Page, description: string) {
  await expect(page.locator('.model-viewer [role=status]')).toHaveText(description)
}

async function press(page: Page, key: string, times: number) {
  for (let n = 0; n < times; n++) await page.keyboard.press(key)
}
