import type { Part } from './mesh-file.ts'

/** The material of a part; pictures are JPEG files of photography/models/. */
export type Material = {
  name: string
  color: string
  normal: string | undefined
  roughness: number
  isLeaf: boolean
  /** Texture coordinates for each vertex, with y upwards. */
  uv: Float32Array
}

/** Sides of the finishes' tiles in metres, as in photography/tiles.py. Marble is too even for normals to be seen. */
const STONES: Record<string, { side: number; roughness: number; hasNormal: boolean }> = {
  'grey-stone': { side: 1 / 3, roughness: 0.72, hasNormal: true },
  'marble-white': { side: 1, roughness: 0.34, hasNormal: false },
  sandstone: { side: 1 / 3, roughness: 0.85, hasNormal: true },
  'mosaic-grey': { side: 1 / 3, roughness: 0.5, hasNormal: true },
}
const GROUNDS = ['soil', 'gravel']
const GROUND_SIDE = 0.25
const GROUND_ROUGHNESS = 0.95
const LEAF_ROUGHNESS = 0.42
/** Finer steps are invisible in a picture of 512 pixels, and compress worse. */
const UV_STEPS = 2 ** 12

/** @throws when there is no such finish */
export function materialOf(part: Part, finish: string): Material {
  if (part.name !== 'stone') {
    const isGround = GROUNDS.includes(part.name)
    return {
      name: part.name,
      color: `${part.name}-color`,
      normal: undefined,
      roughness: isGround ? GROUND_ROUGHNESS : LEAF_ROUGHNESS,
      isLeaf: !isGround,
      uv: scaled(part.skin, isGround ? 1 / GROUND_SIDE : 1),
    }
  }
  const stone = STONES[finish]
  if (!stone) throw new Error(`No finish ${finish}`)
  // Grain and chips are as large as in the photographs; only marble, whose veins have no size, meets itself without a seam at the back.
  const tiles = stone.hasNormal ? part.around / stone.side : Math.max(1, Math.round(part.around / stone.side))
  return {
    name: finish,
    color: `${finish}-color`,
    normal: stone.hasNormal ? `${finish}-normal` : undefined,
    roughness: stone.roughness,
    isLeaf: false,
    uv: scaled(part.skin, tiles / part.around),
  }
}

function scaled(skin: Float32Array, factor: number): Float32Array {
  return skin.map((value) => Math.round(value * factor * UV_STEPS) / UV_STEPS)
}
