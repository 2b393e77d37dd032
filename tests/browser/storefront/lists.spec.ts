import type { Locator, Page } from '@playwright/test'
import { expectNotWider, tabTo } from '#tests/browser/support/keyboard.ts'
import { goOn, readStored, visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test('sort order and page: in the address, kept from page to page, and found again; a list that takes long has its place already; filters by keyboard', async ({
  page,
  shop,
  stock,
}) => {
  for (let n = 1; n <= 9; n += 1) await stock({ title: `Zebra Window Ledge Cube ${n}`, rating: 4.5, reviewCount: 38 })
  const { id } = await stock({ title: 'Zebra Window Ledge Cube 10', rating: 4.5, reviewCount: 38 })
  const select = page.getByLabel('Sort by')
  const banner = page.getByRole('banner')
  const pageLink = (number: number) => page.getByRole('link', { name: `Page ${number}`, exact: true })
  const idsOf = async (order: string, number: number) => {
    const text = `select id from products where approved order by ${order} limit 8 offset ${8 * (number - 1)}`
    return (await shop.sql<{ id: string }>(text)).map(({ id }) => Number(id))
  }

  await visit(page, '/allproduct?page=3')
  await select.focus()
  await select.selectOption('lowToHigh')
  // Another order starts again at the first page.
  await expect(page).toHaveURL('/allproduct?sort=lowToHigh')
  await expect(select).toBeFocused()
  await expect(pageLink(1)).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('link', { name: 'Previous page' })).toBeDisabled()
  await expect.poll(() => shownIds(page)).toEqual(await idsOf('price, id desc', 1))

  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2.*sort=lowToHigh/)
  await expect(select).toHaveValue('lowToHigh')
  await expect.poll(() => shownIds(page)).toEqual(await idsOf('price, id desc', 2))
  await select.selectOption('')
  await expect(page).not.toHaveURL(/sort=lowToHigh/)
  await pageLink(3).click()
  await expect(page).toHaveURL('/allproduct?page=3')
  await expect.poll(() => shownIds(page)).toEqual(await idsOf('id desc', 3))
  await expect.poll(() => readStored(page, 'currentPage')).toBe(3)

  await page.getByRole('contentinfo').getByRole('link', { name: 'Questions and answers' }).click()
  await expect(page).toHaveURL('/faq')
  await banner.getByRole('link', { name: 'All pots' }).click()
  await expect(page).toHaveURL('/allproduct?page=3')
  await expect.poll(() => shownIds(page)).toEqual(await idsOf('id desc', 3))
  await page.getByRole('link', { name: 'Previous page' }).click()
  await expect(page).toHaveURL('/allproduct?page=2')
  // The address changes before the page does.
  await expect.poll(() => readStored(page, 'currentPage')).toBe(2)
  await page.evaluate(() => localStorage.removeItem('currentPage'))

  // A list that takes long has its place already: when it comes nothing moves, and the focus is not lost.
  const spinner = page.getByRole('banner').getByRole('status').filter({ hasText: 'Loading' })
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await goOn(page, `/productinfo/${id}`)
    const answer = await holdBack(page, '**/allproduct.data*')
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'All pots' }).press('Enter')
    await expect(page.locator('.pending-list .product-card')).toHaveCount(8)
    await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'true')
    await expect(spinner).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add to cart' })).toBeHidden()
    const places = await placesOf(page)
    answer.release()
    await expect(page.getByRole('article', { name: 'Zebra Window Ledge Cube 10' })).toBeVisible()
    await expect(page.locator('.pending-list')).toHaveCount(0)
    await expect(spinner).toHaveCount(0)
    expect(await placesOf(page)).toEqual(places)
    await expect(page.getByRole('main')).toBeFocused()

    await page.evaluate(() => localStorage.removeItem('currentPage'))
    if (width === 360) continue
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

  await test.step('zoomed to 400 %, by keyboard: open, choose filters, see what is found, and take them back', () =>
    chooseFilters(page))
})

async function chooseFilters(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 256 })
  // As one comes to the page: at its top.
  await page.getByRole('banner').getByRole('link', { name: 'Gamla, home' }).focus()
  const main = page.getByRole('main')
  const filters = main.locator('.filters > details > summary')
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await tabTo(page, filters)
  await page.keyboard.press('Enter')
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(filters).toBeFocused()
  await page.keyboard.press('Enter')
  await expectNotWider(page)
  const family = sheet.getByRole('region', { name: 'Family' }).getByRole('link', { name: /^TRIYA/ })
  await tabTo(page, family)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/allproduct?family=TRIYA')
  // The sheet stays open, and the focus where it was.
  await expect(family).toBeFocused()
  await expect(family).toHaveAttribute('aria-current', 'true')
  await expect(filters).toHaveText('Filters (1)')
  const count = Number(/\d+/.exec((await family.textContent()) ?? ''))
  await expect(main.locator('.section-heading')).toContainText(`${count} pots`)
  await expect(sheet.getByRole('link', { name: /^CUBEE C01/ })).toHaveCount(0)

  const show = sheet.getByRole('button', { name: /^Show \d+ pots/ })
  await expect(show).toBeInViewport({ ratio: 1 })
  const from = sheet.getByRole('slider', { name: 'From' })
  await tabTo(page, from)
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/\?family=TRIYA&width=31&width=56$/)
  await expect(from).toBeFocused()
  await expect(from).toHaveAttribute('aria-valuetext', '31 cm')
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL('/allproduct?family=TRIYA')
  await tabTo(page, show)
  await page.keyboard.press('Enter')
  await expect(sheet).toBeHidden()
  await expect(filters).toBeFocused()
  await goOn(page, '/allproduct?family=TRIYA&size=TR01&finish=Sandstone')
  await expectNotWider(page)
  await main.getByLabel('Sort by').selectOption('lowToHigh')
  await expect(page).toHaveURL('/allproduct?sort=lowToHigh&family=TRIYA&size=TR01&finish=Sandstone')

  // The product's page opens with what the list has shown.
  await expect(main.getByRole('link', { name: 'View Product' }).first()).toHaveAttribute(
    'href',
    /\/productinfo\/\d+\?size=TR01&finish=Sandstone$/,
  )

  const chips = main.getByRole('list', { name: 'Chosen filters' })
  await tabTo(page, chips.getByRole('link', { name: 'Remove Sandstone' }))
  await expectNotWider(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/allproduct?sort=lowToHigh&family=TRIYA&size=TR01')
  await expect(chips).toBeFocused()
  await chips.getByRole('link', { name: 'Clear all' }).click()
  await expect(page).toHaveURL('/allproduct?page=1&sort=lowToHigh')
  await expect(chips).toHaveCount(0)
}

test('on a phone a pot for the balcony under ₹500 is three taps away, and its price and size are on the card', async ({
  page,
  shop,
}) => {
  // Packs of soil that another test sells cost less than any pot.
  await shop.sql(
    'update products set on_sale = false where least(price, (select min(v.price) from product_variants as v where product_id = products.id)) < 300',
  )
  await page.setViewportSize({ width: 360, height: 740 })
  await visit(page, '/')
  let taps = 0
  const tap = async (what: Locator) => {
    await expect(what).toBeInViewport()
    await what.click()
    taps += 1
  }
  await tap(page.getByRole('button', { name: 'Menu', exact: true }))
  await tap(page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Balcony' }))
  await expect(page).toHaveURL('/allproduct?use=Balcony')
  await tap(page.getByRole('list', { name: 'Quick filters' }).getByRole('link', { name: 'Under ₹500' }))
  await expect(page).toHaveURL('/allproduct?use=Balcony&price=300-499')
  expect(taps).toBe(3)
  const cards = page.getByRole('main').getByRole('article')
  await expect(cards.first()).toContainText('₹495')
  await expect(cards.filter({ hasText: 'in C01, 20 cm' }).first()).toBeVisible()
  await expect(page.getByRole('list', { name: 'Chosen filters' }).getByRole('link')).toHaveText([
    'Remove Balcony',
    'Remove Under ₹500',
    'Clear all',
  ])

  const filters = page.getByRole('main').locator('.filters > details > summary')
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await filters.click()
  await expect(sheet).toBeVisible()
  // Above the sheet is its backdrop.
  await page.mouse.click(180, 10)
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL('/allproduct?use=Balcony&price=300-499')
})

/** Responses from this URL wait until they are released; aborted requests are dropped. */
async function holdBack(page: Page, address: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, (route) => promise.then(() => route.continue()).catch(() => {}))
  return { release: resolve }
}

/** Positions of heading, sort order and cards in the document, in pixels. */
async function placesOf(page: Page): Promise<number[][]> {
  const parts = page.locator('main').locator('h1, .sort, .product-grid > li, .product-card-image, .price')
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
