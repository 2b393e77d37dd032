import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findMediaProblem, withoutNotes } from '#domain/catalog/check-media.ts'
import { someGlb, someUsdz, someVideo } from '#tests/support/fixtures/media.ts'
import { tinyModel } from '#tests/support/fixtures/tiny-model.ts'

const video = (bytes: Uint8Array) => findMediaProblem('video', bytes)
const glb = (bytes: Uint8Array) => findMediaProblem('glb', bytes)
const usdz = (bytes: Uint8Array) => findMediaProblem('usdz', bytes)
const text = (words: string) => new TextEncoder().encode(words)

test('an MP4 that browsers play is taken; whatever is none gets a clear sentence', () => {
  assert.equal(video(someVideo()), undefined)
  assert.equal(video(new Uint8Array()), 'This file is empty.')
  assert.match(video(new Uint8Array(20 * 1024 * 1024 + 1)) ?? '', /larger than 20 MB/)
  for (const other of [text('<html><video></html> and more words'), text('\x1aE\xdf\xa3webm, which is no MP4')])
    assert.match(video(other) ?? '', /no MP4 video/)
  assert.match(video(someVideo({ brand: 'qt  ' })) ?? '', /QuickTime/)
  assert.match(video(someVideo({ brand: 'avif' })) ?? '', /no MP4 video/)
  assert.match(video(someVideo({ codec: 'hvc1' })) ?? '', /Not all browsers/)
  assert.match(video(someVideo({ handler: 'soun' })) ?? '', /no video/)
})

test('a video that is cut off anywhere is refused, and never breaks the check', () => {
  const whole = someVideo()
  for (let length = 1; length < whole.length; length++) assert.ok(video(whole.subarray(0, length)), String(length))
})

test('the place where a phone took a video is not stored', () => {
  const noted = someVideo({ note: '+28.6139+077.2090/' })
  const kept = withoutNotes(noted)
  assert.equal(kept.length, noted.length)
  assert.match(Buffer.from(noted).toString('latin1'), /\+28\.6139/)
  assert.doesNotMatch(Buffer.from(kept).toString('latin1'), /28\.6139/)
  assert.equal(video(kept), undefined)
})

test('a GLB is whole, has everything inside and is not packed', async () => {
  assert.equal(glb(await tinyModel()), undefined)
  assert.equal(glb(someGlb()), undefined)
  assert.match(glb(text('solid cube, as STL has it')) ?? '', /no GLB/)
  assert.match(glb(someGlb({ buffers: [{ byteLength: 4, uri: 'https://evil.example/a.bin' }] })) ?? '', /other files/)
  assert.match(glb(someGlb({ images: [{ uri: '../skin.png' }] })) ?? '', /other files/)
  assert.match(glb(someGlb({ extensionsRequired: ['KHR_draco_mesh_compression'] })) ?? '', /compress/)
  assert.match(glb(someGlb({ meshes: [] })) ?? '', /no mesh/)
  assert.match(glb(someGlb({ bufferViews: [{ byteOffset: 2, byteLength: 4 }] })) ?? '', /damaged/)
  for (const strange of [{ buffers: 7 }, { bufferViews: [null] }, { images: 'x' }, { meshes: {} }])
    glb(someGlb(strange))
  const whole = someGlb()
  for (let length = 1; length < whole.length; length++) assert.ok(glb(whole.subarray(0, length)), String(length))
})

test('a USDZ is a ZIP that is not packed, with the model first', () => {
  assert.equal(usdz(someUsdz()), undefined)
  assert.match(usdz(someUsdz({ name: '../a.usdc' })) ?? '', /no USDZ/)
  assert.match(usdz(someUsdz({ name: 'photo.jpg' })) ?? '', /no USDZ/)
  assert.match(usdz(someUsdz({ method: 8 })) ?? '', /no USDZ/)
  assert.match(
    usdz(someUsdz({ name: 'a.usda', contents: 'references = @https://evil.example/a.usd@' })) ?? '',
    /other files/,
  )
  assert.match(usdz(text('PK no more than that, which is no archive')) ?? '', /no USDZ/)
  const whole = someUsdz()
  for (let length = 1; length < whole.length - 18; length++) assert.ok(usdz(whole.subarray(0, length)), String(length))
})
