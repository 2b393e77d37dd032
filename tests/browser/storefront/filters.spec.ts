import { expectNotWider, tabTo } from '#tests/browser/support/keyboard.ts'
import { visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test('zoomed to 400 %, by keyboard: open, choose filters, see what is found, and take them back', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  await visit(page, '/allproduct?page=2')
  const main = page.getByRole('main')
  const filters = main.locator('summary')
  await tabTo(page, filters)
  await page.keyboard.press('Enter')
  await expectNotWider(page)
  const family = main.getByRole('region', { name: 'Family' }).getByRole('link', { name: /^TRIYA/ })
  await tabTo(page, family)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/allproduct?family=TRIYA')
  // The panel stays open, and the focus where it was.
  await expect(family).toBeFocused()
  await expect(family).toHaveAttribute('aria-current', 'true')
  await expect(filters).toHaveText('Filters (1)')
  const count = Number(/\d+/.exec((await family.textContent()) ?? ''))
  await expect(main.locator('.section-heading')).toContainText(`${count} pots`)
  await expect(main.getByRole('link', { name: /^CUBEE C01/ })).toHaveCount(0)

  for (const name of [/^Sandstone/, /^TRIYA TR01/]) {
    await tabTo(page, main.getByRole('link', { name }))
    await page.keyboard.press('Enter')
    await expect(main.getByRole('link', { name }).and(main.locator('[aria-current]'))).toBeFocused()
  }
  await expect(page).toHaveURL('/allproduct?family=TRIYA&size=TR01&finish=Sandstone')
  await expectNotWider(page)
  await tabTo(page, main.getByRole('button', { name: `Show ${count} pots` }))
  await page.keyboard.press('Enter')
  await expect(main.getByRole('region', { name: 'Family' })).toBeHidden()
  await expect(filters).toBeFocused()
  await main.getByLabel('Sort by').selectOption('lowToHigh')
  await expect(page).toHaveURL('/allproduct?sort=lowToHigh&family=TRIYA&size=TR01&finish=Sandstone')

  // The product's page opens with what the list has shown.
  await main.getByRole('link', { name: 'View Product' }).first().click()
  await expect(main.getByRole('radio', { name: /^TR01/ })).toBeChecked()
  await expect(main.getByRole('radio', { name: 'Sandstone' })).toBeChecked()
  await page.goBack()

  const chips = main.getByRole('list', { name: 'Chosen filters' })
  await tabTo(page, chips.getByRole('link', { name: 'Remove Sandstone' }))
  await expectNotWider(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/allproduct?sort=lowToHigh&family=TRIYA&size=TR01')
  await expect(chips).toBeFocused()
  await chips.getByRole('link', { name: 'Clear all' }).click()
  await expect(page).toHaveURL('/allproduct?page=1&sort=lowToHigh')
  await expect(chips).toHaveCount(0)
})
