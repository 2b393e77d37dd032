import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { listModels, type ModelName, nameOfModel } from '#domain/catalog/models.ts'
import { packGlb, type Surface } from './glb.ts'
import { materialOf } from './materials.ts'
import { readMesh } from './mesh-file.ts'
import { pictureFile, writeUsda } from './usda.ts'
import { packUsdz } from './usdz.ts'

export const MODEL_FORMATS = ['glb', 'usdz'] as const
type Format = (typeof MODEL_FORMATS)[number]
export type ModelFile = { name: string; model: ModelName; format: Format }

/** Every file of `/models/`, by its name. */
export const modelFiles: ReadonlyMap<string, ModelFile> = new Map(
  listModels().flatMap((model) =>
    MODEL_FORMATS.map((format) => {
      const name = `${nameOfModel(model)}.${format}`
      return [name, { name, model, format }] as const
    }),
  ),
)

/** @param folder with the meshes and pictures that `npm run photograph -- --models` makes */
export async function packModel(folder: string, { model, format }: ModelFile): Promise<Buffer> {
  const surfaces = await readSurfaces(folder, model)
  const used = surfaces.flatMap(({ material }) => [material.color, ...(material.normal ? [material.normal] : [])])
  const pictures = new Map(
    await Promise.all(used.map(async (name) => [name, await readFile(join(folder, `${name}.jpg`))] as const)),
  )
  if (format === 'glb') return packGlb(nameOfModel(model), surfaces, pictures)
  const scene = Buffer.from(writeUsda(model.code, surfaces))
  return packUsdz([['pot.usda', scene], ...[...pictures].map(([name, data]) => [pictureFile(name), data] as const)])
}

async function readSurfaces(folder: string, { code, finish, planted }: ModelName): Promise<Surface[]> {
  const files = [code, ...(planted ? [`${code}-planted`] : [])]
  const parts = await Promise.all(files.map((file) => readParts(join(folder, `${file}.mesh.br`))))
  return parts.flat().map((part) => ({ part, material: materialOf(part, finish) }))
}

async function readParts(path: string) {
  return readMesh(await promisify(brotliDecompress)(await readFile(path)))
}
