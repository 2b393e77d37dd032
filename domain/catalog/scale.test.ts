import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { scaleFor } from './scale.ts'
import { SIZES } from './specified-sizes.ts'

test('every specified size is drawn beside one metre, one unit a centimetre', () => {
  for (const size of SIZES) assert.deepEqual(scaleFor(size), { unit: 1, measure: 100, label: '1 m', half: '50 cm' })
})

test('an egg cup is drawn beside ten centimetres, a floor lamp beside two metres', () => {
  assert.deepEqual(scaleFor({ width: 6, height: 7.5 }), { unit: 10, measure: 10, label: '10 cm', half: '5 cm' })
  assert.deepEqual(scaleFor({ width: 45, height: 190 }), { unit: 0.5, measure: 200, label: '2 m', half: '1 m' })
})

test('whatever its measures, a thing fits into the drawing and is large enough to be seen', () => {
  const centimetres = fc.integer({ min: 1, max: 50_000 }).map((tenths) => tenths / 10)
  fc.assert(
    fc.property(centimetres, centimetres, (width, height) => {
      const longest = Math.max(width, height) * scaleFor({ width, height }).unit
      assert.ok(longest <= 110.001 && longest >= 1, String(longest))
    }),
  )
})
