import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import { validateBytes } from 'gltf-validator'
import { Box3, ImageLoader } from 'three'
import { USDLoader } from 'three/addons/loaders/USDLoader.js'
import { MODEL_FINISHES, modelOf } from '#domain/catalog/models.ts'
import { getSize, POT_COLOURS, SIZES } from '#domain/catalog/specified-sizes.ts'
import { type ModelFile, modelFiles, packModel } from '#photography/pack/library.ts'
import { brotli } from '#photography/pack/write.ts'
import { rounds } from '#tests/support/rounds.ts'

const FOLDER = 'photography/models'
const KB = 1024
const A_MILLIMETRE = 0.001

const files = [...modelFiles.values()]
/** Each mesh in one finish, another for each size, because its finishes differ in their pictures only; in `npm run test:chaos` in all. */
const someFiles = files.filter(({ model: { code, finish } }) => {
  const index = SIZES.findIndex((size) => size.code === code) + MODEL_FINISHES.indexOf(finish)
  return index % MODEL_FINISHES.length < rounds({ few: 1, all: MODEL_FINISHES.length })
})
const packed = new Map<string, Promise<Buffer>>()

/** Packed once for all tests. */
function pack(file: ModelFile): Promise<Buffer> {
  const known = packed.get(file.name) ?? packModel(FOLDER, file)
  packed.set(file.name, known)
  return known
}

type Gltf = {
  extensionsRequired?: string[]
  meshes: { primitives: { attributes: Record<string, number>; material: number }[] }[]
  materials: { name: string }[]
  accessors: { min: number[]; max: number[]; componentType: number }[]
  images: { mimeType: string; bufferView: number }[]
}

function readGltf(glb: Buffer): Gltf {
  return JSON.parse(glb.toString('utf8', 20, 20 + glb.readUInt32LE(12)))
}

test('there is a file for every model that pages link', () => {
  for (const size of SIZES) {
    for (const finish of POT_COLOURS) {
      for (const model of [modelOf(size, finish), modelOf(size, finish, { planted: true })]) {
        if (!model) continue
        assert.ok(modelFiles.has(model.glb.replace('/models/', '')), model.glb)
        assert.ok(modelFiles.has(model.usdz.replace('/models/', '')), model.usdz)
      }
    }
  }
})

test('every GLB is valid, self-contained and needs no extension', async () => {
  for (const file of someFiles.filter(({ format }) => format === 'glb')) {
    const glb = await pack(file)
    const { issues } = await validateBytes(new Uint8Array(glb), { maxIssues: 20 })
    assert.equal(issues.numErrors, 0, `${file.name} ${JSON.stringify(issues.messages)}`)
    assert.equal(issues.numWarnings, file.model.finish === 'marble-white' ? 0 : 1, file.name)
    const gltf = readGltf(glb)
    assert.equal(gltf.extensionsRequired, undefined)
    for (const { mimeType, bufferView } of gltf.images) assert.ok(mimeType === 'image/jpeg' && bufferView >= 0)
    for (const { attributes } of gltf.meshes.flatMap(({ primitives }) => primitives)) {
      assert.deepEqual(Object.keys(attributes), ['POSITION', 'NORMAL', 'TEXCOORD_0', 'COLOR_0'])
    }
  }
})

test('every pot stands on the ground and has the centimetres of its size', async () => {
  for (const file of someFiles.filter(({ format }) => format === 'glb')) {
    const { accessors, meshes, materials } = readGltf(await pack(file))
    const stone = meshes
      .flatMap(({ primitives }) => primitives)
      .find(({ material }) => materials[material]?.name === file.model.finish)
    const bounds = accessors[stone?.attributes.POSITION ?? -1]
    assert.ok(bounds, file.name)
    assertSize(file, bounds.min, bounds.max)
  }
})

/** A pot's bounding box in metres, y up. */
function assertSize({ name, model }: ModelFile, min: number[], max: number[]): void {
  const { width, depth, height } = getSize(model.code)
  const wanted = [
    [-width / 200, 0, -depth / 200],
    [width / 200, height / 100, depth / 200],
  ]
  for (const [i, corner] of [min, max].entries()) {
    for (const [k, value] of corner.entries()) {
      assert.ok(Math.abs(value - (wanted[i]?.[k] ?? Number.NaN)) <= A_MILLIMETRE / 2, `${name} ${min} ${max}`)
    }
  }
}

test('compressed, a pot is at most 160 KB, with a plant 200 KB', async () => {
  for (const planted of [false, true]) {
    const glbs = files.filter(({ format, model }) => format === 'glb' && model.planted === planted)
    const inOneFinish = await Promise.all(
      glbs
        .filter(({ model }) => model.finish === MODEL_FINISHES[0])
        .map(async (file) => ({ code: file.model.code, size: (await pack(file)).byteLength })),
    )
    // Pictures are the same for a finish, so one of the two largest meshes makes the largest file.
    const largest = inOneFinish.sort((a, b) => b.size - a.size).slice(0, 2)
    for (const file of glbs.filter(({ model }) => largest.some(({ code }) => code === model.code))) {
      const { byteLength } = await brotli(await pack(file))
      assert.ok(byteLength <= (planted ? 200 : 160) * KB, `${file.name} ${byteLength}`)
    }
  }
})

type Entry = { name: string; data: Buffer; method: number; flags: number; crc: number; start: number }

function listEntries(usdz: Buffer): Entry[] {
  const entries: Entry[] = []
  let at = 0
  while (usdz.readUInt32LE(at) === 0x04034b50) {
    const size = usdz.readUInt32LE(at + 18)
    const nameEnd = at + 30 + usdz.readUInt16LE(at + 26)
    const start = nameEnd + usdz.readUInt16LE(at + 28)
    entries.push({
      name: usdz.toString('utf8', at + 30, nameEnd),
      data: usdz.subarray(start, start + size),
      method: usdz.readUInt16LE(at + 8),
      flags: usdz.readUInt16LE(at + 6),
      crc: usdz.readUInt32LE(at + 14),
      start,
    })
    at = start + size
  }
  return entries
}

test('every USDZ is a stored archive with aligned files, its scene first', async () => {
  for (const file of someFiles.filter(({ format }) => format === 'usdz')) {
    const entries = listEntries(await pack(file))
    assert.equal(entries[0]?.name, 'pot.usda')
    for (const { name, data, method, flags, crc, start } of entries) {
      assert.deepEqual(
        { method, flags, rest: start % 64, crc },
        { method: 0, flags: 0, rest: 0, crc: crc32(data) },
        name,
      )
    }
    const scene = entries[0].data.toString()
    assert.match(scene, /^#usda 1\.0\n\(\n {4}defaultPrim = "Root"\n {4}metersPerUnit = 1\n {4}upAxis = "Y"\n\)\n/)
    const named = Array.from(scene.matchAll(/@([^@\n]+)@/g), ([, picture]) => picture)
    assert.deepEqual(
      named.sort(),
      entries
        .slice(1)
        .map(({ name }) => name)
        .sort(),
    )
  }
})

test('three reads every USDZ of a pot at its true size, with its pictures', async (t) => {
  // Node has no images; that they were asked for is enough.
  const load = t.mock.method(ImageLoader.prototype, 'load', (_url: string, onLoad: (image: object) => void) =>
    onLoad({}),
  )
  for (const file of someFiles.filter(({ format, model }) => format === 'usdz' && !model.planted)) {
    load.mock.resetCalls()
    const scene = new USDLoader().parse(new Uint8Array(await pack(file)).buffer)
    const { min, max } = new Box3().setFromObject(scene)
    assertSize(file, min.toArray(), max.toArray())
    assert.equal(load.mock.callCount(), file.model.finish === 'marble-white' ? 1 : 2)
    scene.traverse(({ material }) => {
      if (material?.map) assert.equal(material.map.wrapS, 1000, 'repeats')
    })
  }
})
