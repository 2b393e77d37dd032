import { data } from 'react-router'
import type { Product } from '#domain/catalog/product.ts'
import { messages } from '#domain/messages.ts'
import type { Shop } from '#server/shop.ts'
import { listSold } from './storefront-queries.ts'

/**
 * An optional read: when it fails, the error is logged, the shopper gets the message, and the page renders with the
 * fallback.
 */
export async function readOrFallback<T>(
  shop: Pick<Shop, 'log'>,
  { read, fallback, failures, message }: { read: () => Promise<T>; fallback: T; failures: string[]; message?: string },
): Promise<T> {
  try {
    return await read()
  } catch (error) {
    shop.log.error(message ?? 'A read failed', error)
    if (message) failures.push(message)
    return fallback
  }
}

/** A read without which there is no page. @throws a 503 with the message, for the page's error boundary */
export async function readOrFail<T>(shop: Pick<Shop, 'log'>, message: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    shop.log.error(message, error)
    throw data(message, { status: 503 })
  }
}

/** Adds `sold` to each product. */
export async function withAvailability(
  shop: Pick<Shop, 'db' | 'log'>,
  products: Product[],
  failures: string[],
): Promise<Product[]> {
  const sold = await readOrFallback(shop, {
    read: () =>
      listSold(
        shop.db,
        products.map(({ id }) => id),
      ),
    fallback: new Set<number>(),
    failures,
    message: messages.deliveredOrdersFailed,
  })
  return products.map((product) => ({ ...product, sold: sold.has(product.id) }))
}

/** 503 for a page with failures, so that it is neither cached nor indexed. */
export function statusFor(failures: readonly string[]): { status: number } {
  return { status: failures.length > 0 ? 503 : 200 }
}
