import { MAX_QUANTITY, type Product, type ProductId } from '#domain/catalog/product.ts'
import { isVariantName } from '#domain/catalog/variant.ts'
import { parseStoredList, readStoredProduct, type StoredEntry } from '#domain/storage/recently-visited.ts'

/** One line of the cart: product, quantity, size and colour. `price` is that of one, as last seen. */
export type CartItem = Product & { selectedColor: string }
export type Cart = readonly CartItem[]

/** A line is identified by product, size and colour. */
export type LineIdentity = ProductSizeKey & { selectedColor: string }
/** The quantity limit counts by product and size. */
export type ProductSizeKey = { id: ProductId; sizeCode: string }

/** Parses `cart` from local storage: unreadable lines are dropped, quantities bounded, duplicates merged. */
export function parseCart(text: string | null): CartItem[] {
  const lines = new Map<string, CartItem>()
  for (const item of parseStoredList(text, readStoredItem)) {
    const key = lineKey(item)
    const same = lines.get(key)
    lines.set(key, same ? { ...same, quantity: boundQuantity(same.quantity + item.quantity) } : item)
  }
  return [...lines.values()]
}

function readStoredItem(stored: StoredEntry): CartItem | undefined {
  const product = readStoredProduct(stored)
  const { selectedColor } = stored
  if (!product || typeof selectedColor !== 'string') return undefined
  if (!isVariantName({ sizeCode: product.sizeCode, finish: selectedColor })) return undefined
  return { ...product, selectedColor, quantity: boundQuantity(product.quantity) }
}

export function lineKey({ id, sizeCode, selectedColor }: LineIdentity): string {
  return `${id}/${sizeCode}/${selectedColor}`
}

export function boundQuantity(quantity: number): number {
  return Math.min(MAX_QUANTITY, Math.max(1, Math.trunc(quantity) || 1))
}
