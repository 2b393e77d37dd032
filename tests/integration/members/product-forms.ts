// The forms for adding and editing a product, without scripts or as the scripts send them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { somePot } from '#tests/support/fixtures/factories.ts'
import { fillForm, mainOf, sharedStorefront } from '#tests/support/storefront.ts'
import { sendFiles as send } from './send-files.ts'

type Refused = { ok: false; toast: string; problems: Record<string, string>; values: Record<string, string> }
const CUBE = { title: 'My Cube', price: '849', sizeCode: 'C02', category: 'POT', description: 'A cube.' }

test('half a product is answered with what is missing, and keeps what was typed', async () => {
  const { shop, cookie } = await enter()
  const page = await shop.ask('/addproduct', { cookie })
  const { fields } = fillForm(page.html, 'Add product', { Title: 'Half a product' })
  const { status, html, text } = await send(shop, '/addproduct', cookie, fields)
  assert.equal(status, 400)
  assert.ok(mainOf(html).includes('value="Half a product"'))
  for (const message of ['Choose a size.', 'Enter a description.', 'Add at least one image.'])
    assert.ok(text.includes(message), message)
})

test('what is no image is refused by its contents, and nothing is added', async () => {
  const { shop, cookie } = await enter()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'
  // server/catalog/images/check.test.ts knows more of them.
  const wrong: [File, RegExp][] = [
    [new File(['Dear shop, these are words.'], 'notes.jpg', { type: 'image/jpeg' }), /not a supported image/],
    [new File([svg], 'drawing.png', { type: 'image/png' }), /SVG/],
  ]
  for (const [file, message] of wrong) {
    const answer = await send(shop, '/addproduct/save', cookie, CUBE, file)
    assert.equal(answer.status, 400, file.name)
    const { toast, problems, values }: Refused = JSON.parse(answer.html)
    assert.ok(['Failed to add product', 'All fields are required'].includes(toast), toast)
    assert.match(problems.images ?? '', message, file.name)
    assert.equal(values.title, CUBE.title)
  }
  assert.deepEqual(await shop.sql('select from products where title = $1', [CUBE.title]), [])
})

test('an update starts from what is there, is checked, and keeps what was not sent', async () => {
  const { shop, cookie } = await enter()
  const id = await shop.makeProduct({ title: 'Plain Cube', category: 'CUBEE POT', discount: 10, price: 849 })
  const { html } = await shop.ask(`/updateproduct/${id}`, { cookie })
  const { fields } = fillForm(html, 'Update product')
  assert.deepEqual([fields.title, fields.price, fields.discount, fields.version], ['Plain Cube', '849', '10', '1'])

  const save = async (changes: Record<string, string>) => {
    const answer = await send(shop, `/updateproduct/${id}/save`, cookie, { version: '1', ...changes })
    return { status: answer.status, ...(JSON.parse(answer.html) as Partial<Refused>) }
  }
  const wrong = await save({ price: 'eight' })
  assert.deepEqual([wrong.status, wrong.toast], [400, 'Failed to update product'])
  const blank = await save({ title: ' ' })
  assert.deepEqual([blank.status, blank.toast], [400, 'All fields are required'])
  assert.equal((await save({ title: 'Renamed Cube', category: 'plant' })).status, 200)
  assert.deepEqual(await shop.sql('select title, category, discount::float, price from products where id = $1', [id]), [
    { title: 'Renamed Cube', category: 'plant', discount: 10, price: 849 },
  ])
  assert.equal((await shop.ask('/updateproduct/999999', { cookie })).status, 404)
})

test('alt texts and details are saved without scripts, and a refusal keeps what was typed', async () => {
  const { shop, cookie } = await enter()
  const id = await shop.makeProduct({ title: 'Plain Cube', price: 495, altTexts: { '/pots/cubee-grey-stone': 'Old' } })
  const path = `/updateproduct/${id}`
  const typed = { 'Alt text of Image 1': 'A plain cube', SKU: `PC-${id}`, HSN: '6913', 'GST rate': '5', MRP: '494' }
  const { fields } = fillForm((await shop.ask(path, { cookie })).html, 'Update product', typed)
  const form = { ...fields, sizeCode: 'C01', category: somePot.category, description: 'A cube.' }

  const refused = await send(shop, path, cookie, form)
  assert.equal(refused.status, 400)
  assert.ok(refused.text.includes('The MRP must be at least the price, ₹495.'))
  assert.match(refused.html, /<textarea[^>]*aria-label="Alt text of Image 1"[^>]*>A plain cube</)
  assert.match(refused.html, /<option value="5" selected/)

  const other = await shop.makeProduct({ sku: 'taken' })
  const shared = await send(shop, path, cookie, { ...form, mrp: '600', sku: 'TAKEN' })
  assert.equal(shared.status, 409)
  assert.ok(shared.text.includes('Another product has this SKU.'))
  await shop.sql('delete from products where id = $1', [other])

  assert.equal((await send(shop, path, cookie, { ...form, mrp: '600' })).status, 302)
  assert.deepEqual(await shop.sql('select sku, hsn, gst_rate, mrp, alt_texts from products where id = $1', [id]), [
    { sku: `PC-${id}`, hsn: '6913', gst_rate: 5, mrp: 600, alt_texts: { '/pots/cubee-grey-stone': 'A plain cube' } },
  ])
})

test('a GST rate that has ended stays chosen until another one is, and is not saved again', async () => {
  const { shop, cookie } = await enter()
  const id = await shop.makeProduct({ title: 'Old Rate' })
  await shop.sql('update products set gst_rate = 12 where id = $1', [id])
  const path = `/updateproduct/${id}`
  const { html } = await shop.ask(path, { cookie })
  assert.match(html, /<option value="12" selected="">12 \(no longer offered\)</)
  const { fields } = fillForm(html, 'Update product')
  const form = { ...fields, sizeCode: 'C01', category: somePot.category, description: 'A cube.' }
  const refused = await send(shop, path, cookie, { ...form, gstRate: '12' })
  assert.equal(refused.status, 400)
  assert.ok(refused.text.includes('Choose one of these rates: 0, 0.25, 1.5, 3, 5, 18, 40 %.'))
  assert.equal((await send(shop, path, cookie, { ...form, gstRate: '0.25' })).status, 302)
  assert.deepEqual(await shop.sql('select gst_rate from products where id = $1', [id]), [{ gst_rate: 0.25 }])
})

test('without scripts too, the later of two admins sees both versions before anything is overwritten', async () => {
  const { shop, cookie } = await enter()
  const id = await shop.makeProduct({ title: 'Contested Cube' })
  const path = `/updateproduct/${id}`
  const titleNow = async () =>
    (await shop.sql<{ title: string }>('select title from products where id = $1', [id]))[0]?.title
  const saveElsewhere = (title: string) =>
    shop.sql('update products set title = $2, version = version + 1 where id = $1', [id, title])
  const form = async (title: string) =>
    fillForm((await shop.ask(path, { cookie })).html, 'Update product', { Title: title })
  const { sizeCode, category, description } = somePot
  const press = (fields: Record<string, string>) =>
    send(shop, path, cookie, { ...fields, sizeCode, category, description })
  const assertBoth = ({ status, text }: { status: number; text: string }, mine: string, theirs: string) => {
    assert.equal(status, 409)
    assert.match(text, new RegExp(`Your version ${mine} Saved version ${theirs}`))
  }

  let mine = await form('My Cube')
  await saveElsewhere('Their Cube')
  // Pressing again shows the same conflict, because no version was chosen.
  for (const _ of ['first', 'second']) {
    const conflict = await press(mine.fields)
    assertBoth(conflict, 'My Cube', 'Their Cube')
    assert.equal(await titleNow(), 'Their Cube')
    mine = fillForm(conflict.html, 'Update product')
    assert.equal(mine.fields.title, 'My Cube')
    assert.equal(fillForm(conflict.html, 'Use the saved version').method, 'get')
  }
  const reopened = await form('My second Cube')
  assert.match((await shop.ask(path, { cookie })).html, /value="Their Cube"/)

  await saveElsewhere('Their second Cube')
  const conflict = await press(reopened.fields)
  assertBoth(conflict, 'My second Cube', 'Their second Cube')
  const kept = await shop.press({ ...conflict, path }, 'Keep my version', { cookie })
  assert.deepEqual([kept.status, kept.headers.get('location')], [302, '/adminDashboard'])
  assert.equal(await titleNow(), 'My second Cube')
})

test('what an online payment holds is listed at the product, and Release gives it back', async () => {
  const { shop, cookie } = await enter()
  const id = await shop.makeProduct({ title: 'Held Cube', stock: 'counted' })
  const [buyer] = await shop.sql<{ id: string }>('select id from "user" where email = $1', [
    shop.accountOf('user').email,
  ])
  const checkoutId = crypto.randomUUID()
  const [variant] = await shop.sql<{ id: string }>(
    `update product_variants set offered = true, on_hand = 1
     where (product_id, size_code, finish) = ($1, 'C01', 'Grey Stone') returning id`,
    [id],
  )
  await shop.sql(
    `insert into checkouts (id, user_id, email, checkout_key, name, address, city, pincode, mobile_number, lines, amount)
     values ($1, $2, 'held@gamla.example', gen_random_uuid(), 'Asha', '', '', '', '', '[]', 100)`,
    [checkoutId, buyer?.id],
  )
  await shop.sql(
    `insert into stock_holds (variant_id, user_id, checkout_id, quantity, expires_at)
     values ($1, $2, $3, 1, now() + interval '15 minutes')`,
    [variant?.id, buyer?.id, checkoutId],
  )
  const path = `/updateproduct/${id}`
  const page = await shop.ask(path, { cookie })
  assert.match(page.text, /Held for online payment.*C01 · Grey Stone Held 1 Buyer/)
  const { action, fields } = fillForm(page.html, 'Release')
  const pressed = await shop.ask(action, { cookie, form: fields })
  assert.match(pressed.text, /Hold released successfully/)
  assert.deepEqual(await shop.sql('select from stock_holds where variant_id = $1', [variant?.id]), [])
  assert.doesNotMatch((await shop.ask(path, { cookie })).text, /Held for online payment/)
  const wrongs: Record<string, string>[] = [{ checkoutId: 'x' }, { checkoutId: '' }, { finish: 'x'.repeat(5000) }]
  for (const wrong of wrongs)
    assert.equal((await shop.ask(action, { cookie, form: { ...fields, ...wrong } })).status, 409)
})

async function enter() {
  const shop = await sharedStorefront()
  return { shop, cookie: await shop.sessionOf('admin') }
}
