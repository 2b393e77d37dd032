import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lookAt, multiply, orthographic, perspective, project, type Vector } from './matrix.ts'

const close = (found: readonly number[], wanted: readonly number[]) =>
  assert.ok(
    found.every((it, index) => Math.abs(it - (wanted[index] ?? 0)) < 1e-5),
    `${found} is not ${wanted}`,
  )

test('the target is in the middle, what is right of it right, what is above it above', () => {
  const eye: Vector = [3, 2, 5]
  const seen = multiply(perspective(2, 1, [0.1, 20]), lookAt(eye, [1, 1, 0]))
  close(project(seen, [1, 1, 0]), [0, 0])
  assert.ok(project(seen, [2, 1, 0])[0] > 0)
  assert.ok(project(seen, [1, 2, 0])[1] > 0)
})

test('straight from above the far side is up', () => {
  const seen = multiply(orthographic(2, [0.1, 9]), lookAt([0, 5, 0], [0, 0, 0]))
  close(project(seen, [0, 0, -1]), [0, 0.5])
  close(project(seen, [1, 3, 0]), [0.5, 0])
})

test('twice as far is half as large, and a shift moves everything alike', () => {
  const lens = perspective(2, 0.8, [0.1, 20])
  close(project(lens, [1, 1, -4]), [0.625, 0.5])
  close(project(lens, [1, 1, -8]), [0.3125, 0.25])
  const moved = perspective(2, 0.8, [0.1, 20], [0.1, -0.2])
  close(project(moved, [1, 1, -4]), [0.725, 0.3])
  close(project(moved, [1, 1, -8]), [0.4125, 0.05])
})
