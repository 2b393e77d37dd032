import { and, eq, sql } from 'drizzle-orm'
import type { Cursor, ReturnFilter } from '#domain/admin-lists.ts'
import { clocksOf, type ReturnClocks, type ReturnRequestId } from '#domain/returns/return-request.ts'
import type { Db } from '#server/db/connection.ts'
import { readNewest } from '#server/db/keyset-pagination.ts'
import { returnRequests } from '#server/db/schema/returns.ts'
import { orderLines, orders } from '#server/db/schema/shop.ts'
import {
  findReturnRequest,
  listReturnPictures,
  listReturnSteps,
  type ReturnRequestRow,
  type ReturnStep,
} from './queries.ts'

/** As the condition of an index. */
export const IS_OPEN_RETURN = sql`state not in ('settled', 'declined', 'withdrawn')`

export type ListedReturn = Pick<
  ReturnRequestRow,
  'id' | 'orderId' | 'userId' | 'productId' | 'title' | 'quantity' | 'reason' | 'wanted' | 'state'
> & {
  /** The buyer's name, as the order has it; undefined: the order was deleted. */
  buyer: string | undefined
  clocks: ReturnClocks
  time: string
}

/** For the desk, newest first. */
export async function listReturnRequests(db: Db, { state, reason, product }: ReturnFilter, cursor: Cursor, now: Date) {
  const isShown = and(
    state === 'open' ? IS_OPEN_RETURN : state && eq(returnRequests.state, state),
    reason && eq(returnRequests.reason, reason),
    product ? sql`position(lower(${product}) in lower(${returnRequests.title})) > 0` : undefined,
  )
  const page = await readNewest(cursor, returnRequests.id, async ({ beyond, order, limit }) => {
    const rows = await db
      .select({ request: returnRequests, buyer: orders.name })
      .from(returnRequests)
      .leftJoin(orders, eq(orders.id, returnRequests.orderId))
      .where(and(isShown, beyond))
      .orderBy(order)
      .limit(limit)
    return rows.map(({ request, buyer }) => ({ ...toListed(request, now), buyer: buyer ?? undefined }))
  })
  return { ...page, count: undefined }
}

function toListed({ acknowledgedAt, ...row }: ReturnRequestRow, now: Date): Omit<ListedReturn, 'buyer'> {
  const { id, orderId, userId, productId, title, quantity, reason, wanted, state, time } = row
  return {
    id,
    orderId,
    userId,
    productId,
    title,
    quantity,
    reason,
    wanted,
    state,
    time: time.toISOString(),
    clocks: clocksOf({ time, state, isAcknowledged: acknowledgedAt !== null }, now),
  }
}

export type DeskReturn = ListedReturn &
  Pick<ReturnRequestRow, 'words' | 'declineReason' | 'settledAs' | 'amount'> & {
    email: string | undefined
    /** Such as `C02 · Grey Stone`. */
    choice: string
    /** Rupees of one unit, as ordered; undefined: the order was deleted. */
    price: number | undefined
    pictures: string[]
    steps: ReturnStep[]
  }

/** A request with everything that the desk reads before it decides. */
export async function readDeskReturn(db: Db, id: ReturnRequestId, now: Date): Promise<DeskReturn | undefined> {
  const row = await findReturnRequest(db, id)
  if (!row) return undefined
  const { orderId, position, words, declineReason, settledAs, amount } = row
  const pictures = await listReturnPictures(db, [id])
  const steps = await listReturnSteps(db, [id])
  const [ordered] = await db
    .select({ buyer: orders.name, email: orders.email, line: orderLines })
    .from(orders)
    .leftJoin(orderLines, and(eq(orderLines.orderId, orders.id), eq(orderLines.position, position)))
    .where(eq(orders.id, orderId))
  return {
    ...toListed(row, now),
    words,
    declineReason,
    settledAs,
    amount,
    buyer: ordered?.buyer,
    email: ordered?.email,
    choice: [ordered?.line?.sizeCode, ordered?.line?.selectedColor].filter(Boolean).join(' · '),
    price: ordered?.line?.price,
    pictures: pictures.get(id) ?? [],
    steps: steps.get(id) ?? [],
  }
}

/** As staff without the right `see money` may see it; the note of what settled it names the amount. */
export function requestWithoutMoney(request: DeskReturn): DeskReturn {
  const steps = request.steps.map((step) => (step.state === 'settled' ? { ...step, note: '' } : step))
  return { ...request, price: undefined, amount: null, steps }
}
