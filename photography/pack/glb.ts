import type { Material } from './materials.ts'
import type { Part } from './mesh-file.ts'

const MAGIC = 0x46546c67
const JSON_CHUNK = 0x4e4f534a
const BINARY_CHUNK = 0x004e4942
const UNSIGNED_BYTE = 5121
const UNSIGNED_SHORT = 5123
const FLOAT = 5126
const ARRAY_BUFFER = 34962
const ELEMENT_ARRAY_BUFFER = 34963
const LINEAR = 9729
const LINEAR_MIPMAP_LINEAR = 9987
/** Ambient light in the deepest corner, from 0 to 255. */
const LEAST_LIGHT = 60
const WIDTHS = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 }

export type Surface = { part: Part; material: Material }

/**
 * A binary glTF 2.0 file of one mesh with a primitive for each surface. It contains its pictures and uses no extension,
 * so that every viewer can read it. Occlusion is in the vertex colours.
 *
 * @param pictures JPEG files by name
 * @see https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html
 */
export function packGlb(name: string, surfaces: readonly Surface[], pictures: ReadonlyMap<string, Buffer>): Buffer {
  const chunks: Buffer[] = []
  const bufferViews: object[] = []
  const accessors: object[] = []
  const images: object[] = []
  let length = 0

  function addView(bytes: Uint8Array, target?: number): number {
    const padding = -bytes.byteLength & 3
    bufferViews.push({ buffer: 0, byteOffset: length, byteLength: bytes.byteLength, ...(target && { target }) })
    chunks.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), Buffer.alloc(padding))
    length += bytes.byteLength + padding
    return bufferViews.length - 1
  }

  function addAccessor(
    values: Float32Array | Uint16Array | Uint8Array,
    type: keyof typeof WIDTHS,
    more: { min?: number[]; max?: number[] } = {},
  ): number {
    const isIndex = values instanceof Uint16Array
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
    accessors.push({
      bufferView: addView(bytes, isIndex ? ELEMENT_ARRAY_BUFFER : ARRAY_BUFFER),
      componentType: isIndex ? UNSIGNED_SHORT : values instanceof Uint8Array ? UNSIGNED_BYTE : FLOAT,
      count: values.length / WIDTHS[type],
      type,
      ...(values instanceof Uint8Array && { normalized: true }),
      ...more,
    })
    return accessors.length - 1
  }

  function addTexture(picture: string): { index: number } {
    const bytes = pictures.get(picture)
    if (!bytes) throw new Error(`No picture ${picture}`)
    images.push({ name: picture, mimeType: 'image/jpeg', bufferView: addView(bytes) })
    return { index: images.length - 1 }
  }

  const primitives = surfaces.map(({ part, material }, index) => ({
    attributes: {
      POSITION: addAccessor(part.positions, 'VEC3', boundsOf(part.positions)),
      NORMAL: addAccessor(part.normals, 'VEC3'),
      TEXCOORD_0: addAccessor(flipped(material.uv), 'VEC2'),
      COLOR_0: addAccessor(greys(part.light), 'VEC4'),
    },
    indices: addAccessor(part.triangles, 'SCALAR'),
    material: index,
  }))
  const materials = surfaces.map(({ material }) => ({
    name: material.name,
    doubleSided: material.isLeaf,
    pbrMetallicRoughness: {
      metallicFactor: 0,
      roughnessFactor: material.roughness,
      baseColorTexture: addTexture(material.color),
    },
    ...(material.normal && { normalTexture: addTexture(material.normal) }),
  }))
  const json = paddedJson({
    asset: { version: '2.0', generator: 'Gamla' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ name, mesh: 0 }],
    meshes: [{ primitives }],
    materials,
    textures: images.map((_, source) => ({ source, sampler: 0 })),
    samplers: [{ magFilter: LINEAR, minFilter: LINEAR_MIPMAP_LINEAR }],
    images,
    accessors,
    bufferViews,
    buffers: [{ byteLength: length }],
  })
  const header = uint32s(MAGIC, 2, 12 + 8 + json.byteLength + 8 + length)
  return Buffer.concat([header, uint32s(json.byteLength, JSON_CHUNK), json, uint32s(length, BINARY_CHUNK), ...chunks])
}

export function boundsOf(positions: Float32Array): { min: number[]; max: number[] } {
  const min = [Infinity, Infinity, Infinity]
  const max = [-Infinity, -Infinity, -Infinity]
  for (const [i, value] of positions.entries()) {
    min[i % 3] = Math.min(min[i % 3] ?? value, value)
    max[i % 3] = Math.max(max[i % 3] ?? value, value)
  }
  return { min, max }
}

/** glTF counts a picture's rows from the top. */
function flipped(uv: Float32Array): Float32Array {
  return uv.map((value, i) => (i % 2 === 1 ? 1 - value : value))
}

function greys(light: Uint8Array): Uint8Array {
  const colours = new Uint8Array(light.length * 4).fill(255)
  for (const [i, value] of light.entries()) {
    colours.fill(LEAST_LIGHT + Math.round((value / 255) * (255 - LEAST_LIGHT)), i * 4, i * 4 + 3)
  }
  return colours
}

function paddedJson(document: object): Buffer {
  const json = Buffer.from(JSON.stringify(document))
  return Buffer.concat([json, Buffer.alloc(-json.byteLength & 3, ' ')])
}

function uint32s(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [i, value] of values.entries()) bytes.writeUInt32LE(value, i * 4)
  return bytes
}
