import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SIZES } from '#domain/catalog/specified-sizes.ts'
import { messages } from '#domain/messages.ts'
import {
  categoriesForNew,
  categoriesForUpdate,
  decideImages,
  needsApproval,
  newProductToast,
  parseNewProduct,
  parseProductUpdate,
  productUpdateToast,
} from './product-form.ts'

const choices = { sizes: SIZES, finishes: [], categories: [] }
const typed = {
  title: '  Terrace\tBowl ',
  price: '₹1,23,456',
  sizeCode: 'C02',
  category: 'POT',
  description: 'Round.\r\nAnd deep.',
  discount: '',
  sku: '',
  hsn: '',
  gstRate: '',
  mrp: '',
  countryOfOrigin: '',
}

const stored = { category: 'POT', sizeCode: 'C01', price: 1, mrp: null, stock: 'as-delivered' as const, cells: [] }

function formOf(fields: Record<string, string | string[]>): FormData {
  const form = new FormData()
  for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) form.append(name, value)
  return form
}

function addProblems(fields: Record<string, string>, images = 1): Record<string, string> {
  const parsed = parseNewProduct(formOf({ ...typed, ...fields }), images, choices)
  return parsed.ok ? {} : parsed.problems
}

test('a new product is read as it was typed, cleaned', () => {
  assert.deepEqual(parseNewProduct(formOf(typed), 1, choices), {
    ok: true,
    value: {
      title: 'Terrace Bowl',
      price: 123456,
      sizeCode: 'C02',
      category: 'POT',
      description: 'Round.\nAnd deep.',
      discount: null,
      sku: '',
      hsn: '',
      gstRate: null,
      mrp: null,
      countryOfOrigin: '',
      tags: '',
      attributes: '',
      goesWith: '',
      stock: 'as-delivered',
    },
  })
})

test('every field has its limits, and says so', () => {
  const limits: [Record<string, string>, string | undefined][] = [
    [{ title: 'x'.repeat(200) }, undefined],
    [{ title: '🪴'.repeat(200) }, undefined],
    [{ title: 'x'.repeat(201) }, 'title'],
    [{ title: 'x'.repeat(10_000) }, 'title'],
    [{ description: 'x'.repeat(5000) }, undefined],
    [{ description: 'x'.repeat(5001) }, 'description'],
    [{ price: '1' }, undefined],
    [{ price: '9999999' }, undefined],
    [{ price: '0' }, 'price'],
    [{ price: '10000000' }, 'price'],
    [{ price: '-5' }, 'price'],
    [{ price: '8.5' }, 'price'],
    [{ price: '1e3' }, 'price'],
    [{ price: '9'.repeat(30) }, 'price'],
    [{ discount: '0' }, undefined],
    [{ discount: '100' }, undefined],
    [{ discount: '101' }, 'discount'],
    [{ discount: 'ten' }, 'discount'],
    [{ sizeCode: 'Z9' }, 'sizeCode'],
    [{ sku: 'Bowl_1.2/a-b' }, undefined],
    [{ sku: 'x'.repeat(40) }, undefined],
    [{ sku: 'x'.repeat(41) }, 'sku'],
    [{ sku: 'bowl 1' }, 'sku'],
    [{ sku: 'बाउल' }, 'sku'],
    [{ hsn: '6913' }, undefined],
    [{ hsn: '69139000' }, undefined],
    [{ hsn: '691' }, 'hsn'],
    [{ hsn: '69139' }, 'hsn'],
    [{ hsn: '6913900' }, 'hsn'],
    [{ hsn: '691390001' }, 'hsn'],
    [{ hsn: '69.13' }, 'hsn'],
    ...['0', '0.25', '1.5', '3', '5', '18', '40'].map((gstRate): [Record<string, string>, undefined] => [
      { gstRate },
      undefined,
    ]),
    // Ended on 22 September 2025.
    [{ gstRate: '12' }, 'gstRate'],
    [{ gstRate: '28' }, 'gstRate'],
    [{ gstRate: 'x' }, 'gstRate'],
    [{ countryOfOrigin: 'x'.repeat(60) }, undefined],
    [{ countryOfOrigin: 'x'.repeat(61) }, 'countryOfOrigin'],
    [{ attributes: 'Material' }, 'attributes'],
    [{ tags: 'x'.repeat(41) }, 'tags'],
    [{ goesWith: '1 2 3 4 5 6 7' }, 'goesWith'],
    [{ goesWith: 'Bowl' }, 'goesWith'],
    [{ mrp: '₹1,23,456' }, undefined],
    [{ mrp: '123455' }, 'mrp'],
    [{ mrp: '123456.50' }, 'mrp'],
    [{ mrp: '10000000' }, 'mrp'],
    [{ price: '1', mrp: '0' }, 'mrp'],
    [{ 'altText new-0': 'x'.repeat(200) }, undefined],
    [{ 'altText new-0': 'x'.repeat(201) }, 'altText new-0'],
    [{ category: 'plant' }, 'category'],
  ]
  for (const [fields, problem] of limits) {
    assert.deepEqual(Object.keys(addProblems(fields)), problem ? [problem] : [], JSON.stringify(fields).slice(0, 60))
  }
})

test('a pot needs one to five images, or as many as the settings allow; another kind one to twenty', () => {
  const refused = (fields: Record<string, string>, most: object = {}) =>
    [0, 1, 5, 6, 20, 21].filter((count) => {
      const parsed = parseNewProduct(formOf({ ...typed, ...fields }), count, { ...choices, ...most })
      return !parsed.ok && 'images' in parsed.problems
    })
  assert.deepEqual(refused({}), [0, 6, 20, 21])
  assert.deepEqual(refused({}, { maxImages: 20 }), [0, 21])
  assert.deepEqual(refused({ kind: 'Other' }), [0, 21])
})

test('a field that is missing, or only blanks, gives the toast of the specification', () => {
  for (const name of ['title', 'price', 'sizeCode', 'category', 'description']) {
    assert.ok(name in addProblems({ [name]: ' ' }))
    assert.equal(newProductToast(formOf({ ...typed, [name]: ' ' }), 1), messages.productOrAddressFieldsRequired)
  }
  assert.equal(newProductToast(formOf(typed), 0), messages.productOrAddressFieldsRequired)
  assert.equal(newProductToast(formOf({ ...typed, title: 'x'.repeat(300) }), 1), messages.addFailed)
  assert.equal(productUpdateToast(formOf({ title: '' })), messages.productOrAddressFieldsRequired)
  assert.equal(productUpdateToast(formOf({ price: 'x' })), messages.updateFailed)
})

test('a counted product is not saved without a number, a new one or one that becomes counted', () => {
  const grid = { stock: 'counted', 'units:C02/Grey Stone': '', 'units:C02/Sandstone': '' }
  for (const none of [{ stock: 'counted' }, grid]) {
    assert.match(addProblems(none).stock ?? '', /^Enter how many you have/)
    const updated = parseProductUpdate(formOf({ version: '1', ...none }), stored, 0, choices)
    assert.match((!updated.ok && updated.problems.stock) || '', /^Enter how many you have/)
  }
  for (const units of ['0', '5']) {
    const filled = { ...grid, 'units:C02/Sandstone': units }
    assert.deepEqual(addProblems(filled), {})
    assert.ok(parseProductUpdate(formOf({ version: '1', ...filled }), stored, 0, choices).ok)
  }
  // Offered no more: the owner has emptied every field of a product that is counted already.
  const counted = { ...stored, stock: 'counted' as const }
  assert.ok(parseProductUpdate(formOf({ version: '1', ...grid }), counted, 0, choices).ok)
  assert.deepEqual(addProblems({ stock: 'made-to-order' }), {})
})

test('an update holds what was sent and nothing else', () => {
  const present = { ...stored, category: 'Indoor POT', price: 849, mrp: 900 }
  const sent = (fields: Record<string, string | string[]>, files = 0) =>
    parseProductUpdate(formOf({ version: '3', ...fields }), present, files, choices)
  assert.deepEqual(sent({}), { ok: true, value: { version: 3 } })
  assert.deepEqual(sent({ title: 'New', discount: '' }), {
    ok: true,
    value: { version: 3, title: 'New', discount: null },
  })
  for (const category of ['Indoor POT', 'plant', 'laptop']) assert.equal(sent({ category }).ok, true)
  assert.deepEqual(categoriesForUpdate('plant', []), ['plant', 'laptop'])
  const wrong: [string, string][] = [
    ['category', 'POT'],
    ['category', ''],
    ['title', ''],
    ['price', ''],
    ['description', ''],
    ['price', '901'],
    ['mrp', '848'],
  ]
  for (const [name, value] of wrong) {
    assert.equal(sent({ [name]: value }).ok, false)
  }
  for (const version of ['', '0', 'x', '1.5']) assert.equal(sent({ version }).ok, false)
})

test('the categories of a shop take the place of the specified ones, and a product keeps its own', () => {
  const ofShop = ['Floor lamps', 'Shades']
  const added = (category: string, categories: string[]) =>
    parseNewProduct(formOf({ ...typed, category }), 1, { ...choices, categories }).ok
  assert.deepEqual([added('POT', []), added('Shades', [])], [true, false])
  assert.deepEqual([added('POT', ofShop), added('Shades', ofShop)], [false, true])
  assert.deepEqual(categoriesForNew([]), ['POT'])
  assert.deepEqual(categoriesForUpdate('Bonsai POT', ofShop), ['Bonsai POT', 'Floor lamps', 'Shades'])
  const updated = (category: string) =>
    parseProductUpdate(formOf({ version: '1', category }), { ...stored, category: 'Bonsai POT' }, 0, {
      ...choices,
      categories: ofShop,
    }).ok
  assert.deepEqual([updated('Bonsai POT'), updated('Shades'), updated('plant')], [true, true, false])
})

test('an update has at most five images, and each new file has its place', () => {
  const sent = (imageOrder: string[], files: number) =>
    parseProductUpdate(formOf({ version: '1', imageOrder }), { ...stored, category: 'POT' }, files, choices)
  assert.deepEqual(sent(['/b', 'new-1', '/a'], 2), {
    ok: true,
    value: { version: 1, images: ['/b', 'new-1', '/a', 'new-0'] },
  })
  assert.equal(sent(['/a', '/b', '/c', '/d'], 2).ok, false)
  assert.equal(sent([], 6).ok, false)
  assert.equal(sent(['new-7'], 0).ok, false)
})

test('a page that was open before an update of the shop may still call the order `pictures`', () => {
  const sent = parseProductUpdate(
    formOf({ version: '1', pictures: ['/b', '/a'] }),
    { ...stored, category: 'POT' },
    0,
    choices,
  )
  assert.deepEqual(sent, { ok: true, value: { version: 1, images: ['/b', '/a'] } })
})

test('an update reorders, adds and removes images', () => {
  const present = ['/a', '/b']
  assert.deepEqual(decideImages(present, undefined, []), present)
  assert.deepEqual(decideImages(present, undefined, ['/new']), ['/new'])
  assert.deepEqual(decideImages(present, ['new-0', '/b'], ['/new']), ['/new', '/b'])
  assert.equal(decideImages(present, ['/gone'], []), undefined)
})

test('a seller’s changes to text, images, tax and origin need approval; those to prices, size, SKU and discount do not', () => {
  for (const changed of [
    { title: 'x' },
    { description: 'x' },
    { category: 'plant' },
    { productImageUrl: ['/b'] },
    { altTexts: {} },
    { hsn: '6913' },
    { gstRate: 5 },
    { countryOfOrigin: 'India' },
    { tags: 'gift' },
    { attributes: 'Material: Stone' },
    { price: 1, title: 'x' },
  ])
    assert.ok(needsApproval(changed), JSON.stringify(changed))
  for (const changed of [
    {},
    { price: 1 },
    { discount: null },
    { sku: 'B-1' },
    { mrp: 900 },
    { quantity: 0 },
    { sizeCode: 'C02', sizeLabel: 'CUBEE C02' },
  ])
    assert.ok(!needsApproval(changed), JSON.stringify(changed))
})
