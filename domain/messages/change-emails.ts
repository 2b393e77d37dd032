import { formatAmount, formatRupees, type Paise, type Rupees } from '#domain/money.ts'
import { isPaid } from '#domain/orders/cash.ts'
import { type ChangedLine, changeText } from '#domain/orders/change-lines.ts'
import type { Order } from '#domain/orders/order.ts'
import { emailTitle } from './email-text.ts'
import type { Message } from './message.ts'
import { writeToBuyer } from './order-emails.ts'
import type { Say } from './say.ts'

type Change = { lines: readonly ChangedLine[]; totalAfter: Rupees; refund: Rupees; due: Rupees }

/** The email about a changed order: its changes, and what is paid or refunded now. */
export function writeChangeEmail(say: Say, order: Order, { lines, totalAfter, refund, due }: Change): Message {
  const key = keyOf(order, { refund, due })
  const amount = formatRupees(refund > 0 ? refund : due)
  const status = say(key, {
    order: String(order.id),
    changes: lines.map((line) => changeText({ ...line, title: emailTitle(line.title) })).join('; '),
    total: formatRupees(totalAfter),
    amount,
    cash: formatRupees(order.restInCash ?? 0),
    refund: say('refund-part', { amount }),
  })
  return writeToBuyer(order, status)
}

function keyOf(
  order: Pick<Order, 'paymentId' | 'paidAtCounter' | 'paidByVoucher' | 'voucherPaid' | 'restInCash'>,
  { refund, due }: Pick<Change, 'refund' | 'due'>,
) {
  if (!isPaid(order) && due === 0) return 'order-changed-cash'
  if (refund > 0 && order.voucherPaid) return 'order-changed-voucher'
  if (refund > 0) return order.paidAtCounter ? 'order-changed-counter' : 'order-changed-refund'
  if (order.restInCash) return 'order-changed-part'
  return due > 0 ? 'order-changed-due' : 'order-changed-settled'
}

/** Thanks for the payment of what a change has added. */
export function writeRestPaidEmail(say: Say, order: Order, amount: Paise): Message {
  return writeToBuyer(order, say('rest-paid', { order: String(order.id), amount: formatAmount(amount) }))
}
