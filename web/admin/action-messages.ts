import type { Channel } from '#domain/messages/sent-message.ts'
import { messages } from '#domain/messages.ts'

/** Toasts of the back office's buttons, on success and on failure; the specification's own where it has one. */
export type ActionToasts = { done: string; failed: string }

export const productActionMessages = {
  approve: { done: messages.productApproved, failed: messages.approveFailed },
  feature: { done: messages.productFeatured, failed: messages.approveFailed },
  restock: { done: 'Product restocked successfully', failed: 'Failed to restock product' },
  'take-off-sale': { done: 'Product taken off sale successfully', failed: 'Failed to take product off sale' },
  'put-on-sale': { done: 'Product put on sale successfully', failed: 'Failed to put product on sale' },
  'save-row': { done: messages.productUpdated, failed: messages.updateFailed },
  'release-hold': { done: 'Hold released successfully', failed: 'Failed to release the hold' },
  delete: { done: messages.productDeleted, failed: messages.deleteFailed },
  restore: { done: 'Product restored successfully', failed: 'Failed to restore product' },
} as const satisfies Record<string, ActionToasts>

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
} as const satisfies Record<string, ActionToasts>

export const userActionMessages = {
  role: { done: 'Role changed successfully', failed: 'Failed to change role' },
} as const satisfies Record<string, ActionToasts>

export const sentActionMessages = {
  'send-again': { done: '', failed: 'Failed to resend message' },
} as const satisfies Record<string, ActionToasts>

export const QUEUED_AGAIN: Record<Channel, string> = {
  email: 'Email queued for resending',
  whatsapp: 'WhatsApp message queued for resending',
  push: 'Push queued for resending',
}

export const messageActionMessages = {
  close: { done: 'Message closed', failed: 'Failed to close message' },
  reopen: { done: 'Message reopened', failed: 'Failed to reopen message' },
} as const satisfies Record<string, ActionToasts>

export const sessionActionMessages = {
  end: { done: 'Session ended', failed: 'Failed to end session' },
} as const satisfies Record<string, ActionToasts>

export const searchActionMessages = {
  delete: { done: 'Search deleted', failed: 'Failed to delete search' },
  clear: { done: 'Searches cleared', failed: 'Failed to clear searches' },
} as const satisfies Record<string, ActionToasts>

export const readyActionMessages = {
  keep: { done: 'Kept as it is', failed: 'Failed to keep this point' },
  'ask-again': { done: 'This point is open again', failed: 'Failed to open this point again' },
} as const satisfies Record<string, ActionToasts>

export const failedReads = {
  overview: 'Failed to load the overview',
  sales: 'Failed to load sales',
  users: 'Failed to load users',
  audit: 'Failed to load the audit',
  sessions: 'Failed to load sessions',
  messages: 'Failed to load messages',
  reviews: 'Failed to load reviews',
  returns: 'Failed to load returns',
  sent: 'Failed to load emails',
  searches: 'Failed to load searches',
  invoices: 'Failed to load invoices',
  search: 'The search failed. Please try again.',
} as const

/** @throws on an intent without messages, which a request cannot cause: the permission table has refused unknown intents */
export function messagesFor<T extends Record<string, ActionToasts>>(
  all: T,
  intent: unknown,
): [keyof T & string, ActionToasts] {
  if (typeof intent !== 'string' || !Object.hasOwn(all, intent)) throw new Error(`No messages for ${intent}`)
  return [intent, all[intent] as ActionToasts]
}
