import type { TextName } from '#domain/texts/texts.ts'

/** The headings of the list of wordings, in its order. */
export const WORDING_GROUPS = [
  'Orders',
  'Delivery',
  'Payments',
  'Returns',
  'Account',
  'Staff',
  'Requests and messages',
  'Subjects of emails',
] as const

type Wording = {
  group: (typeof WORDING_GROUPS)[number]
  /** When it is sent, for the owner. `Part:` is put into other wordings. */
  title: string
  /** The text that comes with the shop. Its placeholders are the ones that an own text may have. */
  text: string
}

/** Mail servers log subjects, so none holds a code. */
const subject = <const Text extends string>(title: string, text: Text) =>
  ({ group: 'Subjects of emails', title: `Subject: ${title}`, text }) as const

/** Every sentence that is sent to people. */
export const WORDINGS = {
  'order-placed-paid': {
    group: 'Orders',
    title: 'Order placed and paid online',
    text: 'Thank you! Your order {{order}} is confirmed. We received your payment of {{amount}}. See your order: {{order-link}}',
  },
  'order-placed-cash': {
    group: 'Orders',
    title: 'Order placed, cash on delivery',
    text: 'Thank you! Your order {{order}} is confirmed. Please pay {{amount}} on delivery. See your order: {{order-link}}',
  },
  'order-placed-unconfirmed': {
    group: 'Orders',
    title: 'Order placed, cash on delivery, still to be confirmed',
    text: 'Thank you! We received your order {{order}}. Our next email asks you to confirm it. You pay {{amount}} on delivery. See your order: {{order-link}}',
  },
  'order-placed-unpaid': {
    group: 'Orders',
    title: 'Order taken by you, to be paid by a link',
    text: 'Thank you! We received your order {{order}}. Please pay {{amount}}, and we send it. See your order: {{order-link}}',
  },
  'order-placed-counter': {
    group: 'Orders',
    title: 'Order taken and paid at the counter',
    text: 'Thank you! Your order {{order}} is confirmed. We received your payment of {{amount}} at the counter. See your order: {{order-link}}',
  },
  'cancellation-requested': {
    group: 'Orders',
    title: 'Cancellation requested',
    text: 'We received your request to cancel order {{order}}. We’ll email you when it has been reviewed. Until then you can log in and keep it. See your order: {{order-link}}',
  },
  'cancelled-refund': {
    group: 'Orders',
    title: 'Order cancelled, its payment is refunded',
    text: 'Your order {{order}} is cancelled. {{refund}} See your order: {{order-link}}',
  },
  'cancelled-refunded': {
    group: 'Orders',
    title: 'Order cancelled, its payment was refunded before',
    text: 'Your order {{order}} is cancelled. Your payment has been refunded. See your order: {{order-link}}',
  },
  'cancelled-unpaid': {
    group: 'Orders',
    title: 'Order cancelled, nothing was paid',
    text: 'Your order {{order}} is cancelled. You have nothing to pay. See your order: {{order-link}}',
  },
  'cancelled-counter': {
    group: 'Orders',
    title: 'Order cancelled, paid at the counter',
    text: 'Your order {{order}} is cancelled. We pay back {{amount}} as you paid it. See your order: {{order-link}}',
  },
  'order-changed-refund': {
    group: 'Orders',
    title: 'Order changed, a part of its payment is refunded',
    text: 'We changed your order {{order}}: {{changes}}. The new total is {{total}}. {{refund}} See your order: {{order-link}}',
  },
  'order-changed-counter': {
    group: 'Orders',
    title: 'Order changed, a part of what was paid at the counter is paid back',
    text: 'We changed your order {{order}}: {{changes}}. The new total is {{total}}. We pay back {{amount}} as you paid it. See your order: {{order-link}}',
  },
  'order-changed-due': {
    group: 'Orders',
    title: 'Order changed, the rest is to be paid',
    text: 'We changed your order {{order}}: {{changes}}. The new total is {{total}}. Please pay the remaining {{amount}} on the page of your order. We send it as soon as it is paid. See your order: {{order-link}}',
  },
  'order-changed-cash': {
    group: 'Orders',
    title: 'Order changed, cash on delivery',
    text: 'We changed your order {{order}}: {{changes}}. The new total is {{total}}. You pay it on delivery. See your order: {{order-link}}',
  },
  'order-changed-settled': {
    group: 'Orders',
    title: 'Order changed, nothing more to pay',
    text: 'We changed your order {{order}}: {{changes}}. The new total is {{total}}. You have nothing more to pay. See your order: {{order-link}}',
  },
  'dispatched-packed': {
    group: 'Delivery',
    title: 'Parcel packed',
    text: '{{parcel}} is packed and comes {{courier}} {{awb}}. {{keep-cash}} {{track}} View your order: {{order-link}} {{invoice}}',
  },
  'dispatched-packed-unnamed': {
    group: 'Delivery',
    title: 'Parcel packed, without a courier’s name and AWB',
    text: '{{parcel}} is packed. {{keep-cash}} {{track}} View your order: {{order-link}} {{invoice}}',
  },
  'dispatched-on-the-way': {
    group: 'Delivery',
    title: 'Parcel on the way',
    text: '{{parcel}} is on the way {{courier}} {{awb}}. {{keep-cash}} {{track}} View your order: {{order-link}} {{invoice}}',
  },
  'out-for-delivery': {
    group: 'Delivery',
    title: 'Out for delivery',
    text: '{{parcel}} is out for delivery {{courier}} and should reach you today. {{keep-cash}} {{track}} View your order: {{order-link}} {{invoice}}',
  },
  delivered: {
    group: 'Delivery',
    title: 'Order delivered',
    text: 'Your order {{order}} has been delivered. Enjoy your new {{nouns}}! See your order: {{order-link}} {{invoice}}',
  },
  'courier-changed': {
    group: 'Delivery',
    title: 'Courier or AWB changed',
    text: '{{parcel}} comes {{courier}} {{awb}}. This corrects our earlier email. {{keep-cash}} {{track}} View your order: {{order-link}} {{invoice}}',
  },
  'dispatch-undone': {
    group: 'Delivery',
    title: 'Dispatch undone',
    text: '{{parcel}} has not left yet. Please ignore our earlier email: we will write again when it is packed. View your order: {{order-link}} {{invoice}}',
  },
  'parcel-whole': { group: 'Delivery', title: 'Part: a parcel with the whole order', text: 'Your order {{order}}' },
  'parcel-part': {
    group: 'Delivery',
    title: 'Part: a parcel with a part of the order',
    text: 'Part of your order {{order}}',
  },
  'with-courier': { group: 'Delivery', title: 'Part: who brings it', text: 'with {{courier-name}}' },
  'with-other-courier': {
    group: 'Delivery',
    title: 'Part: another courier brings it',
    text: 'with another courier',
  },
  'with-awb': { group: 'Delivery', title: 'Part: the parcel’s AWB', text: '(AWB {{awb-number}})' },
  'keep-cash': {
    group: 'Delivery',
    title: 'Part: what the courier collects',
    text: 'Please keep {{amount}} ready for the courier.',
  },
  'track-parcel': {
    group: 'Delivery',
    title: 'Part: the courier’s page',
    text: 'Track your parcel: {{tracking-link}}',
  },
  'name-invoice': { group: 'Delivery', title: 'Part: an invoice', text: '{{document}}: {{number}}.' },
  'confirm-cash': {
    group: 'Payments',
    title: 'Please confirm a cash order',
    text: 'Please confirm your order {{order}} of {{amount}}, which you pay in cash on delivery: {{confirm-link}}\n{{confirm-within}}\n{{pay-now}}',
  },
  'confirm-within': {
    group: 'Payments',
    title: 'Part: when a cash order is cancelled otherwise',
    text: 'If you don’t confirm within {{hours}}, we cancel it.',
  },
  'pay-now': {
    group: 'Payments',
    title: 'Part: pay a cash order online',
    text: 'You can also pay now instead: {{pay-link}}',
  },
  'paid-now': {
    group: 'Payments',
    title: 'Cash order paid online',
    text: 'We received your payment of {{amount}} for order {{order}}. You have nothing to pay on delivery.',
  },
  'rest-paid': {
    group: 'Payments',
    title: 'The rest of a changed order was paid',
    text: 'Thank you! We received your payment of {{amount}}. Your order {{order}} is paid in full.',
  },
  'refund-sold': {
    group: 'Payments',
    title: 'Refund: sold out while paying',
    text: 'Sorry, {{a-noun}} in your order sold out while you were paying. {{refund}}',
  },
  'refund-paid-twice': {
    group: 'Payments',
    title: 'Refund: paid twice',
    text: 'You paid twice for the same order. {{refund}}',
  },
  'refund-wrong-amount': {
    group: 'Payments',
    title: 'Refund: another amount than the cart’s',
    text: 'Your payment did not match the total of your cart, so no order was placed. {{refund}}',
  },
  'refund-not-payable': {
    group: 'Payments',
    title: 'Refund: the order could no longer be paid',
    text: 'Sorry, {{that-order}} could no longer be paid online, because it had already been sent, cancelled or paid. {{refund}}',
  },
  'refund-deleted': {
    group: 'Payments',
    title: 'Refund: you deleted the order',
    text: 'Sorry, we had to cancel {{that-order}}. {{refund}}',
  },
  'refund-returned': {
    group: 'Payments',
    title: 'Refund: goods came back',
    text: 'We received these items back from {{that-order}}. {{refund}}',
  },
  'refund-cancelled': {
    group: 'Payments',
    title: 'Refund: cancelled, or refunded at the payment service',
    text: 'We cancelled {{that-order}}. {{refund}}',
  },
  'refund-whole': {
    group: 'Payments',
    title: 'Part: the whole payment is refunded',
    text: 'We are refunding your payment of {{amount}} in full. Banks take five to seven working days.',
  },
  'refund-rest': {
    group: 'Payments',
    title: 'Part: the rest of a payment is refunded',
    text: 'We are refunding the rest of your payment, {{amount}}. Banks take five to seven working days.',
  },
  'refund-part': {
    group: 'Payments',
    title: 'Part: an amount is refunded',
    text: 'We are refunding {{amount}}. Banks take five to seven working days.',
  },
  'refund-processed': {
    group: 'Payments',
    title: 'Refund sent',
    text: 'We’ve refunded your payment of {{amount}}.',
  },
  'refund-processed-part': {
    group: 'Payments',
    title: 'Refund of a part sent',
    text: 'We’ve refunded {{amount}} of your payment for {{that-order}}.',
  },
  'authorization-expired': {
    group: 'Payments',
    title: 'Payment expired before it was taken',
    text: 'Your bank released the authorisation of {{amount}} before it was captured, so {{that-order}} is cancelled. You have not been charged.',
  },
  'order-named': { group: 'Payments', title: 'Part: an order with its number', text: 'order {{order}}' },
  'order-unnamed': { group: 'Payments', title: 'Part: an order without a number', text: 'your order' },
  returned: { group: 'Returns', title: 'Return received', text: '{{parcel}} has come back to us. {{credit-note}}' },
  'returned-free': {
    group: 'Returns',
    title: 'Parcel came back undelivered',
    text: '{{parcel}} has come back to us. {{credit-note}} You have nothing to pay for it.',
  },
  'returned-pay-back': {
    group: 'Returns',
    title: 'Return received, its money is paid back',
    text: '{{parcel}} has come back to us. {{credit-note}} We pay {{amount}} back to you. We will email you the reference of the payment.',
  },
  'returned-pay-back-if-paid': {
    group: 'Returns',
    title: 'Return received, its cash is not here yet',
    text: '{{parcel}} has come back to us. {{credit-note}} If you paid the courier, we pay {{amount}} back to you. We will email you the reference of the payment.',
  },
  'paid-back': {
    group: 'Returns',
    title: 'Money paid back',
    text: 'We paid {{amount}} back to you for order {{order}} on {{day}}. Reference: {{reference}}. {{credit-note}}',
  },
  'name-credit-note': {
    group: 'Returns',
    title: 'Part: a credit note',
    text: 'Credit note: {{number}}, {{amount}}. See it here: {{credit-note-link}}',
  },
  'login-code': {
    group: 'Account',
    title: 'Code to log in',
    text: 'Your code to log in to {{shop}} is {{code}}. It expires in {{minutes}} minutes and can be used once. It works only in the browser where you asked for it. {{takes-over}} If you did not ask for it, ignore this email. Don’t share this code with anyone. We will never ask for it.',
  },
  'takes-over': {
    group: 'Account',
    title: 'Part: the code confirms an address that somebody signed up with',
    text: 'Using this code confirms the address. The old password stops working and all other devices are logged out.',
  },
  'confirm-code': {
    group: 'Account',
    title: 'Code to confirm an address',
    text: 'Your code to confirm your address at {{shop}} is {{code}}. It expires in {{minutes}} minutes and can be used once. If you did not sign up, someone else used your address. Don’t share this code with anyone. To stop them using your address, request your own code at {{code-login-link}}.',
  },
  'reset-password': {
    group: 'Account',
    title: 'Link for a new password',
    text: 'To set a new password, open this link within {{minutes}} minutes: {{reset-link}} It works once. If you did not ask for it, ignore this email: your password stays as it is.',
  },
  'reset-unconfirmed': {
    group: 'Account',
    title: 'New password asked for, address not confirmed',
    text: 'You haven’t confirmed your email address yet, so we can’t send a link to reset your password. Log in with the code {{code}} instead, within {{minutes}} minutes, at {{code-login-link}}. It works only in the browser where you asked for it. {{takes-over}} If you did not ask for it, ignore this email. Don’t share this code with anyone. We will never ask for it.',
  },
  'code-confirm-session': {
    group: 'Account',
    title: 'Code to confirm who it is',
    text: 'Your code is {{code}}. Enter it to confirm that it’s you, on your account page. It works for {{minutes}} minutes. If you didn’t ask for it, you can ignore this email.',
  },
  'code-change-email': {
    group: 'Account',
    title: 'Code for another email address',
    text: 'Your code is {{code}}. Enter it on your account page to make this the email of your account. It works for {{minutes}} minutes. If you didn’t ask for it, you can ignore this email.',
  },
  'code-delete-account': {
    group: 'Account',
    title: 'Code to delete the account',
    text: 'Your code is {{code}}. Enter it to delete your account. It works for {{minutes}} minutes. If you didn’t ask for it, you can ignore this email.',
  },
  'data-ready': {
    group: 'Account',
    title: 'Copy of the data is ready',
    text: 'Your data is ready: {{data-link}} The link works for one day, and only while you are logged in. If you did not ask for it, change your password.',
  },
  'password-changed': {
    group: 'Account',
    title: 'Password changed',
    text: 'Your password was changed on {{time}} (India). Everything that was logged in with the old one is logged out. If it was not you, set a new one at {{new-password-link}} and tell us.',
  },
  'email-changed': {
    group: 'Account',
    title: 'Email changed',
    text: 'The email of your account was changed on {{time}} (India). You can no longer log in with this address. Earlier orders keep it. If it was not you, write to us at once at {{contact-link}}.',
  },
  'number-confirmed': {
    group: 'Account',
    title: 'Mobile number confirmed',
    text: 'Since {{time}} (India) a mobile number can log in to your account with a code on WhatsApp. If it was not you, remove the number on your account page, change your password and log out everywhere.',
  },
  'second-factor-on': {
    group: 'Account',
    title: 'Authenticator app added',
    text: 'An authenticator app was added to your account on {{time}} (India). If it was not you, change your password and log out everywhere, and then check your security page.',
  },
  'second-factor-off': {
    group: 'Account',
    title: 'Authenticator app removed',
    text: 'The authenticator app was removed from your account on {{time}} (India). If it was not you, change your password and log out everywhere, and then check your security page.',
  },
  'passkey-added': {
    group: 'Account',
    title: 'Passkey added',
    text: 'A passkey was added to your account on {{time}} (India). If it was not you, change your password and log out everywhere, and then check your security page.',
  },
  'passkey-removed': {
    group: 'Account',
    title: 'Passkey removed',
    text: 'A passkey was removed from your account on {{time}} (India). If it was not you, change your password and log out everywhere, and then check your security page.',
  },
  'recovery-code-used': {
    group: 'Account',
    title: 'Recovery code used',
    text: 'A recovery code was used for your account on {{time}} (India). It does not work again. If it was not you, change your password and log out everywhere, and then check your security page.',
  },
  'recovery-codes-renewed': {
    group: 'Account',
    title: 'New recovery codes',
    text: 'New recovery codes were made for your account on {{time}} (India). The old ones no longer work. If it was not you, change your password and log out everywhere, and then check your security page.',
  },
  'second-factor-reset': {
    group: 'Account',
    title: 'Two-step login reset by the shop',
    text: 'The shop removed the authenticator app, recovery codes and passkeys of your account on {{time}} (India). If you did not ask for it, tell us at once at {{contact-link}}.',
  },
  'login-slowed': {
    group: 'Account',
    title: 'Many failed logins',
    text: 'Someone tried to log in to your account {{failures}} times with a wrong password, from {{networks}} networks, until {{time}} (India). They did not get in. For the next few hours, logging in from a new browser may take up to two minutes. Browsers that you have logged in with before work as usual. If you use this password anywhere else, change it there. If it is short or easy to guess, set a new one at {{new-password-link}}.',
  },
  'staff-invite': {
    group: 'Staff',
    title: 'Invite to the staff',
    text: '{{inviter}} invites you to work in the back office of {{shop}}, as {{role}}. Open this link within {{days}} days, and log in or sign up with this email address: {{invite-link}} It works once, and only for this address. If you don’t know the shop, ignore this email.',
  },
  'password-needed': {
    group: 'Staff',
    title: 'Admin without two-step login asked for a code or link',
    text: 'Someone asked for an email to log in to your account or to set a new password. This shop asks admins for two-step login and you have not set it up, so an email is not enough. Log in with your password and set it up. If you have forgotten the password, the person who runs the shop’s server can set a new one.',
  },
  'product-available': {
    group: 'Requests and messages',
    title: 'Product available again',
    text: 'The {{noun}} you asked for, {{product}}, is available again: {{product-link}}',
  },
  'message-received': {
    group: 'Requests and messages',
    title: 'Message received',
    text: 'We received your message. Its number is {{message}}; please quote it when you write to us again. We’ll answer you by email. If you did not write to us, ignore this email.',
  },
  'message-reply': {
    group: 'Requests and messages',
    title: 'Answer to a message',
    text: '{{reply}}\n\nThis answers your message {{message}} of {{day}}.',
  },
  'subject-order-placed': subject('Order placed', 'Thank you for your order {{order}}'),
  'subject-cancellation-requested': subject('Cancellation requested', 'You asked us to cancel your order {{order}}'),
  'subject-cancelled': subject('Order cancelled', 'Your order {{order}} is cancelled'),
  'subject-delivered': subject('Order delivered', 'Your order {{order}} has been delivered'),
  'subject-dispatched': subject('Parcel packed', 'A parcel of your order {{order}} is packed'),
  'subject-not-delivered': subject('Not delivered', 'We could not deliver your order {{order}}'),
  'subject-out-for-delivery': subject('Out for delivery', 'Out for delivery: your order {{order}}'),
  'subject-courier-changed': subject('Courier or AWB changed', 'New courier details for your order {{order}}'),
  'subject-dispatch-undone': subject('Dispatch undone', 'Your order {{order}} has not left yet'),
  'subject-returned': subject('Return received', 'We received a return of your order {{order}}'),
  'subject-paid-back': subject('Paid back', 'We paid you back for your order {{order}}'),
  'subject-order-changed': subject('Order changed', 'We changed your order {{order}}'),
  'subject-rest-paid': subject('Rest paid', 'Your order {{order}} is paid in full'),
  'subject-refund-requested': subject('Refund requested', 'Your refund is on its way'),
  'subject-refund-processed': subject('Refund sent', 'Your refund has been sent'),
  'subject-authorization-expired': subject('Payment expired', 'Your payment was not taken'),
  'subject-confirm-cash': subject('Confirm your order', 'Please confirm your order {{order}}'),
  'subject-paid-now': subject('Paid instead of cash', 'We received your payment for your order {{order}}'),
  'subject-product-available': subject('Available again', 'What you asked for is available again'),
  'subject-message-received': subject('Message received', 'We received your message'),
  'subject-message-reply': subject('Answer to a message', 'Our answer to your message'),
  'subject-staff-notice': subject('Notice to staff', 'New in the shop'),
  'subject-morning-digest': subject('Morning digest', 'Your morning digest'),
  'subject-password-changed': subject('Password changed', 'Your password was changed'),
  'subject-number-confirmed': subject('Mobile number confirmed', 'A mobile number can log in to your account'),
  'subject-email-changed': subject('Email changed', 'The email of your account was changed'),
  'subject-login-slowed': subject('Many failed logins', 'Many failed logins to your account'),
  'subject-second-factor-on': subject('Authenticator app added', 'An authenticator app was added to your account'),
  'subject-second-factor-off': subject(
    'Authenticator app removed',
    'The authenticator app was removed from your account',
  ),
  'subject-passkey-added': subject('Passkey added', 'A passkey was added to your account'),
  'subject-passkey-removed': subject('Passkey removed', 'A passkey was removed from your account'),
  'subject-recovery-code-used': subject('Recovery code used', 'A recovery code was used for your account'),
  'subject-recovery-codes-renewed': subject('New recovery codes', 'New recovery codes for your account'),
  'subject-second-factor-reset': subject('Two-step login reset', 'Your two-step login was reset'),
  'subject-login-code': subject('Code to log in', 'Your code to log in'),
  'subject-confirm-code': subject('Code to confirm an address', 'Confirm your email address'),
  'subject-reset-link': subject('Link for a new password', 'Set a new password'),
  'subject-account-code': subject('Code on the account page', 'Your code'),
  'subject-password-needed': subject('Admin without two-step login', 'Log in with your password'),
  'subject-staff-invite': subject('Invite to the staff', 'You are invited to the back office'),
  'subject-data-copy': subject('Copy of the data is ready', 'Your data is ready'),
} as const satisfies Record<string, Wording>

export type WordingKey = keyof typeof WORDINGS

export const WORDING_KEYS = Object.keys(WORDINGS) as WordingKey[]

export function isWordingKey(key: unknown): key is WordingKey {
  return typeof key === 'string' && Object.hasOwn(WORDINGS, key)
}

/** As it is stored among the texts of the shop, and the end of its address. */
export type WordingName = `wordings/${WordingKey}`

/** A text of a page, or the wording of a message. */
export type StoredName = TextName | WordingName

/** @returns undefined: it is no name of a wording */
export function wordingKeyOf(name: string): WordingKey | undefined {
  const key = /^wordings\/(.+)$/.exec(name)?.[1]
  return isWordingKey(key) ? key : undefined
}
