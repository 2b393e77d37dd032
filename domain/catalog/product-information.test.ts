import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultShopInfo } from '#domain/shop/shop-info.ts'
import { listProductInformation } from './product-information.ts'
import { getSize } from './specified-sizes.ts'

const plain = { title: 'Cube', sizeCode: 'C02' } as const
const own = getSize('C02')

test('a shop that has filled in nothing says nothing', () => {
  assert.deepEqual(listProductInformation(plain, own, defaultShopInfo), [])
})

test('whatever is known brings the block, with all that the rules ask for', () => {
  const shop = {
    ...defaultShopInfo,
    countryOfOrigin: 'India',
    manufacturer: 'Gamla Pots, Pune',
    customerCareEmail: 'care@gamla.example',
    customerCarePhone: '020 5550 0100',
    productNoun: 'lamp',
  }
  assert.deepEqual(
    listProductInformation({ ...plain, mrp: 123456, countryOfOrigin: 'Italy' }, own, shop).map(
      ({ name, value }) => `${name}: ${value}`,
    ),
    [
      'MRP: ₹1,23,456 (inclusive of all taxes)',
      'Country of origin: Italy',
      'Manufacturer: Gamla Pots, Pune',
      'Net quantity: 1 N (1 lamp)',
      'Generic name: Lamp',
      'Dimensions: 28 × 28 × 28 cm, width × depth × height',
      'Customer care: care@gamla.example, 020 5550 0100',
    ],
  )
  const names = (product: Parameters<typeof listProductInformation>[0], part: object = {}, size = own) =>
    listProductInformation(product, size, { ...defaultShopInfo, ...part }).map(({ name }) => name)
  const always = ['Net quantity', 'Generic name', 'Dimensions']
  assert.deepEqual(names({ ...plain, mrp: 900 }), ['MRP', ...always])
  assert.deepEqual(names({ ...plain, mrp: 900 }, {}, getSize('C03')), always, 'another size has no MRP of its own')
  assert.deepEqual(names(plain, { countryOfOrigin: 'India' }), ['Country of origin', ...always])
  assert.deepEqual(names(plain, { manufacturer: 'Gamla' }), ['Manufacturer', ...always])
  assert.deepEqual(names(plain, { customerCarePhone: '020' }), [...always, 'Customer care'])
})

test('a product of another kind is no pot and has no dimensions', () => {
  const soil = { title: 'Potting soil', sizeCode: '', countryOfOrigin: 'India' }
  const facts = listProductInformation(soil, undefined, defaultShopInfo)
  assert.deepEqual(
    facts.map(({ name, value }) => `${name}: ${value}`),
    ['Country of origin: India', 'Net quantity: 1 N', 'Generic name: Potting soil'],
  )
})
