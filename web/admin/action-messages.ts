import { messages } from '#domain/messages.ts'

/** Toasts of the back office's buttons, on success and on failure; the specification's own where it has one. */
export type ActionToasts = { done: string; failed: string }

/** Why a press was refused, where there is more to say than that it failed. */
export const ORDER_REFUSALS: Readonly<Record<string, string>> = {
  'refund-open': 'Decide the refund of what came back first, on the page of the order.',
  'return-open': 'This order has an open return. Settle or decline it first.',
  'refund-running': 'A refund of this order is not finished. Delete the order once the money is back.',
  'voucher-open': 'A voucher paid for this order. Cancel the order first, which gives the voucher back.',
  'pick-up': 'Its buyer picks it up. Press Ready to pick up on its page, then Hand over with the code.',
  kept: 'The buyer keeps this order: the request to cancel was taken back.',
}

export const orderActionMessages = {
  deliver: { done: 'Order delivered successfully', failed: 'Failed to deliver order' },
  'undo-delivery': {
    done: 'Delivery undone',
    failed: 'Too late to undo: the invoice and the email are made. Record a return instead.',
  },
  'approve-cancellation': { done: 'Cancellation approved successfully', failed: 'Failed to approve cancellation' },
  delete: { done: messages.orderDeleted, failed: 'Failed to delete order' },
}

/** @throws on an intent without messages, which a request cannot cause: the permission table has refused unknown intents */
export function messagesFor<T extends Record<string, ActionToasts>>(
  all: T,
  intent: unknown,
): [keyof T & string, ActionToasts] {
  if (typeof intent !== 'string' || !Object.hasOwn(all, intent)) throw new Error(`No messages for ${intent}`)
  return [intent, all[intent] as ActionToasts]
}
