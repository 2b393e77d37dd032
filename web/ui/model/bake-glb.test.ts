import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tinyModel } from '#tests/support/fixtures/tiny-model.ts'
import { readModel } from './bake-glb.ts'
import { placesOf } from './glb.ts'

type Changes = (document: {
  nodes: object[]
  materials: object[]
  meshes: { primitives: { attributes: Record<string, number>; indices?: number; material?: number }[] }[]
}) => void

/** The cube as another program exports it. */
async function otherModel(change: Changes): Promise<ArrayBuffer> {
  const file = await tinyModel()
  const length = file.readUInt32LE(12)
  const document = JSON.parse(file.toString('utf8', 20, 20 + length))
  change(document)
  const text = JSON.stringify(document)
  const json = Buffer.from(text.padEnd((text.length + 3) & ~3))
  const whole = Buffer.concat([file.subarray(0, 20), json, file.subarray(20 + length)])
  whole.writeUInt32LE(whole.length, 8)
  whole.writeUInt32LE(json.length, 12)
  return whole.buffer.slice(whole.byteOffset, whole.byteOffset + whole.length) as ArrayBuffer
}

/** Lowest and highest places by axis, in centimetres. */
function boundsOf(places: readonly Float32Array[]) {
  const all = places.flatMap((numbers) => [...numbers])
  return [0, 1, 2].map((axis) => {
    const values = all.filter((_, at) => at % 3 === axis)
    return [Math.round(100 * Math.min(...values)), Math.round(100 * Math.max(...values))]
  })
}

test('a model that another program has moved, turned and scaled stands on the floor in the middle', async () => {
  const model = readModel(
    await otherModel((document) => {
      document.nodes = [
        { children: [1], translation: [5, 2, -3] },
        { mesh: 0, rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2], scale: [1, 2, 3] },
      ]
    }),
  )
  assert.deepEqual(boundsOf(placesOf(model)), [
    [-30, 30],
    [0, 40],
    [-10, 10],
  ])
  assert.equal(model.images.length, 1)
})

test('a model without pictures, normals and indices has its plain colour and flat sides', async () => {
  const model = readModel(
    await otherModel((document) => {
      document.materials = [{ pbrMetallicRoughness: { baseColorFactor: [1, 0, 0, 1] } }]
      for (const primitive of document.meshes[0]?.primitives ?? []) {
        delete primitive.attributes.NORMAL
        delete primitive.indices
      }
    }),
  )
  const [part] = model.parts
  assert.equal(part?.indices.count, 24)
  assert.deepEqual([...(model.images[0]?.bytes ?? [])].slice(54, 57), [0, 0, 255])
  assert.equal(model.images[0]?.mimeType, 'image/bmp')
  const normals = new Float32Array(part?.attributes.NORMAL?.bytes.buffer ?? new ArrayBuffer(0))
  assert.ok((normals[2] ?? 0) > 0, 'the first side faces the front')
})

test('a model that refers to itself, or to what it lacks, ends', async () => {
  const endless = await otherModel((document) => {
    document.nodes = [{ scale: [1, 1, 1], children: [0, 1, 0] }, { mesh: 0 }]
  })
  assert.ok(readModel(endless).parts.length < 2000)
  const empty = await otherModel((document) => {
    document.nodes = [{ children: [7], scale: [1, 1, 1] }]
  })
  assert.throws(() => readModel(empty), /shows nothing/)
})
