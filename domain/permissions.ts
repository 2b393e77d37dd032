import { homeAfterLogin } from './accounts/account.ts'
import type { Role, User } from './accounts/user.ts'

/**
 * The rights that staff may be given, in words, by group. A right opens the rows of `permissions` that name it; a row that
 * is the same action at another address names the same right. An admin has all of them.
 */
export const RIGHTS = {
  Orders: {
    'see orders': 'See orders, their buyers and parcels',
    'dispatch orders': 'Dispatch orders, book couriers, and record where parcels are',
    'print labels': 'Print address labels and packing slips',
    'confirm cash orders': 'Mark cash orders as confirmed',
    'change addresses': 'Change where an order is delivered',
    'write notes': 'Write notes on orders',
    'change orders': 'Change what is in an order, and take new orders',
    'approve cancellations': 'Approve cancellations, which refunds the buyer',
    'take returns': 'Take goods back and refund them',
    'settle returns': 'See and settle what buyers ask to return',
    'delete orders': 'Delete orders',
  },
  Money: {
    'see money': 'See prices, totals and payments of orders',
    'see reports': 'See sales and figures',
    'see invoices': 'See invoices',
    'close cash': 'Settle the cash that couriers collect',
    'export GST': 'Download GST returns and the sales ledger',
  },
  Products: {
    'see products': 'See products and stock',
    'change products': 'Add and change products, their stock and pictures',
    'approve products': 'Approve products of sellers',
    'delete products': 'Delete products',
    'change offers': 'Add, change and end offers, and make their codes',
    'see requests': 'See who asked for a sold-out product',
    'change sizes': 'Change sizes, finishes and their prices',
    'import products': 'Import products from files',
  },
  Customers: {
    'see customers': 'See customers and their accounts',
    'make sellers': 'Make users sellers, and sellers users',
    'answer messages': 'Read and answer messages',
    'moderate reviews': 'Publish, decline and answer reviews',
    'send emails': 'See every message that was sent, and send it again',
  },
  Shop: {
    'change texts': 'Change texts, questions and their pictures',
    'change searches': 'Change searches, synonyms and redirects',
    'change settings': 'Change settings, and see what is missing before selling',
    'export tables': 'Download the tables they see as CSV files',
    'see audit': 'See the audit',
  },
  Security: {
    'invite staff': 'Invite, change and remove staff, up to their own rights',
    'change connections': 'Change the keys of payment, message and courier services',
    'end sessions': 'See who is logged in, end sessions, and change security settings',
  },
} as const

export type Right = { [Group in keyof typeof RIGHTS]: keyof (typeof RIGHTS)[Group] }[keyof typeof RIGHTS]
export const ALL_RIGHTS = Object.values(RIGHTS).flatMap((group) => Object.keys(group) as Right[])

/** The roles that every shop has, besides that of the owners, who are admins. */
export const STAFF_ROLES = {
  Manager: ALL_RIGHTS.filter((right) => right !== 'end sessions' && right !== 'change connections'),
  Packer: ['see orders', 'dispatch orders', 'print labels'],
  Support: [
    'see orders',
    'confirm cash orders',
    'change addresses',
    'write notes',
    'change orders',
    'approve cancellations',
    'take returns',
    'settle returns',
    'see money',
    'see requests',
    'see customers',
    'answer messages',
    'moderate reviews',
    'send emails',
  ],
  Catalogue: [
    'see products',
    'change products',
    'approve products',
    'delete products',
    'see requests',
    'change sizes',
    'import products',
  ],
  Accountant: ['see orders', 'see money', 'see reports', 'see invoices', 'close cash', 'export GST', 'export tables'],
} as const satisfies Record<string, readonly Right[]>

/** The user who asks; undefined: a guest. */
export type Visitor = Pick<User, 'role' | 'staff'> | undefined

/**
 * `seller: own`: only the seller's own; another seller's is answered as not found (the use case checks the row).
 * `operator`: sends METRICS_TOKEN or, without one, connects from this machine.
 * `payment provider`: signs its request; the webhook checks the signature. `courier`: sends its key, likewise.
 * `message provider`: signs its request, or sends its verify token, likewise.
 * A right: staff who have it, and admins.
 */
export type Grant =
  | 'guest'
  | Role
  | `${Role}: own`
  | 'operator'
  | 'payment provider'
  | 'courier'
  | 'message provider'
  | Right

/** Grants, and whether the password or a second factor is asked for again; a plain list follows the general rule. */
type Row = readonly Grant[] | { grants: readonly Grant[]; asksAgain: boolean }

/** Exports of many people's data. */
const asksAgain = (...grants: Grant[]): Row => ({ grants, asksAgain: true })
/** Daily work that concerns one thing and can be corrected, or that changes nothing a shopper relies on. */
const atOnce = (...grants: Grant[]): Row => ({ grants, asksAgain: false })

const everyone = ['guest', 'user', 'seller', 'admin'] as const
const members = ['user', 'seller', 'admin'] as const

/**
 * Authorises every request: each page, form, intent of a form, endpoint and live topic has a row here.
 * server/pages/permissions.ts enforces it; the shop does not start when a route has no row.
 * Every form of the back office asks for the password again unless its row says `atOnce`: money that goes back, prices
 * of many products, roles, settings, and what is deleted.
 */
export const permissions = {
  'GET /': everyone,
  'GET /allproduct': everyone,
  'GET /category/:categoryname': everyone,
  'GET /collections/:name': everyone,
  'GET /pages/:address': everyone,
  'GET /productinfo/:id': everyone,
  'GET /visited': everyone,
  'GET /productinfo/:id/similar': everyone,
  'GET /productinfo/:id/goes-with': everyone,
  'GET /productinfo/:id/reviews': everyone,
  'GET /productinfo/:id/request': everyone,
  'POST /productinfo/:id/request': everyone,
  'GET /contactUs': everyone,
  'POST /contactUs': everyone,
  'GET /contactUs/:order': everyone,
  'POST /contactUs/:order': everyone,
  'GET /search': everyone,
  'GET /pincode': everyone,
  'GET /pincode/:pincode': everyone,
  'GET /cart': everyone,
  'POST /cart': members,
  'POST /cart/quote': everyone,
  // Tells whether this order may be paid in cash, and whether the shop delivers there.
  'POST /cart/terms': members,
  'POST /cart/offer': everyone,
  'POST /cart/voucher': members,
  'POST /cart/pay': members,
  'POST /cart/paid': members,

  // The token in the link authorises the request.
  'GET /orders/:id/confirm/:token': everyone,
  'POST /orders/:id/confirm/:token': everyone,
  'GET /orders/:id/redeliver/:token': everyone,
  'POST /orders/:id/redeliver/:token': everyone,
  'GET /orders/:id/pay/:token': everyone,
  'POST /orders/:id/pay/:token/open': everyone,
  'POST /orders/:id/pay/:token/paid': everyone,
  'POST /orders/:id/pay': ['user: own', 'seller: own', 'admin: own'],

  'GET /signup': everyone,
  'POST /signup': everyone,
  // Tells whether a password is a common one.
  'POST /signup/password': everyone,
  'GET /login': everyone,
  'POST /login': everyone,
  'GET /login/code': everyone,
  'POST /login/code': everyone,
  'GET /forgot-password': everyone,
  'POST /forgot-password': everyone,
  // The token in the link authorises the request, for the account of the invited address.
  'GET /staff/join': everyone,
  'POST /staff/join': members,
  // The token in the link authorises the request.
  'GET /reset-password': everyone,
  'POST /reset-password': everyone,
  // These routes check the browser's login challenge, or the passkey, themselves.
  'GET /login/second-factor': everyone,
  'POST /login/second-factor': everyone,
  'POST /login/passkey options': everyone,
  'POST /login/passkey log-in': everyone,
  'GET /logout': everyone,
  'POST /logout': everyone,
  'GET /logout/everywhere': everyone,
  'POST /logout/everywhere': everyone,
  'GET /session': everyone,
  'GET /account/privacy': members,
  'POST /account/privacy download': members,
  'GET /account/privacy/download/:token': members,
  'GET /account/privacy/delete': members,
  'POST /account/privacy/delete send-code': members,
  'POST /account/privacy/delete delete': members,
  'GET /account/deleted': everyone,
  'GET /account/security': members,
  'POST /account/security start-app': asksAgain(...members),
  'POST /account/security activate-app': asksAgain(...members),
  'POST /account/security turn-off-app': asksAgain(...members),
  'POST /account/security make-recovery-codes': asksAgain(...members),
  'POST /account/security codes-saved': members,
  'POST /account/security rename-passkey': members,
  'POST /account/security delete-passkey': asksAgain(...members),
  'POST /account/security/passkey options': asksAgain(...members),
  'POST /account/security/passkey add': asksAgain(...members),
  'GET /confirm': members,
  'POST /confirm': members,
  // Other roles see an empty page.
  'GET /userDashboard': ['user: own', 'seller: own', 'admin: own'],
  'POST /userDashboard': ['user: own', 'seller: own', 'admin: own'],
  'GET /orders/:id': ['user: own', 'seller: own', 'admin: own'],
  'POST /orders/:id cancel': ['user: own', 'seller: own', 'admin: own'],
  'POST /orders/:id keep': ['user: own', 'seller: own', 'admin: own'],
  'POST /orders/:id change-address': ['user: own', 'seller: own', 'admin: own'],
  'POST /orders/:id review': ['user: own', 'seller: own', 'admin: own'],
  'POST /orders/:id withdraw-review': ['user: own', 'seller: own', 'admin: own'],
  'GET /orders/:id/return/:number': ['user: own', 'seller: own', 'admin: own'],
  'POST /orders/:id/return/:number': ['user: own', 'seller: own', 'admin: own'],
  'POST /orders/:id withdraw-return': ['user: own', 'seller: own', 'admin: own'],
  'GET /orders/:id/return': ['user: own', 'seller: own', 'admin: own'],
  'POST /orders/:id/return': ['user: own', 'seller: own', 'admin: own'],
  // Of their own requests; staff of all.
  'GET /returnPictures/:picture/:file': ['user: own', 'seller: own', 'settle returns'],
  // The token in the link authorises the request.
  'GET /track/:id/:token': everyone,
  'GET /track': everyone,
  'POST /track': everyone,
  'GET /account/confirm-email': members,
  'POST /account/confirm-email': members,

  'GET /bills/:id': ['user: own', 'seller: own', 'see invoices'],
  'POST /bills/:id': ['export GST'],
  'GET /bills/:id/pdf': ['user: own', 'seller: own', 'see invoices'],

  'GET /wishlist': everyone,
  'POST /wishlist share': members,
  'POST /wishlist renew': members,
  'POST /wishlist end': members,
  'POST /wishlist tell-when-back': members,
  'POST /wishlist do-not-tell': members,
  'POST /wishlist tell-when-cheaper': members,
  'POST /wishlist do-not-tell-price': members,
  // The token in the link authorises the request.
  'GET /wishlist/stop/:id/:token': everyone,
  'POST /wishlist/stop/:id/:token': everyone,
  // Without a session, the list is in the browser alone.
  'GET /wishlist/items': everyone,
  'POST /wishlist/items': members,
  // The token in the link authorises the request.
  'GET /wishlist/:token': everyone,

  'GET /account': members,
  'GET /account/addresses': members,
  'POST /account name': members,
  'POST /account password': members,
  'POST /account email': members,
  'POST /account confirm-email': members,
  'POST /account number': members,
  'POST /account confirm-number': members,
  'POST /account remove-number': members,
  'POST /account send-code': members,
  'POST /account confirm-session': members,
  'POST /account add-address': members,
  'POST /account edit-address': ['user: own', 'seller: own', 'admin: own'],
  'POST /account default-address': ['user: own', 'seller: own', 'admin: own'],
  'POST /account delete-address': ['user: own', 'seller: own', 'admin: own'],
  'POST /account end-session': ['user: own', 'seller: own', 'admin: own'],
  'POST /account end-other-sessions': members,
  // Staff and sellers have something to hear; for shoppers these do nothing.
  'POST /account notifications': members,
  'POST /account add-device': members,
  'POST /account remove-device': ['user: own', 'seller: own', 'admin: own'],

  'GET /refund-policy': everyone,
  'GET /termsAndConditions': everyone,
  'GET /privacy': everyone,
  'GET /warranty': everyone,
  'GET /faq': everyone,
  'GET /offline': everyone,
  'GET /*': everyone,

  'GET /adminDashboard': ['see products'],
  'GET /adminDashboard/orders': ['see orders'],
  'GET /adminDashboard/orders/:id': ['see orders'],
  'GET /adminDashboard/orders/:id/change': ['change orders'],
  // Shows what waits on the lists that they may open.
  'GET /adminDashboard/overview': ALL_RIGHTS,
  // Their own, of lists that they may open.
  'GET /adminDashboard/views': ALL_RIGHTS,
  'POST /adminDashboard/views save': atOnce(...ALL_RIGHTS),
  'POST /adminDashboard/views delete': atOnce(...ALL_RIGHTS),
  'GET /adminDashboard/sales': ['see reports'],
  'GET /adminDashboard/users': ['see customers'],
  'GET /adminDashboard/search': ['see orders', 'see customers', 'see products'],
  'GET /adminDashboard/requests': ['see requests'],
  'GET /adminDashboard/messages': ['answer messages'],
  'POST /adminDashboard/messages close': atOnce('answer messages'),
  'POST /adminDashboard/messages reopen': atOnce('answer messages'),
  'GET /adminDashboard/messages/:id': ['answer messages'],
  'POST /adminDashboard/messages/:id reply': atOnce('answer messages'),
  'GET /adminDashboard/reviews': ['moderate reviews'],
  'POST /adminDashboard/reviews publish': atOnce('moderate reviews'),
  'POST /adminDashboard/reviews decline': atOnce('moderate reviews'),
  'POST /adminDashboard/reviews answer': atOnce('moderate reviews'),
  'GET /adminDashboard/returns': ['settle returns'],
  'GET /adminDashboard/returns/:number': ['settle returns'],
  'POST /adminDashboard/returns/:number acknowledge': atOnce('settle returns'),
  'POST /adminDashboard/returns/:number decline': atOnce('settle returns'),
  'POST /adminDashboard/returns/:number book-pickup': atOnce('settle returns'),
  'POST /adminDashboard/returns/:number cancel-pickup': atOnce('settle returns'),
  'POST /adminDashboard/returns/:number drop-off': atOnce('settle returns'),
  'POST /adminDashboard/returns/:number keep': atOnce('settle returns'),
  'POST /adminDashboard/returns/:number receive': atOnce('settle returns'),
  'POST /adminDashboard/returns/:number replace': atOnce('settle returns'),
  'POST /adminDashboard/returns/:number cancel-replacement': atOnce('settle returns'),
  'POST /adminDashboard/returns/:number pay-back': ['settle returns'],
  'POST /adminDashboard/returns/:number give-voucher': ['settle returns'],
  'POST /adminDashboard/returns/:number mark-paid': ['settle returns'],
  'GET /adminDashboard/cash': ['close cash'],
  'POST /adminDashboard/cash import': ['close cash'],
  'POST /adminDashboard/cash accept': atOnce('close cash'),
  'POST /adminDashboard/cash write-off': ['close cash'],
  'POST /adminDashboard/cash assign': atOnce('close cash'),
  'POST /adminDashboard/cash remove-import': ['close cash'],
  'POST /adminDashboard/cash paid-back': ['close cash'],
  'GET /adminDashboard/emails': ['send emails'],
  'GET /adminDashboard/emails/:id': ['send emails'],
  'GET /adminDashboard/audit': ['see audit'],
  'GET /adminDashboard/staff': ['invite staff'],
  'POST /adminDashboard/staff invite': ['invite staff'],
  'POST /adminDashboard/staff withdraw': atOnce('invite staff'),
  'POST /adminDashboard/staff change': ['invite staff'],
  'POST /adminDashboard/staff remove': ['invite staff'],
  'POST /adminDashboard/staff save-role': ['admin'],
  'POST /adminDashboard/staff delete-role': ['admin'],
  'POST /adminDashboard/staff require-factor': ['admin'],
  'GET /adminDashboard/sessions': ['end sessions'],
  'POST /adminDashboard/sessions end': ['end sessions'],
  'POST /adminDashboard/settings security': ['end sessions'],
  'GET /adminDashboard/export/:table': asksAgain('export tables'),
  'GET /adminDashboard/invoices': ['see invoices'],
  'GET /adminDashboard/gstr1': asksAgain('export GST'),
  'GET /adminDashboard/sales-ledger': asksAgain('export GST'),
  'GET /adminDashboard/packing-slips': asksAgain('print labels'),
  'GET /adminDashboard/labels': asksAgain('print labels'),
  'GET /adminDashboard/courier-labels': asksAgain('print labels'),
  'GET /adminDashboard/dispatch': ['dispatch orders'],
  'POST /adminDashboard/dispatch dispatch': atOnce('dispatch orders'),
  'POST /adminDashboard/dispatch book': atOnce('dispatch orders'),
  'POST /adminDashboard/dispatch step': atOnce('dispatch orders'),
  'GET /adminDashboard/import': ['import products'],
  'POST /adminDashboard/import check': atOnce('import products'),
  'POST /adminDashboard/import write': ['import products'],
  'GET /adminDashboard/import/reviews': ['import products'],
  'POST /adminDashboard/import/reviews': atOnce('import products'),
  'GET /adminDashboard/import/customers': ['admin'],
  'POST /adminDashboard/import/customers': atOnce('admin'),
  'GET /adminDashboard/import/move': ['import products'],
  'POST /adminDashboard/import/move': atOnce('import products'),
  'GET /adminDashboard/import/move/:id': ['import products'],
  'POST /adminDashboard/import/move/:id pictures': atOnce('import products'),
  'POST /adminDashboard/import/move/:id choose': atOnce('import products'),
  'POST /adminDashboard/import/move/:id import': ['import products'],
  'POST /adminDashboard/import/move/:id discard': atOnce('import products'),
  'POST /adminDashboard approve': atOnce('approve products'),
  'POST /adminDashboard feature': atOnce('change products'),
  'POST /adminDashboard restock': atOnce('change products'),
  'POST /adminDashboard take-off-sale': atOnce('change products'),
  'POST /adminDashboard put-on-sale': atOnce('change products'),
  'POST /adminDashboard save-row': atOnce('change products'),
  'POST /adminDashboard release-hold': atOnce('change products'),
  'POST /adminDashboard delete': ['delete products'],
  'POST /adminDashboard restore': atOnce('change products'),
  'POST /adminDashboard/orders deliver': atOnce('dispatch orders'),
  'POST /adminDashboard/orders undo-delivery': atOnce('dispatch orders'),
  'POST /adminDashboard/orders approve-cancellation': ['approve cancellations'],
  'POST /adminDashboard/orders delete': ['delete orders'],
  'POST /adminDashboard/orders/:id deliver': atOnce('dispatch orders'),
  'POST /adminDashboard/orders/:id undo-delivery': atOnce('dispatch orders'),
  'POST /adminDashboard/orders/:id approve-cancellation': ['approve cancellations'],
  'POST /adminDashboard/orders/:id dispatch': atOnce('dispatch orders'),
  'POST /adminDashboard/orders/:id step': atOnce('dispatch orders'),
  'POST /adminDashboard/orders/:id hand-over': atOnce('dispatch orders'),
  'POST /adminDashboard/orders/:id take-back': ['take returns'],
  'POST /adminDashboard/orders/:id refund-return': ['take returns'],
  'POST /adminDashboard/orders/:id refund': ['take returns'],
  'POST /adminDashboard/orders/:id change-quantity': ['change orders'],
  'POST /adminDashboard/orders/:id remove-line': ['change orders'],
  'POST /adminDashboard/orders/:id book': atOnce('dispatch orders'),
  'POST /adminDashboard/orders/:id change-courier': atOnce('dispatch orders'),
  'POST /adminDashboard/orders/:id cancel-parcel': atOnce('dispatch orders'),
  'POST /adminDashboard/orders/:id change-address': atOnce('change addresses'),
  'POST /adminDashboard/orders/:id confirm-cash': atOnce('confirm cash orders'),
  'GET /adminDashboard/orders/new': ['change orders'],
  'POST /adminDashboard/orders/new draft': atOnce('change orders'),
  'POST /adminDashboard/orders/new save': atOnce('change orders'),
  'POST /adminDashboard/orders/:id/change draft': atOnce('change orders'),
  'POST /adminDashboard/orders/:id/change save': ['change orders'],
  'POST /adminDashboard/orders/:id note': atOnce('write notes'),
  'POST /adminDashboard/orders/:id receive-cash': atOnce('close cash'),
  'POST /adminDashboard/orders/:id remove-cash': atOnce('close cash'),
  'POST /adminDashboard/orders/:id write-off-cash': ['close cash'],
  'POST /adminDashboard/users role': ['make sellers'],
  'GET /adminDashboard/users/:id': ['see customers'],
  'POST /adminDashboard/users/:id note': atOnce('see customers'),
  'POST /adminDashboard/emails send-again': atOnce('send emails'),
  'GET /adminDashboard/collections': ['change products'],
  'POST /adminDashboard/collections delete': ['change products'],
  'GET /adminDashboard/collections/:id': ['change products'],
  'POST /adminDashboard/collections/:id save': atOnce('change products'),
  'GET /adminDashboard/offers': ['change offers'],
  'POST /adminDashboard/offers end': atOnce('change offers'),
  'GET /adminDashboard/offers/:id': ['change offers'],
  'POST /adminDashboard/offers/:id save': atOnce('change offers'),
  'POST /adminDashboard/offers/:id make-codes': ['change offers'],
  'GET /adminDashboard/offers/:id/codes': asksAgain('change offers'),
  'GET /adminDashboard/sizes': ['change sizes'],
  'POST /adminDashboard/sizes save-family': ['change sizes'],
  'POST /adminDashboard/sizes save-size': ['change sizes'],
  'POST /adminDashboard/sizes save-finish': ['change sizes'],
  'POST /adminDashboard/sizes retire': atOnce('change sizes'),
  'POST /adminDashboard/sizes put-back': atOnce('change sizes'),
  'POST /adminDashboard/sizes delete': ['change sizes'],
  'GET /adminDashboard/redirects': ['change searches'],
  'POST /adminDashboard/redirects add': atOnce('change searches'),
  'POST /adminDashboard/redirects delete': atOnce('change searches'),
  'GET /adminDashboard/searches': ['change searches'],
  'POST /adminDashboard/searches add-synonym': atOnce('change searches'),
  'POST /adminDashboard/searches delete': atOnce('change searches'),
  'POST /adminDashboard/searches clear': atOnce('change searches'),
  'GET /adminDashboard/settings': ['change settings'],
  'GET /adminDashboard/settings/:section': ['change settings'],
  'POST /adminDashboard/settings save-shop': ['change settings'],
  'POST /adminDashboard/settings save-look': ['change settings'],
  'POST /adminDashboard/settings save-legal': ['change settings'],
  'POST /adminDashboard/settings save-delivery': ['change settings'],
  'POST /adminDashboard/settings save-areas': ['change settings'],
  'POST /adminDashboard/settings save-payment': ['change settings'],
  'POST /adminDashboard/settings save-messages': ['change settings'],
  'POST /adminDashboard/settings test-messages': atOnce('change settings'),
  'POST /adminDashboard/settings save-search': atOnce('change settings'),
  'POST /adminDashboard/settings save-privacy': ['change settings'],
  'GET /adminDashboard/settings/connections': ['change connections'],
  'POST /adminDashboard/settings/connections save': ['change connections'],
  'POST /adminDashboard/settings/connections remove': ['change connections'],
  'POST /adminDashboard/settings/connections test': atOnce('change connections'),
  'POST /adminDashboard/settings/connections submit': atOnce('change connections'),
  'GET /adminDashboard/pages': ['change texts'],
  'POST /adminDashboard/pages delete': ['change texts'],
  'GET /adminDashboard/pages/:id': ['change texts'],
  'POST /adminDashboard/pages/:id save': atOnce('change texts'),
  'GET /adminDashboard/home': ['change texts'],
  'POST /adminDashboard/home': atOnce('change texts'),
  'GET /adminDashboard/settings/texts': ['change texts'],
  'GET /adminDashboard/settings/texts/:name': ['change texts'],
  'POST /adminDashboard/settings/texts/:name preview': atOnce('change texts'),
  'POST /adminDashboard/settings/texts/:name save': ['change texts'],
  'POST /adminDashboard/settings/texts/:name overwrite': ['change texts'],
  'POST /adminDashboard/settings/texts/:name restore': ['change texts'],
  'GET /adminDashboard/settings/wordings': ['change texts'],
  'GET /adminDashboard/settings/wordings/:name': ['change texts'],
  'POST /adminDashboard/settings/wordings/:name preview': atOnce('change texts'),
  'POST /adminDashboard/settings/wordings/:name save': ['change texts'],
  'POST /adminDashboard/settings/wordings/:name overwrite': ['change texts'],
  'POST /adminDashboard/settings/wordings/:name restore': ['change texts'],
  'GET /adminDashboard/settings/pictures': ['change texts'],
  'POST /adminDashboard/settings/pictures': atOnce('change texts'),
  'GET /adminDashboard/ready': ['change settings'],
  'POST /adminDashboard/ready keep': atOnce('change settings'),
  'POST /adminDashboard/ready ask-again': atOnce('change settings'),
  'POST /adminDashboard/settings save-returns': ['change settings'],
  'POST /adminDashboard/settings save-pause': ['change settings'],
  'POST /adminDashboard/settings save-stock': ['change settings'],
  'POST /adminDashboard/settings save-sellers': ['change settings'],
  'GET /addproduct': ['change products'],
  'POST /addproduct': atOnce('change products'),
  'POST /addproduct/save': atOnce('change products'),
  'GET /updateproduct/:id': ['change products'],
  'POST /updateproduct/:id': atOnce('change products'),
  'POST /updateproduct/:id/save': atOnce('change products'),

  'GET /sellerDashboard': ['seller: own'],
  // Sellers see the admins' list of products without its buttons, so nobody may post here.
  'POST /sellerDashboard': [],
  'GET /sellerDashboard/search': ['seller: own'],
  'GET /sellerDashboard/orders': ['seller: own'],
  'GET /sellerDashboard/addproduct': ['seller'],
  'POST /sellerDashboard/addproduct': atOnce('seller'),
  'POST /sellerDashboard/addproduct/save': atOnce('seller'),
  'GET /sellerDashboard/updateproduct/:id': ['seller: own'],
  'POST /sellerDashboard/updateproduct/:id': atOnce('seller: own'),
  'POST /sellerDashboard/updateproduct/:id/save': atOnce('seller: own'),

  'GET /assets/*': everyone,
  'GET /pots/*': everyone,
  'GET /models/*': everyone,
  'GET /pictures/*': everyone,
  'GET /productImages/*': everyone,
  // Until its review is published, a picture is sent to its author and to those who moderate.
  'GET /reviewPictures/*': everyone,
  'GET /share/:file': everyone,
  'GET /.well-known/security.txt': everyone,
  'GET /robots.txt': everyone,
  'GET /sitemap.xml': everyone,
  'GET /sitemap/:file': everyone,
  'GET /feed/google.xml': everyone,
  'GET /feed/catalogue.csv': everyone,
  'GET /feed/pictures/*': everyone,
  'GET /manifest.webmanifest': everyone,
  'GET /icons/:file': everyone,
  'GET /service-worker.js': everyone,
  'GET /healthz': everyone,
  'GET /readyz': everyone,
  'GET /metrics': ['operator'],
  'POST /webhooks/razorpay': ['payment provider'],
  'POST /webhooks/courier': ['courier'],
  // Meta types the verify token once, and signs everything else.
  'GET /webhooks/whatsapp': ['message provider'],
  'POST /webhooks/whatsapp': ['message provider'],
  // Stand-ins for the outside services; the sandbox proxy itself checks who may read the inbox.
  'ALL /sandbox/*': everyone,

  'GET /live': everyone,
  'LIVE product': everyone,
  'LIVE settings': everyone,
  'LIVE order': ['user: own', 'seller: own', 'see orders'],
  'LIVE user': ['user: own', 'seller: own', 'see customers'],
  'LIVE wishlist': ['user: own', 'seller: own', 'admin: own'],
  'LIVE sale': ['seller: own'],
  'LIVE message': ['answer messages'],
  'LIVE review': ['moderate reviews'],
  'LIVE return': ['settle returns'],
  // Replies to messages show whether they were emailed.
  'LIVE email': ['send emails', 'answer messages'],
  'LIVE session': ['end sessions'],
} as const satisfies Record<string, Row>

export type Permission = keyof typeof permissions

/** The pages of admins and sellers. */
export function isBackOffice(permission: Permission): boolean {
  return /^\w+ \/(adminDashboard|sellerDashboard|addproduct|updateproduct)\b/.test(permission)
}

/** True if the password or a second factor is asked for first, unless that happened within the last 15 minutes. */
export function needsConfirmation(permission: Permission): boolean {
  const row: Row = permissions[permission]
  return 'asksAgain' in row ? row.asksAgain : permission.startsWith('POST ') && isBackOffice(permission)
}

/**
 * Staff may do more here than a shopper: closed to those without the second factor that their role requires, who are
 * shoppers until then.
 */
export function needsSecondFactor(permission: Permission): boolean {
  const admin = grantOf(permission, { role: 'admin' })
  return admin !== undefined && !grantOf(permission, undefined) && admin !== grantOf(permission, { role: 'user' })
}

/** Topics of live events, one for each `LIVE` row. */
export type Topic = TopicOf<Permission>
type TopicOf<Name> = Name extends `LIVE ${infer Topic}` ? Topic : never
export const TOPICS = Object.keys(permissions).flatMap((name) =>
  name.startsWith('LIVE ') ? [name.slice('LIVE '.length) as Topic] : [],
)

/** Access to all records, to one's own, or none (undefined). */
export function grantOf(permission: Permission, visitor: Visitor): 'all' | 'own' | undefined {
  const grants = grantsOf(permission)
  if (grants.includes(visitor?.role ?? 'guest') || grants.some((grant) => hasRight(visitor, grant))) return 'all'
  return visitor && grants.includes(`${visitor.role}: own`) ? 'own' : undefined
}

export function isGrantedTo(permission: Permission, grant: Grant): boolean {
  return grantsOf(permission).includes(grant)
}

/** A row with a right of staff is for admins, too. */
export function grantsOf(permission: Permission): readonly Grant[] {
  const row: Row = permissions[permission]
  const grants = 'grants' in row ? row.grants : row
  return grants.some(isRight) ? [...grants, 'admin'] : grants
}

export function isRight(name: string): name is Right {
  return (ALL_RIGHTS as readonly string[]).includes(name)
}

/** Stored names that are no rights of this version open nothing. */
export function hasRight(visitor: Visitor, name: Grant): boolean {
  return isRight(name) && (visitor?.role === 'admin' || visitor?.staff?.rights.includes(name) === true)
}

type Form = { permission: Permission; method: string; path: string; intent: string | undefined; pattern: RegExp }

/** Every address as a pattern, those without parameters first. */
const ADDRESSES: readonly Form[] = (Object.keys(permissions) as Permission[])
  .map((permission) => {
    const [method = '', path = '', intent] = permission.split(' ')
    const parts = path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+').replace('*', '.*')
    return { permission, method, path, intent, pattern: new RegExp(`^${parts}$`, 'i') }
  })
  .sort((a, b) => openness(a.path) - openness(b.path))

function openness(path: string): number {
  return path.includes('*') ? 2 : Number(path.includes(':'))
}

/** True if this visitor may open this address. Every link, menu and search result asks this. */
export function mayOpen(visitor: Visitor, address: string): boolean {
  const path = pathOf(address)
  const page = ADDRESSES.find(({ method, pattern }) => method === 'GET' && pattern.test(path))
  return page !== undefined && grantOf(page.permission, visitor) !== undefined
}

/** True if this visitor may send this form. Every button asks this. @param intent undefined: the address has one form */
export function maySend(visitor: Visitor, address: string, intent: string | undefined): boolean {
  const path = pathOf(address)
  const form = ADDRESSES.find((row) => row.method === 'POST' && row.intent === intent && row.pattern.test(path))
  return form !== undefined && grantOf(form.permission, visitor) !== undefined
}

function pathOf(address: string): string {
  return address.split(/[?#]/)[0] ?? ''
}

/** The first page of the back office that this visitor may open; undefined: none. */
export function backOfficeOf(visitor: Visitor): string | undefined {
  return ADDRESSES.find(
    ({ permission, method, path }) =>
      method === 'GET' &&
      /^\/adminDashboard[^:]*$/.test(path) &&
      !needsConfirmation(permission) &&
      grantOf(permission, visitor),
  )?.path
}

/** The page after login. */
export function homeOf(user: Pick<User, 'role' | 'staff'>): string {
  return (user.staff && backOfficeOf(user)) ?? homeAfterLogin(user.role)
}

/** Their pages are about amounts. */
const SHOW_MONEY: readonly Right[] = [
  'change orders',
  'take returns',
  'see reports',
  'see invoices',
  'close cash',
  'export GST',
  'send emails',
]

/** The rights with those that each is of no use without: somebody who dispatches must see orders. */
export function withPages(rights: readonly Right[]): Right[] {
  const holds = (permission: Permission) =>
    grantsOf(permission).some((grant) => isRight(grant) && rights.includes(grant))
  const needed = (Object.keys(permissions) as Permission[]).flatMap((form) => {
    const page = form.replace(/^POST (\S+)(?: \S+)?$/, 'GET $1')
    return page !== form && isPermission(page) && holds(form) && !holds(page) ? grantsOf(page) : []
  })
  const isMoney = rights.some((right) => SHOW_MONEY.includes(right))
  return ALL_RIGHTS.filter(
    (right) => rights.includes(right) || needed.includes(right) || (isMoney && right === 'see money'),
  )
}

export function isPermission(name: string): name is Permission {
  return Object.hasOwn(permissions, name)
}

/** The values of the field `intent` at this path; empty if the form has a single action. */
export function intentsOf(path: string): string[] {
  const prefix = `POST ${path} `
  return Object.keys(permissions).flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []))
}
