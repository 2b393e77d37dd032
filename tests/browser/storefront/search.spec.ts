import type { Page } from '@playwright/test'
import { visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test('the dropdown shows at most eight pots whose title holds the text, in capitals or not', async ({ page, shop }) => {
  await visit(page, '/faq')
  for (const typed of ['cube', 'CUBE', 'r']) {
    await searchBox(page).fill(typed)
    const pattern = `%${typed}%`
    const found = await shop.sql<{ title: string }>(
      'select title from products where approved and title ilike $1 order by id desc limit 8',
      [pattern],
    )
    await expect(results(page)).toHaveCount(found.length)
    for (const [index, { title }] of found.entries()) await expect(results(page).nth(index)).toContainText(title)
  }
  await expect(results(page)).toHaveCount(8)
})

test('an empty box has a magnifier, a filled one a button that empties it', async ({ page }) => {
  await visit(page, '/faq')
  const magnifier = page.getByRole('search').getByRole('button', { name: 'Search', exact: true })
  const clear = page.getByRole('button', { name: 'Clear search' })
  await expect(magnifier).toBeVisible()
  await expect(clear).toHaveCount(0)

  await searchBox(page).fill('tubo')
  await expect(results(page).first()).toBeVisible()
  await expect(magnifier).toHaveCount(0)
  await clear.click()
  await expect(searchBox(page)).toHaveValue('')
  await expect(searchBox(page)).toBeFocused()
  await expect(results(page)).toHaveCount(0)
  await expect(page).toHaveURL('/faq')

  await searchBox(page).fill('tubo')
  await expect(results(page).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(searchBox(page)).toHaveValue('')
  await expect(results(page)).toHaveCount(0)
})

test('a result shows twenty characters of its title and opens the pot', async ({ page, stock }) => {
  const { id } = await stock({ title: 'Quetzal Planter Of Endless Name' })
  await visit(page, '/faq')
  await searchBox(page).fill('quetzal')
  const result = page.getByRole('option', { name: 'Quetzal Planter Of Endless Name' })
  await expect(result.locator('.search-result-title [aria-hidden]')).toHaveText('Quetzal Planter Of E')
  await result.click()
  await expect(page).toHaveURL(`/productinfo/${id}`)
  await expect(searchBox(page)).toHaveValue('')
})

test('a result can be chosen with the keyboard alone', async ({ page, stock }) => {
  const older = await stock({ title: 'Quoll Planter One' })
  await stock({ title: 'Quoll Planter Two' })
  await visit(page, '/faq')
  await searchBox(page).focus()
  await page.keyboard.type('quoll')
  await expect(results(page)).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { selected: true })).toHaveAccessibleName(/Quoll Planter One/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/productinfo/${older.id}`)
})

test('Enter without a choice leads to the page of results', async ({ page }) => {
  await visit(page, '/faq')
  await searchBox(page).fill('bonsai')
  await searchBox(page).press('Enter')
  await expect(page).toHaveURL('/search?q=bonsai')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
})

test('no match: a placeholder picture instead of results', async ({ page }) => {
  await visit(page, '/faq')
  await searchBox(page).fill('zzzzqqqq')
  await expect(page.locator('.search-results').getByRole('img')).toBeVisible()
  await expect(results(page)).toHaveCount(0)
})

test('however slow the answers come, the last text typed wins', async ({ page }) => {
  await visit(page, '/faq')
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(/search\.data\?q=tubo/, async (route) => {
    await held
    await route.continue().catch(() => {})
  })
  const asked = page.waitForRequest(/q=tubo/)
  await searchBox(page).fill('tubo')
  await asked
  await searchBox(page).fill('bonsai')
  await expect(results(page).first()).toContainText('Bonsai')
  letGo()
  await page.unrouteAll({ behavior: 'wait' })
  await expect(results(page).first()).toContainText('Bonsai')
})

test('odd text finds nothing and breaks nothing', async ({ page }) => {
  await visit(page, '/faq')
  for (const typed of ['%', '_', "'; drop table products; --", '🪴', '\\', '(', 'a'.repeat(100)]) {
    await searchBox(page).fill(typed)
    await expect(page.locator('.search-query')).toHaveText(typed)
  }
})

function searchBox(page: Page) {
  return page.getByRole('combobox', { name: 'Search products' })
}

function results(page: Page) {
  return page.getByRole('listbox', { name: 'Products found' }).getByRole('option')
}
