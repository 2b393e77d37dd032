import type { TextName } from '#domain/texts/texts.ts'
import { type EmailKind, MESSAGE_NAMES, UNSTORED_NAMES } from './templates.ts'

/** When each wording is sent, for the owner, below the headings of the list. `Part:` is put into other wordings. */
const TITLES = {
  Orders: {
    'order-placed-paid': 'Order placed and paid online',
    'order-placed-part': 'Order placed, a part paid online and the rest in cash',
    'order-placed-cash': 'Order placed, cash on delivery',
    'order-placed-cash-there': 'Order placed, paid in cash when it is picked up',
    'order-placed-voucher': 'Order placed, paid by a voucher',
    'order-placed-unconfirmed': 'Order placed, paid in cash, still to be confirmed',
    'order-placed-unpaid': 'Order taken by you, to be paid by a link',
    'order-placed-counter': 'Order taken and paid at the counter',
    'will-pick-up': 'Part: the buyer picks it up',
    'cancellation-requested': 'Cancellation requested',
    'cancelled-refund': 'Order cancelled, its payment is refunded',
    'cancelled-refunded': 'Order cancelled, its payment was refunded before',
    'cancelled-unpaid': 'Order cancelled, nothing was paid',
    'cancelled-voucher': 'Order cancelled, paid by a voucher',
    'cancelled-counter': 'Order cancelled, paid at the counter',
    'order-changed-refund': 'Order changed, a part of its payment is refunded',
    'order-changed-voucher': 'Order changed, a part of what was paid goes back, to its voucher first',
    'order-changed-counter': 'Order changed, a part of what was paid at the counter is paid back',
    'order-changed-due': 'Order changed, the rest is to be paid',
    'order-changed-cash': 'Order changed, paid in cash',
    'order-changed-part': 'Order changed, the rest is paid in cash',
    'order-changed-settled': 'Order changed, nothing more to pay',
  },
  Delivery: {
    'dispatched-packed': 'Parcel packed',
    'dispatched-packed-unnamed': 'Parcel packed, without a courier’s name and AWB',
    'dispatched-on-the-way': 'Parcel on the way',
    'ready-to-pick-up': 'Ready to pick up, with the code for the counter',
    'bring-cash': 'Part: what the buyer pays at the counter',
    'out-for-delivery': 'Out for delivery',
    'not-delivered': 'Parcel not delivered',
    'not-delivered-choose': 'Part: the buyer chooses what happens next',
    'not-delivered-back': 'Part: it is expected back in the shop',
    delivered: 'Order delivered',
    'delivered-at-counter': 'Order handed over at the counter',
    'courier-changed': 'Courier or AWB changed',
    'dispatch-undone': 'Dispatch undone',
    'parcel-whole': 'Part: a parcel with the whole order',
    'parcel-part': 'Part: a parcel with a part of the order',
    'with-courier': 'Part: who brings it',
    'with-other-courier': 'Part: another courier brings it',
    'with-awb': 'Part: the parcel’s AWB',
    'keep-cash': 'Part: what the courier collects',
    'track-parcel': 'Part: the courier’s page',
    'name-invoice': 'Part: an invoice',
  },
  Payments: {
    'confirm-cash': 'Please confirm a cash order',
    'confirm-within': 'Part: when a cash order is cancelled otherwise',
    'pay-now': 'Part: pay a cash order online',
    'paid-now': 'Cash order paid online',
    'rest-paid': 'The rest of a changed order was paid',
    'refund-sold': 'Refund: sold out while paying',
    'refund-paid-twice': 'Refund: paid twice',
    'refund-wrong-amount': 'Refund: another amount than the cart’s',
    'refund-not-payable': 'Refund: the order could no longer be paid',
    'refund-voucher-spent': 'Refund: the voucher was spent while paying',
    'refund-deleted': 'Refund: you deleted the order',
    'refund-returned': 'Refund: goods came back',
    'refund-price-reduced': 'Refund: the price was reduced',
    'refund-goodwill': 'Refund: as goodwill',
    'refund-item-missing': 'Refund: an item was missing',
    'refund-by-hand': 'Part: an amount is paid back by hand',
    'refund-cancelled': 'Refund: cancelled, or refunded at the payment service',
    'refund-whole': 'Part: the whole payment is refunded',
    'refund-rest': 'Part: the rest of a payment is refunded',
    'refund-part': 'Part: an amount is refunded',
    'refund-processed': 'Refund sent',
    'refund-processed-part': 'Refund of a part sent',
    'authorization-expired': 'Payment expired before it was taken',
    'order-named': 'Part: an order with its number',
    'order-unnamed': 'Part: an order without a number',
  },
  Returns: {
    'return-requested': 'Return asked for',
    'return-acknowledged': 'Return acknowledged',
    'return-pickup-booked': 'Pickup of a return booked',
    'return-dropping-off': 'Return to be dropped off',
    'return-kept': 'Buyer keeps what they would return',
    'return-received': 'What was asked to be returned is received',
    'return-settled-money': 'Return settled with money',
    'return-settled-replacement': 'Return settled with a replacement',
    'return-settled-voucher': 'Return settled with a voucher',
    'return-declined': 'Return declined',
    'return-withdrawn': 'Return withdrawn by its buyer',
    returned: 'Return received',
    'returned-free': 'Parcel came back undelivered',
    'returned-pay-back': 'Return received, its money is paid back',
    'returned-pay-back-if-paid': 'Return received, its cash is not here yet',
    'paid-back': 'Money paid back',
    'name-credit-note': 'Part: a credit note',
  },
  Account: {
    'login-code': 'Code to log in',
    'takes-over': 'Part: the code confirms an address that somebody signed up with',
    'confirm-code': 'Code to confirm an address',
    'reset-password': 'Link for a new password',
    'reset-unconfirmed': 'New password asked for, address not confirmed',
    'code-confirm-session': 'Code to confirm who it is',
    'code-change-email': 'Code for another email address',
    'code-delete-account': 'Code to delete the account',
    'data-ready': 'Copy of the data is ready',
    'voucher-issued': 'Voucher',
    'voucher-expires': 'Voucher expires soon',
    'password-changed': 'Password changed',
    'email-changed': 'Email changed',
    'number-confirmed': 'Mobile number confirmed',
    'payout-changed': 'Bank details for money back changed',
    'second-factor-on': 'Authenticator app added',
    'second-factor-off': 'Authenticator app removed',
    'passkey-added': 'Passkey added',
    'passkey-removed': 'Passkey removed',
    'recovery-code-used': 'Recovery code used',
    'recovery-codes-renewed': 'New recovery codes',
    'second-factor-reset': 'Two-step login reset by the shop',
    'login-slowed': 'Many failed logins',
  },
  Staff: {
    'staff-invite': 'Invite to the staff',
    'password-needed': 'Admin without two-step login asked for a code or link',
    'staff-notice': 'Notice',
    'morning-digest': 'Morning digest',
    'notice-new-order': 'Part: a new order',
    'notices-new-order': 'Part: several new orders',
    'notice-cancellation': 'Part: a cancellation requested',
    'notices-cancellation': 'Part: several cancellations requested',
    'notice-message': 'Part: a new message',
    'notices-message': 'Part: several new messages',
    'notice-return': 'Part: a new return',
    'notices-return': 'Part: several new returns',
    'notice-request': 'Part: a request for a sold product',
    'notices-request': 'Part: several requests for sold products',
    'notice-low-stock': 'Part: a product low on stock',
    'notices-low-stock': 'Part: several variants low on stock',
    'notice-dispute': 'Part: a disputed payment',
    'notices-dispute': 'Part: several disputed payments',
    'notice-failure': 'Part: a failed payment',
    'notices-failure': 'Part: several failed messages or payments',
    'notice-not-delivered': 'Part: an order not delivered',
    'notices-not-delivered': 'Part: several orders not delivered',
    'notice-failed-message': 'Part: a failed message',
    'of-order': 'Part: the order of a failed payment',
    'notice-amount': 'Part: news with its amount',
    'digest-news': 'Part: what is new in the digest',
    'digest-nothing': 'Part: nothing is new in the digest',
    'digest-waiting': 'Part: what waits in the digest',
  },
  'Requests and messages': {
    'product-available': 'Product available again',
    'price-fell': 'Price of a saved product fell',
    'message-received': 'Message received',
    'message-reply': 'Answer to a message',
    'review-asked': 'Review asked for, seven days after delivery',
    'review-declined': 'Review not published',
  },
}

type TitledKey = { [Group in keyof typeof TITLES]: keyof (typeof TITLES)[Group] }[keyof typeof TITLES]

/**
 * Every sentence that is sent to people, as it comes with the shop. Its placeholders are the ones that an own text may
 * have. Mail servers log subjects, so none holds a code.
 */
export const WORDINGS = {
  'order-placed-paid':
    'Thank you! Your order {{order}} is confirmed. We received your payment of {{amount}}. See your order: {{order-link}}',
  'order-placed-part':
    'Thank you! Your order {{order}} is confirmed. We received {{amount}}. Please pay the other {{cash}} in cash on delivery. See your order: {{order-link}}',
  'order-placed-cash':
    'Thank you! Your order {{order}} is confirmed. Please pay {{amount}} on delivery. See your order: {{order-link}}',
  'order-placed-cash-there':
    'Thank you! Your order {{order}} is confirmed. Please pay {{amount}} when you pick it up. See your order: {{order-link}}',
  'order-placed-voucher':
    'Thank you! Your order {{order}} is confirmed. Your voucher has paid it. See your order: {{order-link}}',
  'order-placed-unconfirmed':
    'Thank you! We received your order {{order}}. Our next email asks you to confirm it. You pay {{amount}} in cash. See your order: {{order-link}}',
  'order-placed-unpaid':
    'Thank you! We received your order {{order}}. Please pay {{amount}}, and we pack it. See your order: {{order-link}}',
  'order-placed-counter':
    'Thank you! Your order {{order}} is confirmed. We received your payment of {{amount}} at the counter. See your order: {{order-link}}',
  'will-pick-up': 'You pick it up at {{place}}. We write to you with your code as soon as it is ready.',
  'cancellation-requested':
    'We received your request to cancel order {{order}}. We’ll email you when it has been reviewed. Until then you can log in and keep it. See your order: {{order-link}}',
  'cancelled-refund': 'Your order {{order}} is cancelled. {{refund}} See your order: {{order-link}}',
  'cancelled-refunded':
    'Your order {{order}} is cancelled. Your payment has been refunded. See your order: {{order-link}}',
  'cancelled-unpaid': 'Your order {{order}} is cancelled. You have nothing to pay. See your order: {{order-link}}',
  'cancelled-voucher':
    'Your order {{order}} is cancelled. What your voucher has paid is back on it. {{refund}} See your order: {{order-link}}',
  'cancelled-counter':
    'Your order {{order}} is cancelled. We pay back {{amount}} as you paid it. See your order: {{order-link}}',
  'order-changed-refund':
    'We changed your order {{order}}: {{changes}}. The new total is {{total}}. {{refund}} See your order: {{order-link}}',
  'order-changed-voucher':
    'We changed your order {{order}}: {{changes}}. The new total is {{total}}. {{amount}} goes back, to your voucher first. See your order: {{order-link}}',
  'order-changed-counter':
    'We changed your order {{order}}: {{changes}}. The new total is {{total}}. We pay back {{amount}} as you paid it. See your order: {{order-link}}',
  'order-changed-due':
    'We changed your order {{order}}: {{changes}}. The new total is {{total}}. Please pay the remaining {{amount}} on the page of your order. We pack it as soon as it is paid. See your order: {{order-link}}',
  'order-changed-cash':
    'We changed your order {{order}}: {{changes}}. The new total is {{total}}. You pay it in cash. See your order: {{order-link}}',
  'order-changed-part':
    'We changed your order {{order}}: {{changes}}. The new total is {{total}}. You pay {{cash}} of it in cash on delivery. See your order: {{order-link}}',
  'order-changed-settled':
    'We changed your order {{order}}: {{changes}}. The new total is {{total}}. You have nothing more to pay. See your order: {{order-link}}',
  'dispatched-packed':
    '{{parcel}} is packed and comes {{courier}} {{awb}}. {{keep-cash}} {{track}} View your order: {{order-link}} {{invoice}}',
  'dispatched-packed-unnamed':
    '{{parcel}} is packed. {{keep-cash}} {{track}} View your order: {{order-link}} {{invoice}}',
  'dispatched-on-the-way':
    '{{parcel}} is on the way {{courier}} {{awb}}. {{keep-cash}} {{track}} View your order: {{order-link}} {{invoice}}',
  'ready-to-pick-up':
    '{{parcel}} is ready. Pick it up at {{place}}. Your code for the counter is {{pick-up-code}}. {{bring-cash}} It is open: {{opening-hours}}. View your order: {{order-link}} {{invoice}}',
  'bring-cash': 'You pay {{amount}} there.',
  'out-for-delivery':
    '{{parcel}} is out for delivery {{courier}} and should reach you today. {{keep-cash}} {{track}} View your order: {{order-link}} {{invoice}}',
  'not-delivered':
    '{{parcel}} could not be delivered. The courier has tried {{attempts}}. {{what-next}} View your order: {{order-link}}',
  'not-delivered-choose': 'Choose another day, phone number or address, or cancel: {{redeliver-link}}',
  'not-delivered-back': 'It is on its way back to us. We will write to you when it arrives.',
  delivered:
    'Your order {{order}} has been delivered. Enjoy your new {{nouns}}! See your order: {{order-link}} {{invoice}}',
  'delivered-at-counter':
    'You have picked up your order {{order}}. Enjoy your new {{nouns}}! See your order: {{order-link}} {{invoice}}',
  'courier-changed':
    '{{parcel}} comes {{courier}} {{awb}}. This corrects our earlier email. {{keep-cash}} {{track}} View your order: {{order-link}} {{invoice}}',
  'dispatch-undone':
    '{{parcel}} has not left yet. Please ignore our earlier email: we will write again when it is packed. View your order: {{order-link}} {{invoice}}',
  'parcel-whole': 'Your order {{order}}',
  'parcel-part': 'Part of your order {{order}}',
  'with-courier': 'with {{courier-name}}',
  'with-other-courier': 'with another courier',
  'with-awb': '(AWB {{awb-number}})',
  'keep-cash': 'Please keep {{amount}} ready for the courier.',
  'track-parcel': 'Track your parcel: {{tracking-link}}',
  'name-invoice': '{{document}}: {{number}}.',
  'confirm-cash':
    'Please confirm your order {{order}} of {{amount}}, which you pay in cash: {{confirm-link}}\n{{confirm-within}}\n{{pay-now}}',
  'confirm-within': 'If you don’t confirm within {{hours}}, we cancel it.',
  'pay-now': 'You can also pay now instead: {{pay-link}}',
  'paid-now': 'We received your payment of {{amount}} for order {{order}}. You have nothing more to pay.',
  'rest-paid': 'Thank you! We received your payment of {{amount}}. Your order {{order}} is paid in full.',
  'refund-sold': 'Sorry, {{a-noun}} in your order sold out while you were paying. {{refund}}',
  'refund-paid-twice': 'You paid twice for the same order. {{refund}}',
  'refund-wrong-amount': 'Your payment did not match the total of your cart, so no order was placed. {{refund}}',
  'refund-voucher-spent':
    'Your voucher was spent on another order while you were paying, so this order was not placed. {{refund}}',
  'refund-not-payable':
    'Sorry, {{that-order}} could no longer be paid online, because it had already been sent, cancelled or paid. {{refund}}',
  'refund-deleted': 'Sorry, we had to cancel {{that-order}}. {{refund}}',
  'refund-returned': 'We received these items back from {{that-order}}. {{refund}}',
  'refund-price-reduced': 'We reduced the price of {{that-order}}. {{refund}}',
  'refund-goodwill': 'As a sign of goodwill, you get money back for {{that-order}}. {{refund}}',
  'refund-item-missing': 'Sorry, something was missing from {{that-order}}. {{refund}}',
  'refund-by-hand': 'We pay {{amount}} back to you. We will email you the reference of the payment.',
  'refund-cancelled': 'We cancelled {{that-order}}. {{refund}}',
  'refund-whole': 'We are refunding your payment of {{amount}} in full. Banks take five to seven working days.',
  'refund-rest': 'We are refunding the rest of your payment, {{amount}}. Banks take five to seven working days.',
  'refund-part': 'We are refunding {{amount}}. Banks take five to seven working days.',
  'refund-processed': 'We’ve refunded your payment of {{amount}}.',
  'refund-processed-part': 'We’ve refunded {{amount}} of your payment for {{that-order}}.',
  'authorization-expired':
    'Your bank released the authorisation of {{amount}} before it was captured, so {{that-order}} is cancelled. You have not been charged.',
  'order-named': 'order {{order}}',
  'order-unnamed': 'your order',
  returned: '{{parcel}} has come back to us. {{credit-note}}',
  'returned-free': '{{parcel}} has come back to us. {{credit-note}} You have nothing to pay for it.',
  'returned-pay-back':
    '{{parcel}} has come back to us. {{credit-note}} We pay {{amount}} back to you. We will email you the reference of the payment.',
  'returned-pay-back-if-paid':
    '{{parcel}} has come back to us. {{credit-note}} If you paid the courier, we pay {{amount}} back to you. We will email you the reference of the payment.',
  'paid-back':
    'We paid {{amount}} back to you for order {{order}} on {{day}}. Reference: {{reference}}. {{credit-note}}',
  'name-credit-note': 'Credit note: {{number}}, {{amount}}. See it here: {{credit-note-link}}',
  'login-code':
    'Your code to log in to {{shop}} is {{code}}. It expires in {{minutes}} minutes and can be used once. It works only in the browser where you asked for it. {{takes-over}} If you did not ask for it, ignore this email. Don’t share this code with anyone. We will never ask for it.',
  'takes-over':
    'Using this code confirms the address. The old password stops working and all other devices are logged out.',
  'confirm-code':
    'Your code to confirm your address at {{shop}} is {{code}}. It expires in {{minutes}} minutes and can be used once. If you did not sign up, someone else used your address. Don’t share this code with anyone. To stop them using your address, request your own code at {{code-login-link}}.',
  'reset-password':
    'To set a new password, open this link within {{minutes}} minutes: {{reset-link}} It works once. If you did not ask for it, ignore this email: your password stays as it is.',
  'reset-unconfirmed':
    'You haven’t confirmed your email address yet, so we can’t send a link to reset your password. Log in with the code {{code}} instead, within {{minutes}} minutes, at {{code-login-link}}. It works only in the browser where you asked for it. {{takes-over}} If you did not ask for it, ignore this email. Don’t share this code with anyone. We will never ask for it.',
  'code-confirm-session':
    'Your code is {{code}}. Enter it to confirm that it’s you, on your account page. It works for {{minutes}} minutes. If you didn’t ask for it, you can ignore this email.',
  'code-change-email':
    'Your code is {{code}}. Enter it on your account page to make this the email of your account. It works for {{minutes}} minutes. If you didn’t ask for it, you can ignore this email.',
  'code-delete-account':
    'Your code is {{code}}. Enter it to delete your account. It works for {{minutes}} minutes. If you didn’t ask for it, you can ignore this email.',
  'voucher-issued':
    'You have a voucher for {{amount}}. Its code is {{voucher-code}}. Enter it in your cart after you have logged in; it works with your account only, until {{day}}. What you do not use stays on it. See your vouchers: {{vouchers-link}}',
  'voucher-expires':
    'There is still {{amount}} on your voucher {{voucher-code}}. It works until {{day}}. See your vouchers: {{vouchers-link}}',
  'data-ready':
    'Your data is ready: {{data-link}} The link works for one day, and only while you are logged in. If you did not ask for it, change your password.',
  'password-changed':
    'Your password was changed on {{time}} (India). Everything that was logged in with the old one is logged out. If it was not you, set a new one at {{new-password-link}} and tell us.',
  'email-changed':
    'The email of your account was changed on {{time}} (India). You can no longer log in with this address. Earlier orders keep it. If it was not you, write to us at once at {{contact-link}}.',
  'number-confirmed':
    'Since {{time}} (India) a mobile number can log in to your account with a code on WhatsApp. If it was not you, remove the number on your account page, change your password and log out everywhere.',
  'payout-changed':
    'On {{time}} (India) bank details were entered in your account, for money that you get back. If it was not you, write to us at once at {{contact-link}} and change your password.',
  'second-factor-on':
    'An authenticator app was added to your account on {{time}} (India). If it was not you, change your password and log out everywhere, and then check your security page.',
  'second-factor-off':
    'The authenticator app was removed from your account on {{time}} (India). If it was not you, change your password and log out everywhere, and then check your security page.',
  'passkey-added':
    'A passkey was added to your account on {{time}} (India). If it was not you, change your password and log out everywhere, and then check your security page.',
  'passkey-removed':
    'A passkey was removed from your account on {{time}} (India). If it was not you, change your password and log out everywhere, and then check your security page.',
  'recovery-code-used':
    'A recovery code was used for your account on {{time}} (India). It does not work again. If it was not you, change your password and log out everywhere, and then check your security page.',
  'recovery-codes-renewed':
    'New recovery codes were made for your account on {{time}} (India). The old ones no longer work. If it was not you, change your password and log out everywhere, and then check your security page.',
  'second-factor-reset':
    'The shop removed the authenticator app, recovery codes and passkeys of your account on {{time}} (India). If you did not ask for it, tell us at once at {{contact-link}}.',
  'login-slowed':
    'Someone tried to log in to your account {{failures}} times with a wrong password, from {{networks}} networks, until {{time}} (India). They did not get in. For the next few hours, logging in from a new browser may take up to two minutes. Browsers that you have logged in with before work as usual. If you use this password anywhere else, change it there. If it is short or easy to guess, set a new one at {{new-password-link}}.',
  'staff-invite':
    '{{inviter}} invites you to work in the back office of {{shop}}, as {{role}}. Open this link within {{days}} days, and log in or sign up with this email address: {{invite-link}} It works once, and only for this address. If you don’t know the shop, ignore this email.',
  'password-needed':
    'Someone asked for an email to log in to your account or to set a new password. This shop asks admins for two-step login and you have not set it up, so an email is not enough. Log in with your password and set it up. If you have forgotten the password, the person who runs the shop’s server can set a new one.',
  'staff-notice': '{{news}}.',
  'morning-digest': '{{new}}\n{{waiting}}',
  'notice-new-order': 'New order {{order}}',
  'notices-new-order': '{{count}} new orders',
  'notice-cancellation': 'Cancellation of order {{order}} requested',
  'notices-cancellation': '{{count}} cancellations requested',
  'notice-message': 'New message {{message}}',
  'notices-message': '{{count}} new messages',
  'notice-return': 'New return {{return}}',
  'notices-return': '{{count}} new returns',
  'notice-request': 'New request for a sold product',
  'notices-request': '{{count}} new requests for sold products',
  'notice-low-stock': 'Low stock: {{product}}',
  'notices-low-stock': '{{count}} variants low on stock',
  'notice-dispute': 'A buyer disputes a payment at their bank: answer in time',
  'notices-dispute': '{{count}} payments disputed: answer in time',
  'notice-failure': 'A payment {{of-order}} failed',
  'notices-failure': '{{count}} messages or payments failed',
  'notice-not-delivered': 'Order {{order}} was not delivered',
  'notices-not-delivered': '{{count}} orders not delivered',
  'notice-failed-message': 'A message was not sent',
  'of-order': 'of order {{order}}',
  'notice-amount': '{{news}}, {{amount}}',
  'digest-news': 'New: {{news-list}}.',
  'digest-nothing': 'Nothing new.',
  'digest-waiting': 'Waiting: {{waiting-list}}.',
  'product-available': 'The {{noun}} you asked for, {{product}}, is available again: {{product-link}}',
  'price-fell':
    'The {{noun}} on your wishlist, {{product}}, costs {{price}} now. It was {{price-before}}. See it: {{product-link}} If you want no more of these emails, stop them: {{stop-prices-link}}',
  'message-received':
    'We received your message. Its number is {{message}}; please quote it when you write to us again. We’ll answer you by email. If you did not write to us, ignore this email.',
  'message-reply': '{{reply}}\n\nThis answers your message {{message}} of {{day}}.',
  'return-requested':
    'We received your return {{return}} of order {{order}}: {{product}}. We confirm it within 48 hours and settle it within a month. See your order: {{order-link}}',
  'return-acknowledged':
    'We are dealing with your return {{return}} of order {{order}} and tell you how it goes on. See your order: {{order-link}}',
  'return-pickup-booked':
    'A courier fetches your return {{return}} of order {{order}}. {{note}} Please have it ready. See your order: {{order-link}}',
  'return-dropping-off':
    'Please bring us your return {{return}} of order {{order}}. {{note}} Quote its number. See your order: {{order-link}}',
  'return-kept':
    'You need not send anything back for your return {{return}} of order {{order}}. We settle it now. See your order: {{order-link}}',
  'return-received':
    'We received what you sent back with your return {{return}} of order {{order}}. {{note}} We settle it now. See your order: {{order-link}}',
  'return-settled-money':
    'Your return {{return}} of order {{order}} is settled: you get {{amount}} back. {{note}} See your order: {{order-link}}',
  'return-settled-replacement':
    'Your return {{return}} of order {{order}} is settled: we send you another one. {{note}} See your order: {{order-link}}',
  'return-settled-voucher':
    'Your return {{return}} of order {{order}} is settled: you get a voucher for {{amount}}. {{note}} See your order: {{order-link}}',
  'return-declined':
    'We declined your return {{return}} of order {{order}}. {{why}} If you disagree, write to us: {{contact-link}}',
  'return-withdrawn':
    'You withdrew your return {{return}} of order {{order}}. If it was not you, write to us at once: {{contact-link}}',
  'review-asked': 'Your order {{order}} reached you a week ago. How do you like it? Write a review: {{review-link}}',
  'review-declined':
    'We did not publish your review of {{product}}, because {{why}}. You can change it: we will read it again. Your review: {{review-link}}',
  'subject-order-placed': 'Thank you for your order {{order}}',
  'subject-cancellation-requested': 'You asked us to cancel your order {{order}}',
  'subject-cancelled': 'Your order {{order}} is cancelled',
  'subject-delivered': 'Your order {{order}} has been delivered',
  'subject-handed-over': 'You have picked up your order {{order}}',
  'subject-dispatched': 'A parcel of your order {{order}} is packed',
  'subject-ready-to-pick-up': 'Your order {{order}} is ready to pick up',
  'subject-not-delivered': 'We could not deliver your order {{order}}',
  'subject-out-for-delivery': 'Out for delivery: your order {{order}}',
  'subject-courier-changed': 'New courier details for your order {{order}}',
  'subject-dispatch-undone': 'Your order {{order}} has not left yet',
  'subject-returned': 'We received a return of your order {{order}}',
  'subject-paid-back': 'We paid you back for your order {{order}}',
  'subject-return-step': 'Your return of order {{order}}',
  'subject-order-changed': 'We changed your order {{order}}',
  'subject-rest-paid': 'Your order {{order}} is paid in full',
  'subject-refund-requested': 'Your refund is on its way',
  'subject-refund-processed': 'Your refund has been sent',
  'subject-authorization-expired': 'Your payment was not taken',
  'subject-confirm-cash': 'Please confirm your order {{order}}',
  'subject-paid-now': 'We received your payment for your order {{order}}',
  'subject-product-available': 'What you asked for is available again',
  'subject-message-received': 'We received your message',
  'subject-message-reply': 'Our answer to your message',
  'subject-price-fell': 'A price on your wishlist fell',
  'subject-review-asked': 'How do you like your order {{order}}?',
  'subject-review-declined': 'We did not publish your review',
  'subject-staff-notice': 'New in the shop',
  'subject-morning-digest': 'Your morning digest',
  'subject-password-changed': 'Your password was changed',
  'subject-number-confirmed': 'A mobile number can log in to your account',
  'subject-payout-changed': 'Bank details were entered for your money back',
  'subject-email-changed': 'The email of your account was changed',
  'subject-login-slowed': 'Many failed logins to your account',
  'subject-second-factor-on': 'An authenticator app was added to your account',
  'subject-second-factor-off': 'The authenticator app was removed from your account',
  'subject-passkey-added': 'A passkey was added to your account',
  'subject-passkey-removed': 'A passkey was removed from your account',
  'subject-recovery-code-used': 'A recovery code was used for your account',
  'subject-recovery-codes-renewed': 'New recovery codes for your account',
  'subject-second-factor-reset': 'Your two-step login was reset',
  'subject-login-code': 'Your code to log in',
  'subject-confirm-code': 'Confirm your email address',
  'subject-reset-link': 'Set a new password',
  'subject-account-code': 'Your code',
  'subject-password-needed': 'Log in with your password',
  'subject-staff-invite': 'You are invited to the back office',
  'subject-data-copy': 'Your data is ready',
  'subject-voucher-issued': 'Your voucher',
  'subject-voucher-expires': 'Your voucher expires soon',
} as const satisfies Record<TitledKey | `subject-${Exclude<EmailKind, 'test'>}`, string>

export type WordingKey = keyof typeof WORDINGS

export const WORDING_KEYS = Object.keys(WORDINGS) as WordingKey[]

const SUBJECTS = Object.entries({ ...MESSAGE_NAMES, ...UNSTORED_NAMES }).map(([kind, name]) => [
  `subject-${kind}`,
  `Subject: ${name}`,
])
const GROUPS: Record<string, Record<string, string>> = { ...TITLES, 'Subjects of emails': Object.fromEntries(SUBJECTS) }

export const WORDING_LIST = Object.entries(GROUPS).map(([group, titles]) => ({
  group,
  wordings: Object.entries(titles).flatMap(([key, title]) => (isWordingKey(key) ? [{ key, title }] : [])),
}))

export function titleOf(wanted: WordingKey): string {
  return WORDING_LIST.flatMap(({ wordings }) => wordings).find(({ key }) => key === wanted)?.title ?? wanted
}

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
