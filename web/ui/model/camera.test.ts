import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describePose, limit, START, standBefore, unitOf, viewOf } from './camera.ts'
import { project, type Vector } from './matrix.ts'

const SIZES = { cube: [0.28, 0.28], tall: [0.38, 0.8], trough: [1.1, 0.36], tray: [0.36, 0.1] } as const

for (const [name, [width, height]] of Object.entries(SIZES)) {
  test(`a ${name} fills the frame as in the photographs, whatever its size`, () => {
    const corners = cornersOf(width, height)
    const stand = standBefore([new Float32Array(corners.flat())], 0)
    const { matrix } = viewOf(stand, { ...START, angle: 0 }, 0.8)
    const seen = corners.map((corner) => project(matrix, corner))
    const [xs, ys] = [seen.map(([x]) => x), seen.map(([, y]) => y)]
    const share = (numbers: number[]) => (Math.max(...numbers) - Math.min(...numbers)) / 2
    assert.ok(Math.abs(Math.max(share(xs) / 0.78, share(ys) / 0.76) - 1) < 0.01, 'one side touches its limit')
    assert.ok(Math.abs(Math.max(...xs) + Math.min(...xs)) < 0.01, 'in the middle')
    assert.ok(Math.min(...ys) >= -1 + 2 * 0.12 - 0.01, 'with floor in front of it')
    assert.ok(unitOf(stand) > height)
  })
}

test('what the camera aims at is in the middle of an unmoved frame, and its rays lead there', () => {
  const stand = { middle: [0, 0.2, 0] as Vector, distance: 2, shift: [0.1, -0.2] as [number, number] }
  const { matrix, eye, ahead, right, up } = viewOf(stand, { angle: 0, rise: 0.5, zoom: 1 }, 0.8)
  const [x, y] = project(matrix, stand.middle)
  assert.ok(Math.abs(x - 0.1) < 1e-6 && Math.abs(y + 0.2) < 1e-6)
  const ray = ahead.map((it, axis) => it + (right[axis] ?? 0) * x + (up[axis] ?? 0) * y)
  const length = Math.hypot(...ray)
  const hit = ray.map((it, axis) => (eye[axis] ?? 0) + (it / length) * 2)
  for (const [axis, it] of hit.entries()) assert.ok(Math.abs(it - (stand.middle[axis] ?? 0)) < 1e-6)
})

test('nobody turns it under the floor, or zooms through it', () => {
  const far = limit({ angle: 9, rise: -1, zoom: 100 })
  assert.equal(far.angle, 9)
  assert.ok(far.rise > 0 && far.zoom < 2)
  assert.ok(limit({ angle: 0, rise: 3, zoom: 0 }).rise < Math.PI / 2)
  assert.ok(limit({ angle: 0, rise: 3, zoom: 0 }).zoom > 0.2)
})

test('what is seen is said in words', () => {
  assert.equal(describePose(START), 'Seen from the front')
  assert.equal(describePose({ ...START, angle: START.angle + Math.PI }), 'Seen from the back')
  assert.equal(describePose({ ...START, angle: START.angle - Math.PI / 2, zoom: 0.5 }), 'Seen from the right, near')
  assert.equal(describePose({ ...START, angle: START.angle + Math.PI / 2, rise: 1 }), 'Seen from the left, from above')
  assert.equal(
    describePose({ ...START, angle: START.angle - 8 * Math.PI, rise: 0.02 }),
    'Seen from the front, from the floor',
  )
})

/** Three times each, because every third vertex is looked at. */
function cornersOf(width: number, height: number): Vector[] {
  const half = width / 2
  return [-half, half].flatMap((x) =>
    [0, height].flatMap((y) =>
      [-half, half].flatMap((z): Vector[] => ([x, y, z].every(Number.isFinite) ? Array(3).fill([x, y, z]) : [])),
    ),
  )
}
