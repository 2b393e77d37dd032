import { formatArrival } from '#domain/delivery/delivery-area.ts'
import { calendarDay } from '#domain/time.ts'
import type { Cancellation, OrderStatus } from './order-state.ts'

export type DeliveryPromise = {
  /** Such as `2026-11-26`. */
  by: string
  /** The day is over and the order has not arrived. */
  isLate: boolean
}

type State = { status: OrderStatus; cancel: Cancellation }

export function promiseOf(order: State & { deliversBy: string | null }, now: Date): DeliveryPromise | undefined {
  const { deliversBy: by, status, cancel } = order
  if (by === null) return undefined
  return { by, isLate: status !== 'delivered' && cancel !== 'cancelled' && by < calendarDay(now) }
}

/** `Thu 26 Nov`, while its buyer can expect the order until then. */
export function expectedDay({ status, cancel, promise }: State & { promise?: DeliveryPromise }): string | undefined {
  const isExpected = status === 'confirmed' && cancel === 'none' && promise?.isLate === false
  return isExpected ? formatArrival(promise.by) : undefined
}
