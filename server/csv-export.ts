import type { Shop } from './shop.ts'

/** The answers are downloads: UTF-8 with a byte order mark, read from the database as the browser takes them. */
export function exportProducts(_shop: Pick<Shop, 'db' | 'now'>): Response {
  throw new Error('Being written')
}

export function exportOrders(_shop: Pick<Shop, 'db' | 'now'>): Response {
  throw new Error('Being written')
}

export function exportUsers(_shop: Pick<Shop, 'db' | 'now'>): Response {
  throw new Error('Being written')
}
