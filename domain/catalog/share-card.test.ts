import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultShopInfo } from '#domain/shop/shop-info.ts'
import { describeCard, productCardOf, shopCardOf } from './share-card.ts'
import { getSize } from './specified-sizes.ts'

const pot = {
  title: 'Cube',
  sizeCode: 'C02',
  price: 123_456,
  mrp: 150_000,
  sold: false,
  productImageUrl: ['/pots/cubee-sandstone-front'],
}

test('a card shows the prices of the page', () => {
  const card = productCardOf(pot, getSize('C02'), undefined, defaultShopInfo)
  assert.deepEqual([card.detail, card.price, card.listPrice], ['CUBEE C02 · 28 × 28 × 28 cm', '₹1,23,456', '₹1,35,802'])
  assert.deepEqual(card.badges, [])
  assert.equal(describeCard(card), 'Cube, ₹1,23,456')
  const listPriceIn = (listPrice: 'mrp' | 'none') =>
    productCardOf(pot, getSize('C02'), undefined, { ...defaultShopInfo, listPrice }).listPrice
  assert.deepEqual([listPriceIn('mrp'), listPriceIn('none')], ['₹1,50,000', undefined])
  const { badges } = productCardOf({ ...pot, discount: 20, sold: true }, getSize('C02'), undefined, defaultShopInfo)
  assert.deepEqual(badges, ['20% OFF', 'Sold'])
})

test('a counted product shows the lowest price of the size', () => {
  const counted = [300, 200, null].map((price, index) => ({ sizeCode: 'C02', finish: String(index), price }))
  assert.equal(productCardOf(pot, getSize('C02'), counted, defaultShopInfo).price, '₹200')
})

test('the picture shows the size, and another shop has its own name', () => {
  const large = productCardOf({ ...pot, sizeCode: 'C04' }, getSize('C04'), undefined, defaultShopInfo)
  assert.equal(large.picture, '/pots/cubee-sandstone-large-front')
  const card = shopCardOf({ ...defaultShopInfo, shopName: 'Diya Lamps' }, 'Brass lamps')
  assert.deepEqual(
    [card.heading, card.detail, card.isRenamed, card.price],
    ['Diya Lamps', 'Brass lamps', true, undefined],
  )
})
