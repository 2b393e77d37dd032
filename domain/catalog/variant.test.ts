import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choiceText, openingSizeOf, shownPrice, toShown, type Variant } from './variant.ts'

const variant: Variant = {
  ...{ id: 1, family: 'CUBEE', sizeCode: 'C01', finish: 'Sandstone', price: 450 },
  ...{ available: null, isAvailable: true, image: null, barcode: null },
}

test('a small number is shown, a large one is not', () => {
  const left = (available: number | null, lowStock = 3) => toShown({ ...variant, available }, lowStock).left
  assert.deepEqual(
    [0, 2, 3, 4, 99, null].map((available) => left(available)),
    [0, 2, 3, undefined, undefined, undefined],
  )
  assert.equal(left(0, 0), 0)
  const { sizeCode, finish, price } = variant
  assert.deepEqual(toShown(variant, 3), { sizeCode, finish, price })
})

test('a page shows the price of what is chosen; before a finish is chosen, the lowest of the size', () => {
  const variants = [
    variant,
    { ...variant, finish: 'Grey Stone', price: 500 },
    { ...variant, sizeCode: 'C02', price: 900 },
  ]
  assert.deepEqual(shownPrice({ price: 1 }, variants, { sizeCode: 'C01', finish: 'Grey Stone' }), { price: 500 })
  assert.deepEqual(shownPrice({ price: 1 }, variants, { sizeCode: 'C01' }), { price: 450 })
  assert.deepEqual(shownPrice({ price: 1 }, variants, { sizeCode: 'C02', finish: 'Gone' }), { price: 900 })
  assert.deepEqual(shownPrice({ price: 1 }, [], { sizeCode: 'C02' }), { price: 1 })
})

test('a page opens with the own size, or else with the first that is on sale', () => {
  assert.equal(openingSizeOf({ sizeCode: 'C01' }, [{ ...variant, sizeCode: 'C02' }, variant]), 'C01')
  assert.equal(openingSizeOf({ sizeCode: 'C03' }, [variant]), 'C01')
  assert.equal(openingSizeOf({ sizeCode: 'C03' }, []), 'C03')
})

test('what a variant does not have is left out of its words', () => {
  assert.equal(choiceText(variant), 'C01 · Sandstone')
  assert.equal(choiceText({ sizeCode: '', finish: 'Pack: 5 kg' }), 'Pack: 5 kg')
})
