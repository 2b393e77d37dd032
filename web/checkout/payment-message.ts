import type { PayAnswer } from './pay-online.ts'

/** What the shopper reads below the button when pressing it has not led to an order. */
export function paymentMessage(answer: PayAnswer): string | undefined {
  switch (answer.kind) {
    case 'dismissed':
      return 'You closed the payment window, and nothing was charged. Your cart and address are still here.'
    case 'failed':
      return 'The payment did not go through, and nothing was charged. Your cart and address are still here: try again, or pay on delivery.'
    case 'no-widget':
      return 'The payment window could not be opened. Check your connection and press again, or pay on delivery.'
    case 'unavailable':
      return 'Online payment cannot be reached just now, and nothing was charged. Try again in a moment, or pay on delivery.'
    case 'free':
      return 'There is nothing to pay for this cart. Please order it with Cash on Delivery.'
    case 'refused':
      return 'We could not confirm this payment. If money has left your account, it becomes your order or comes back by itself.'
    case 'waiting':
      return 'Your payment is on its way to us. The order appears under Your orders by itself; please do not pay again.'
    case 'refunded':
      if (answer.reason === 'sold')
        return 'A pot was sold while you were paying. Your money goes back to you, all of it.'
      if (answer.reason === 'paid-twice') return 'This was paid for already. The second payment goes back to you.'
      return 'This payment goes back to you, all of it.'
    default:
      return undefined
  }
}
