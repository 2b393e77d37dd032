import assert from 'node:assert/strict'
import { test } from 'node:test'
import { specifiedCatalogue } from '#domain/catalog/specified-sizes.ts'
import { formatRupees } from '#domain/money.ts'
import { defaultShopInfo } from '#domain/shop/shop-info.ts'
import { wordsOf } from '#domain/shop/wording.ts'
import { messageFor, quoteLine, type RequestedLine } from './order.ts'
import { sampleProduct } from './sample-product.ts'

const words = wordsOf(defaultShopInfo)

const wanted: RequestedLine = { id: 17, sizeCode: 'C02', selectedColor: 'Grey Stone', quantity: 2, seenPrice: 799 }
const product = sampleProduct

test('a counted pot can be ordered as far as it is there, at the price of its choice', () => {
  const counted = { ...product, stock: 'counted', sold: true } as const
  const choice = { sizeCode: wanted.sizeCode, finish: wanted.selectedColor, free: wanted.quantity, price: null }
  const quote = (...choices: (typeof choice | { price: number })[]) =>
    quoteLine(wanted, counted, specifiedCatalogue, new Map([[product.id, choices as (typeof choice)[]]]))
  assert.deepEqual(quote(choice), { ...wanted, price: 799 }, 'what is held for this shopper is Sold to others')
  assert.deepEqual(quote().problem, { kind: 'not-offered' })
  assert.deepEqual(quoteLine(wanted, counted, specifiedCatalogue).problem, { kind: 'not-offered' })
  const tooFew = { ...choice, free: wanted.quantity - 1 }
  assert.deepEqual(quote(tooFew).problem, { kind: 'not-enough', left: wanted.quantity - 1 })
  assert.deepEqual(quote({ ...choice, price: 700 }).problem, { kind: 'price-changed', was: 799, now: 700 })
  // Its cells stay when it is not counted any more, and then say nothing.
  const notCounted = new Map([[product.id, [{ ...tooFew, price: 700 }]]])
  assert.equal(quoteLine(wanted, product, specifiedCatalogue, notCounted).problem, undefined)
  assert.equal(
    messageFor({ kind: 'not-enough', left: 2 }, words, formatRupees),
    'Only 2 left. Lower the quantity to continue.',
  )
  assert.match(
    messageFor({ kind: 'not-enough', left: 0 }, words, formatRupees),
    /^This pot has just sold out in this size/,
  )
  assert.match(messageFor({ kind: 'not-offered' }, words, formatRupees), /no longer available in this size and colour/)
})
