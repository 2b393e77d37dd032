import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { materialOf } from './materials.ts'
import { readMesh } from './mesh-file.ts'

/** How far a pot's skin reaches to the right. */
function width(skin: Float32Array): number {
  return skin.reduce((best, value, index) => (index % 2 === 0 ? Math.max(best, value) : best), 0)
}

test('grain and chips are as large as in the photographs on every size, and marble meets itself at the back', () => {
  for (const code of ['C01', 'C02', 'T02', 'W03', 'BON01']) {
    const [pot] = readMesh(brotliDecompressSync(readFileSync(new URL(`../models/${code}.mesh.br`, import.meta.url))))
    assert.ok(pot)
    for (const finish of ['grey-stone', 'sandstone', 'mosaic-grey']) {
      // A tile is a third of a metre wide.
      assert.ok(Math.abs(width(materialOf(pot, finish).uv) - width(pot.skin) * 3) < 0.001, `${code} ${finish}`)
    }
    const tiles = width(materialOf(pot, 'marble-white').uv)
    assert.ok(Math.abs(tiles - Math.round(tiles)) < 0.01, `${code} marble`)
  }
})
