import { formatRupees } from '#domain/money.ts'
import { restOf } from '#domain/orders/cash.ts'
import type { Order } from '#domain/orders/order.ts'
import type { Message } from './message.ts'
import { writeToBuyer } from './order-emails.ts'
import type { Say } from './say.ts'
import type { CashEmailTemplate } from './templates.ts'

type CashEmail = {
  /** Online payment is set up, so that the order can be paid now instead. */
  canPayOnline: boolean
  /** Hours after which the order is cancelled; 0: never. */
  cancelAfterHours: number
}

/** Asks the shopper to confirm a cash order, or says that it is paid online now. */
export function writeCashEmail(
  say: Say,
  template: CashEmailTemplate,
  order: Order,
  { canPayOnline, cancelAfterHours }: CashEmail,
): Message {
  const values = { order: String(order.id), amount: formatRupees(restOf(order)) }
  if (template === 'paid-now') return writeToBuyer(order, say('paid-now', values))
  const hours = cancelAfterHours === 1 ? 'an hour' : `${cancelAfterHours} hours`
  const parts = {
    'confirm-within': cancelAfterHours > 0 ? say('confirm-within', { hours }) : '',
    'pay-now': canPayOnline ? say('pay-now', {}) : '',
  }
  return writeToBuyer(order, say('confirm-cash', { ...values, ...parts }))
}
