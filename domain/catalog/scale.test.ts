import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sceneFor } from './scale.ts'
import { sizesInFamilyOf } from './specified-sizes.ts'

test('all sizes of a family stand beside each other and known things, at one scale', () => {
  const cubes = 20 + 28 + 40 + 50 + 4 * 12
  assert.deepEqual(sceneFor(sizesInFamilyOf('C01')), {
    width: 150 + cubes + 12 + 46,
    narrow: 54 + cubes,
    height: 206,
  })
})

test('what is taller than the door makes the scene taller', () => {
  assert.equal(sceneFor([{ width: 45, height: 290 }]).height, 290)
})
