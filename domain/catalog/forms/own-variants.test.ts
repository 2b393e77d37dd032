import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findBarcodeProblem } from '#domain/catalog/barcode.ts'
import { parseStockText } from '#domain/catalog/stock/stock-form.ts'
import {
  carryRows,
  changesWhatIsShown,
  combinationsOf,
  decideOwn,
  type OwnVariant,
  ownFieldName,
  ownFields,
  ownText,
  parseOwnVariants,
  typedOptions,
} from './own-variants.ts'
import { type EditableProduct, parseNewProduct, parseProductUpdate } from './product-form.ts'

type EditedProduct = Pick<EditableProduct, 'category' | 'cells' | 'mrp' | 'own' | 'price' | 'sizeCode' | 'stock'>

const EAN = '8901234567890'
const pack = { stock: 'counted', option1: 'Pack', values1: '1 kg, 5 kg' }
const row = (key: string, fields: Record<string, string> = {}) =>
  Object.fromEntries(
    Object.entries({ id: '', offered: 'on', price: '99', units: '4', ...fields }).map(([field, text]) => [
      `own:${field}:${key}`,
      text,
    ]),
  )
const problemsOf = (sent: Record<string, string>) => {
  const parsed = parseOwnVariants(sent)
  return parsed.ok ? {} : parsed.problems
}
const variant = (rest: Partial<OwnVariant> = {}): OwnVariant => ({
  ...{ id: 7, options: ['1 kg'], isOffered: true, units: 5, price: 99, sku: null, barcode: null },
  ...{ weight: null, image: null },
  ...rest,
})

test('a barcode is right when its last digit fits', () => {
  for (const right of [EAN, '96385074', '036000291452', '10614141000415'])
    assert.equal(findBarcodeProblem(right), undefined, right)
  assert.match(findBarcodeProblem('8901234567894') ?? '', /last digit/)
  for (const wrong of ['890123456789', '89012345678901', '12', '89012x4567894'])
    assert.notEqual(findBarcodeProblem(wrong), undefined, wrong)
})

test('a grid is read with prices, units, codes and weights', () => {
  const parsed = parseOwnVariants({
    ...pack,
    ...row('1 kg', { price: '₹1,099', units: '1,200', sku: ' S-1 ', barcode: '890-1234 567890', weight: '1.05 kg' }),
    ...row('5 kg', { price: '399', units: '0', offered: '' }),
  })
  assert.ok(parsed.ok)
  const rest = { seen: null, hasNoPicture: false, id: null }
  assert.deepEqual(parsed.form, {
    names: ['Pack'],
    edits: [
      { ...rest, options: ['1 kg'], isOffered: true, units: 1200, price: 1099, sku: 'S-1', barcode: EAN, weight: 1.05 },
      { ...rest, options: ['5 kg'], isOffered: false, units: 0, price: 399, sku: null, barcode: null, weight: null },
    ],
  })
  assert.deepEqual([parsed.price, parsed.highest], [1099, 1099])
})

test('without options there is one variant, and the product has its price and SKU', () => {
  const parsed = parseOwnVariants({ stock: 'counted', ...row('', { sku: 'TROWEL', offered: '' }) })
  assert.ok(parsed.ok)
  assert.deepEqual([parsed.price, parsed.sku], [99, 'TROWEL'])
  const [only] = parsed.form.edits
  assert.deepEqual([only?.price, only?.sku, only?.isOffered], [null, null, true])
  assert.match(problemsOf({ ...row('', { sku: 'two words' }) })['own:sku:'] ?? '', /letters, digits/)
})

test('each mistake is told at its field', () => {
  const at = (sent: Record<string, string>, field: string) => problemsOf(sent)[field] ?? ''
  assert.match(at({ option1: 'Pack' }, 'values1'), /values, with commas/)
  assert.match(at({ values1: 'Red' }, 'option1'), /Name this option/)
  assert.match(at({ ...pack, values1: '1 kg, 5 kg, 1 KG' }, 'values1'), /“1 KG” is there twice/)
  assert.match(at({ ...pack, option2: 'pack', values2: 'x' }, 'option2'), /Another option/)
  assert.match(at({ ...pack, values1: 'a · b' }, 'values1'), /Leave/)
  assert.match(at({ ...pack, option1: 'a: b' }, 'option1'), /Leave/)
  const many = Array.from({ length: 101 }, (_, index) => `v${index}`).join(',')
  assert.match(at({ option1: 'N', values1: many }, 'values1'), /That makes 101 variants\. .* at most 100/)
  assert.match(at({ ...pack, option2: 'N', values2: many }, 'values2'), /That makes 202 variants/)
  const long = 'x'.repeat(60)
  const names = { option1: 'a'.repeat(40), option2: 'b'.repeat(40), values1: long, values2: long }
  assert.match(at(names, 'values2'), /too long/)
  const grid = { ...pack, ...row('1 kg'), ...row('5 kg') }
  assert.match(at({ ...grid, 'own:price:5 kg': '' }, 'own:price:5 kg'), /Enter a price/)
  assert.match(at({ ...grid, 'own:price:5 kg': '0' }, 'own:price:5 kg'), /at least ₹1/)
  assert.match(at({ ...grid, 'own:units:5 kg': '' }, 'own:units:5 kg'), /how many/)
  assert.match(at({ ...grid, 'own:barcode:5 kg': '8901234567894' }, 'own:barcode:5 kg'), /last digit/)
  assert.match(at({ ...grid, 'own:weight:5 kg': 'heavy' }, 'own:weight:5 kg'), /kilograms/)
  assert.match(at({ ...grid, 'own:weight:5 kg': '0' }, 'own:weight:5 kg'), /above 0/)
  const alike = { 'own:barcode:1 kg': EAN, 'own:barcode:5 kg': EAN }
  assert.match(at({ ...grid, ...alike }, 'own:barcode:5 kg'), /Another variant has this barcode/)
  const none = { 'own:offered:1 kg': '', 'own:offered:5 kg': '' }
  assert.match(at({ ...grid, ...none }, 'own:offered:1 kg'), /Offer at least one/)
  assert.match(at({ ...pack, ...row('1 kg') }, 'own:price:5 kg'), /Enter a price/, 'a row that was not shown yet')
})

test('a hundred variants are taken, and many more do not take long to refuse', () => {
  const ten = Array.from({ length: 10 }, (_, index) => `v${index}`)
  assert.equal(combinationsOf([{ values: ten }, { values: ten }])?.length, 100)
  const huge = Array.from({ length: 30_000 }, (_, index) => `v${index}`)
  const start = performance.now()
  const sent = {
    option1: 'A',
    values1: huge.join(','),
    option2: 'B',
    values2: huge.join(','),
    option3: 'C',
    values3: 'x',
  }
  assert.match(problemsOf(sent).values3 ?? '', /at most 100/)
  assert.ok(performance.now() - start < 3000)
})

test('a product of another kind has no size, and the lowest price of its variants', () => {
  const form = { kind: 'Other', title: 'Soil', description: 'For pots', category: 'POT', price: '1', sizeCode: 'C01' }
  const choices = { sizes: [], finishes: [], categories: [] }
  const sent = { ...form, ...pack, ...row('1 kg', { price: '150' }), ...row('5 kg') }
  const parsed = parseNewProduct(sent, 1, choices)
  assert.ok(parsed.ok)
  assert.deepEqual([parsed.value.sizeCode, parsed.value.price, parsed.value.cells], ['', 99, undefined])
  const low = parseNewProduct({ ...sent, mrp: '120' }, 1, choices)
  assert.match((!low.ok && low.problems.mrp) || '', /at least the price, ₹150/)
  const wrong = parseNewProduct({ ...sent, option1: '', title: '' }, 0, choices)
  assert.deepEqual(Object.keys((!wrong.ok && wrong.problems) || {}).sort(), ['images', 'option1', 'title'])
})

test('an edit of another kind keeps its kind, whatever is sent', () => {
  const own = { names: ['Pack'], variants: [variant()] }
  const product: EditedProduct = {
    ...{ category: 'POT', sizeCode: '', price: 99, mrp: null, cells: [], own },
    stock: 'counted',
  }
  const choices = { sizes: [], finishes: [], categories: [] }
  const sent = { version: '1', sizeCode: 'C01', price: '5', ...pack, values1: '1 kg', ...row('1 kg', { price: '120' }) }
  const parsed = parseProductUpdate(sent, product, 0, choices)
  assert.ok(parsed.ok)
  assert.deepEqual([parsed.value.sizeCode, parsed.value.price], [undefined, 120])
  const inList = parseProductUpdate({ version: '1', price: '5' }, product, 0, choices)
  assert.match((!inList.ok && inList.problems.price) || '', /price of its own/)
})

test('units are a difference, a renamed variant stays the same, and what is left out goes', () => {
  const edit = { ...variant(), seen: 5, units: 8, hasNoPicture: false }
  const stored = [variant({ units: 3, image: '/a' }), variant({ id: 8, options: ['5 kg'] })]
  const decision = decideOwn(stored, { names: ['Pack'], edits: [{ ...edit, options: ['1kg'] }] }, new Map())
  assert.ok(decision.ok)
  assert.deepEqual(
    decision.writes.map(({ id, options, units, change, image }) => [id, options, units, change, image]),
    [[7, ['1kg'], 6, 3, '/a']],
  )
  assert.deepEqual(
    decision.gone.map(({ id }) => id),
    [8],
  )
  const fewer = decideOwn([variant({ units: 1 })], { names: ['Pack'], edits: [{ ...edit, units: 1 }] }, new Map())
  assert.ok(!fewer.ok)
  assert.match(fewer.problems['own:units:1 kg'] ?? '', /were 5 when you opened.*are 1 now/)
  assert.deepEqual(fewer.seen, { 'own:seen:1 kg': '1' })
})

test('an id of another product names nothing', () => {
  const edit = { ...variant({ id: 999 }), seen: null, units: 8, hasNoPicture: false }
  const decision = decideOwn([], { names: ['Pack'], edits: [edit] }, new Map([['1 kg', '/new']]))
  assert.ok(decision.ok)
  assert.deepEqual([decision.writes[0]?.id, decision.writes[0]?.change, decision.writes[0]?.image], [null, 8, '/new'])
})

test('the form shows what is stored, and reads it again unchanged', () => {
  const variants = [
    variant({ sku: 'S', barcode: EAN, weight: 1.2 }),
    variant({ id: 8, options: ['5 kg'], isOffered: false }),
  ]
  const own = { names: ['Pack'], variants }
  const fields = ownFields(own, { price: 99, sku: '' })
  const parsed = parseOwnVariants({ stock: 'counted', ...fields })
  assert.ok(parsed.ok)
  const decision = decideOwn(variants, parsed.form, new Map())
  assert.ok(decision.ok)
  const after = decision.writes.map(({ change, reason, id, ...one }) => ({ ...one, id: id ?? 0 }))
  assert.equal(ownText({ names: ['Pack'], variants: after }), ownText(own))
  assert.equal(changesWhatIsShown(own, { names: ['Pack'], variants: after }), false)
  assert.equal(changesWhatIsShown(own, { names: ['Size of the bag'], variants: after }), true)
})

test('a value that is typed anew keeps its row', () => {
  const texts = { values1: '1 kg, 5 kg', 'own:price:1 kg': '99', 'own:price:5 kg': '399' }
  const options = (values1: string) => typedOptions({ option1: 'Pack', values1 })
  const renamed = carryRows(texts, options('1 kg, 5 kg'), options('1 kg, 5 kilos'))
  assert.equal(renamed[ownFieldName('price', ['5 kilos'])], '399')
  assert.equal(renamed[ownFieldName('price', ['5 kg'])], undefined)
  const swapped = carryRows(texts, options('1 kg, 5 kg'), options('5 kg, 1 kg'))
  assert.deepEqual([swapped['own:price:1 kg'], swapped['own:price:5 kg']], ['99', '399'])
  assert.equal(carryRows(texts, options('1 kg, 5 kg'), options('1 kg'))['own:price:5 kg'], '399')
})

test('a file brings weight, barcode and picture of variants that are no pots', () => {
  const text = `/Pack: 5 kg=4@399 weight 5.2 barcode ${EAN} picture /productImages/1-bag#S=1; /Pack: 1 kg=2`
  assert.deepEqual(parseStockText(text), [
    {
      ...{ sizeCode: '', finish: 'Pack: 5 kg', units: 4, price: 399, sku: 'S=1', barcode: EAN, weight: 5.2 },
      image: '/productImages/1-bag',
    },
    { sizeCode: '', finish: 'Pack: 1 kg', units: 2, price: null, sku: null, barcode: null, weight: null, image: null },
  ])
  assert.equal(parseStockText('/Pack: 5 kg=4 barcode 8901234567894'), undefined)
  assert.equal(parseStockText('C01/Grey Stone=4 weight 5'), undefined)
})
