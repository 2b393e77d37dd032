import type { Page } from '@playwright/test'
import { readStored, visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test('sorting by price, kept in the URL', async ({ page, shop }) => {
  await visit(page, '/allproduct')
  const select = page.getByLabel('Sort by')
  for (const [value, order] of [
    ['lowToHigh', 'price, id desc'],
    ['highToLow', 'price desc, id desc'],
  ] as const) {
    await select.focus()
    await select.selectOption(value)
    await expect(page).toHaveURL(new RegExp(`[?&]sort=${value}`))
    await expect(select).toBeFocused()
    const rows = await shop.sql<{ id: string }>(`select id from products where approved order by ${order} limit 8`)
    await expect.poll(() => shownIds(page)).toEqual(rows.map(({ id }) => Number(id)))
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(page).toHaveURL(new RegExp(`page=2.*sort=${value}`))
    await expect(select).toHaveValue(value)
  }
})

test('changing the order starts again at the first page', async ({ page }) => {
  await visit(page, '/allproduct?page=3')
  await page.getByLabel('Sort by').selectOption('lowToHigh')
  await expect(page).toHaveURL('/allproduct?sort=lowToHigh')
  await expect(page.getByRole('link', { name: 'Page 1', exact: true })).toHaveAttribute('aria-current', 'page')
})

test('eight pots a page, all of them, newest first, each once', async ({ page, shop }) => {
  const rows = await shop.sql<{ id: string }>('select id from products where approved order by id desc')
  const ids = rows.map(({ id }) => Number(id))
  const pages = Math.ceil(ids.length / 8)
  await visit(page, '/allproduct?page=1')
  for (let number = 1; number <= pages; number += 1) {
    await expect(page.getByRole('link', { name: `Page ${number}`, exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await expect.poll(() => shownIds(page)).toEqual(ids.slice(8 * (number - 1), 8 * number))
    if (number < pages) await page.getByRole('link', { name: 'Next page' }).click()
  }
  await expect(page.getByRole('link', { name: 'Next page' })).toBeDisabled()

  await page.getByRole('link', { name: 'Previous page' }).click()
  await expect(page).toHaveURL(`/allproduct?page=${pages - 1}`)
  await page.getByRole('link', { name: 'Page 1', exact: true }).click()
  await expect(page).toHaveURL('/allproduct?page=1')
  await expect(page.getByRole('link', { name: 'Previous page' })).toBeDisabled()
})

test('absurd page numbers show the last page or the first', async ({ page, shop }) => {
  const rows = await shop.sql<{ id: string }>('select id from products where approved order by id desc')
  const ids = rows.map(({ id }) => Number(id))
  const last = ids.slice(8 * (Math.ceil(ids.length / 8) - 1))
  for (const [number, expected] of Object.entries({
    999: last,
    99999999999999999999: last,
    0: ids.slice(0, 8),
    '-1': ids.slice(0, 8),
    '1.5': ids.slice(0, 8),
    abc: ids.slice(0, 8),
    '': ids.slice(0, 8),
  })) {
    await page.goto(`/allproduct?page=${number}`, { waitUntil: 'domcontentloaded' })
    await expect.poll(() => shownIds(page), `page=${number}`).toEqual(expected)
  }
})

test('the page is remembered and found again by who comes back without naming one', async ({ page }) => {
  await visit(page, '/allproduct')
  await page.getByRole('link', { name: 'Page 3', exact: true }).click()
  await expect(page).toHaveURL('/allproduct?page=3')
  await expect.poll(() => readStored(page, 'currentPage')).toBe(3)
  const third = await shownIds(page)

  await visit(page, '/faq')
  await page.getByRole('banner').getByRole('link', { name: 'All pots' }).click()
  await expect(page).toHaveURL('/allproduct?page=3')
  await expect.poll(() => shownIds(page)).toEqual(third)

  await visit(page, '/allproduct')
  await expect(page).toHaveURL('/allproduct?page=3')
})

test('a category holds whatever contains its name, with sort and pages', async ({ page, stock, shop }) => {
  const stocked = []
  for (let n = 0; n < 9; n += 1) stocked.push(await stock({ category: 'Moon garden POT', price: 500 + n }))
  await visit(page, '/category/moon%20garden')
  const newest = stocked.map(({ id }) => id).toReversed()
  await expect.poll(() => shownIds(page)).toEqual(newest.slice(0, 8))
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect.poll(() => shownIds(page)).toEqual(newest.slice(8))
  await page.getByLabel('Sort by').selectOption('lowToHigh')
  await expect.poll(() => shownIds(page)).toEqual(newest.toReversed().slice(0, 8))

  await page.goto('/category/nothing-of-this-kind')
  await expect(page.getByRole('heading', { name: 'No pots found' })).toBeVisible()
  await page.goto('/category/POT')
  const [all] = await shop.sql<{ count: string }>(
    "select count(*) from products where approved and category ilike '%pot%'",
  )
  await expect(page.getByText(`${all?.count} pots`)).toBeVisible()
})

test('a pot that waits for approval is nowhere', async ({ page, stock, trouble }) => {
  const { id, title } = await stock({ title: 'Unseen Pot 77', category: 'Unseen', approved: false, featured: true })
  trouble.expect(/404/)
  for (const path of ['/', '/allproduct?page=1', '/category/unseen', '/search?q=unseen']) {
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    await expect(page.getByRole('main')).not.toContainText(title)
  }
  await visit(page, `/productinfo/${id}`)
  await expect(page.getByRole('heading', { name: 'Product not found' })).toBeVisible()
})

test('a list that takes long has its place already: when it comes nothing moves, and the focus is not lost', async ({
  page,
  stock,
}) => {
  for (let n = 1; n <= 9; n += 1) await stock({ title: `Zebra Window Ledge Cube ${n}`, rating: 4.5, reviewCount: 38 })
  const { id } = await stock({ title: 'Zebra Window Ledge Cube 10', rating: 4.5, reviewCount: 38 })
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await visit(page, `/productinfo/${id}`)
    const answer = await holdBack(page, '**/allproduct.data*')
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'All pots' }).press('Enter')
    await expect(page.locator('.pending-list .product-card')).toHaveCount(8)
    await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'true')
    await expect(page.getByRole('button', { name: 'Add to cart' })).toBeHidden()
    const places = await placesOf(page)
    answer.release()
    await expect(page.getByRole('article', { name: 'Zebra Window Ledge Cube 10' })).toBeVisible()
    await expect(page.locator('.pending-list')).toHaveCount(0)
    expect(await placesOf(page)).toEqual(places)
    await expect(page.getByRole('main')).toBeFocused()

    // On a page change the list stays and only its cards become placeholders.
    const next = await holdBack(page, '**/allproduct.data*')
    await page.getByRole('link', { name: 'Next page' }).press('Enter')
    await expect(page.locator('.paging[aria-busy=true]')).toBeVisible()
    expect(await placesOf(page)).toEqual(places)
    await expect(page.getByRole('link', { name: 'Next page' })).toBeFocused()
    next.release()
    await expect(page.getByRole('article', { name: 'Zebra Window Ledge Cube 2' })).toBeVisible()
    await expect(page.locator('.paging')).toHaveCount(0)
    await page.evaluate(() => localStorage.removeItem('currentPage'))
  }
})

/** Responses from this URL wait until they are released; aborted requests are dropped. */
async function holdBack(page: Page, address: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, (route) => promise.then(() => route.continue()).catch(() => {}))
  return { release: resolve }
}

/** Positions of heading, sort order and cards in the document, in pixels. */
async function placesOf(page: Page): Promise<number[][]> {
  const parts = page.locator('main').locator('h1, .sort, .product-grid > li, .product-card-picture, .price')
  return parts.evaluateAll((all) =>
    all
      .filter((part) => part.checkVisibility())
      .map((part) => {
        const { left, top, width, height } = part.getBoundingClientRect()
        return [left, top + scrollY, width, height].map(Math.round)
      }),
  )
}

async function shownIds(page: Page): Promise<number[]> {
  const links = page.getByRole('main').getByRole('link', { name: 'View Product' })
  return links.evaluateAll((list) => list.map((link) => Number(link.getAttribute('href')?.split('/').at(-1))))
}
