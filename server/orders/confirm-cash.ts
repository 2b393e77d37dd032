import type { User } from '#domain/accounts/user.ts'
import { awaitsConfirmation } from '#domain/orders/cash/confirmation.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { Db } from '#server/db/connection.ts'
import { lockOrder } from '#server/orders/queries.ts'
import type { Shop } from '#server/shop.ts'
import { findCashOrder, updateConfirmed } from './cash-queries.ts'

/** The data of the confirmation page. */
export type CashState = {
  id: OrderId
  totalAmount: number
  state: 'waiting' | 'confirmed' | 'paid' | 'cancelling' | 'cancelled' | 'sent'
}

export async function findCashState(db: Db, id: OrderId): Promise<CashState | undefined> {
  const order = await findCashOrder(db, id)
  return order && { id, totalAmount: order.totalAmount, state: stateOf(order) }
}

function stateOf(order: NonNullable<Awaited<ReturnType<typeof findCashOrder>>>): CashState['state'] {
  if (order.cancel === 'cancelled') return 'cancelled'
  if (order.cancel === 'requested') return 'cancelling'
  if (order.paymentId !== null) return 'paid'
  if (order.cashConfirmedAt !== null) return 'confirmed'
  return awaitsConfirmation(order) ? 'waiting' : 'sent'
}

/**
 * Confirms a cash order. Does nothing for an order that is confirmed already or needs no confirmation.
 *
 * @param by whom the shopper told it; absent: they confirmed it themselves
 */
export async function confirmCashOrder(
  shop: Pick<Shop, 'db'>,
  id: OrderId,
  by?: Pick<User, 'uid' | 'email'>,
): Promise<CashState | undefined> {
  return shop.db.transaction(async (tx) => {
    const locked = await lockOrder(tx, id)
    const order = locked && (await findCashOrder(tx, id))
    if (order && awaitsConfirmation(order)) {
      await updateConfirmed(tx, id)
      const actor = by ?? { uid: order.userId, email: order.email }
      await insertAudit(tx, actor, { action: 'confirm cash order', subject: `order ${id}` })
    }
    return findCashState(tx, id)
  })
}
