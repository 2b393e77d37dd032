import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Variant } from '#domain/catalog/variant.ts'
import { formatRupees } from '#domain/money.ts'
import { defaultShopInfo } from '#domain/shop/shop-info.ts'
import { wordsOf } from '#domain/shop/wording.ts'
import { hasUnits, messageFor, quoteLine, type RequestedLine } from './order.ts'
import { sampleProduct, variantsOf } from './sample-product.ts'

const words = wordsOf(defaultShopInfo)

const wanted: RequestedLine = { id: 17, sizeCode: 'C02', selectedColor: 'Grey Stone', quantity: 2, seenPrice: 799 }
const product = sampleProduct

test('a counted pot can be ordered as far as it is there, at the price of its choice', () => {
  const counted = { ...product, stock: 'counted', sold: true } as const
  const { sizeCode, selectedColor: finish } = wanted
  const variant = variantsOf(product).find((one) => one.sizeCode === sizeCode && one.finish === finish) as Variant
  const choice = { ...variant, available: wanted.quantity, isAvailable: false }
  const quote = (...variants: Variant[]) => quoteLine(wanted, counted, variants)
  assert.deepEqual(quote(choice), { ...wanted, price: 799 }, 'what is held for this shopper is Sold to others')
  assert.deepEqual(quote().problem, { kind: 'not-offered' })
  assert.deepEqual(quote({ ...choice, finish: 'Sandstone' }).problem, { kind: 'not-offered' })
  const tooFew = { ...choice, available: wanted.quantity - 1 }
  assert.deepEqual(quote(tooFew).problem, { kind: 'not-enough', left: wanted.quantity - 1 })
  assert.deepEqual(quote({ ...choice, price: 700 }).problem, { kind: 'price-changed', was: 799, now: 700 })
  const products = new Map([[product.id, counted]])
  assert.ok(hasUnits([wanted], products, new Map([[product.id, [choice]]])))
  assert.ok(!hasUnits([wanted], products, new Map([[product.id, [tooFew]]])))
  assert.ok(!hasUnits([wanted], products, new Map()))
  assert.ok(hasUnits([wanted], new Map([[product.id, product]]), new Map()), 'it is not counted')
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
