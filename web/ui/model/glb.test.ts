import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tinyModel } from '#tests/support/fixtures/tiny-model.ts'
import { placesOf, readGlb } from './glb.ts'

test('a model is read: its parts, numbers and pictures', async () => {
  const model = readGlb(bufferOf(await tinyModel()))
  const [part] = model.parts
  assert.equal(model.parts.length, 1)
  assert.deepEqual(part?.material, { roughness: 0.7, colour: 0, normal: undefined, normalScale: 1 })
  const { POSITION, COLOR_0 } = part?.attributes ?? {}
  assert.deepEqual([POSITION?.count, POSITION?.size, POSITION?.bytes.length], [24, 3, 24 * 12])
  assert.deepEqual([COLOR_0?.size, COLOR_0?.isNormalized], [4, true])
  assert.equal(part?.indices.count, 36)
  assert.deepEqual([...(model.images[0]?.bytes.subarray(0, 2) ?? [])], [0xff, 0xd8], 'a JPEG begins so')
  const places = placesOf(model).flatMap((numbers) => [...numbers])
  assert.equal(Math.max(...places).toFixed(3), '0.200')
  assert.equal(Math.min(...places.filter((_, index) => index % 3 === 1)), 0, 'it stands on the floor')
})

test('what is no GLB, or only a part of one, is refused', async () => {
  const whole = await tinyModel()
  assert.throws(() => readGlb(bufferOf(whole.subarray(0, 500))), /Not a whole GLB/)
  assert.throws(() => readGlb(bufferOf(Buffer.from('<!doctype html><title>Something went wrong</title>'))), /GLB/)
  assert.throws(() => readGlb(new ArrayBuffer(0)))
})

function bufferOf({ buffer, byteOffset, length }: Buffer): ArrayBuffer {
  return buffer.slice(byteOffset, byteOffset + length) as ArrayBuffer
}
