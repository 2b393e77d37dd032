import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type GoingWith, variantToAdd } from './goes-with.ts'
import type { Product } from './product.ts'

const product = { id: 7, sold: false } as Product
const stone = { sizeCode: 'C02', finish: 'Grey Stone', price: 900 }
const sand = { ...stone, finish: 'Sandstone' }

function going(rest: Partial<GoingWith>): GoingWith {
  return { product, sizeLabel: '', variants: [], hasMore: false, ...rest }
}

test('one press adds the only variant, or the one in the finish of the cart; otherwise there is a choice', () => {
  const only = { sizeCode: '', finish: '', price: 90 }
  assert.equal(variantToAdd(going({ variants: [only] })), only)
  assert.equal(variantToAdd(going({ variants: [stone, sand] })), undefined)
  assert.equal(variantToAdd(going({ variants: [stone, sand], hasMore: true }), ['Ivory', 'Sandstone']), sand)
  assert.equal(variantToAdd(going({ variants: [stone], hasMore: true })), undefined, 'other sizes are a choice')
  const packs = ['Pack: 1 kg', 'Pack: 5 kg'].map((finish) => ({ ...only, finish }))
  assert.equal(variantToAdd(going({ variants: packs }), ['Pack: 1 kg']), undefined, 'options are never guessed')
})

test('nothing is added of what is sold', () => {
  assert.equal(variantToAdd(going({ variants: [{ ...stone, left: 0 }] })), undefined)
  assert.equal(variantToAdd(going({ product: { ...product, sold: true }, variants: [stone] })), undefined)
})
