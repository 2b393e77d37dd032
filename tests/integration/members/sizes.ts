// The page of sizes and finishes: its forms without scripts, and that the shop follows at once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#tests/support/process.ts'
import {
  cardOf,
  decodeEntities,
  fillForm,
  mainOf,
  type Storefront,
  sharedStorefront,
} from '#tests/support/storefront.ts'

const PATH = '/adminDashboard/sizes'

async function send(shop: Storefront, page: string, typed: Record<string, string>) {
  return shop.press(page, 'Save', { cookie: await shop.sessionOf('admin'), typed })
}

/** Presses a button of the list. */
async function press(shop: Storefront, intent: string, kind: string, name: string) {
  const cookie = await shop.sessionOf('admin')
  return shop.ask(PATH, { cookie, form: { intent, kind, name } })
}

async function addLamp(shop: Storefront) {
  await send(shop, `${PATH}?add=family`, { Name: 'Lamps' })
  const lamp = { Family: 'Lamps', Code: 'L01', Price: '900', Width: '12.5', Depth: '12', Height: '30', Weight: '1.2' }
  const added = await send(shop, `${PATH}?add=size`, lamp)
  assert.equal(added.status, 302)
  return shop.makeProduct({ title: 'Reading lamp', sizeCode: 'L01', sizeLabel: 'Lamps L01', price: 900 })
}

test('a family, a size and a finish are added without scripts, and a price is on every page at once', async () => {
  const shop = await sharedStorefront()
  const id = await addLamp(shop)
  const page = () => shop.ask(`/productinfo/${id}`)
  assert.match((await page()).text, /L01 · 12\.5 × 12 × 30 cm · ₹900/)
  await until('it is listed', async () => (await shop.ask('/allproduct')).html.includes('Reading lamp'))
  assert.match(cardOf((await shop.ask('/allproduct')).html, 'Reading lamp'), /₹900/)

  const changed = await send(shop, `${PATH}?edit=size&name=L01`, { Family: 'Lamps', Price: '950' })
  assert.equal(changed.headers.get('location'), `${PATH}?saved=save-size&prices=1`)
  await until('the new price on the page', async () => (await page()).text.includes('cm · ₹950'))
  // Each cached page is dropped by a notification of its own.
  const card = async () => cardOf((await shop.ask('/allproduct')).html, 'Reading lamp')
  await until('the new price in the list', async () => (await card()).includes('₹950'))

  const lines = JSON.stringify([{ id, sizeCode: 'L01', selectedColor: 'Sandstone', quantity: 1, seenPrice: 900 }])
  const quote = await shop.ask('/cart/quote', { form: { lines } })
  assert.match(quote.html, /price-changed/)

  assert.equal((await send(shop, `${PATH}?add=finish`, { Name: 'Brushed brass', Swatch: '#b08d57' })).status, 302)
  await until('the finish on the page', async () => (await page()).text.includes('Brushed brass'))
  assert.equal((await press(shop, 'retire', 'finish', 'Brushed brass')).status, 200)
  await until('the finish to go', async () => !(await page()).text.includes('Brushed brass'))
})

test('what is wrong is said at its field, and what was typed stays', async () => {
  const shop = await sharedStorefront()
  const typed = { Family: 'CUBEE', Code: 'C01', Price: 'free', Width: '10', Depth: '10', Height: '10' }
  const { status, html } = await send(shop, `${PATH}?add=size`, typed)
  assert.equal(status, 400)
  assert.match(html, /<input(?=[^>]*name="price")(?=[^>]*aria-invalid="true")(?=[^>]*value="free")/)
  assert.match(html, /<input(?=[^>]*name="code")(?=[^>]*value="C01")/)
  assert.match(decodeEntities(html), /Enter the price in whole rupees/)
  const taken = await send(shop, `${PATH}?add=size`, { ...typed, Price: '100' })
  assert.match(decodeEntities(taken.html), /There is a size with this code already/)
})

test('the second of two admins on one form is told, and may save over it', async () => {
  const shop = await sharedStorefront()
  const cookie = await shop.sessionOf('admin')
  const page = `${PATH}?edit=size&name=BON03`
  const opened = (await shop.ask(page, { cookie })).html
  await send(shop, page, { Family: 'BONSAI', Weight: '7' })
  const { fields } = fillForm(mainOf(opened), 'Save', { Family: 'BONSAI', Weight: '8' })
  const told = await shop.ask(page, { cookie, form: fields })
  assert.equal(told.status, 409)
  assert.match(decodeEntities(told.html), /Someone else changed this while you were editing it/)
  const again = await shop.ask(page, { cookie, form: fillForm(mainOf(told.html), 'Save', { Family: 'BONSAI' }).fields })
  assert.equal(again.status, 302)
  const [size] = await shop.sql<{ weight: string }>(`select weight from sizes where code = 'BON03'`)
  assert.equal(Number(size?.weight), 8)
})

test('a size in use cannot be deleted; retired it is offered by its own products only', async () => {
  const shop = await sharedStorefront()
  const own = await shop.makeProduct({ sizeCode: 'W02', sizeLabel: 'WIDEE W02', price: 1485 })
  const sibling = await shop.makeProduct({ sizeCode: 'W01', sizeLabel: 'WIDEE W01', price: 1375 })
  assert.equal((await press(shop, 'delete', 'size', 'W02')).status, 409)
  assert.equal((await press(shop, 'retire', 'size', 'W02')).status, 200)
  const offers = async (id: number) => (await shop.ask(`/productinfo/${id}`)).text.includes('W02 ·')
  await until('the sibling not to offer it', async () => !(await offers(sibling)))
  assert.ok(await offers(own))
  assert.equal((await press(shop, 'put-back', 'size', 'W02')).status, 200)
  await until('the sibling to offer it again', () => offers(sibling))
})
