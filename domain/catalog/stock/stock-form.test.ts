import assert from 'node:assert/strict'
import { test } from 'node:test'
import { specifiedCatalogue } from '#domain/catalog/specified-sizes.ts'
import {
  decideStocked,
  findUnknownVariant,
  formatStock,
  parseStockFields,
  parseStockText,
  seenFields,
  toEdits,
  typedStock,
  type VariantEdit,
} from './stock-form.ts'

const name = { sizeCode: 'C01', finish: 'Grey Stone' }
const cell = { ...name, units: 5, price: null, sku: null }
const edit = (changes: Partial<VariantEdit> = {}): VariantEdit => ({ ...cell, seen: 5, ...changes })

test('a grid has numbers, empty choices, prices and SKUs', () => {
  assert.equal(parseStockFields({ title: 'Bowl' }), undefined)
  assert.deepEqual(
    parseStockFields({
      'units:C01/Grey Stone': '1,200',
      'seen:C01/Grey Stone': '5',
      'cellPrice:C01/Grey Stone': '₹1,450',
      'sku:C01/Grey Stone': ' A-1 ',
      'units:C02/Half/Half': '',
    }),
    {
      ok: true,
      cells: [
        { ...name, units: 1200, seen: 5, price: 1450, sku: 'A-1' },
        { sizeCode: 'C02', finish: 'Half/Half', units: null, seen: null, price: null, sku: null },
      ],
    },
  )
})

test('each wrong cell says how to fix it, at its field', () => {
  for (const [field, value, problem] of [
    ['units', '-1', /whole number/],
    ['units', '1.5', /whole number/],
    ['units', '1000000', /0 to 999999/],
    ['cellPrice', 'x', /whole rupees/],
    ['cellPrice', '0', /at least ₹1/],
    ['cellPrice', '10000000', /at most/],
    ['sku', 'x'.repeat(61), /at most 60/],
    ['sku', 'a;b', /semicolon/],
  ] as const) {
    const parsed = parseStockFields({ 'units:C01/Grey Stone': '1', [`${field}:C01/Grey Stone`]: value })
    assert.ok(parsed && !parsed.ok, value)
    assert.match(parsed.problems[`${field}:C01/Grey Stone`] ?? '', problem)
  }
  const parsed = parseStockFields({ 'units:C01/Grey Stone': '', 'cellPrice:C01/Grey Stone': '450' })
  assert.ok(parsed && !parsed.ok)
  assert.match(parsed.problems['units:C01/Grey Stone'] ?? '', /how many/)
})

const changesOf = (edits: VariantEdit[], current = [cell]) => {
  const decision = decideStocked(current, edits)
  assert.ok(decision.ok)
  return decision.changes.map(({ stocked, change, reason }) => [stocked?.units, change, reason])
}

test('what was typed is a difference to what was seen, so that sales meanwhile stay sold', () => {
  assert.deepEqual(changesOf([edit()]), [])
  assert.deepEqual(changesOf([edit({ units: 15 })]), [[15, 10, 'counted']])
  assert.deepEqual(changesOf([edit({ units: 15 })], [{ ...cell, units: 3 }]), [[13, 10, 'counted']])
  assert.deepEqual(changesOf([edit()], [{ ...cell, units: 3 }]), [], 'untouched')
  assert.deepEqual(changesOf([edit({ units: 0 })], [{ ...cell, units: 3 }]), [[0, -3, 'counted']])
  assert.deepEqual(changesOf([edit({ units: null })], [{ ...cell, units: 3 }]), [[undefined, -3, 'not-offered']])
  assert.deepEqual(changesOf([edit({ units: 7, seen: null })], []), [[7, 7, 'counted']])
  assert.deepEqual(changesOf([edit({ price: 450 })]), [[5, 0, 'counted']])
})

test('fewer than were sold meanwhile cannot be taken away, and the form says how many there are', () => {
  const decision = decideStocked([{ ...cell, units: 2 }], [edit({ units: 1 })])
  assert.ok(!decision.ok)
  assert.match(decision.problems['units:C01/Grey Stone'] ?? '', /were 5 when you opened.*are 2 now/)
  assert.deepEqual(decision.seen, { 'seen:C01/Grey Stone': '2' })
  assert.deepEqual(seenFields([cell]), { 'seen:C01/Grey Stone': '5' })
})

test('two versions of a grid can be compared', () => {
  const retired = { sizeCode: 'C01', finish: 'Old', units: 1, price: 300, sku: 'X' }
  const typed = typedStock([cell, retired], { 'units:C01/Grey Stone': '6', 'units:C02/Grey Stone': '' })
  assert.equal(formatStock(typed), 'C01/Grey Stone=6; C01/Old=1@300#X')
  assert.deepEqual(typedStock([cell], {}), [cell])
})

test('cells go into a spreadsheet and come back as they were', () => {
  const cells = [
    cell,
    { sizeCode: 'C01', finish: 'Half/Half best', units: 0, price: null, sku: 'S #1' },
    { sizeCode: 'C02', finish: 'Sandstone', units: 12, price: 450, sku: 'A@2=b' },
  ]
  assert.equal(formatStock(cells), 'C01/Grey Stone=5; C01/Half/Half best=0#S #1; C02/Sandstone=12@450#A@2=b')
  assert.deepEqual(parseStockText(formatStock(cells)), [
    cell,
    { sizeCode: 'C01', finish: 'Half/Half best', units: 0, price: null, sku: 'S #1' },
    cells[2],
  ])
  assert.deepEqual(parseStockText(''), [])
  for (const text of ['C01', 'C01/Grey Stone', 'C01/Grey Stone=x', 'C01/A=1; C01/A=2', 'C01/A=1@0'])
    assert.equal(parseStockText(text), undefined, text)
})

test('a wanted grid is the edits that lead to it', () => {
  const other = { ...cell, finish: 'Sandstone', units: 3 }
  const more = { ...cell, units: 6 }
  assert.deepEqual(changesOf(toEdits([cell, other], [more]), [cell, other]), [
    [6, 1, 'counted'],
    [undefined, -3, 'not-offered'],
  ])
})

test('a size or finish that the shop does not have is found', () => {
  assert.equal(findUnknownVariant([cell, { ...cell, finish: 'Gold', units: null }], specifiedCatalogue), undefined)
  const gold = { ...cell, finish: 'Gold' }
  assert.equal(findUnknownVariant([gold], specifiedCatalogue), gold)
})
