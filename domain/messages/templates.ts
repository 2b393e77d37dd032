/** As the back office names them, on the timeline of an order and in the list of messages. */
export const MESSAGE_NAMES = {
  'order-placed': 'Order placed',
  'cancellation-requested': 'Cancellation requested',
  cancelled: 'Order cancelled',
  delivered: 'Order delivered',
  'handed-over': 'Order handed over',
  dispatched: 'Parcel packed',
  'ready-to-pick-up': 'Ready to pick up',
  'out-for-delivery': 'Out for delivery',
  'not-delivered': 'Not delivered',
  'courier-changed': 'Courier or AWB changed',
  'dispatch-undone': 'Dispatch undone',
  returned: 'Return received',
  'paid-back': 'Paid back',
  'return-step': 'Step of a return',
  'order-changed': 'Order changed',
  'rest-paid': 'Rest paid',
  'refund-requested': 'Refund requested',
  'refund-processed': 'Refund sent',
  'authorization-expired': 'Payment expired',
  'password-changed': 'Password changed',
  'email-changed': 'Email changed',
  'number-confirmed': 'Mobile number confirmed',
  'payout-changed': 'Bank details changed',
  'login-slowed': 'Many failed logins',
  'confirm-cash': 'Confirm your order',
  'paid-now': 'Paid instead of cash',
  'product-available': 'Available again',
  'price-fell': 'Price fell',
  'message-received': 'Message received',
  'message-reply': 'Answer to a message',
  'review-asked': 'Review asked for',
  'review-declined': 'Review not published',
  'staff-notice': 'Notice to staff',
  'morning-digest': 'Morning digest',
  'second-factor-on': 'Authenticator app added',
  'second-factor-off': 'Authenticator app removed',
  'passkey-added': 'Passkey added',
  'passkey-removed': 'Passkey removed',
  'recovery-code-used': 'Recovery code used',
  'recovery-codes-renewed': 'New recovery codes',
  'second-factor-reset': 'Two-step login reset',
}

/** Of a message that is stored. */
export type MessageTemplate = keyof typeof MESSAGE_NAMES

/** Emails that hold a code or a link, of which no copy is stored. */
export const UNSTORED_NAMES = {
  'login-code': 'Code to log in',
  'confirm-code': 'Code to confirm an address',
  'reset-link': 'Link for a new password',
  'account-code': 'Code on the account page',
  'password-needed': 'Admin without two-step login',
  'staff-invite': 'Invite to the staff',
  'data-copy': 'Copy of the data is ready',
  'voucher-issued': 'Voucher',
  'voucher-expires': 'Voucher expires soon',
}

/** With a code, of which the shop stores no copy. */
export type VoucherEmail = 'voucher-issued' | 'voucher-expires'

export type UnstoredEmail = keyof typeof UNSTORED_NAMES

export type EmailKind = MessageTemplate | UnstoredEmail | 'test'

/** One for each change of an order. */
export type OrderEmailTemplate = 'order-placed' | 'cancellation-requested' | 'cancelled' | 'delivered' | 'handed-over'
/** One for each shipment, and one for each change of its courier or AWB. */
export const SHIPMENT_TEMPLATES = [
  'dispatched',
  'ready-to-pick-up',
  'out-for-delivery',
  'not-delivered',
  'courier-changed',
  'dispatch-undone',
] as const
export type ShipmentEmailTemplate = (typeof SHIPMENT_TEMPLATES)[number]
/** Asks the shopper to confirm a cash order, or says that it is paid online now. */
export type CashEmailTemplate = 'confirm-cash' | 'paid-now'
export type RefundEmailTemplate = 'refund-requested' | 'refund-processed' | 'authorization-expired'
/** The owner's proofs of identity were changed. */
export type SecurityNotice = Extract<MessageTemplate, `${'second-factor' | 'passkey' | 'recovery-code'}${string}`>
/** Tells an account's owner what was changed. */
export type AccountNotice =
  | 'password-changed'
  | 'email-changed'
  | 'number-confirmed'
  | 'payout-changed'
  | SecurityNotice
