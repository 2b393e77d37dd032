import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { variantNames } from '#server/catalog/images/variants.ts'
import type { House } from './environment.ts'

/**
 * Every picture that a product names is there, whole, in every size; and what lies in the store besides, left by an
 * upload that failed, is whole as far as it came.
 *
 * @param seen those that were looked at before
 */
export async function checkPictures(house: House, seen: Set<string>): Promise<string[]> {
  const rows = await house.sql<{ folder: string }>(
    `select distinct unnest(product_image_url) as folder from products where title like 'Torture %'`,
  )
  const named = rows.map(({ folder }) => folder.replace(/^\//, ''))
  const store = join(house.dataDir, 'images')
  const problems: string[] = []
  for (const folder of named) {
    const present = new Set(await readdir(join(store, folder)).catch(() => []))
    const missing = variantNames().filter((name) => !present.has(name))
    if (missing.length > 0) problems.push(`${folder} is shown, and lacks ${missing.join(', ')}`)
  }
  for (const folder of await readdir(join(store, 'productImages')).catch(() => [])) {
    for (const name of await readdir(join(store, 'productImages', folder)).catch(() => [])) {
      const file = join(store, 'productImages', folder, name)
      // What is being written has another name until it is whole.
      if (seen.has(file) || !variantNames().includes(name)) continue
      const isWhole = await sharp(file, { failOn: 'warning' })
        .raw()
        .toBuffer()
        .then(
          () => true,
          (error: Error) => /missing/.test(error.message),
        )
      if (!isWhole) problems.push(`${folder}/${name} is only half there`)
      else seen.add(file)
    }
  }
  return problems
}
