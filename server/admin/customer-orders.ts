import type { User } from '#domain/accounts/user.ts'
import type { Order } from '#domain/orders/order.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { grantOf, hasRight } from '#domain/permissions.ts'
import type { Db } from '#server/db/connection.ts'
import { listOrdersOf } from '#server/orders/queries.ts'

/** An order as other pages of the back office list it; its total only for those who may see money. */
export type CustomerOrder = Pick<Order, 'id' | 'status' | 'cancel' | 'parcelWord' | 'awaitsConfirmation' | 'time'> &
  Partial<Pick<Order, 'totalAmount' | 'refund' | 'refundedPart'>>

/** A customer's orders, newest first; undefined: this member of staff may not see orders. */
export async function listCustomerOrders(
  db: Db,
  staff: User,
  userId: string,
): Promise<{ orders: CustomerOrder[]; next: OrderId | undefined } | undefined> {
  if (grantOf('GET /adminDashboard/orders/:id', staff) !== 'all') return undefined
  const { orders, next } = await listOrdersOf(db, userId)
  const seesMoney = hasRight(staff, 'see money')
  return { orders: orders.map((order) => (seesMoney ? withMoney(order) : withoutMoney(order))), next }
}

function withoutMoney({ id, status, cancel, parcelWord, awaitsConfirmation, time }: Order): CustomerOrder {
  return {
    id,
    status,
    cancel,
    ...(parcelWord && { parcelWord }),
    ...(awaitsConfirmation && { awaitsConfirmation }),
    time,
  }
}

function withMoney(order: Order): CustomerOrder {
  const { totalAmount, refund, refundedPart } = order
  return {
    ...withoutMoney(order),
    totalAmount,
    ...(refund && { refund }),
    ...(refundedPart !== undefined && { refundedPart }),
  }
}
