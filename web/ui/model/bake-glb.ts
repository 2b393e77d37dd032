import { type Material, type Model, openGlb, type Part, readGlb, type Values } from './glb.ts'
import { type Matrix, multiply } from './matrix.ts'

/** The parts of glTF 2.0 that are read; absent values have defaults. */
type AnyDocument = {
  scene?: number
  scenes?: { nodes?: number[] }[]
  nodes?: AnyNode[]
  meshes: { primitives: AnyPrimitive[] }[]
  accessors: {
    bufferView?: number
    byteOffset?: number
    componentType: number
    count: number
    type: string
    normalized?: boolean
    sparse?: unknown
  }[]
  bufferViews: { byteOffset?: number; byteLength: number; byteStride?: number }[]
  materials?: {
    pbrMetallicRoughness?: {
      baseColorFactor?: number[]
      baseColorTexture?: { index: number; texCoord?: number }
      roughnessFactor?: number
    }
    normalTexture?: { index: number; scale?: number }
  }[]
  textures?: { source?: number }[]
  images?: { bufferView?: number; mimeType?: string }[]
}

type AnyNode = {
  mesh?: number
  children?: number[]
  matrix?: number[]
  translation?: number[]
  rotation?: number[]
  scale?: number[]
}
type AnyPrimitive = {
  attributes: Record<string, number | undefined>
  indices?: number
  material?: number
  mode?: number
}

const TRIANGLES = 4
const FLOAT = 5126
const UNSIGNED_INT = 5125
const SIZES: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 }
const IDENTITY = new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])
/** A model that refers to itself would never end. */
const MAX_NODES = 2000
const MAX_DEPTH = 64

/** Reads a number of an accessor, by its component type. */
const READERS: Readonly<Record<number, [bytes: number, read: (view: DataView, at: number) => number, most: number]>> = {
  5120: [1, (view, at) => view.getInt8(at), 127],
  5121: [1, (view, at) => view.getUint8(at), 255],
  5122: [2, (view, at) => view.getInt16(at, true), 32767],
  5123: [2, (view, at) => view.getUint16(at, true), 65535],
  5125: [4, (view, at) => view.getUint32(at, true), 1],
  5126: [4, (view, at) => view.getFloat32(at, true), 1],
}

/**
 * Reads a model: ours as it is, that of another program where its parts stand.
 *
 * @throws when it is no GLB, is damaged or shows nothing
 */
export function readModel(file: ArrayBuffer): Model {
  const { document, start } = openGlb<AnyDocument>(file)
  return isMadeHere(document) ? readGlb(file) : bakeGlb(document, new Uint8Array(file, start))
}

/** Do its parts stand where they are drawn, with everything that our models have? */
function isMadeHere({ nodes = [], meshes, bufferViews, materials = [] }: AnyDocument): boolean {
  return (
    nodes.every((node) => !node.matrix && !node.translation && !node.rotation && !node.scale) &&
    nodes.filter(({ mesh }) => mesh !== undefined).length === meshes.length &&
    bufferViews.every((view) => view.byteStride === undefined) &&
    materials.every(({ pbrMetallicRoughness }) => pbrMetallicRoughness?.baseColorTexture) &&
    meshes.every(({ primitives }) =>
      primitives.every(
        ({ attributes, indices, material }) =>
          indices !== undefined &&
          material !== undefined &&
          ['NORMAL', 'TEXCOORD_0'].every((name) => name in attributes),
      ),
    )
  )
}

/** The parts of any model where they stand, on the floor and in the middle, as our own models are made. */
function bakeGlb(document: AnyDocument, binary: Uint8Array<ArrayBuffer>): Model {
  const { nodes = [], scenes = [], materials = [], textures = [], images = [] } = document
  const pictures: Model['images'] = []
  const known = new Map<string, number>()
  let seen = 0

  function numbersOf(index: number): number[] {
    const accessor = document.accessors[index]
    const view = accessor?.bufferView === undefined ? undefined : document.bufferViews[accessor.bufferView]
    const [bytes, read, most] = READERS[accessor?.componentType ?? 0] ?? []
    if (!accessor || !view || !bytes || !read || !most || accessor.sparse)
      throw new Error('This model has numbers of another kind')
    const { byteOffset = 0, count, type, normalized } = accessor
    const size = SIZES[type] ?? 1
    const data = new DataView(binary.buffer, binary.byteOffset + (view.byteOffset ?? 0) + byteOffset)
    const stride = view.byteStride ?? size * bytes
    return Array.from({ length: count * size }, (_, at) => {
      const value = read(data, Math.floor(at / size) * stride + (at % size) * bytes)
      return normalized ? Math.max(value / most, -1) : value
    })
  }

  function pictureOf(name: string, make: () => Model['images'][number]): number {
    const found = known.get(name)
    if (found !== undefined) return found
    known.set(name, pictures.push(make()) - 1)
    return pictures.length - 1
  }

  function textureOf(index: number | undefined): number | undefined {
    const source = index === undefined ? undefined : textures[index]?.source
    const image = source === undefined ? undefined : images[source]
    const view = image?.bufferView === undefined ? undefined : document.bufferViews[image.bufferView]
    if (!view) return undefined
    const bytes = binary.subarray(view.byteOffset ?? 0, (view.byteOffset ?? 0) + view.byteLength)
    return pictureOf(`image ${source}`, () => ({ bytes, mimeType: image?.mimeType ?? 'image/png' }))
  }

  function materialOf(index: number | undefined): Material {
    const { pbrMetallicRoughness: surface = {}, normalTexture } =
      (index === undefined ? undefined : materials[index]) ?? {}
    const colour = surface.baseColorFactor ?? [1, 1, 1]
    return {
      roughness: surface.roughnessFactor ?? 1,
      colour:
        textureOf(surface.baseColorTexture?.index) ??
        pictureOf(`colour ${colour}`, () => ({ bytes: plainPicture(colour), mimeType: 'image/bmp' })),
      normal: textureOf(normalTexture?.index),
      normalScale: normalTexture?.scale ?? 1,
    }
  }

  function bake({ attributes, indices, material, mode = TRIANGLES }: AnyPrimitive, matrix: Matrix): Part[] {
    if (mode !== TRIANGLES || attributes.POSITION === undefined) return []
    const places = transform(numbersOf(attributes.POSITION), matrix, 1)
    const corners = indices === undefined ? places.map((_, at) => at).slice(0, places.length / 3) : numbersOf(indices)
    const normals =
      attributes.NORMAL === undefined ? facing(places, corners) : transform(numbersOf(attributes.NORMAL), matrix, 0)
    const uvs = attributes.TEXCOORD_0
    return [
      {
        attributes: {
          POSITION: floats(places, 3),
          NORMAL: floats(normals, 3),
          TEXCOORD_0: uvs === undefined ? undefined : floats(numbersOf(uvs), 2),
          // Elsewhere it is a colour, here baked occlusion.
          COLOR_0: undefined,
        },
        indices: { ...values(new Uint32Array(corners), 1), componentType: UNSIGNED_INT },
        material: materialOf(material),
      },
    ]
  }

  function partsIn(index: number, above: Matrix, depth = 0): Part[] {
    const node = nodes[index]
    if (!node || seen++ > MAX_NODES || depth > MAX_DEPTH) return []
    const matrix = multiply(above, placeOf(node))
    const own = node.mesh === undefined ? [] : (document.meshes[node.mesh]?.primitives ?? [])
    return [
      ...own.flatMap((primitive) => bake(primitive, matrix)),
      ...(node.children ?? []).flatMap((child) => partsIn(child, matrix, depth + 1)),
    ]
  }

  const roots = scenes[document.scene ?? 0]?.nodes ?? nodes.map((_, index) => index)
  const parts = roots.flatMap((index) => partsIn(index, IDENTITY))
  if (parts.length === 0) throw new Error('This model shows nothing')
  standInTheMiddle(parts)
  return { parts, images: pictures }
}

/** Moves all parts so that the lowest point is on the floor, below the middle. */
function standInTheMiddle(parts: readonly Part[]): void {
  const all = parts.flatMap(({ attributes: { POSITION } }) =>
    POSITION ? [new Float32Array(POSITION.bytes.buffer)] : [],
  )
  const bounds = [0, 1, 2].map((axis) => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (const places of all)
      for (let at = axis; at < places.length; at += 3) {
        low = Math.min(low, places[at] ?? 0)
        high = Math.max(high, places[at] ?? 0)
      }
    return axis === 1 ? low : (low + high) / 2
  })
  for (const places of all)
    for (let at = 0; at < places.length; at++) places[at] = (places[at] ?? 0) - (bounds[at % 3] ?? 0)
}

function placeOf({ matrix, translation = [0, 0, 0], rotation = [0, 0, 0, 1], scale = [1, 1, 1] }: AnyNode): Matrix {
  if (matrix) return new Float32Array(matrix)
  const [x = 0, y = 0, z = 0, w = 1] = rotation
  const [a = 1, b = 1, c = 1] = scale
  return new Float32Array([
    ...[a * (1 - 2 * (y * y + z * z)), a * 2 * (x * y + z * w), a * 2 * (x * z - y * w), 0],
    ...[b * 2 * (x * y - z * w), b * (1 - 2 * (x * x + z * z)), b * 2 * (y * z + x * w), 0],
    ...[c * 2 * (x * z + y * w), c * 2 * (y * z - x * w), c * (1 - 2 * (x * x + y * y)), 0],
    ...[...translation.slice(0, 3), 1],
  ])
}

/** @param w 1 for places, 0 for directions */
function transform(numbers: readonly number[], m: Matrix, w: 0 | 1): number[] {
  return numbers.map((_, at) => {
    const row = at % 3
    const start = at - (at % 3)
    const sum = [0, 1, 2].reduce((total, k) => total + (m[k * 4 + row] ?? 0) * (numbers[start + k] ?? 0), 0)
    return sum + w * (m[12 + row] ?? 0)
  })
}

/** A direction for each vertex, from the triangles that it belongs to. */
function facing(places: readonly number[], corners: readonly number[]): number[] {
  const normals = new Array<number>(places.length).fill(0)
  for (let at = 0; at + 2 < corners.length; at += 3) {
    const [a = 0, b = 0, c = 0] = corners.slice(at, at + 3)
    const side = (to: number) => [0, 1, 2].map((axis) => (places[to * 3 + axis] ?? 0) - (places[a * 3 + axis] ?? 0))
    const [[p = 0, q = 0, r = 0], [s = 0, t = 0, u = 0]] = [side(b), side(c)]
    for (const [axis, part] of [q * u - r * t, r * s - p * u, p * t - q * s].entries())
      for (const corner of [a, b, c]) normals[corner * 3 + axis] = (normals[corner * 3 + axis] ?? 0) + part
  }
  return normals
}

function floats(numbers: readonly number[], size: number): Values {
  return { ...values(new Float32Array(numbers), size), componentType: FLOAT }
}

function values(list: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>, size: number) {
  return { bytes: new Uint8Array(list.buffer), count: list.length / size, size, isNormalized: false }
}

/** One pixel as a BMP, which browsers decode like any other picture. @param colour linear, from 0 to 1 */
function plainPicture(colour: readonly number[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(58))
  for (const [at, value] of [
    [0, 0x4d42],
    [2, 58],
    [10, 54],
    [14, 40],
    [18, 1],
    [22, 1],
    [26, 1],
    [28, 24],
  ] as const)
    view.setUint32(at, value, true)
  for (const [at, value] of colour.slice(0, 3).entries()) view.setUint8(56 - at, Math.round(255 * inSrgb(value)))
  return new Uint8Array(view.buffer)
}

function inSrgb(value: number): number {
  return value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055
}
