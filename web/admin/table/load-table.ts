import { data, type RouterContextProvider } from 'react-router'
import { type Cursor, parseCursor } from '#domain/admin-lists.ts'
import { shopContext } from '#server/contexts.ts'
import type { Page } from '#server/db/keyset-pagination.ts'
import { readOrFallback, statusFor } from '#server/http/degraded-reads.ts'
import type { Shop } from '#server/shop.ts'

export const emptyPage: Page<never> = { rows: [], first: 1, next: undefined, previous: undefined, count: 0 }

type LoaderArgs = { context: Readonly<RouterContextProvider>; request: Request }

/** Loads the page of a tab's list that the URL asks for, or an empty page with an error message. */
export async function loadTable<Row, Rest extends object>(
  { context, request }: LoaderArgs,
  message: string,
  list: (db: Shop['db'], cursor: Cursor) => Promise<Page<Row>>,
  rest?: Rest,
) {
  const shop = context.get(shopContext)
  const cursor = parseCursor(new URL(request.url).searchParams)
  const read = () => list(shop.db, cursor)
  const failures: string[] = []
  const page: Page<Row> = await readOrFallback(shop, { read, fallback: emptyPage, failures, message })
  return data({ page, failures, ...(rest as Rest) }, statusFor(failures))
}
