import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { EMPTY_FIELDS } from '#domain/catalog/product-fields.ts'
import { SIZES } from '#domain/catalog/specified-sizes.ts'
import { escapeFormula, unescapeFormula } from '#domain/cells.ts'
import { decideImport, type ImportRow, parseImportRow } from './csv.ts'

const record = {
  id: '',
  version: '',
  title: 'Bowl',
  price: '849',
  sizeCode: 'C02',
  category: 'Indoor POT',
  description: 'A bowl.',
  discount: '',
  productImageUrl: '/pots/cubee-grey-stone-front /productImages/1763700000000-bowl-4f1c9a',
  sku: 'B/1',
  hsn: '6913',
  gstRate: '1.5',
  mrp: '₹1,200',
  countryOfOrigin: 'India',
  altText: '\nThe same bowl from above',
  approved: '',
  featured: '',
  onSale: '',
}

function read(cells: Record<string, string>): ImportRow {
  const parsed = parseImportRow(cells, SIZES)
  assert.ok(parsed.ok, JSON.stringify(parsed))
  return parsed.value
}

function problemOf(cells: Record<string, string>): Record<string, string> {
  const parsed = parseImportRow({ ...record, ...cells }, SIZES)
  return parsed.ok ? {} : parsed.problems
}

test('no cell begins like a formula, and reading takes away exactly what writing added', () => {
  for (const bad of ['=1+1', '+1', '-1', '@SUM(A1)', '＝1+1', '＠SUM(A1)', '\ta', '\r=1']) {
    assert.equal(escapeFormula(bad), `'${bad}`)
  }
  assert.equal(escapeFormula('Bowl;=HYPERLINK("https://bad.example")'), `Bowl;'=HYPERLINK("https://bad.example")`)
  for (const good of ['Bowl', 'Round; - deep', "'quoted'", "it's", '', '5 = 5']) assert.equal(escapeFormula(good), good)
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("'", '=', '-', '@', '＝', '\t', 'a', '"', ',', ';') }), (text) => {
      assert.doesNotMatch(escapeFormula(text), /^[=+\-@＝＋－＠\t\r\n]|[;\t][=+\-@＝＋－＠]/)
      assert.equal(unescapeFormula(escapeFormula(text)), text)
    }),
  )
})

test('an image that is named twice is one image', () => {
  const twice = '/pots/cubee-grey-stone-front  /pots/cubee-detail /pots/cubee-grey-stone-front'
  assert.deepEqual(read({ ...record, productImageUrl: twice }).productImageUrl, [
    '/pots/cubee-grey-stone-front',
    '/pots/cubee-detail',
  ])
})

test('a row is read as a form would be, with its size label', () => {
  assert.deepEqual(read(record), {
    id: null,
    version: null,
    title: 'Bowl',
    price: 849,
    sizeCode: 'C02',
    sizeLabel: 'CUBEE C02',
    category: 'Indoor POT',
    description: 'A bowl.',
    discount: null,
    sku: 'B/1',
    hsn: '6913',
    gstRate: 1.5,
    mrp: 1200,
    countryOfOrigin: 'India',
    productImageUrl: ['/pots/cubee-grey-stone-front', '/productImages/1763700000000-bowl-4f1c9a'],
    altText: ['', 'The same bowl from above'],
    approved: undefined,
    featured: undefined,
    onSale: undefined,
  })
  assert.deepEqual(read({ id: '17', title: "'=Bowl", approved: 'TRUE' }), {
    id: 17,
    version: null,
    title: '=Bowl',
    approved: true,
  })
})

test('each invalid cell says how to fix it', () => {
  const wrong: [string, string, RegExp][] = [
    ['id', 'x', /whole number/],
    ['title', '', /Enter a title/],
    ['title', 'x'.repeat(201), /at most 200/],
    ['price', '-1', /whole rupees/],
    ['price', '0', /at least ₹1/],
    ['sizeCode', 'C9', /Choose a size/],
    ['category', 'x'.repeat(101), /at most 100/],
    ['description', ' ', /description/],
    ['discount', '101', /at most 100/],
    ['productImageUrl', '', /at least one/],
    ['productImageUrl', '/pots/a /pots/b /pots/c /pots/d /pots/e /pots/f', /at most 5/],
    ['approved', 'yes', /true or false/],
    ['onSale', 'no', /true or false/],
    ['sku', 'x'.repeat(41), /at most 40/],
    ['sku', 'B 1', /letters, digits/],
    ['hsn', '691', /4, 6 or 8 digits/],
    ['gstRate', '12', /one of these rates: 0, 0.25, 1.5, 3, 5, 18, 40 %/],
    ['mrp', '12.50', /whole rupees/],
    ['altText', 'x'.repeat(201), /at most 200/],
  ]
  for (const [column, cell, problem] of wrong)
    assert.match(problemOf({ [column]: cell })[column] ?? '', problem, column)
})

const present = {
  ...EMPTY_FIELDS,
  version: 3,
  title: 'Bowl',
  price: 849,
  sizeCode: 'C02' as const,
  sizeLabel: 'CUBEE C02',
  category: 'Indoor POT',
  description: 'A bowl.',
  productImageUrl: ['/pots/cubee-grey-stone'],
  mrp: 950,
  altTexts: { '/pots/cubee-grey-stone': 'A bowl' },
  approved: true,
  featured: false,
  onSale: true,
}
const row = { id: 17, version: 3 }

test('a row that says what the shop has changes nothing, even when it is old', () => {
  assert.deepEqual(decideImport({ ...row, title: 'Bowl', discount: null }, present), { kind: 'unchanged' })
  assert.deepEqual(decideImport({ ...row, version: 1, title: 'Bowl' }, present), { kind: 'unchanged' })
  assert.equal(decideImport({ ...row, altText: ['A bowl'] }, present).kind, 'unchanged')
})

test('a row changes the cells that differ, and nothing else', () => {
  assert.deepEqual(decideImport({ ...row, price: 900, featured: true }, present), {
    kind: 'change',
    before: { price: 849, featured: false },
    after: { price: 900, featured: true },
    cells: [],
  })
  assert.deepEqual(decideImport({ ...row, onSale: false, altText: [] }, present), {
    kind: 'change',
    before: { onSale: true, altTexts: { '/pots/cubee-grey-stone': 'A bowl' } },
    after: { onSale: false, altTexts: {} },
    cells: [],
  })
})

test('a row that cannot be imported names its column', () => {
  const problems = [
    decideImport({ ...row, altText: ['A bowl', 'and a second line'] }, present),
    decideImport({ ...row, price: 951 }, present),
    decideImport({ ...row, mrp: 848 }, present),
    decideImport({ ...row, version: 2, price: 900 }, present),
    decideImport({ ...row, version: null, price: 900 }, present),
    decideImport({ ...row, approved: false }, present),
    decideImport(row, undefined),
    decideImport({ id: null, version: null, title: 'Only a title' }, undefined),
  ]
  assert.deepEqual(
    problems.map((decision) => decision.kind === 'problem' && decision.column),
    ['altText', 'mrp', 'mrp', 'version', 'version', 'approved', 'id', 'sizeCode'],
  )
})

test('a product is counted only with the numbers of its choices', () => {
  const units = [{ sizeCode: 'C02', finish: 'Grey Stone', units: 0, price: null, sku: null }]
  const counted = { ...row, stock: 'counted' as const }
  const added = { ...read(record), stock: 'counted' as const }
  for (const decision of [
    decideImport(counted, present),
    decideImport({ ...counted, cells: [] }, { ...present, cells: units }),
    decideImport(added, undefined),
  ])
    assert.equal(decision.kind === 'problem' && decision.column, 'cells')
  assert.equal(decideImport({ ...counted, cells: units }, present).kind, 'change')
  assert.equal(decideImport(counted, { ...present, cells: units }).kind, 'change')
  assert.equal(decideImport({ ...added, cells: units }, undefined).kind, 'add')
})

test('a set is neither added nor priced by a file, and its other columns change', () => {
  const set = { ...present, sizeCode: '', sizeLabel: '', stock: 'set' as const }
  const decide = (cells: Partial<ImportRow>) => decideImport({ ...row, ...cells }, set)
  assert.equal(decide({ stock: 'set', price: set.price }).kind, 'unchanged')
  assert.equal(decide({ title: 'Balcony set' }).kind, 'change')
  for (const [cells, column] of [
    [{ price: 1 }, 'price'],
    [{ stock: 'counted' }, 'stock'],
  ] as const) {
    const decided = decide(cells)
    assert.ok(decided.kind === 'problem' && decided.column === column)
  }
  const added = decideImport(read({ ...record, sizeCode: '', stock: 'set' }), undefined)
  assert.ok(added.kind === 'problem' && added.column === 'stock')
})

test('an address of no image of the shop is refused, unless the product has it already', () => {
  for (const address of ['https://elsewhere.example/x.png', '/productImages/../secret', '/pots/none']) {
    const productImageUrl = [address]
    const decisions = [
      decideImport({ ...read(record), altText: [], productImageUrl }, undefined),
      decideImport({ ...row, productImageUrl }, present),
    ]
    for (const decision of decisions) assert.equal(decision.kind === 'problem' && decision.column, 'productImageUrl')
    const stored = { ...present, productImageUrl, altTexts: {} }
    assert.equal(decideImport({ ...row, productImageUrl }, stored).kind, 'unchanged')
  }
})

test('a row without an id adds a product, approved and on sale; optional columns may be missing', () => {
  const added = decideImport(read(record), undefined)
  assert.ok(added.kind === 'add' && added.values.approved && added.values.onSale && !added.values.featured)
  assert.deepEqual(added.values.altTexts, { '/productImages/1763700000000-bowl-4f1c9a': 'The same bowl from above' })
  const { mrp, altText, onSale, ...few } = record
  const plain = decideImport(read(few), undefined)
  assert.ok(plain.kind === 'add' && plain.values.mrp === null)
  assert.deepEqual(plain.values.altTexts, {})
})
