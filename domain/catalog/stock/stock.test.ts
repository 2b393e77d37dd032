import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findSize } from '#domain/catalog/sizes.ts'
import { specifiedCatalogue } from '#domain/catalog/specified-sizes.ts'
import {
  freeUnits,
  isSold,
  priceOfChoice,
  type SoldFacts,
  shownUnits,
  toShownVariant,
  unitsFor,
  variantsOnSale,
} from './stock.ts'

test('what others hold is not free, and what is held for a shopper is theirs', () => {
  assert.equal(unitsFor({ units: 5, held: 2, own: 0 }), 3)
  assert.equal(unitsFor({ units: 5, held: 4, own: 1 }), 1)
  assert.equal(unitsFor({ units: 5, held: 5, own: 1 }), 1, 'held although an admin has taken some away')
  assert.equal(unitsFor({ units: 0, held: 0, own: 1 }), 0, 'a hold of nothing')
  assert.equal(unitsFor({ units: 1, held: 3, own: 0 }), 0)
  assert.equal(freeUnits({ units: 5, held: 2, own: 1 }), 2)
})

test('a small number is told, a large one is not', () => {
  assert.deepEqual(
    [0, 2, 3, 4, 99].map((free) => shownUnits(free, 3)),
    [0, 2, 3, undefined, undefined],
  )
  const choice = { sizeCode: 'C01', finish: 'Sandstone', price: null }
  assert.deepEqual(toShownVariant({ ...choice, free: 4 }, 3), choice)
  assert.deepEqual(toShownVariant({ ...choice, free: 3 }, 3), { ...choice, left: 3 })
  assert.deepEqual(toShownVariant({ ...choice, free: 0 }, 0), { ...choice, left: 0 })
})

test('Sold as specified, or without a free unit, or never', () => {
  const facts: SoldFacts = { stock: 'as-delivered', deliveredAt: null, restockedAt: null, hasFreeUnits: false }
  assert.equal(isSold(facts), false)
  assert.equal(isSold({ ...facts, deliveredAt: 5 }), true)
  assert.equal(isSold({ ...facts, deliveredAt: 5, restockedAt: 6 }), false)
  assert.equal(isSold({ ...facts, deliveredAt: 7, restockedAt: 6 }), true)
  assert.equal(isSold({ ...facts, stock: 'counted' }), true)
  assert.equal(isSold({ ...facts, stock: 'counted', deliveredAt: 5, hasFreeUnits: true }), false)
  assert.equal(isSold({ ...facts, stock: 'made-to-order', deliveredAt: 5 }), false)
})

test('a retired finish and a size of another family are not on sale', () => {
  const choices = [
    { sizeCode: 'C01', finish: 'Sandstone' },
    { sizeCode: 'C01', finish: 'Grey Stone' },
    { sizeCode: 'T01', finish: 'Grey Stone' },
  ]
  const finishes = specifiedCatalogue.finishes.map((finish) => ({ ...finish, isRetired: finish.name === 'Sandstone' }))
  assert.deepEqual(variantsOnSale(choices, { sizeCode: 'C02' }, { ...specifiedCatalogue, finishes }), [choices[1]])
})

test('a choice costs its own price, else what its size costs; before a finish is chosen, the lowest', () => {
  const product = { sizeCode: 'C01', price: 500 }
  const [own, other] = ['C01', 'C02'].map((code) => findSize(specifiedCatalogue, code))
  assert.ok(own && other)
  const counted = [
    { sizeCode: 'C01', finish: 'Sandstone', price: 450 },
    { sizeCode: 'C01', finish: 'Grey Stone', price: null },
    { sizeCode: 'C02', finish: 'Sandstone', price: 900 },
  ]
  assert.equal(priceOfChoice(product, own, counted, 'Sandstone'), 450)
  assert.equal(priceOfChoice(product, own, counted, 'Grey Stone'), 500)
  assert.equal(priceOfChoice(product, own, counted), 450)
  assert.equal(priceOfChoice(product, other, counted), 900)
  assert.equal(priceOfChoice(product, own, undefined, 'Sandstone'), 500)
  assert.equal(priceOfChoice(product, other, [], 'Sandstone'), 849)
})
