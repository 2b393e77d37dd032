import type { Words } from '#domain/shop/wording.ts'
import type { action as paid } from './confirm-payment.ts'
import type { action as open } from './create-payment.ts'

/** The result of a route's action. */
export type DataOf<Action> = Action extends (...args: never[]) => Promise<infer Result>
  ? Result extends { data: infer Data }
    ? Data
    : never
  : never

export type PayResult =
  | Exclude<DataOf<typeof open>, { kind: 'pay' }>
  | DataOf<typeof paid>
  | { kind: 'dismissed' | 'failed' | 'unanswered' | 'no-widget' }

/** The name of paying in cash; undefined: that is not possible. */
export type OtherWay = { cashLabel?: string | undefined }

/** Shown below the buttons when no order was placed. */
export function paymentMessage(result: PayResult, words: Words, { cashLabel }: OtherWay): string | undefined {
  const orCash = cashLabel ? `, or choose ${cashLabel}` : ''
  switch (result.kind) {
    case 'dismissed':
      return 'Payment cancelled. You haven’t been charged. Your cart and address are saved.'
    case 'failed':
      return `Payment failed. You haven’t been charged. Please try again${orCash}.`
    case 'no-widget':
      return `We couldn’t open the payment window. Check your connection and try again${orCash}.`
    case 'unavailable':
      return `Online payment is unavailable right now. You haven’t been charged. Try again in a few minutes${orCash}.`
    case 'offers':
    case 'delivery-fee':
    case 'no-cash':
    case 'part':
    case 'voucher':
      return result.message
    case 'free':
      return `This order is free, so there is nothing to pay online. Please choose ${cashLabel ?? 'Cash on Delivery'}.`
    case 'refused':
      return 'We couldn’t confirm your payment. If you were charged, we’ll place your order or refund you automatically.'
    case 'waiting':
      return 'Your payment is being processed. Your order will appear under Your orders. Please don’t pay again.'
    case 'refunded':
      if (result.reason === 'sold')
        return `${words.ANoun} sold out while you were paying. You will be refunded in full.`
      if (result.reason === 'paid-twice') return 'You’ve already paid for this order. We’ll refund the second payment.'
      return 'We couldn’t place your order. You will be refunded in full.'
    default:
      return undefined
  }
}
