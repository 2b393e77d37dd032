import { potImageOf } from '#domain/catalog/catalogue-images.ts'
import { fetchedFrom } from '#domain/catalog/own-pictures.ts'
import { DOOR_AND_PERSON } from '#domain/catalog/scale.ts'
import { POT_COLOURS, sizesInFamilyOf } from '#domain/catalog/specified-sizes.ts'
import { formatRupees } from '#domain/money.ts'
import { allowMotion, expectToast, goOn, readStored, toast } from '#tests/browser/support/shopper.ts'
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

  await test.step('every size of the family is offered, with its price, and drawn to scale beside a person', async () => {
    const sizes = page.getByRole('group', { name: 'Size' }).getByRole('radio')
    const family = sizesInFamilyOf('TR02')
    await expect(sizes).toHaveCount(family.length)
    await expect(page.getByRole('radio', { name: 'TR02', checked: true })).toBeVisible()
    for (const [index, { code, price, width, depth, height }] of family.entries()) {
      const costs = formatRupees(code === 'TR02' ? 1234 : price)
      await expect(sizes.nth(index)).toHaveAccessibleName(`${code} · ${width} × ${depth} × ${height} cm · ${costs}`)
      await sizes.nth(index).check()
      await expect(page.locator('.product-price')).toContainText(costs)
      await expect(page.getByRole('img', { name: `${code}, ` })).toBeVisible()
      await expect.poll(() => drawnCentimetres(page)).toEqual({ width, height })
    }
    await page.getByRole('radio', { name: 'TR02' }).check()
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

/** The drawn size of the pot, measured against the door and the person beside it; a tenth of a centimetre is below 1 %. */
async function drawnCentimetres(page: Page) {
  const [pot, person] = await page.locator('.size-scene').evaluate((scene) => {
    const parts = ['.size-scene-product', 'img'].map((part) => scene.querySelector(part)?.getBoundingClientRect())
    return parts.map((box) => ({ width: box?.width ?? 0, height: box?.height ?? 0 }))
  })
  const inCentimetres = (pixels = 0) => Math.round((DOOR_AND_PERSON.height * 10 * pixels) / (person?.height ?? 0)) / 10
  return { width: inCentimetres(pot?.width), height: inCentimetres(pot?.height) }
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
