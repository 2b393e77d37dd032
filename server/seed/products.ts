import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import * as v from 'valibot'
import type { User } from '#domain/accounts/user.ts'
import { galleryViewsOf, potImageOf } from '#domain/catalog/catalogue-images.ts'
import { type Catalogue, findSize, type Size, sizeLabelOf } from '#domain/catalog/sizes.ts'
import { memoize } from '#domain/memoize.ts'

// The same relative path from here and from build/server, where this file is bundled.
const FILE = join(import.meta.dirname, '../../server/seed/pots.csv')

const number = v.pipe(
  v.string(),
  v.transform((text) => (text === '' ? undefined : Number(text))),
  v.optional(v.number()),
)
const flag = v.pipe(
  v.picklist(['true', 'false']),
  v.transform((text) => text === 'true'),
)

/** A row of the file, which begins with the oldest product. Without a price, a product has that of its size. */
const potSchema = v.object({
  title: v.string(),
  sizeCode: v.string(),
  colour: v.string(),
  category: v.string(),
  price: number,
  discount: number,
  rating: number,
  reviewCount: number,
  featured: flag,
  approved: flag,
  addedBy: v.picklist(['admin', 'seller']),
  description: v.string(),
})

const readPots = memoize(() => v.parse(v.array(potSchema), parse(readFileSync(FILE), { columns: true })))

/** Titles by which the demo products are recognised. */
export const listDemoTitles = memoize(() => readPots().map(({ title }) => title))

type Creator = Omit<User, 'role'>

/** Rows for the products table. */
export function demoProducts(creators: { admin: Creator; seller: Creator }, catalogue: Catalogue) {
  const pots = readPots()
  return pots.map(({ colour, addedBy, ...product }, index) => {
    const size = findSize(catalogue, product.sizeCode)
    if (!size) throw new Error(`The demo shop has no size ${product.sizeCode}`)
    const creator = creators[addedBy]
    return {
      ...product,
      price: product.price ?? size.price,
      // The banner links to /category/cubee and the other families.
      category: `${size.family} ${product.category}`,
      productImageUrl: imagesOf(size, colour),
      sizeLabel: sizeLabelOf(size),
      userId: creator.userId,
      username: creator.name,
      email: creator.email,
      daysAgo: pots.length - index,
    }
  })
}

/** The pot in its own size and colour, then the other views of its family. */
function imagesOf({ family, code }: Pick<Size, 'family' | 'code'>, colour: string): string[] {
  return [potImageOf(family, colour, code), ...galleryViewsOf(family)]
}
