/** Makes what the server packs into 3D models: a mesh of each size, and the pictures on them as JPEG. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import sharp from 'sharp'
import { blend } from './blender.ts'

const studio = import.meta.dirname
const negatives = join(studio, 'negatives', 'models')
const models = join(studio, 'models')

/** Side in pixels and quality of the committed pictures: as small as still looks like the photograph beside it. */
const PICTURES: Record<string, readonly [side: number, quality: number]> = {
  'grey-stone-color': [512, 72],
  'grey-stone-normal': [512, 72],
  'marble-white-color': [768, 72],
  'sandstone-color': [512, 72],
  'sandstone-normal': [512, 72],
  'mosaic-grey-color': [512, 72],
  'mosaic-grey-normal': [512, 57],
  'soil-color': [256, 60],
  'gravel-color': [256, 62],
  'snake-plant-color': [512, 68],
  'zz-plant-color': [256, 72],
  'pothos-color': [384, 62],
}

/** @param only part of the names of sizes and tiles that are made again; empty: all meshes, and the tiles that are out of date */
export async function makeModels(only: string): Promise<void> {
  for (const folder of [negatives, models]) mkdirSync(folder, { recursive: true })
  const tiles = namesOf(Object.keys(PICTURES)).filter((name) => (only === '' ? isStale(name) : name.includes(only)))
  if (tiles.length > 0) await blend('tiles.py', negatives, tiles)
  for (const [name, [side, quality]] of Object.entries(PICTURES)) {
    const negative = join(negatives, `${name}.png`)
    if (!existsSync(negative)) continue
    await sharp(negative)
      .removeAlpha()
      .resize(side, side, { kernel: 'lanczos3' })
      .jpeg({ quality, mozjpeg: true })
      .toFile(join(models, `${name}.jpg`))
  }
  const codes = /^[A-Z]+\d+$/.test(only) ? [only] : []
  if (only === '' || codes.length > 0) await blend('models.py', negatives, codes)
  for (const file of readdirSync(negatives).filter((file) => file.endsWith('.mesh'))) {
    writeFileSync(join(models, `${file}.br`), brotliCompressSync(readFileSync(join(negatives, file))))
  }
}

/** Each tile once, though it has colours and normals. */
function namesOf(pictures: string[]): string[] {
  return [...new Set(pictures.map((picture) => picture.slice(0, picture.lastIndexOf('-'))))]
}

/** A bake takes a minute, so a change elsewhere in the studio is no reason for it. */
function isStale(tile: string): boolean {
  const baked = join(negatives, `${tile}-color.png`)
  if (!existsSync(baked)) return true
  return ['tiles.py', 'finishes.py', 'leaves.py'].some((file) => {
    return statSync(join(studio, file)).mtimeMs > statSync(baked).mtimeMs
  })
}
