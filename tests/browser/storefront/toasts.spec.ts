import { visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test('a success stays 2 seconds, an error and any other toast 4, at most twenty at once', async ({ page }) => {
  await page.clock.install()
  await visit(page, '/styleguide')
  await page.clock.pauseAt(Date.now() + 1000)
  const buttons = page.getByRole('region', { name: 'Toasts' })
  for (const kind of ['Success', 'Error', 'Plain']) await buttons.getByRole('button', { name: kind }).click()
  const staying = page.locator('.toasts .toast:not([data-leaving])')
  await expect(staying).toHaveCount(3)
  // In milliseconds, one after the other.
  for (const [passed, left] of [
    [1990, 3],
    [20, 2],
    [1980, 2],
    [20, 0],
  ] as const) {
    await page.clock.runFor(passed)
    await expect(staying).toHaveCount(left)
  }

  await buttons.getByRole('button', { name: 'Plain' }).evaluate((button: HTMLElement) => {
    for (let press = 0; press < 25; press += 1) button.click()
  })
  await expect(staying).toHaveCount(20)
})
