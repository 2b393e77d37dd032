import { POT_COLOURS, potPictureOf, sizesInFamilyOf } from '#domain/catalog/sizes.ts'
import { formatRupees } from '#domain/money.ts'
import { expectToast, putInCart, readStored, toast, visit } from '#tests/browser/support/shopper.ts'
import { expect, type Page, test } from '#tests/browser/support/test.ts'

test('the page as it arrives, before any script, says what the pot is', async ({ request, stock, shop }) => {
  const description = 'For a lemon tree & “two” <ferns>.'
  const { id, title } = await stock({ title: 'Nilgiri Cube & Saucer', code: 'C03', price: 2345, description })
  const answer = await request.get(`/productinfo/${id}`)
  expect(answer.status()).toBe(200)
  const html = await answer.text()
  const text = html.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>')
  const parts = [title, '₹2,345', 'C03', description, 'Drainage hole with a plug', 'Pot colour', 'Add to cart']
  for (const part of parts) expect(text.replace(/<script[\s\S]*?<\/script>/g, '')).toContain(part)
  expect(text).toMatch(/<title>Nilgiri Cube & Saucer/)
  expect(text).toMatch(/<meta name="description" content="[^"]*lemon tree/)
  expect(html).toContain(`<link rel="canonical" href="${shop.url}/productinfo/${id}"`)
})

test('what search engines show of a description, and a long search, end with no half of an emoji', async ({
  request,
  stock,
}) => {
  for (const shift of ['', ' ']) {
    const { id } = await stock({ price: 849, description: `${shift}${'🪴'.repeat(200)}` })
    expect(await (await request.get(`/productinfo/${id}`)).text()).not.toContain('\ufffd')
    const q = encodeURIComponent(`${shift && 'a'}${'🪴'.repeat(60)}`)
    expect(await (await request.get(`/search?q=${q}`)).text()).not.toContain('\ufffd')
  }
})

test('every size of the family is offered, its own chosen, each with its price', async ({ page, stock }) => {
  const product = await stock({ code: 'TR02', price: 1234 })
  await visit(page, `/productinfo/${product.id}`)
  const sizes = page.getByRole('group', { name: 'Size' }).getByRole('radio')
  const family = sizesInFamilyOf('TR02')
  await expect(sizes).toHaveCount(family.length)
  await expect(page.getByRole('radio', { name: 'TR02', checked: true })).toBeVisible()
  for (const [index, { code, price, width, depth, height }] of family.entries()) {
    const costs = code === 'TR02' ? 1234 : price
    const name = `${code} · ${width} × ${depth} × ${height} cm · ${formatRupees(costs)}`
    await expect(sizes.nth(index)).toHaveAccessibleName(name)
    await sizes.nth(index).check()
    await expect(page.locator('.product-price')).toContainText(formatRupees(costs))
  }
})

test('an open page of a pot that becomes one of another family offers that family', async ({ page, stock, shop }) => {
  const { id } = await stock({ code: 'C02' })
  await visit(page, `/productinfo/${id}`)
  await page.getByRole('radio', { name: 'C03' }).check()
  await shop.sql("update products set size_code = 'T01', size_label = 'TUBO T01', price = 1400 where id = $1", [id])
  await expect(page.getByRole('radio', { name: 'T01', checked: true })).toBeVisible()
  await expect(page.locator('.product-price')).toContainText('₹1,400')
  await page.getByRole('radio', { name: 'Sandstone' }).check()
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expectToast(page, 'Added to cart')
  expect(await readStored(page, 'cart')).toMatchObject([{ id, sizeCode: 'T01', price: 1400 }])
})

test('a colour must be chosen before a pot goes into the cart', async ({ page, stock }) => {
  const product = await stock()
  await visit(page, `/productinfo/${product.id}`)
  const colours = page.getByRole('group', { name: 'Pot colour' })
  await expect(colours.getByRole('radio')).toHaveCount(4)
  for (const colour of await colours.getByRole('radio').all()) await expect(colour).not.toBeChecked()
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expectToast(page, 'Please select a pot color')
  // The error is also shown beside the field.
  await expect(colours).toHaveAccessibleDescription('Please select a pot color')
  expect(await readStored(page, 'cart')).toBeNull()

  await putInCart(page, { product, colour: 'Mosaic Grey' })
  await expect(toast(page, 'Added to cart')).toBeVisible()
  expect(await readStored(page, 'cart')).toMatchObject([{ id: product.id, selectedColor: 'Mosaic Grey', quantity: 1 }])
})

test('a line that is full says so, and not that more was added', async ({ page, stock }) => {
  const product = await stock()
  await putInCart(page, { product })
  await page.evaluate(() => {
    const [line] = JSON.parse(localStorage.getItem('cart') ?? '[]')
    localStorage.setItem('cart', JSON.stringify([{ ...line, quantity: 98 }]))
  })
  await visit(page, `/productinfo/${product.id}`)
  await page.getByRole('radio', { name: 'Sandstone' }).check()
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expectToast(page, 'Added to cart')
  await expect(toast(page, 'Added to cart')).toHaveCount(0)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expectToast(page, 'You can order at most 99 of this pot')
  await expect(toast(page, 'Added to cart')).toHaveCount(0)
  expect(await readStored(page, 'cart')).toMatchObject([{ id: product.id, quantity: 99 }])
})

test('choosing a colour shows the pot in that colour', async ({ page, stock }) => {
  const { id, title } = await stock({ code: 'C02' })
  await visit(page, `/productinfo/${id}`)
  const gallery = page.getByRole('region', { name: `Pictures of ${title}` })
  for (const colour of POT_COLOURS.toReversed()) {
    await page.getByRole('radio', { name: colour }).check()
    const picture = gallery.locator('.gallery-strip img').first()
    await expect(picture).toHaveAttribute('src', new RegExp(`^${potPictureOf('CUBEE', colour)}/`))
    await expect(picture).toBeInViewport({ ratio: 0.5 })
    await expect.poll(() => picture.evaluate((it: HTMLImageElement) => it.complete && it.naturalWidth > 0)).toBe(true)
  }
})

test('the drawing shows each size in proportion to its metre', async ({ page, stock }) => {
  const { id } = await stock({ code: 'C02' })
  await visit(page, `/productinfo/${id}`)
  for (const { code, width, height } of sizesInFamilyOf('C02')) {
    await page.getByRole('radio', { name: code }).check()
    await expect(page.getByRole('img', { name: `${code}, ` })).toBeVisible()
    await expect.poll(() => drawnCentimetres(page)).toEqual({ width, height })
  }
})

/** The drawn size of the pot, measured against the one-metre ruler beside it. */
async function drawnCentimetres(page: Page) {
  return page.locator('.scale-drawing').evaluate((drawing) => {
    const boxOf = (part: string) => drawing.querySelector(part)?.getBoundingClientRect() ?? new DOMRect()
    const [pot, ruler] = [boxOf('.scale-pot'), boxOf('.scale-ruler')]
    const inCentimetres = (pixels: number) => Math.round((100 * pixels) / ruler.height)
    return { width: inCentimetres(pot.width), height: inCentimetres(pot.height) }
  })
}

test('the picture of a card grows into that of the product: one name on both sides', async ({ page, stock }) => {
  const { id, title } = await stock()
  await page.addInitScript(noteTransitions)
  await visit(page, '/allproduct')
  await page.getByRole('link', { name: title, exact: true }).click()
  await expect(page).toHaveURL(`/productinfo/${id}`)
  const name = `pot-${id}`
  await expect.poll(() => readNotes(page)).toEqual([{ before: [name], after: [name] }])
  await page.goBack()
  await expect(page).toHaveURL('/allproduct')
  await expect.poll(() => readNotes(page)).toEqual(Array(2).fill({ before: [name], after: [name] }))
})

type Note = { before: string[]; after: string[] }

/** The pictures that have a view transition name on the old page, and those on the new one. */
function noteTransitions() {
  const notes: Note[] = []
  const names = () =>
    [...document.querySelectorAll('img')].map(({ style }) => style.viewTransitionName).filter((name) => name !== '')
  const start = document.startViewTransition.bind(document)
  document.startViewTransition = (update) => {
    const before = names()
    return start(async () => {
      if (typeof update === 'function') await update()
      notes.push({ before, after: names() })
    })
  }
  Object.assign(window, { notes })
}

function readNotes(page: Page): Promise<Note[]> {
  return page.evaluate(() => (window as unknown as { notes: Note[] }).notes)
}

test('a Sold pot cannot be bought, but asked for', async ({ page, shop }) => {
  const [sold] = await shop.sql<{ id: string }>("select id from products where title = 'Widee Fountain Bowl'")
  await visit(page, `/productinfo/${sold?.id}`)
  await expect(page.locator('.product-price').getByText('Sold', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sold' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Add to cart' })).toHaveCount(0)

  const note = `Two of them, please ${Date.now()}`
  await page.getByText('Want this pot?').click()
  await page.getByLabel('Name').fill('Kavya Rao')
  await page.getByLabel('Email').fill('kavya@gamla.example')
  await page.getByLabel('Note').fill(note)
  await page.getByRole('button', { name: 'Request this pot' }).click()
  await expect(page.getByText('Thank you. We’ll email you when this pot is back.')).toBeVisible()
  const raised = await shop.sql('select product_id, name, email, user_id from product_raise where note = $1', [note])
  expect(raised).toEqual([{ product_id: sold?.id, name: 'Kavya Rao', email: 'kavya@gamla.example', user_id: null }])
})

test('a request that cannot be answered says which field to mend', async ({ page, shop, trouble }) => {
  trouble.expect(/400/)
  const [sold] = await shop.sql<{ id: string }>("select id from products where title = 'Widee Fountain Bowl'")
  await visit(page, `/productinfo/${sold?.id}`)
  await page.getByText('Want this pot?').click()
  await page.getByLabel('Email').fill('not an address')
  await page.getByRole('button', { name: 'Request this pot' }).click()
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription('Enter your name.')
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Enter a valid email.')
  await expect(page.getByLabel('Email')).toHaveValue('not an address')
})

test('a request that does not reach the shop can be sent again as it was typed', async ({ page, shop, trouble }) => {
  trouble.expect(/ERR_CONNECTION_REFUSED/)
  const [sold] = await shop.sql<{ id: string }>("select id from products where title = 'Widee Fountain Bowl'")
  await visit(page, `/productinfo/${sold?.id}`)
  const note = `For the hall ${Date.now()}`
  await page.getByText('Want this pot?').click()
  await page.getByLabel('Name').fill('Kavya Rao')
  await page.getByLabel('Email').fill('kavya@gamla.example')
  await page.getByLabel('Note').fill(note)
  await page.route(/request/, (route) => route.abort('connectionrefused'))
  await page.getByRole('button', { name: 'Request this pot' }).click()
  await expect(page.getByRole('alert')).toContainText('Connection lost. Please try again.')
  await expect(page.getByLabel('Note')).toHaveValue(note)
  await page.unroute(/request/)
  await page.getByRole('button', { name: 'Request this pot' }).click()
  await expect(page.getByText('Thank you. We’ll email you when this pot is back.')).toBeVisible()
  expect(await shop.sql('select 1 from product_raise where note = $1', [note])).toHaveLength(1)
})

test('the card of a Sold pot says so', async ({ page }) => {
  await page.goto('/search?q=widee+fountain')
  await expect(
    page.getByRole('article', { name: 'Widee Fountain Bowl' }).getByText('Sold', { exact: true }),
  ).toBeVisible()
})

test('an unknown pot is not found', async ({ page, trouble, request }) => {
  trouble.expect(/404/)
  for (const id of ['999999', '0', '-1', 'abc', '1e3', '99999999999999999999', '1%00']) {
    expect((await request.get(`/productinfo/${id}`)).status(), id).toBe(404)
  }
  await visit(page, '/productinfo/999999')
  await expectToast(page, 'Product not found')
  await expect(page.getByRole('heading', { name: 'Product not found' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Gamla, home' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'See all pots' }).click()
  await expect(page).toHaveURL(/allproduct/)
})

test('a press that comes before the scripts is answered when they are there', async ({ page, stock }) => {
  const { id } = await stock()
  const scripts = Promise.withResolvers<void>()
  await page.route(/\/assets\/react-.*\.js/, async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto(`/productinfo/${id}`, { waitUntil: 'domcontentloaded' })
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.locator('html[data-ready]')).toHaveCount(0)
  scripts.resolve()
  await expectToast(page, 'Please select a pot color')
})
