import { potImageOf } from '#domain/catalog/catalogue-images.ts'
import { fetchedFrom } from '#domain/catalog/own-pictures.ts'
import { DOOR_AND_PERSON } from '#domain/catalog/scale.ts'
import { POT_COLOURS, sizesInFamilyOf } from '#domain/catalog/specified-sizes.ts'
import { formatRupees } from '#domain/money.ts'
import {
  allowMotion,
  expectToast,
  goOn,
  readStored,
  scriptsReady,
  toast,
  visit,
} from '#tests/browser/support/shopper.ts'
import { expect, type Page, test } from '#tests/browser/support/test.ts'

test('from the sizes and colours into the cart, until the line is full; the pots that one looked at are on the home page; an image grows from card to pot', async ({
  page,
  stock,
  shop,
}) => {
  const seen = await Promise.all(Array.from({ length: 8 }, () => stock()))
  const { id, title } = await stock({ code: 'TR02', price: 1234 })
  await page.goto('/healthz')
  await page.evaluate(
    (list) => localStorage.setItem('lastVisitedProducts', JSON.stringify(list)),
    seen.map((pot) => ({ ...pot, productImageUrl: ['/pots/cubee-grey-stone-front'], sizeCode: 'C02' })),
  )
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto(`/productinfo/${id}`, { waitUntil: 'domcontentloaded' })
  const colours = page.getByRole('group', { name: 'Pot colour' })
  const add = page.getByRole('button', { name: 'Add to cart' })
  const gallery = page.getByRole('region', { name: `Images of ${title}` })

  await test.step('a colour must be chosen, even by a press that comes before the scripts', async () => {
    await add.click()
    await expect(page.locator('html[data-ready]')).toHaveCount(0)
    scripts.resolve()
    await expectToast(page, 'Please select a pot color')
    await page.unrouteAll({ behavior: 'wait' })
    await expect(colours.getByRole('radio')).toHaveCount(4)
    for (const colour of await colours.getByRole('radio').all()) await expect(colour).not.toBeChecked()
    // The error is also shown beside the field.
    await expect(colours).toHaveAccessibleDescription('Please select a pot color')
    expect(await readStored(page, 'cart')).toBeNull()
  })

  await test.step('every size of the family is offered, with its price, and all are drawn to scale beside a person', async () => {
    const sizes = page.getByRole('group', { name: 'Size' }).getByRole('radio')
    const family = sizesInFamilyOf('TR02')
    await expect(sizes).toHaveCount(family.length)
    await expect(page.getByRole('radio', { name: 'TR02', checked: true })).toBeVisible()
    for (const [index, { code, price, width, depth, height }] of family.entries()) {
      const costs = formatRupees(code === 'TR02' ? 1234 : price)
      await expect(sizes.nth(index)).toHaveAccessibleName(`${code} · ${width} × ${depth} × ${height} cm · ${costs}`)
      await sizes.nth(index).check()
      await expect(page.locator('.product-price')).toContainText(costs)
      await expect(outlineOf(page, code)).toHaveAccessibleName(`${code}, ${width} cm wide and ${height} cm high`)
      await expect(outlineOf(page, code)).toHaveAttribute('aria-current', 'true')
      await expect.poll(() => drawnCentimetres(page, code)).toEqual({ width, height })
    }
    // Every outline is drawn at the same scale, and pressing it chooses its size.
    for (const { code, width, height } of family) {
      await expect.poll(() => drawnCentimetres(page, code)).toEqual({ width, height })
      await outlineOf(page, code).click()
      await expect(page.getByRole('radio', { name: code })).toBeChecked()
      await expect(page).toHaveURL(new RegExp(`size=${code}`))
    }
    await outlineOf(page, 'TR02').press('Enter')
    await expect(page.getByRole('radio', { name: 'TR02' })).toBeChecked()
  })

  await test.step('and the pot is shown in it', async () => {
    for (const colour of POT_COLOURS.toReversed()) {
      await page.getByRole('radio', { name: colour }).check()
      const image = gallery.locator('.gallery-strip img').first()
      await expect(image).toHaveAttribute('src', new RegExp(`^${fetchedFrom(potImageOf('TRIYA', colour))}/`))
      await expect(image).toBeInViewport({ ratio: 0.5 })
      await expect.poll(() => image.evaluate((it: HTMLImageElement) => it.complete && it.naturalWidth > 0)).toBe(true)
    }
  })

  await test.step('and in the size', async () => {
    const [colour = ''] = POT_COLOURS
    const image = gallery.locator('.gallery-strip img').first()
    for (const code of ['TR04', 'TR02']) {
      await page.getByRole('radio', { name: code }).check()
      await expect(image).toHaveAttribute('src', new RegExp(`^${fetchedFrom(potImageOf('TRIYA', colour, code))}/`))
    }
    await expect(gallery).toContainText('Plant not included')
  })

  const line = { id, sizeCode: 'TR02', selectedColor: POT_COLOURS[0], price: 1234 }
  await test.step('at most 99 of a line, and then no toast says that more was added', async () => {
    await add.click()
    await expectToast(page, 'Added to cart')
    expect(await readStored(page, 'cart')).toMatchObject([{ ...line, quantity: 1 }])
    await page.evaluate(() => {
      const [line] = JSON.parse(localStorage.getItem('cart') ?? '[]')
      localStorage.setItem('cart', JSON.stringify([{ ...line, quantity: 98 }]))
    })
    await add.click()
    await expect.poll(() => readStored(page, 'cart')).toMatchObject([{ ...line, quantity: 99 }])
    await expect(toast(page, 'Added to cart')).toHaveCount(0)
    await add.click()
    await expectToast(page, 'You can order at most 99 of this pot')
    await expect(toast(page, 'Added to cart')).toHaveCount(0)
    expect(await readStored(page, 'cart')).toMatchObject([{ ...line, quantity: 99 }])
  })

  await test.step('an open page of a pot that becomes one of another family offers that family', async () => {
    await page.getByRole('radio', { name: 'TR01' }).check()
    await shop.sql("update products set size_code = 'T01', size_label = 'TUBO T01', price = 1400 where id = $1", [id])
    await expect(page.getByRole('radio', { name: 'T01', checked: true })).toBeVisible()
    await expect(page.locator('.product-price')).toContainText('₹1,400')
    await page.getByRole('radio', { name: 'Sandstone' }).check()
    await add.click()
    await expectToast(page, 'Added to cart')
    expect(await readStored(page, 'cart')).toMatchObject([{}, { id, sizeCode: 'T01', price: 1400 }])
  })

  await test.step('the home page has the last eight pots that one looked at, newest first, each once', async () => {
    const again = seen.at(-1)?.id
    await goOn(page, `/productinfo/${again}`)
    const expected = [again, id, ...seen.slice(0, 6).map((pot) => pot.id)]
    const stored = async () => (await readStored(page, 'lastVisitedProducts')) as { id: number }[]
    await expect.poll(async () => (await stored()).map((pot) => pot.id)).toEqual(expected)
    await page.getByRole('banner').getByRole('link', { name: 'Gamla, home' }).click()
    const links = page.getByRole('region', { name: 'Recently visited' }).getByRole('link', { name: 'View Product' })
    await expect(links).toHaveCount(8)
    const targets = await links.evaluateAll((list) => list.map((link) => link.getAttribute('href')))
    expect(targets).toEqual(expected.map((pot) => `/productinfo/${pot}`))
  })

  await test.step('a card leads to its pot, and its image grows into that of the product: one name on both sides', async () => {
    const { id, title } = await stock()
    await allowMotion(page)
    await goOn(page, '/allproduct')
    await page.evaluate(noteTransitions)
    const card = page.getByRole('article', { name: title, exact: true })
    const view = card.getByRole('link', { name: 'View Product' })
    await expect(card.locator('s')).toHaveCSS('text-decoration-line', 'line-through')
    expect(await greenness(view.evaluate((link) => getComputedStyle(link).backgroundColor))).toBeGreaterThan(10)

    const name = `pot-${id}`
    const expectGrown = (times: number) =>
      expect.poll(() => readNotes(page)).toEqual(Array(times).fill({ before: [name], after: [name] }))
    await expect(card.getByRole('link', { name: title, exact: true })).toHaveAttribute('href', `/productinfo/${id}`)
    await view.click()
    await expect(page).toHaveURL(`/productinfo/${id}`)
    await expectGrown(1)
    await page.goBack()
    await expect(page).toHaveURL('/allproduct')
    await expectGrown(2)
  })
})

test('on a phone two sizes are compared without scrolling, and price and Add to cart stay at hand', async ({
  page,
  stock,
}) => {
  const { id, title } = await stock({ code: 'C02', price: 900 })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/productinfo/${id}`)
  const bar = page.getByRole('region', { name: title, exact: true })
  const add = page.getByRole('button', { name: 'Add to cart' })
  const colours = page.getByRole('group', { name: 'Pot colour' })

  await test.step('sizes and drawing fit into one window, and every outline is large enough for a thumb', async () => {
    await scriptsReady(page)
    const sizes = page.getByRole('group', { name: 'Size' })
    await sizes.evaluate((group) => group.scrollIntoView({ block: 'start', behavior: 'instant' }))
    for (const part of [...(await sizes.getByRole('radio').all()), outlineOf(page, 'C01'), outlineOf(page, 'C04')])
      await expect(part).toBeInViewport({ ratio: 1 })
    for (const { code } of sizesInFamilyOf('C02')) {
      const box = await outlineOf(page, code).boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    }
  })

  await test.step('the message of a missing colour moves nothing, and goes with its toast once one is chosen', async () => {
    const top = await add.evaluate((button) => button.getBoundingClientRect().top + scrollY)
    await add.click()
    await expect(colours).toHaveAccessibleDescription('Please select a pot color')
    await expect(toast(page, 'Please select a pot color')).toBeVisible()
    expect(await add.evaluate((button) => button.getBoundingClientRect().top + scrollY)).toBeCloseTo(top, 0)
    await colours.getByRole('radio', { name: 'Sandstone' }).check()
    await expect(colours).not.toHaveAccessibleDescription('Please select a pot color')
    await expect(toast(page, 'Please select a pot color')).toHaveCount(0)
    expect(await add.evaluate((button) => button.getBoundingClientRect().top + scrollY)).toBeCloseTo(top, 0)
  })

  await test.step('a bar takes the place of the button below it, and covers nothing above it', async () => {
    await expect(bar).toBeHidden()
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await page.getByLabel('Pincode').focus()
    await page.mouse.wheel(0, 400)
    await expect(bar).toBeInViewport({ ratio: 1 })
    await expect(bar).toContainText('₹900')
    const press = bar.getByRole('button', { name: 'Add to cart' })
    expect((await press.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await press.click()
    await expectToast(page, 'Added to cart')
    await bar.getByRole('link', { name: 'View cart' }).click()
    await expect(page).toHaveURL('/cart')
  })

  await test.step('the choice is there again after Back and a reload', async () => {
    await page.goBack()
    await expect(colours.getByRole('radio', { name: 'Sandstone' })).toBeChecked()
    await page.reload()
    await expect(colours.getByRole('radio', { name: 'Sandstone' })).toBeChecked()
  })
})

test('similar products follow once one comes near; a broken line says so, and the page stays', async ({
  page,
  stock,
  trouble,
}) => {
  const { id, title } = await stock({ code: 'C02', price: 900 })
  trouble.expect(/similar/)
  await page.route('**/similar.data*', (route) => route.abort())
  await visit(page, `/productinfo/${id}`)
  const similar = page.getByRole('region', { name: 'You may also like' })
  await similar.scrollIntoViewIfNeeded()
  await expectToast(page, 'Failed to load products')
  await expect(similar.getByRole('link', { name: 'See what is similar' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeAttached()
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(similar.getByRole('link', { name: 'View Product' }).first()).toBeVisible()

  trouble.expect(/pincode/)
  await page.route('**/pincode/700001', (route) => route.abort(), { times: 1 })
  const check = page.locator('form[action="/pincode"]')
  await check.getByLabel('Pincode').fill('700001')
  await check.getByRole('button', { name: 'Check' }).click()
  await expect(check.getByRole('status')).toHaveText('We couldn’t check this pincode. Please try again.')
  await check.getByRole('button', { name: 'Check' }).click()
  await expect(check.getByRole('status')).toHaveText('We deliver to Kolkata 700001Cash on delivery available')
})

test('name and price are on the first screen of a tablet, and the gallery with its thumbnails fits into any window', async ({
  page,
  stock,
}) => {
  const { id, title } = await stock()
  for (const [width, height] of [
    [768, 1024],
    [1024, 700],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    // Another address, because the same one would open where it was scrolled to.
    await page.goto(`/productinfo/${id}?width=${width}`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeInViewport({ ratio: 1 })
    await expect(page.locator('.product-price')).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: 'Add to cart' }).evaluate((button) => button.scrollIntoView())
    await expect(page.getByRole('button', { name: 'Show image 1' })).toBeInViewport({ ratio: 1 })
  }
})

/** The drawn size of a pot, measured against the door and the person beside it; a tenth of a centimetre is below 1 %. */
async function drawnCentimetres(page: Page, code: string) {
  const pot = await outlineOf(page, code).locator('.size-scene-product').boundingBox()
  const door = await page.locator('.size-scene-person').boundingBox()
  const inCentimetres = (pixels = 0) => Math.round((DOOR_AND_PERSON.height * 10 * pixels) / (door?.height ?? 0)) / 10
  return { width: inCentimetres(pot?.width), height: inCentimetres(pot?.height) }
}

function outlineOf(page: Page, code: string) {
  return page.getByRole('link', { name: `${code}, ` })
}

/** The excess of green over the other two colours. */
async function greenness(colour: Promise<string>): Promise<number> {
  const [red = 0, green = 0, blue = 0] = ((await colour).match(/[\d.]+/g) ?? []).map(Number)
  return green - Math.max(red, blue)
}

type Note = { before: string[]; after: string[] }

/** The images that have a view transition name on the old page, and those on the new one. */
function noteTransitions() {
  const notes: Note[] = []
  const names = () =>
    [...document.querySelectorAll('img')].map(({ style }) => style.viewTransitionName).filter((name) => name !== '')
  const start = document.startViewTransition.bind(document)
  document.startViewTransition = (update) => {
    const before = names()
    let after: string[] = []
    const transition = start(async () => {
      if (typeof update === 'function') await update()
      after = names()
    })
    // A test that went on earlier would interrupt it, and the next one might not begin.
    void transition.finished.then(() => notes.push({ before, after }))
    return transition
  }
  Object.assign(window, { notes })
  // Each frame of them is drawn without a graphics card.
  const styles = new CSSStyleSheet()
  const parts = ['group', 'old', 'new'].map((part) => `::view-transition-${part}(*)`)
  styles.replaceSync(`${parts} { animation-duration: 1ms !important }`)
  document.adoptedStyleSheets = [styles]
}

function readNotes(page: Page): Promise<Note[]> {
  return page.evaluate(() => (window as unknown as { notes: Note[] }).notes)
}
