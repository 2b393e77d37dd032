import assert from 'node:assert/strict'
import { test } from 'node:test'
import { qrPath } from './qr-path.ts'

const FINDER = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111']

test('the path draws the finder patterns of three corners, and a larger text a larger code', () => {
  const { size, path } = qrPath('https://gamla.example')
  const rows = draw(size, path)
  const corner = (x: number, y: number) => rows.slice(y, y + 7).map((row) => row.slice(x, x + 7).join(''))
  for (const [x, y] of [
    [0, 0],
    [size - 7, 0],
    [0, size - 7],
  ] as const)
    assert.deepEqual(corner(x, y), FINDER)
  assert.ok(qrPath('x'.repeat(300)).size > size)
  assert.notEqual(qrPath('https://gamla.example/b').path, path)
})

function draw(size: number, path: string): number[][] {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => 0))
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    const row = rows[Number(y)]
    assert.ok(row)
    row.fill(1, Number(x), Number(x) + Number(width))
  }
  return rows
}
