import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Catalogue,
  dimensionsOf,
  findSize,
  finishesOnSale,
  sizeLabelOf,
  sizeOptionName,
  sizesOf,
} from './sizes.ts'
import { getSize, POT_COLOURS, SIZES, sizesInFamilyOf, specifiedCatalogue } from './specified-sizes.ts'

const codesOf = (catalogue: Catalogue, sizeCode: string) => sizesOf(catalogue, { sizeCode }).map(({ code }) => code)
const retire = (...codes: string[]): Catalogue => ({
  ...specifiedCatalogue,
  sizes: SIZES.map((size) => ({ ...size, isRetired: codes.includes(size.code) })),
})

test('a product comes in the sizes of its own family only, smallest first', () => {
  for (const own of SIZES) {
    const family = sizesInFamilyOf(own.code).map(({ code }) => code)
    assert.deepEqual(codesOf(specifiedCatalogue, own.code), family)
  }
  assert.deepEqual(codesOf(specifiedCatalogue, 'C99'), [])
})

test('a retired size is offered by products that have it as their own, and by no other', () => {
  assert.deepEqual(codesOf(retire('C02'), 'C01'), ['C01', 'C03', 'C04'])
  assert.deepEqual(codesOf(retire('C02'), 'C02'), ['C01', 'C02', 'C03', 'C04'])
  assert.deepEqual(codesOf(retire('C01', 'C02', 'C03', 'C04'), 'C03'), ['C03'])
})

test('a retired finish is not on sale', () => {
  assert.deepEqual(
    finishesOnSale(specifiedCatalogue).map(({ name }) => name),
    POT_COLOURS,
  )
  const finishes = specifiedCatalogue.finishes.map((finish) => ({ ...finish, isRetired: finish.name === 'Sandstone' }))
  assert.equal(finishesOnSale({ finishes }).length, 3)
})

test('a size is found by its code, to the letter', () => {
  for (const { code } of SIZES) assert.equal(findSize(specifiedCatalogue, code)?.code, code)
  for (const stranger of ['', 'c02', 'C02 ', 'C05', 'CUBEE', '__proto__', 'constructor']) {
    assert.equal(findSize(specifiedCatalogue, stranger), undefined)
  }
})

test('a size option reads code, dimensions, price', () => {
  assert.equal(sizeOptionName(getSize('C02'), 849), 'C02 · 28 × 28 × 28 cm · ₹849')
  assert.equal(dimensionsOf({ width: 7.5, depth: 6, height: 100 }), '7.5 × 6 × 100 cm')
  assert.equal(sizeLabelOf(getSize('BON03')), 'BONSAI BON03')
  assert.ok(sizeOptionName(getSize('C02'), 123_456).endsWith(' · ₹1,23,456'))
})
