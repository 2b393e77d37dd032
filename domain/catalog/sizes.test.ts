import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  dimensionsOf,
  getSize,
  isPotColour,
  isSizeCode,
  POT_COLOURS,
  potImageOf,
  SIZES,
  type SizeCode,
  sizeLabelOf,
  sizeOptionName,
  sizesInFamilyOf,
} from './sizes.ts'

/** The customer's list, written out. */
const catalogue = {
  CUBEE: { C01: 495, C02: 849, C03: 1999, C04: 2980 },
  TUBO: { T01: 1385, T02: 2255 },
  WIDEE: { W01: 1375, W02: 1485, W03: 2255, W04: 3350 },
  TRIYA: { TR01: 1499, TR02: 1865, TR03: 3160, TR04: 4375 },
  BOXA: { B01: 2075, B02: 4450, B03: 5485 },
  OVALIN: { OV01: 2000, OV02: 3000 },
  BONSAI: { BON01: 2000, BON02: 3000, BON03: 4000 },
}

test('the catalogue holds the 22 sizes of the 7 families at the prices of the specification', () => {
  const ours = SIZES.map(({ code, family, price }) => [family, code, price])
  const theirs = Object.entries(catalogue).flatMap(([family, sizes]) =>
    Object.entries(sizes).map(([code, price]) => [family, code, price]),
  )
  assert.equal(theirs.length, 22)
  assert.deepEqual(ours, theirs)
})

test('a size offers every size of its family and no other, smallest first', () => {
  for (const sizes of Object.values(catalogue)) {
    const codes = Object.keys(sizes)
    for (const code of codes) {
      const offered = sizesInFamilyOf(code as SizeCode)
      assert.deepEqual(
        offered.map((size) => size.code),
        codes,
      )
    }
  }
})

test('dimensions grow with the price within a family', () => {
  for (const first of ['C01', 'T01', 'W01', 'TR01', 'B01', 'OV01', 'BON01'] as const) {
    const family = sizesInFamilyOf(first)
    for (const [index, size] of family.entries()) {
      assert.ok(size.width > 0 && size.depth > 0 && size.height > 0)
      const smaller = family[index - 1]
      if (!smaller) continue
      assert.ok(size.price > smaller.price, size.code)
      assert.ok(size.width > smaller.width && size.depth > smaller.depth && size.height > smaller.height, size.code)
    }
  }
})

test('a size option reads code, dimensions, price', () => {
  assert.equal(sizeOptionName(getSize('C02'), 849), 'C02 · 28 × 28 × 28 cm · ₹849')
  assert.equal(dimensionsOf(getSize('C02')), '28 × 28 × 28 cm')
  assert.equal(sizeLabelOf(getSize('BON03')), 'BONSAI BON03')
})

test('a size option shows the price that it is given, which need not be the catalogue price', () => {
  assert.ok(sizeOptionName(getSize('C02'), 123_456).endsWith(' · ₹1,23,456'))
})

test('a size code is one of the catalogue, to the letter', () => {
  for (const { code } of SIZES) {
    assert.ok(isSizeCode(code))
    assert.equal(getSize(code).code, code)
  }
  const strangers = ['', 'c02', 'C02 ', 'C05', 'C2', 'CUBEE', '__proto__', 'constructor', 'toString', null, undefined]
  for (const stranger of [...strangers, 2, {}, ['C02'], new String('C02')]) {
    assert.ok(!isSizeCode(stranger), String(stranger))
  }
})

test('asking for a size that does not exist is a mistake in the shop and says which', () => {
  assert.throws(() => getSize('C99' as SizeCode), /C99/)
  assert.throws(() => sizesInFamilyOf('__proto__' as SizeCode), /__proto__/)
})

test('pots come in four colours', () => {
  assert.deepEqual(POT_COLOURS, ['Grey Stone', 'Marble White', 'Sandstone', 'Mosaic Grey'])
  for (const colour of POT_COLOURS) assert.ok(isPotColour(colour))
  for (const stranger of ['', 'grey stone', 'Grey Stone ', 'Red', '__proto__', 0, null, undefined, ['Sandstone'], {}]) {
    assert.ok(!isPotColour(stranger), String(stranger))
  }
})

test('every family has an image of its own in each finish', () => {
  const images = new Set<string>()
  for (const family of Object.keys(catalogue) as (keyof typeof catalogue)[]) {
    for (const colour of POT_COLOURS) {
      const finish = `${family} ${colour}`.toLowerCase().replaceAll(' ', '-')
      assert.ok(potImageOf(family, colour).startsWith(`/pots/${finish}`), finish)
      images.add(potImageOf(family, colour))
    }
  }
  assert.equal(images.size, 7 * 4)
})
