/** One material of a model with the triangles that have it. */
export type Part = {
  attributes: Readonly<Record<AttributeName, Values | undefined>>
  indices: Values
  material: Material
}

export type AttributeName = 'POSITION' | 'NORMAL' | 'TEXCOORD_0' | 'COLOR_0'

/** Numbers as they are in the file: the graphics card takes them without copying. */
export type Values = {
  bytes: Uint8Array<ArrayBuffer>
  count: number
  size: number
  /** The type of the numbers, by the code that WebGL and glTF share. */
  componentType: number
  isNormalized: boolean
}

/** `colour` and `normal` are indices in the model's `images`. */
export type Material = { roughness: number; colour: number; normal: number | undefined; normalScale: number }

export type Model = { parts: Part[]; images: { bytes: Uint8Array<ArrayBuffer>; mimeType: string }[] }

const MAGIC = 0x46546c67
const SIZES: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 }
const ATTRIBUTES: readonly AttributeName[] = ['POSITION', 'NORMAL', 'TEXCOORD_0', 'COLOR_0']

/** The parts of glTF that our models use; `bake-glb.ts` reads others. */
type Document = {
  meshes: { primitives: { attributes: Record<string, number>; indices: number; material: number }[] }[]
  accessors: {
    bufferView: number
    byteOffset?: number
    componentType: number
    count: number
    type: string
    normalized?: boolean
  }[]
  bufferViews: { byteOffset?: number; byteLength: number }[]
  materials: {
    pbrMetallicRoughness: { baseColorTexture: { index: number }; roughnessFactor?: number }
    normalTexture?: { index: number; scale?: number }
  }[]
  textures: { source: number }[]
  images: { bufferView: number; mimeType: string }[]
}

/**
 * The glTF document of a GLB, and where the numbers start.
 *
 * @throws when it is no GLB, or is cut off
 */
export function openGlb<T>(file: ArrayBuffer): { document: T; start: number } {
  const view = new DataView(file)
  if (view.getUint32(0, true) !== MAGIC || view.getUint32(8, true) > file.byteLength) throw new Error('Not a whole GLB')
  const length = view.getUint32(12, true)
  const document: T = JSON.parse(new TextDecoder().decode(new Uint8Array(file, 20, length)))
  // After the JSON, skip the length and type of the second chunk.
  return { document, start: 28 + length }
}

/**
 * Reads one of our models: core glTF with quantised vertices and embedded pictures.
 *
 * @throws when it is no GLB, or is cut off
 */
export function readGlb(file: ArrayBuffer): Model {
  const { document, start } = openGlb<Document>(file)

  function bytesOf(index: number, offset = 0) {
    const { byteOffset = 0, byteLength } = document.bufferViews[index] as Document['bufferViews'][number]
    return new Uint8Array(file, start + byteOffset + offset, byteLength - offset)
  }

  function valuesOf(index: number): Values {
    const accessor = document.accessors[index] as Document['accessors'][number]
    return {
      bytes: bytesOf(accessor.bufferView, accessor.byteOffset),
      count: accessor.count,
      size: SIZES[accessor.type] ?? 1,
      componentType: accessor.componentType,
      isNormalized: accessor.normalized ?? false,
    }
  }

  function materialOf(index: number): Material {
    const { pbrMetallicRoughness: surface, normalTexture } = document.materials[index] as Document['materials'][number]
    const imageOf = (texture: number) => document.textures[texture]?.source ?? 0
    return {
      roughness: surface.roughnessFactor ?? 1,
      colour: imageOf(surface.baseColorTexture.index),
      normal: normalTexture && imageOf(normalTexture.index),
      normalScale: normalTexture?.scale ?? 1,
    }
  }

  return {
    parts: document.meshes.flatMap(({ primitives }) =>
      primitives.map(({ attributes, indices, material }) => ({
        attributes: Object.fromEntries(
          ATTRIBUTES.map((name) => [name, attributes[name] === undefined ? undefined : valuesOf(attributes[name])]),
        ) as Part['attributes'],
        indices: valuesOf(indices),
        material: materialOf(material),
      })),
    ),
    images: document.images.map(({ bufferView, mimeType }) => ({ bytes: bytesOf(bufferView), mimeType })),
  }
}

/** The places of all vertices, three numbers each. */
export function placesOf({ parts }: Model): Float32Array[] {
  return parts.flatMap(({ attributes: { POSITION } }) =>
    // Copied, because a view on floats must begin at a multiple of four bytes.
    POSITION ? [new Float32Array(POSITION.bytes.slice(0, POSITION.count * 12).buffer)] : [],
  )
}
