import { visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test('on a phone, by keyboard: open, choose two filters, see what is found, and take them back', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await visit(page, '/allproduct?page=2')
  const main = page.getByRole('main')
  const filters = main.locator('summary')
  await filters.focus()
  await page.keyboard.press('Enter')
  const family = main.getByRole('region', { name: 'Family' }).getByRole('link', { name: /^TRIYA/ })
  await family.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/allproduct?family=TRIYA')
  // The panel stays open, and the focus where it was.
  await expect(family).toBeFocused()
  await expect(family).toHaveAttribute('aria-current', 'true')
  await expect(filters).toHaveText('Filters (1)')
  const count = Number(/\d+/.exec((await family.textContent()) ?? ''))
  await expect(main.locator('.section-heading')).toContainText(`${count} pots`)
  await expect(main.getByRole('link', { name: /^CUBEE C01/ })).toHaveCount(0)

  await main.getByRole('link', { name: /^TRIYA TR01/ }).click()
  await main.getByRole('link', { name: /^Sandstone/ }).click()
  await expect(page).toHaveURL('/allproduct?family=TRIYA&size=TR01&finish=Sandstone')
  await main.getByRole('button', { name: `Show ${count} pots` }).click()
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
  await chips.getByRole('link', { name: 'Remove Sandstone' }).press('Enter')
  await expect(page).toHaveURL('/allproduct?sort=lowToHigh&family=TRIYA&size=TR01')
  await expect(chips).toBeFocused()
  await chips.getByRole('link', { name: 'Clear all' }).click()
  await expect(page).toHaveURL('/allproduct?page=1&sort=lowToHigh')
  await expect(chips).toHaveCount(0)
})
