// Forms of other kinds, sets, collections and own pages, without scripts: each mistake is told at its field, and what was
// typed stays. With scripts the same answers come as JSON.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeEntities, fillForm, mainOf, sharedStorefront, textOf } from '#tests/support/storefront.ts'
import { picture, sendFiles } from './send-files.ts'

type Fields = Record<string, string>

async function enter() {
  const shop = await sharedStorefront()
  return { shop, cookie: await shop.sessionOf('admin') }
}

/** The message at the field with this label; empty: none. */
function errorAt(html: string, label: string): string {
  const [, id = 'none'] =
    Array.from(html.matchAll(/<label for="([^"]+)">([\s\S]*?)<\/label>/g)).find(
      ([, , words = '']) => textOf(words).trim() === label,
    ) ?? []
  const control = html.match(/<(input|textarea|select)\b[^>]*>/g)?.find((one) => one.includes(`id="${id}"`)) ?? ''
  const error = new RegExp(`id="${id}-error">([\\s\\S]*?)</p>`).exec(html)?.[1] ?? ''
  if (error) assert.match(control, new RegExp(`aria-describedby="[^"]*${id}-error`), label)
  return textOf(error).trim()
}

/** What the inputs of a page’s form hold again. */
function kept(html: string, button: string, typed: Fields): Fields {
  const { fields } = fillForm(html, button)
  return Object.fromEntries(Object.keys(typed).map((name) => [name, fields[name] ?? 'lost']))
}

const GRID: Fields = {
  ...{ option1: 'Pack', values1: '1 kg, 5 kg', title: 'Neem soil', tags: 'indoor, soil', hsn: '3101' },
  ...{ 'own:price:1 kg': '99', 'own:units:1 kg': '4', 'own:sku:1 kg': 'NEEM-1', 'own:weight:1 kg': '1.05' },
  ...{ 'own:price:5 kg': '399', 'own:units:5 kg': '2', 'own:sku:5 kg': 'NEEM-5', 'own:barcode:5 kg': '8901234567890' },
}
const REST = {
  kind: 'Other',
  category: 'POT',
  stock: 'counted',
  description: 'Light, with neem.',
  attributes: 'For: Pots',
}
const OFFERED = { 'own:id:1 kg': '', 'own:id:5 kg': '', 'own:offered:1 kg': 'on', 'own:offered:5 kg': 'on' }
const MANY = Array.from({ length: 101 }, (_, number) => `v${number}`).join(', ')

test('a mistake in options, codes or the video of another kind is told at its field, and nothing typed is lost', async () => {
  const { shop, cookie } = await enter()
  // domain/catalog/forms/own-variants.test.ts knows more of them.
  const wrong: [changes: Fields, label: string, field: string, message: string][] = [
    [{ values1: '' }, 'Values of option 1', 'values1', 'Enter its values, with commas between them.'],
    [
      { option2: 'Colour', values2: MANY },
      'Values of option 2',
      'values2',
      'That makes 202 variants. A product can have at most 100.',
    ],
    [
      { 'own:barcode:5 kg': '8901234567891' },
      'Barcode of 5 kg',
      'own:barcode:5 kg',
      'The last digit of this barcode doesn’t fit the others. Check the number.',
    ],
    [{ 'own:weight:1 kg': 'heavy' }, 'Weight of 1 kg', 'own:weight:1 kg', 'Enter kilograms, such as 5 or 0.25.'],
  ]
  for (const [changes, label, field, message] of wrong) {
    const typed = { ...GRID, ...changes }
    const sent = { ...typed, ...REST, ...OFFERED }
    const page = await sendFiles(shop, '/addproduct', cookie, sent, await picture())
    assert.equal(page.status, 400, label)
    assert.equal(errorAt(page.html, label), message)
    assert.deepEqual(kept(page.html, 'Add product', typed), typed, label)
    assert.match(mainOf(page.html), />Light, with neem\.<\/textarea>[\s\S]*>For: Pots<\/textarea>/)
    const { problems, values } = JSON.parse((await sendFiles(shop, '/addproduct/save', cookie, sent)).html)
    assert.equal(problems[field], message)
    assert.deepEqual(values, sent)
  }
  const film = { video: new File(['<html>no film</html>'], 'film.mp4', { type: 'video/mp4' }) }
  const page = await sendFiles(shop, '/addproduct', cookie, { ...GRID, ...REST, ...OFFERED, ...film }, await picture())
  assert.equal(errorAt(page.html, 'Video'), 'This is no MP4 video. Save it as MP4 with H.264.')
  assert.deepEqual(kept(page.html, 'Add product', GRID), GRID)
  assert.deepEqual(await shop.sql('select from products where title = $1', [GRID.title]), [])
})

test('a form of a pot that becomes another kind without scripts asks for counted units', async () => {
  const { shop, cookie } = await enter()
  const { fields } = fillForm((await shop.ask('/addproduct', { cookie })).html, 'Add product')
  const sent = { ...fields, kind: 'Other', title: 'Trowel', category: 'POT', stock: 'as-delivered' }
  const { status, html } = await sendFiles(shop, '/addproduct', cookie, sent)
  assert.equal(status, 400)
  assert.equal(errorAt(html, 'Price'), 'Enter a price in rupees.')
  for (const label of ['Units', 'SKU', 'Barcode', 'Weight']) assert.match(html, new RegExp(`>${label}</label>`), label)
})

test('a set that holds itself is told so at the part, and keeps what was typed', async () => {
  const { shop, cookie } = await enter()
  const part = await shop.makeProduct({ title: 'Part of a set' })
  const parts = { parts: '', 'part:1:product': String(part), 'part:1:variant': 'C01 · Grey Stone', 'part:1:many': '2' }
  const set = { kind: 'Set', title: 'Two of them', category: 'POT', description: 'A pair.', setPercent: '10' }
  const added = await sendFiles(shop, '/addproduct', cookie, { ...set, ...parts }, await picture())
  assert.equal(added.status, 302, added.text)
  const [row] = await shop.sql<{ id: string }>('select id from products where title = $1', [set.title])
  const path = `/updateproduct/${row?.id}`
  const { fields } = fillForm((await shop.ask(path, { cookie })).html, 'Update product')
  assert.equal(fields['part:1:many'], '2')
  const typed = { setPercent: '12', title: 'Three of them', 'part:2:product': String(row?.id), 'part:2:many': '3' }
  const sent = { ...fields, ...set, ...parts, ...typed, 'part:2:variant': '' }
  const { status, html } = await sendFiles(shop, path, cookie, sent)
  assert.equal(status, 400)
  const [, own = ''] = /<fieldset[^>]*aria-label="Two of them"[^>]*>([\s\S]*?)<\/fieldset>/.exec(html) ?? []
  assert.equal(errorAt(own, 'Variant'), 'A set cannot hold itself. Choose another product.')
  assert.deepEqual(kept(html, 'Update product', typed), typed)
})

test('an address that exists is told at the field of collections and pages; a rule that fits nothing is saved and said', async () => {
  const { shop, cookie } = await enter()
  const pot = await shop.makeProduct({ title: 'Chosen by hand' })
  const name = `Shelf ${pot}`
  const path = '/adminDashboard/collections/new'
  const { fields } = fillForm((await shop.ask(path, { cookie })).html, 'Save')
  const chosen = { name, sentence: 'Gifts for balconies.', chosen: 'hand', products: String(pot), inMenu: 'on' }
  const collection = { ...fields, ...chosen }
  assert.equal((await sendFiles(shop, path, cookie, collection)).status, 302)
  const again = await sendFiles(shop, path, cookie, { ...collection, address: `shelf-${pot}` })
  assert.equal(again.status, 409)
  assert.equal(errorAt(again.html, 'Address'), 'Another collection has this address. Choose a different one.')
  const typed = { name, address: `shelf-${pot}` }
  assert.deepEqual(kept(again.html, 'Save', typed), typed)
  assert.match(again.html, />Gifts for balconies\.<\/textarea>/)
  assert.match(mainOf(again.html), /Chosen by hand/)

  const pages = '/adminDashboard/pages/new'
  const page = { ...fillForm((await shop.ask(pages, { cookie })).html, 'Save').fields, title: name, text: 'Come by.' }
  assert.equal((await shop.ask(pages, { cookie, form: page })).status, 302)
  const taken = await shop.ask(pages, { cookie, form: page })
  assert.equal(taken.status, 409)
  assert.equal(errorAt(taken.html, 'Address'), 'Another page has this address. Choose a different one.')
  assert.match(taken.html, />Come by\.<\/textarea>/)

  const rule = { ...fields, name: `Nothing ${pot}`, chosen: 'rule', tag: 'no such tag' }
  const saved = await sendFiles(shop, path, cookie, rule)
  assert.equal(saved.status, 302, saved.text)
  const shown = await shop.ask(decodeEntities(saved.headers.get('location') ?? ''), { cookie })
  assert.match(shown.text, /No product fits this rule at the moment\. The page says so until one does\./)
  assert.equal((await shop.ask(`/collections/nothing-${pot}`)).status, 200)
})
