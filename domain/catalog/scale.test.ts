import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sceneFor } from './scale.ts'
import { SIZES, sizesInFamilyOf } from './specified-sizes.ts'

test('a family has one scale, whichever of its sizes is chosen, and everything fits', () => {
  assert.deepEqual(sceneFor(sizesInFamilyOf('C01')), { width: 270, height: 218, gap: 12 })
  for (const { code } of SIZES) {
    const sizes = sizesInFamilyOf(code)
    const scene = sceneFor(sizes)
    for (const { width, height } of sizes) {
      assert.ok(150 + 46 + width + 2 * scene.gap <= scene.width && height < scene.height, code)
    }
  }
})

test('what is taller than the door makes the scene taller', () => {
  assert.equal(sceneFor([{ width: 45, height: 290 }]).height, 302)
})
