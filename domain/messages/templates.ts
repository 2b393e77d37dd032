/** One for each change of an order. */
const ORDER_TEMPLATES = ['order-placed', 'cancellation-requested', 'cancelled', 'delivered'] as const
/** One for each shipment, and one for each change of its courier or AWB. */
export const SHIPMENT_TEMPLATES = ['dispatched', 'out-for-delivery', 'courier-changed', 'dispatch-undone'] as const
/** Asks the shopper to confirm a cash order, or says that it is paid online now. */
const CASH_TEMPLATES = ['confirm-cash', 'paid-now'] as const
/** For each return of a cash order: it has arrived, and its money was paid back. */
const RETURN_TEMPLATES = ['returned', 'paid-back'] as const
/** One for each change of what an order holds, and for each payment of what a change has added. */
const CHANGE_TEMPLATES = ['order-changed', 'rest-paid'] as const
const REFUND_TEMPLATES = ['refund-requested', 'refund-processed', 'authorization-expired'] as const
const TEMPLATES_ABOUT_ORDERS = [
  ...ORDER_TEMPLATES,
  ...SHIPMENT_TEMPLATES,
  ...CASH_TEMPLATES,
  ...REFUND_TEMPLATES,
  ...RETURN_TEMPLATES,
  ...CHANGE_TEMPLATES,
] as const

export type OrderEmailTemplate = (typeof ORDER_TEMPLATES)[number]
export type ShipmentEmailTemplate = (typeof SHIPMENT_TEMPLATES)[number]
export type CashEmailTemplate = (typeof CASH_TEMPLATES)[number]
export type ReturnEmailTemplate = (typeof RETURN_TEMPLATES)[number]
export type RefundEmailTemplate = (typeof REFUND_TEMPLATES)[number]
/** Tells an account's owner what was changed. */
export type AccountNotice = 'password-changed' | 'email-changed' | 'number-confirmed' | SecurityNotice

/** The owner's proofs of identity were changed. */
export type SecurityNotice =
  | 'second-factor-on'
  | 'second-factor-off'
  | 'passkey-added'
  | 'passkey-removed'
  | 'recovery-code-used'
  | 'recovery-codes-renewed'
  | 'second-factor-reset'

/** To staff and sellers who want to hear of what happens. */
export type StaffTemplate = 'staff-notice' | 'morning-digest'

export type EmailTemplate =
  | (typeof TEMPLATES_ABOUT_ORDERS)[number]
  | AccountNotice
  | 'login-slowed'
  /** By WhatsApp only. */
  | 'not-delivered'
  | 'product-available'
  | 'message-received'
  | 'message-reply'
  | StaffTemplate

/** As the back office names them, on the timeline of an order and in the list of emails. */
export const EMAIL_NAMES: Record<EmailTemplate, string> = {
  'order-placed': 'Order placed',
  'cancellation-requested': 'Cancellation requested',
  cancelled: 'Order cancelled',
  delivered: 'Order delivered',
  dispatched: 'Parcel packed',
  'out-for-delivery': 'Out for delivery',
  'not-delivered': 'Not delivered',
  'courier-changed': 'Courier or AWB changed',
  'dispatch-undone': 'Dispatch undone',
  returned: 'Return received',
  'paid-back': 'Paid back',
  'order-changed': 'Order changed',
  'rest-paid': 'Rest paid',
  'refund-requested': 'Refund requested',
  'refund-processed': 'Refund sent',
  'authorization-expired': 'Payment expired',
  'password-changed': 'Password changed',
  'email-changed': 'Email changed',
  'number-confirmed': 'Mobile number confirmed',
  'login-slowed': 'Many failed logins',
  'confirm-cash': 'Confirm your order',
  'paid-now': 'Paid instead of cash',
  'product-available': 'Available again',
  'message-received': 'Message received',
  'message-reply': 'Answer to a message',
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
