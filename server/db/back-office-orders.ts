import type { OrderFilter, Turn } from '#domain/back-office-lists.ts'
import type { Cancellation, Order, OrderId, OrderLine, OrderStatus } from '#domain/order.ts'
import type { Page } from './back-office-page.ts'
import type { Db } from './connection.ts'

/** A page holds whole orders; the table shows one row for each of their cart items. */
export async function listAllOrders(_db: Db, _filter: OrderFilter, _turn: Turn): Promise<Page<Order>> {
  throw new Error('Being written')
}

/** An order line as the seller of its product sees it: nobody's phone, address or e-mail. */
export type SaleRow = {
  orderId: OrderId
  status: OrderStatus
  cancel: Cancellation
  /** The buyer's name. */
  name: string
  line: OrderLine
  /** When the order was placed, ISO 8601. */
  time: string
}

export async function listSalesOf(_db: Db, _uid: string, _turn: Turn): Promise<Page<SaleRow>> {
  throw new Error('Being written')
}
