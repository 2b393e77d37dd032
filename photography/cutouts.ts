/** Cut-outs of the pots, for the drawing that shows how big they are. */
import { mkdirSync, readdirSync } from 'node:fs'
import { join, parse } from 'node:path'
import sharp from 'sharp'
import { listModels, nameOfModel } from '#domain/catalog/models.ts'
import { blend } from './blender.ts'

const negatives = join(import.meta.dirname, 'negatives', 'cutouts')
const cutouts = join(import.meta.dirname, 'pictures', 'cutouts')
/** Half of what is rendered: 3.5 pixels for a centimetre are enough for a dense screen. */
const SHRINK = 0.5

/** @param only part of the names that are made again, such as `C02`; empty: all */
export async function makeCutouts(only: string): Promise<void> {
  for (const folder of [negatives, cutouts]) mkdirSync(folder, { recursive: true })
  const names = listModels()
    .filter(({ planted }) => !planted)
    .map(nameOfModel)
  await blend(
    'cutouts.py',
    negatives,
    names.filter((name) => name.includes(only)),
  )
  for (const file of readdirSync(negatives)) {
    const image = sharp(join(negatives, file))
    const { width } = await image.metadata()
    await image
      .resize(Math.round(width * SHRINK))
      .webp({ quality: 80, alphaQuality: 90, effort: 6 })
      .toFile(join(cutouts, `${parse(file).name}.webp`))
  }
}
