import { imagesOf } from '#domain/catalog/images.ts'
import type { Product } from '#domain/catalog/product.ts'
import { SIZE_CODE } from '#domain/catalog/sizes.ts'

export const RECENTLY_VISITED_LIMIT = 8

/** The last 8 distinct products, newest first. */
export function visit(visited: readonly Product[], product: Product): Product[] {
  return [product, ...visited.filter(({ id }) => id !== product.id)].slice(0, RECENTLY_VISITED_LIMIT)
}

/** Parses `lastVisitedProducts` from local storage; unreadable and repeated entries are dropped. */
export function parseRecentlyVisited(text: string | null): Product[] {
  return parseStoredList(text, readStoredProduct).reduceRight<Product[]>(visit, [])
}

/** Parses a stored JSON array entry by entry, so that one bad entry does not lose the others. */
export function parseStoredList<T>(text: string | null, read: (entry: StoredEntry) => T | undefined): T[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(list)) return []
    return list.flatMap((entry: unknown) => {
      const found = typeof entry === 'object' && entry !== null ? read(entry as StoredEntry) : undefined
      return found ? [found] : []
    })
  } catch {
    return []
  }
}

/** An object of local storage, whose fields may be missing or hold anything. */
export type StoredEntry = Readonly<Record<string, unknown>>

/**
 * A product of an older version of the shop, or with manipulated values, as far as it can be shown; undefined: it cannot.
 * Without Valibot, which every page would have to load for this alone.
 */
export function readStoredProduct(stored: StoredEntry): Product | undefined {
  const { title, price, sizeCode, altTexts, reviews, discount, mrp } = stored
  const id = isText(stored.id) && /^\d+$/.test(stored.id) ? Number(stored.id) : stored.id
  const images = [stored.productImageUrl].flat()
  if (!isWhole(id, 1) || !isText(title) || !isWhole(price, 0) || !images.every(isText)) return undefined
  if (!isText(sizeCode) || (sizeCode !== '' && !SIZE_CODE.test(sizeCode))) return undefined
  return {
    id,
    title,
    price,
    sizeCode,
    productImageUrl: imagesOf(images),
    category: textOf(stored.category),
    description: textOf(stored.description),
    quantity: isNumber(stored.quantity) ? stored.quantity : 1,
    sizeLabel: textOf(stored.sizeLabel),
    featured: stored.featured === true,
    sold: stored.sold === true,
    ...(stored.isFrom === true && { isFrom: true }),
    time: textOf(stored.time),
    ...(isNumber(discount) && discount >= 0 && discount <= 100 && { discount }),
    ...(isWhole(mrp, 1) && { mrp }),
    ...(isObject(altTexts) &&
      Object.values(altTexts).every(isText) && { altTexts: altTexts as Record<string, string> }),
    ...(isObject(reviews) &&
      isNumber(reviews.rating) &&
      isNumber(reviews.count) && { reviews: { rating: reviews.rating, count: reviews.count } }),
  }
}

function textOf(value: unknown): string {
  return isText(value) ? value : ''
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number'
}

function isWhole(value: unknown, min: number): value is number {
  return Number.isSafeInteger(value) && Number(value) >= min
}

function isObject(value: unknown): value is StoredEntry {
  return typeof value === 'object' && value !== null
}
