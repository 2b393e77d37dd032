import type { Page } from '@playwright/test'
import { allowMotion, visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test.beforeEach(async ({ page }) => {
  await page.clock.install()
})

test('slides and customers move on by themselves, and stand still while somebody looks closer', async ({ page }) => {
  await allowMotion(page)
  await openBanner(page)
  const testimonials = page.getByRole('region', { name: 'Testimonials' })

  await test.step('seven slides, one every 3 seconds', async () => {
    await expect(slides(page)).toHaveCount(7)
    await startAnew(page)
    const first = await shownSlide(page)
    await page.clock.runFor(2900)
    expect(await shownSlide(page)).toBe(first)
    for (let moved = 1; moved <= 7; moved += 1) {
      await page.clock.runFor(moved === 1 ? 150 : 3050)
      await expect.poll(() => shownSlide(page)).toBe(((first - 1 + moved) % 7) + 1)
      await expectMoving(page)
    }
  })

  const ways = {
    pointer: { hold: () => banner(page).hover(), release: () => page.mouse.move(600, 5) },
    focus: {
      hold: () => banner(page).getByRole('button', { name: 'Slide 3' }).focus(),
      release: () => page.evaluate(() => (document.activeElement as HTMLElement).blur()),
    },
    'another tab in front': { hold: () => setHidden(page, true), release: () => setHidden(page, false) },
    'the button': {
      hold: async () => {
        await banner(page).getByRole('button', { name: 'Pause' }).click()
        await page.mouse.move(600, 5)
        await page.evaluate(() => (document.activeElement as HTMLElement).blur())
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
})

test('nothing moves for who asked for reduced motion, until they press Play', async ({ page }) => {
  await openBanner(page)
  await expectStill(page)
  await banner(page).getByRole('button', { name: 'Play' }).click()
  await page.mouse.move(600, 5)
  await expectMoving(page)
})

/** From here on the clock advances only when a test says so. */
async function openBanner(page: Page) {
  await visit(page, '/')
  await page.mouse.move(600, 5)
  await expect(page.locator('.slider-viewport[data-ready]').first()).toBeAttached()
  await page.clock.pauseAt(Date.now() + 1000)
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
