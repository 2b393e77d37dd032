import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { renditionNames } from '#server/catalog/images/renditions.ts'
import type { TestEnvironment } from './environment.ts'
import type { Random } from './random.ts'

/**
 * Every image that a product names exists in every size, and no file in the store is truncated, also of uploads that failed.
 *
 * @param seen files that were found intact by earlier checks
 */
export async function checkImages(environment: TestEnvironment, seen: Set<string>): Promise<string[]> {
  const rows = await environment.sql<{ folder: string }>(
    `select distinct folder from products, unnest(product_image_url) as folder where folder like '/productImages/%'`,
  )
  const named = rows.map(({ folder }) => folder.replace(/^\//, ''))
  const store = join(environment.dataDir, 'images')
  const problems: string[] = []
  for (const folder of named) {
    const present = new Set(await readdir(join(store, folder)).catch(() => []))
    const missing = renditionNames().filter((name) => !present.has(name))
    if (missing.length > 0) problems.push(`${folder} is shown but lacks ${missing.join(', ')}`)
  }
  for (const folder of await readdir(join(store, 'productImages')).catch(() => [])) {
    for (const name of await readdir(join(store, 'productImages', folder)).catch(() => [])) {
      const file = join(store, 'productImages', folder, name)
      // Files that are still being written have a temporary name.
      if (seen.has(file) || !renditionNames().includes(name)) continue
      const isIntact = await sharp(file, { failOn: 'warning' })
        .raw()
        .toBuffer()
        .then(
          () => true,
          (error: Error) => /missing/.test(error.message),
        )
      if (!isIntact) problems.push(`${folder}/${name} is truncated`)
      else seen.add(file)
    }
  }
  return problems
}

/** Noise does not compress, so the file is not small. */
export async function createImage(random: Random): Promise<File> {
  const noise = { type: 'gaussian', mean: random.between(90, 160), sigma: 40 } as const
  const bytes = await sharp({ create: { width: 420, height: 320, channels: 3, background: '#a64', noise } })
    .jpeg()
    .toBuffer()
  return new File([new Uint8Array(bytes)], 'pot.jpg')
}
