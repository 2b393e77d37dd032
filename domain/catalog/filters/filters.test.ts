import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { getSize, POT_COLOURS, SIZES, specifiedCatalogue } from '#domain/catalog/specified-sizes.ts'
import { USES } from '#domain/catalog/uses.ts'
import { listFacets } from './facets.ts'
import {
  countFilters,
  FACETS,
  type Filters,
  filterParams,
  hasFilters,
  IN_STOCK,
  isRange,
  knownFilters,
  listQuery,
  noFilters,
  parseFilters,
  sizesThatFit,
  toggleFilter,
} from './filters.ts'
import { BAND_STARTS, bandAt, bandOf, findBand, labelOfBand, PRICE_BANDS } from './price-bands.ts'

const VALUES = {
  use: [...USES],
  family: ['CUBEE', 'TUBO', 'WIDEE'],
  size: SIZES.map(({ code }) => code),
  finish: [...POT_COLOURS],
  price: [...PRICE_BANDS],
  stock: [IN_STOCK],
  width: ['20', '28', '64'],
  attribute: ['material: stone', 'material: clay', 'indoor: yes'],
}
/** fast-check's own `binary` spends a second on a table of all characters. */
const anyCharacter = fc.nat({ max: 0x10ffff }).map((code) => String.fromCodePoint(code))
const someFilters = fc
  .record(Object.fromEntries(FACETS.map((facet) => [facet, fc.subarray(VALUES[facet])])) as never)
  .map((filters) => parsed(filterParams(filters as Filters)))

function parsed(params: [string, string][] | string): Filters {
  return parseFilters(new URLSearchParams(params))
}

test('an address says what is chosen, in one way only', () => {
  fc.assert(
    fc.property(someFilters, (filters) => {
      const params = filterParams(filters)
      assert.deepEqual(parsed(params), filters)
      assert.deepEqual(filterParams(parsed([...params.toReversed(), ...params])), params)
      assert.deepEqual(knownFilters(filters, specifiedCatalogue), filters)
    }),
  )
})

test('choosing a value twice changes nothing', () => {
  fc.assert(
    fc.property(
      someFilters,
      fc.constantFrom(...FACETS.filter((facet) => !isRange(facet))),
      fc.nat(),
      (filters, facet, place) => {
        const value = VALUES[facet][place % VALUES[facet].length] as string
        const toggled = toggleFilter(filters, facet, value)
        assert.notEqual(toggled[facet].includes(value), filters[facet].includes(value))
        assert.deepEqual(toggleFilter(toggled, facet, value), filters)
      },
    ),
  )
})

test('no address breaks anything, and none is long', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...FACETS, 'page'), fc.string({ unit: anyCharacter }))), (params) => {
      const filters = parsed(params)
      assert.deepEqual(parsed(filterParams(filters)), filters)
      assert.equal(
        hasFilters(knownFilters(filters, { sizes: [], finishes: [] })),
        filters.price.length > 0 || filters.stock.length > 0,
      )
    }),
  )
  const many = Array.from({ length: 1000 }, (_, n): [string, string] => ['family', `F${n}`])
  assert.equal(parsed(many).family.length, 30)
  assert.deepEqual(parsed([['family', 'x'.repeat(61)]]), noFilters)
})

test('what the shop does not have is ignored, capitals or not', () => {
  const { family, size, finish, price, stock } = knownFilters(
    parsed(
      'family=cubee&family=BRASS&size=tr04&finish=sandstone&finish=Pink&price=1-2&price=500-999&stock=out&stock=in',
    ),
    specifiedCatalogue,
  )
  assert.deepEqual(
    { family, size, finish, price, stock },
    {
      family: ['CUBEE'],
      size: ['TR04'],
      finish: ['Sandstone'],
      price: ['500-999'],
      stock: ['in'],
    },
  )
  const retired = { ...specifiedCatalogue, finishes: [{ name: 'Sandstone', swatch: '#dcc8a2', isRetired: true }] }
  assert.deepEqual(knownFilters(parsed('finish=Sandstone'), retired), noFilters)
})

test('without filters the address of a page is the specified one', () => {
  assert.equal(listQuery({ page: 1, sort: 'newest', filters: noFilters }), '?page=1')
  assert.equal(listQuery({ page: 2, sort: 'lowToHigh', filters: noFilters }), '?page=2&sort=lowToHigh')
  const filters = parsed('finish=Grey+Stone&family=CUBEE')
  assert.equal(listQuery({ page: 1, sort: 'newest', filters }), '?family=CUBEE&finish=Grey+Stone')
  assert.equal(
    listQuery({ page: 3, sort: 'highToLow', filters }),
    '?page=3&sort=highToLow&family=CUBEE&finish=Grey+Stone',
  )
})

test('every price is in exactly one band, which its label names', () => {
  fc.assert(
    fc.property(fc.oneof(fc.nat({ max: 9_999_999 }), fc.constantFrom(...BAND_STARTS)), (price) => {
      const fitting = PRICE_BANDS.filter((name) => {
        const band = findBand(name)
        return band && price >= band.from && price <= (band.to ?? Number.POSITIVE_INFINITY)
      })
      assert.deepEqual(fitting, [bandOf(price)])
    }),
  )
  const labels = [0, 4, 16].map((number) => labelOfBand(findBand(bandAt(number)) ?? { from: 0 }))
  assert.deepEqual(labels, ['Under ₹100', '₹500 – ₹999', '₹5,00,000 and above'])
})

test('of very many families the most common are offered, in their order, and those that are chosen', () => {
  const families = Array.from({ length: 60 }, (_, n) => `F${n}`)
  const size = { price: 100, width: 10, depth: 10, height: 10, weight: null, isRetired: false }
  const sizes = families.map((family) => ({ ...size, family, code: `${family}S` }))
  const groups = families.map((family, n) => ({
    category: 'POT',
    count: n < 10 ? 1 : 2,
    variants: [{ size: `${family}S`, finish: 'Sandstone', price: '100-299', stock: IN_STOCK }],
  }))
  const catalogue = { ...specifiedCatalogue, sizes }
  const familiesFor = (filters: Filters) =>
    listFacets(groups, { filters, catalogue })
      .facets.find(({ facet }) => facet === 'family')
      ?.values.map(({ value }) => value)
  assert.deepEqual(familiesFor(noFilters), families.slice(10, 50))
  assert.deepEqual(familiesFor(parsed('family=F3')), ['F3', ...families.slice(10, 50)])
})

test('a width is from and to, both included; whatever leaves nothing out is no filter', () => {
  const known = (query: string) => knownFilters(parsed(query), specifiedCatalogue).width
  assert.deepEqual(known('width=40&width=28'), ['28', '40'])
  assert.deepEqual(known('width=200&width=9&width=30'), [], '20 to 110 is all of them')
  assert.deepEqual(known('width=1&width=30'), ['20', '30'])
  assert.deepEqual(known('width=-1&width=1e3&width=x&width=12345'), [])
  const filters = parsed('width=28&width=40')
  const widths = sizesThatFit(filters, specifiedCatalogue)?.map((code) => getSize(code).width)
  assert.deepEqual([Math.min(...(widths ?? [])), Math.max(...(widths ?? []))], [28, 40])
  assert.equal(countFilters(filters), 1)
})

test('a place is what a size fits by its dimensions', () => {
  const codesFor = (use: string) => sizesThatFit(parsed(`use=${use}`), specifiedCatalogue) ?? []
  assert.deepEqual(codesFor('Desk'), ['C01', 'BON01'])
  assert.deepEqual(codesFor('Balcony'), ['C01', 'C02', 'TR01', 'B01', 'B02', 'OV01'])
  assert.deepEqual(codesFor('Doorway'), ['T01', 'T02', 'TR03', 'TR04'])
  assert.deepEqual(codesFor('Floor'), ['C03', 'C04', 'W04', 'TR03', 'TR04'])
  for (const use of USES) {
    const families = new Set(codesFor(use).map((code) => getSize(code).family))
    assert.ok(families.size <= 4, `${use} leaves out at least three of the seven families`)
  }
})

test('a choice that would change nothing is not offered, unless it is chosen', () => {
  const variants = (size: string, price: string) =>
    POT_COLOURS.map((finish) => ({ size, finish, price, stock: IN_STOCK }))
  const groups = [
    { category: 'POT', count: 2, variants: variants('C01', '300-499') },
    { category: 'POT', count: 3, variants: variants('TR04', '3000-4999') },
  ]
  const facetsFor = (query: string) =>
    listFacets(groups, { filters: parsed(query), catalogue: specifiedCatalogue }).facets.map(
      ({ facet, values }) => `${facet}: ${values.map(({ label, count }) => `${label} ${count}`).join(', ')}`,
    )
  assert.deepEqual(facetsFor(''), [
    'use: Balcony 2, Desk 2, Doorway 3, Floor 3',
    'family: CUBEE 2, TRIYA 3',
    'price: Under ₹500 2, ₹3,000 – ₹4,999 3',
    'width: 20 cm 2, 56 cm 3',
    'size: CUBEE C01 2, TRIYA TR04 3',
  ])
  const widthsFor = (query: string) => facetsFor(query).find((facet) => facet.startsWith('width'))
  assert.equal(widthsFor('family=CUBEE'), undefined, 'the family leaves one width')
  assert.equal(widthsFor('width=20&width=30'), 'width: 20 cm 2, 56 cm 3', 'its own choice leaves all of them')
  assert.equal(widthsFor('family=CUBEE&width=20&width=30'), 'width: 20 cm 2, 56 cm 0', 'so that it can be taken back')
  assert.ok(facetsFor('finish=Sandstone').includes('finish: Sandstone 5'))
  assert.deepEqual(
    facetsFor('use=Desk').filter((facet) => !facet.startsWith('width')),
    ['use: Balcony 2, Desk 2, Doorway 3, Floor 3'],
  )
})
