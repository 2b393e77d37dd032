import type { Page } from '@playwright/test'
import { expectToast, toast, visit } from './shopper.ts'
import { expect, test } from './test.ts'

test('a success stays 2 seconds, an error 4', async ({ page, stock }) => {
  const { id } = await stock()
  await page.clock.install()
  await visit(page, `/productinfo/${id}`)
  await page.clock.pauseAt(Date.now() + 1000)
  const add = page.getByRole('button', { name: 'Add to cart' })
  await add.click()
  await expectToast(page, 'Please select a pot color')
  await page.getByRole('radio', { name: 'Sandstone' }).check()
  await add.click()
  await expectToast(page, 'Added to cart')

  // Fading out takes a second more.
  await page.clock.runFor(1900)
  await expect(toast(page, 'Added to cart')).toBeVisible()
  expect(await timeUntilGone(page, 'Added to cart')).toBeLessThan(1500)
  await expect(toast(page, 'Please select a pot color')).toBeVisible()
  expect(await timeUntilGone(page, 'Please select a pot color')).toBeLessThan(3000)
})

test('at most twenty at once', async ({ page, stock }) => {
  const { id } = await stock()
  await page.clock.install()
  await visit(page, `/productinfo/${id}`)
  await page.clock.pauseAt(Date.now() + 1000)
  await page.getByRole('button', { name: 'Add to cart' }).evaluate((button: HTMLElement) => {
    for (let press = 0; press < 25; press += 1) button.click()
  })
  await expect(page.getByRole('status')).toHaveCount(20)
})

/** In milliseconds of the page's clock. */
async function timeUntilGone(page: Page, text: string): Promise<number> {
  let passed = 0
  await expect
    .poll(
      async () => {
        await page.clock.runFor(100)
        passed += 100
        return toast(page, text).count()
      },
      { intervals: [10] },
    )
    .toBe(0)
  return passed
}
