import { visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test('a success stays 2 seconds, an error and any other toast 4', async ({ page }) => {
  await page.clock.install()
  await visit(page, '/styleguide')
  await page.clock.pauseAt(Date.now() + 1000)
  for (const kind of ['Success', 'Error', 'Plain']) {
    await page.getByRole('region', { name: 'Toasts' }).getByRole('button', { name: kind }).click()
  }
  const staying = page.locator('.toast:not([data-leaving])')
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
