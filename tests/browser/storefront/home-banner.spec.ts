import type { Locator, Page } from '@playwright/test'
import { allowMotion, visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

/** For what is tried again. */
const SOON = { timeout: 2000 }

test('slides and customers move on by themselves, and stand still while somebody looks closer; without motion nothing moves until Play; arrows and a pull go on at the other end and follow no link', async ({
  page,
}) => {
  await page.clock.install()
  await allowMotion(page)
  await openBanner(page)
  const testimonials = page.getByRole('region', { name: 'Testimonials' })

  await test.step('seven slides, one every 3 seconds', async () => {
    await expect(slides(page)).toHaveCount(7)
    await startAnew(page)
    const first = await shownSlide(page)
    await page.clock.runFor(2900)
    expect(await shownSlide(page)).toBe(first)
    for (const [passed, next] of [
      [150, first + 1],
      [3050, first + 2],
    ] as const) {
      await page.clock.runFor(passed)
      await expect.poll(() => shownSlide(page)).toBe(next)
      await expectMoving(page)
    }
    // After the last one comes the first.
    await banner(page).getByRole('button', { name: 'Slide 7' }).click()
    await expect.poll(() => shownSlide(page)).toBe(7)
    await blur(page)
    await startAnew(page)
    await page.clock.runFor(3050)
    await expect.poll(() => shownSlide(page)).toBe(1)
  })

  const ways = {
    pointer: { hold: () => banner(page).hover(), release: () => page.mouse.move(600, 5) },
    focus: {
      hold: () => banner(page).getByRole('button', { name: 'Slide 3' }).focus(),
      release: () => blur(page),
    },
    'another tab in front': { hold: () => setHidden(page, true), release: () => setHidden(page, false) },
    'the button': {
      hold: async () => {
        await banner(page).getByRole('button', { name: 'Pause' }).click()
        await page.mouse.move(600, 5)
        await blur(page)
      },
      release: async () => {
        await banner(page).getByRole('button', { name: 'Play' }).click()
        await page.mouse.move(600, 5)
      },
    },
  }
  for (const [way, { hold, release }] of Object.entries(ways)) {
    await test.step(`still: ${way}`, async () => {
      await hold()
      await expectStill(page)
      await release()
      await expectMoving(page)
    })
  }

  await test.step('customers are quoted one after the other, every 4 seconds', async () => {
    await testimonials.hover()
    await page.mouse.move(600, 5)
    await expect(testimonials.locator('[aria-live]')).toHaveAttribute('aria-live', 'off')
    const shown = () => testimonials.locator('[aria-current=true]').getAttribute('aria-label')
    const first = await shown()
    await page.clock.runFor(3900)
    expect(await shown()).toBe(first)
    await page.clock.runFor(150)
    await expect.poll(shown).not.toBe(first)
  })

  await test.step('they stand alone, in pairs or in threes, as there is room', async () => {
    for (const [width, perView] of [
      [360, 1],
      [800, 2],
      [1280, 3],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      const slidesInView = () =>
        testimonials.evaluate((slider) => {
          const room = slider.querySelector('.slider-viewport')?.clientWidth ?? 0
          const slide = slider.querySelector('.slider-slide')?.getBoundingClientRect().width ?? 1
          return Math.round(room / slide)
        })
      await expect.poll(slidesInView).toBe(perView)
    }
  })

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.resume()
  await lookWithoutMotion(page)
})

test('in the dark, the text and the buttons on a light photograph stay dark', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await visit(page, '/')
  for (const part of [banner(page).locator('.banner-text').first(), banner(page).locator('.slider-controls')])
    await expect(part).toHaveCSS('color', 'rgb(28, 38, 31)')
})

async function lookWithoutMotion(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 })
  await openBanner(page)
  await expect(page.getByRole('region', { name: 'Recently visited' })).toHaveCount(0)
  await banner(page).getByRole('button', { name: 'Previous slide' }).click()
  await expect.poll(() => shownSlide(page)).toBe(7)
  await banner(page).getByRole('button', { name: 'Next slide' }).click()
  await expect.poll(() => shownSlide(page)).toBe(1)

  // The code for it comes with the pointer.
  await expect(async () => {
    await pull(page, slides(page).first(), -300)
    await expect.poll(() => shownSlide(page), SOON).toBe(2)
  }).toPass()
  await pull(page, slides(page).nth(1), -40)
  await expect.poll(() => shownSlide(page)).toBe(2)
  await pull(page, slides(page).nth(1).getByRole('link'), 300)
  await expect.poll(() => shownSlide(page)).toBe(1)
  await pull(page, slides(page).first(), 300)
  await expect.poll(() => shownSlide(page)).toBe(7)
  await pull(page, slides(page).last(), -300)
  await expect.poll(() => shownSlide(page)).toBe(1)
  await expect(page).toHaveURL('/')

  const testimonials = page.getByRole('region', { name: 'Testimonials' })
  const customer = testimonials.getByRole('group', { name: '2 of 4' })
  await expect(async () => {
    // Past the last one that can be the first, so it does not begin anew.
    await pull(page, customer, -600)
    await expect(testimonials.getByRole('button', { name: 'Slide 2' })).toHaveAttribute('aria-current', 'true', SOON)
  }).toPass()

  await page.mouse.move(600, 5)
  await expectStill(page)
  await banner(page).getByRole('button', { name: 'Play' }).click()
  await page.mouse.move(600, 5)
  await expectMoving(page)
}

/** Presses the mouse in the middle of something, moves it this many pixels to the right, and lets it go. */
async function pull(page: Page, what: Locator, pixels: number) {
  await what.hover()
  const box = await what.boundingBox()
  if (!box) throw new Error('It is not drawn')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.down()
  await page.mouse.move(x + pixels / 2, y)
  await page.mouse.move(x + pixels, y)
  await page.mouse.up()
}

/** From here on the clock advances only when a test says so. */
async function openBanner(page: Page) {
  await visit(page, '/')
  await page.mouse.move(600, 5)
  await expect(page.locator('.slider-viewport[data-ready]').first()).toBeAttached()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
}

function banner(page: Page) {
  return page.getByRole('region', { name: 'Featured collections' })
}

function slides(page: Page) {
  return banner(page).getByRole('group', { name: / of 7$/, includeHidden: true })
}

async function shownSlide(page: Page): Promise<number> {
  const name = await banner(page).locator('[aria-current=true]').getAttribute('aria-label')
  return Number(name?.replace('Slide ', ''))
}

/** A slide's time starts when the pointer leaves it. */
async function startAnew(page: Page) {
  await banner(page).hover()
  await expectAnnounced(page)
  await page.mouse.move(600, 5)
  await expectMoving(page)
}

function blur(page: Page) {
  return page.evaluate(() => (document.activeElement as HTMLElement).blur())
}

/** Autoplaying slides are not announced to screen readers; paused ones are. */
async function expectMoving(page: Page) {
  await expect(banner(page).locator('[aria-live]')).toHaveAttribute('aria-live', 'off')
}

async function expectAnnounced(page: Page) {
  await expect(banner(page).locator('[aria-live]')).toHaveAttribute('aria-live', 'polite')
}

async function expectStill(page: Page) {
  await expectAnnounced(page)
  const shown = await shownSlide(page)
  await page.clock.runFor(7000)
  expect(await shownSlide(page)).toBe(shown)
}

async function setHidden(page: Page, hidden: boolean) {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)
}
