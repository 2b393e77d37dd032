// Loaded on demand, when a shopper presses Pay now instead.
import type { OrderId } from '#domain/orders/order-state.ts'
import type { Words } from '#domain/shop/wording.ts'
import { charge, post } from '#web/checkout/pay-online.ts'
import { type DataOf, type PayResult, paymentMessage } from '#web/checkout/payment-message.ts'
import type { action as openForOrder } from './pay-now.ts'

/** Pays an order online that was to be paid in cash, or the rest of one that was changed. `placed` and `paid`: it is paid online now. */
export async function payForOrder(
  orderId: OrderId,
  words: Words,
  { isRest, link }: { isRest: boolean; link?: string | undefined },
) {
  const opened = await post<DataOf<typeof openForOrder>>(link ? `${link}/open` : `/orders/${orderId}/pay`, {})
  const result = opened.kind === 'pay' ? await charge(opened, words, link && `${link}/paid`) : opened
  const message = orderPaymentMessage(result, words, isRest)
  return { ...result, ...(message && { message }) }
}

/** Shown below `Pay now instead` when the order is not paid. */
function orderPaymentMessage(
  result: PayResult | Exclude<DataOf<typeof openForOrder>, { kind: 'pay' }>,
  words: Words,
  isRest: boolean,
): string | undefined {
  switch (result.kind) {
    case 'dismissed':
      return `Payment cancelled. You haven’t been charged.${isRest ? '' : ' You can still pay in cash.'}`
    case 'not-payable':
    case 'not-found':
      return 'This order can no longer be paid online. You haven’t been charged.'
    case 'waiting':
      return 'Your payment is being processed. Please don’t pay again.'
    case 'refused':
      return 'We couldn’t confirm your payment. If you were charged, we’ll mark your order as paid or refund you automatically.'
    case 'refunded':
      return 'This order can no longer be paid online. You will be refunded in full.'
    case 'unanswered':
      return 'Connection lost. Please try again. You won’t be charged twice.'
    case 'paid':
      return undefined
    case 'limited':
      return result.message
    default:
      return paymentMessage(result, words, {})
  }
}
