import { data } from 'react-router'
import { readOrFallback, statusFor } from '#server/http/degraded-reads.ts'
import type { Shop } from '#server/shop.ts'
import type { ListPage } from './live-table.tsx'

export const emptyPage: ListPage<never> = { rows: [], first: 1, next: undefined, previous: undefined, count: 0 }

/** Loads a page of a tab's list, or an empty page with an error message. */
export async function loadTable<Row, Rest extends object>(
  shop: Pick<Shop, 'log'>,
  message: string,
  read: () => Promise<ListPage<Row>>,
  rest?: Rest,
) {
  const failures: string[] = []
  const page: ListPage<Row> = await readOrFallback(shop, { read, fallback: emptyPage, failures, message })
  return data({ page, failures, ...(rest as Rest) }, statusFor(failures))
}
