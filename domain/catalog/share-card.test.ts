import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultShopInfo } from '#domain/shop/shop-info.ts'
import { describeCard, productCardOf, shopCardOf } from './share-card.ts'
import { getSize } from './specified-sizes.ts'

const pot = {
  title: 'Cube',
  sizeCode: 'C02',
  mrp: 150_000,
  sold: false,
  productImageUrl: ['/pots/cubee-sandstone-front'],
}

const opening = (code: string) => ({ size: getSize(code), price: 123_456 })

test('a card shows the prices of the page', () => {
  const card = productCardOf(pot, opening('C02'), defaultShopInfo)
  assert.deepEqual([card.detail, card.price, card.listPrice], ['CUBEE C02 · 28 × 28 × 28 cm', '₹1,23,456', '₹1,35,802'])
  assert.deepEqual(card.badges, [])
  assert.equal(describeCard(card), 'Cube, ₹1,23,456')
  const listPriceIn = (listPrice: 'mrp' | 'none') =>
    productCardOf(pot, opening('C02'), { ...defaultShopInfo, listPrice }).listPrice
  assert.deepEqual([listPriceIn('mrp'), listPriceIn('none')], ['₹1,50,000', undefined])
  const { badges } = productCardOf({ ...pot, discount: 20, sold: true }, opening('C02'), defaultShopInfo)
  assert.deepEqual(badges, ['20% OFF', 'Sold'])
})

test('the picture shows the size, and another shop has its own name', () => {
  const large = productCardOf({ ...pot, sizeCode: 'C04' }, opening('C04'), defaultShopInfo)
  assert.equal(large.picture, '/pots/cubee-sandstone-large-front')
  const card = shopCardOf({ ...defaultShopInfo, shopName: 'Diya Lamps' }, 'Brass lamps')
  assert.deepEqual(
    [card.heading, card.detail, card.isRenamed, card.price],
    ['Diya Lamps', 'Brass lamps', true, undefined],
  )
})
