import * as v from 'valibot'
import { imagesOf } from './images.ts'
import type { Product } from './product.ts'
import { SIZE_CODE } from './sizes.ts'

export const RECENTLY_VISITED_LIMIT = 8

/** The last 8 distinct products, newest first. */
export function visit(visited: readonly Product[], product: Product): Product[] {
  return [product, ...visited.filter(({ id }) => id !== product.id)].slice(0, RECENTLY_VISITED_LIMIT)
}

/** Local storage may hold products of an older version or with manipulated values. */
export const storedProductSchema = v.object({
  id: v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.digits(), v.transform(Number))]),
    v.safeInteger(),
    v.minValue(1),
  ),
  title: v.string(),
  price: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  productImageUrl: v.pipe(
    v.union([v.string(), v.array(v.string())]),
    v.transform((images) => imagesOf(images)),
  ),
  category: v.fallback(v.string(), ''),
  description: v.fallback(v.string(), ''),
  quantity: v.fallback(v.number(), 1),
  sizeCode: v.pipe(v.string(), v.regex(SIZE_CODE)),
  sizeLabel: v.fallback(v.string(), ''),
  featured: v.fallback(v.boolean(), false),
  sold: v.fallback(v.boolean(), false),
  discount: v.fallback(v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(100))), undefined),
  mrp: v.fallback(v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))), undefined),
  altTexts: v.fallback(v.optional(v.record(v.string(), v.string())), undefined),
  reviews: v.fallback(v.optional(v.object({ rating: v.number(), count: v.number() })), undefined),
  time: v.fallback(v.string(), ''),
})

/** Parses `lastVisitedProducts` from local storage; unreadable and repeated entries are dropped. */
export function parseRecentlyVisited(text: string | null): Product[] {
  return parseStoredList(text, storedProductSchema).reduceRight<Product[]>(visit, [])
}

/** Parses a stored JSON array entry by entry, so that one bad entry does not lose the others. */
export function parseStoredList<T>(text: string | null, schema: v.GenericSchema<unknown, T>): T[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(list)) return []
    return list.flatMap((entry) => {
      const parsed = v.safeParse(schema, entry)
      return parsed.success ? [parsed.output] : []
    })
  } catch {
    return []
  }
}
