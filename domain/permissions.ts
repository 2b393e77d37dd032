import type { Role } from './accounts/user.ts'

type Visitor = 'guest' | Role
/**
 * `seller: own`: only the seller's own; another seller's is answered as not found (the use case checks the row).
 * `operator`: sends METRICS_TOKEN or, without one, connects from this machine.
 * `payment provider`: signs its request; the webhook checks the signature. `courier`: sends its key, likewise.
 */
export type Grant = Visitor | `${Role}: own` | 'operator' | 'payment provider' | 'courier'

/** Roles that may, and whether the password or a second factor is asked for again; a plain list follows the general rule. */
type Row = readonly Grant[] | { grants: readonly Grant[]; asksAgain: boolean }

/** Exports of many people's data, and the page on which such a file is chosen. */
const asksAgain = (...grants: Grant[]): Row => ({ grants, asksAgain: true })
/** Daily work that concerns one thing and can be corrected, or that changes nothing a shopper relies on. */
const atOnce = (...grants: Grant[]): Row => ({ grants, asksAgain: false })

const everyone = ['guest', 'user', 'seller', 'admin'] as const
const members = ['user', 'seller', 'admin'] as const

/**
 * Authorises every request: each page, form, intent of a form, endpoint and live topic has a row here.
 * server/accounts/permissions.ts enforces it; the shop does not start when a route has no row.
 * Every form of the back office asks for the password again unless its row says `atOnce`: money that goes back, prices
 * of many products, roles, settings, and what is deleted.
 */
export const permissions = {
  'GET /': everyone,
  'GET /allproduct': everyone,
  'GET /category/:categoryname': everyone,
  'GET /productinfo/:id': everyone,
  'GET /productinfo/:id/request': everyone,
  'POST /productinfo/:id/request': everyone,
  'GET /contactUs': everyone,
  'POST /contactUs': everyone,
  'GET /search': everyone,
  'GET /pincode': everyone,
  'GET /pincode/:pincode': everyone,
  'GET /cart': everyone,
  'POST /cart': members,
  'POST /cart/quote': everyone,
  // Tells whether this order may be paid in cash, and whether the shop delivers there.
  'POST /cart/terms': members,
  'POST /cart/pay': members,
  'POST /cart/paid': members,

  // The token in the link authorises the request.
  'GET /orders/:id/confirm/:token': everyone,
  'POST /orders/:id/confirm/:token': everyone,
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
  'POST /orders/:id change-address': ['user: own', 'seller: own', 'admin: own'],
  // The token in the link authorises the request.
  'GET /track/:id/:token': everyone,
  'GET /account/confirm-email': members,
  'POST /account/confirm-email': members,

  'GET /bills/:id': ['user: own', 'seller: own', 'admin'],
  'GET /bills/:id/pdf': ['user: own', 'seller: own', 'admin'],

  'GET /account': members,
  'GET /account/addresses': members,
  'POST /account name': members,
  'POST /account password': members,
  'POST /account email': members,
  'POST /account confirm-email': members,
  'POST /account send-code': members,
  'POST /account confirm-session': members,
  'POST /account add-address': members,
  'POST /account edit-address': ['user: own', 'seller: own', 'admin: own'],
  'POST /account default-address': ['user: own', 'seller: own', 'admin: own'],
  'POST /account delete-address': ['user: own', 'seller: own', 'admin: own'],
  'POST /account end-session': ['user: own', 'seller: own', 'admin: own'],
  'POST /account end-other-sessions': members,

  'GET /refund-policy': everyone,
  'GET /termsAndConditions': everyone,
  'GET /privacy': everyone,
  'GET /warranty': everyone,
  'GET /faq': everyone,
  'GET /offline': everyone,
  'GET /*': everyone,

  'GET /adminDashboard': ['admin'],
  'GET /adminDashboard/orders': ['admin'],
  'GET /adminDashboard/orders/:id': ['admin'],
  'GET /adminDashboard/overview': ['admin'],
  'GET /adminDashboard/users': ['admin'],
  'GET /adminDashboard/requests': ['admin'],
  'GET /adminDashboard/messages': ['admin'],
  'GET /adminDashboard/cash': ['admin'],
  'POST /adminDashboard/cash': ['admin'],
  'GET /adminDashboard/emails': ['admin'],
  'GET /adminDashboard/audit': ['admin'],
  'GET /adminDashboard/sessions': ['admin'],
  'POST /adminDashboard/sessions end': ['admin'],
  'POST /adminDashboard/settings security': ['admin'],
  'GET /adminDashboard/export/:table': asksAgain('admin'),
  'GET /adminDashboard/invoices': ['admin'],
  'GET /adminDashboard/gstr1': asksAgain('admin'),
  'GET /adminDashboard/sales-ledger': asksAgain('admin'),
  'GET /adminDashboard/packing-slips': asksAgain('admin'),
  'GET /adminDashboard/labels': asksAgain('admin'),
  'GET /adminDashboard/import': asksAgain('admin'),
  'POST /adminDashboard/import': ['admin'],
  'GET /adminDashboard/import/move': ['admin'],
  'POST /adminDashboard/import/move': atOnce('admin'),
  'GET /adminDashboard/import/move/:id': ['admin'],
  'POST /adminDashboard/import/move/:id pictures': atOnce('admin'),
  'POST /adminDashboard/import/move/:id choose': atOnce('admin'),
  'POST /adminDashboard/import/move/:id import': ['admin'],
  'POST /adminDashboard/import/move/:id discard': atOnce('admin'),
  'POST /adminDashboard approve': atOnce('admin'),
  'POST /adminDashboard feature': atOnce('admin'),
  'POST /adminDashboard restock': atOnce('admin'),
  'POST /adminDashboard take-off-sale': atOnce('admin'),
  'POST /adminDashboard put-on-sale': atOnce('admin'),
  'POST /adminDashboard release-hold': atOnce('admin'),
  'POST /adminDashboard delete': ['admin'],
  'POST /adminDashboard restore': atOnce('admin'),
  'POST /adminDashboard/orders deliver': atOnce('admin'),
  'POST /adminDashboard/orders undo-delivery': atOnce('admin'),
  'POST /adminDashboard/orders approve-cancellation': ['admin'],
  'POST /adminDashboard/orders delete': ['admin'],
  'POST /adminDashboard/orders dispatch': atOnce('admin'),
  'POST /adminDashboard/orders/:id deliver': atOnce('admin'),
  'POST /adminDashboard/orders/:id undo-delivery': atOnce('admin'),
  'POST /adminDashboard/orders/:id approve-cancellation': ['admin'],
  'POST /adminDashboard/orders/:id dispatch': atOnce('admin'),
  'POST /adminDashboard/orders/:id step': atOnce('admin'),
  'POST /adminDashboard/orders/:id take-back': ['admin'],
  'POST /adminDashboard/orders/:id refund-return': ['admin'],
  'POST /adminDashboard/orders/:id book': atOnce('admin'),
  'POST /adminDashboard/orders/:id change-address': atOnce('admin'),
  'POST /adminDashboard/orders/:id confirm-cash': atOnce('admin'),
  'POST /adminDashboard/orders/:id note': atOnce('admin'),
  'POST /adminDashboard/users role': ['admin'],
  'POST /adminDashboard/emails send-again': atOnce('admin'),
  'GET /adminDashboard/sizes': ['admin'],
  'POST /adminDashboard/sizes save-family': ['admin'],
  'POST /adminDashboard/sizes save-size': ['admin'],
  'POST /adminDashboard/sizes save-finish': ['admin'],
  'POST /adminDashboard/sizes retire': atOnce('admin'),
  'POST /adminDashboard/sizes put-back': atOnce('admin'),
  'POST /adminDashboard/sizes delete': ['admin'],
  'GET /adminDashboard/redirects': ['admin'],
  'POST /adminDashboard/redirects add': atOnce('admin'),
  'POST /adminDashboard/redirects delete': atOnce('admin'),
  'GET /adminDashboard/searches': ['admin'],
  'POST /adminDashboard/searches add-synonym': atOnce('admin'),
  'POST /adminDashboard/searches delete': atOnce('admin'),
  'POST /adminDashboard/searches clear': atOnce('admin'),
  'GET /adminDashboard/settings': ['admin'],
  'POST /adminDashboard/settings save-shop': ['admin'],
  'POST /adminDashboard/settings save-legal': ['admin'],
  'POST /adminDashboard/settings save-delivery': ['admin'],
  'POST /adminDashboard/settings save-areas': ['admin'],
  'POST /adminDashboard/settings save-payment': ['admin'],
  'POST /adminDashboard/settings save-search': atOnce('admin'),
  'POST /adminDashboard/settings save-privacy': ['admin'],
  'GET /adminDashboard/settings/texts/:name': ['admin'],
  'POST /adminDashboard/settings/texts/:name preview': atOnce('admin'),
  'POST /adminDashboard/settings/texts/:name save': ['admin'],
  'POST /adminDashboard/settings/texts/:name overwrite': ['admin'],
  'POST /adminDashboard/settings/texts/:name restore': ['admin'],
  'GET /adminDashboard/settings/pictures': ['admin'],
  'POST /adminDashboard/settings/pictures': atOnce('admin'),
  'GET /adminDashboard/ready': ['admin'],
  'POST /adminDashboard/ready keep': atOnce('admin'),
  'POST /adminDashboard/ready ask-again': atOnce('admin'),
  'POST /adminDashboard/settings save-stock': ['admin'],
  'POST /adminDashboard/settings save-sellers': ['admin'],
  'GET /addproduct': ['admin'],
  'POST /addproduct': atOnce('admin'),
  'POST /addproduct/save': atOnce('admin'),
  'GET /updateproduct/:id': ['admin'],
  'POST /updateproduct/:id': atOnce('admin'),
  'POST /updateproduct/:id/save': atOnce('admin'),

  'GET /sellerDashboard': ['seller: own'],
  // Sellers see the admins' list of products without its buttons, so nobody may post here.
  'POST /sellerDashboard': [],
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
  // Stand-ins for the outside services; the sandbox proxy itself checks who may read the inbox.
  'ALL /sandbox/*': everyone,

  'GET /live': everyone,
  'LIVE product': everyone,
  'LIVE settings': everyone,
  'LIVE order': ['user: own', 'seller: own', 'admin'],
  'LIVE user': ['user: own', 'seller: own', 'admin'],
  'LIVE sale': ['seller: own'],
  'LIVE message': ['admin'],
  'LIVE email': ['admin'],
  'LIVE session': ['admin'],
} as const satisfies Record<string, Row>

export type Permission = keyof typeof permissions

/** The pages of admins and sellers. */
export function isBackOffice(permission: Permission): boolean {
  return /^\w+ \/(adminDashboard|sellerDashboard|addproduct|updateproduct)\b/.test(permission)
}

/** Whether the password or a second factor is asked for first, unless that happened within the last 15 minutes. */
export function needsConfirmation(permission: Permission): boolean {
  const row: Row = permissions[permission]
  return 'asksAgain' in row ? row.asksAgain : permission.startsWith('POST ') && isBackOffice(permission)
}

/**
 * An admin may do more here than a shopper: closed to one without the second factor that the shop requires, who is a
 * shopper until then.
 */
export function needsSecondFactor(permission: Permission): boolean {
  const admin = grantOf(permission, 'admin')
  return admin !== undefined && !grantOf(permission, 'guest') && admin !== grantOf(permission, 'user')
}

/** Topics of live events, one for each `LIVE` row. */
export type Topic = TopicOf<Permission>
type TopicOf<Name> = Name extends `LIVE ${infer Topic}` ? Topic : never
export const TOPICS = Object.keys(permissions).flatMap((name) =>
  name.startsWith('LIVE ') ? [name.slice('LIVE '.length) as Topic] : [],
)

/** Access to all records, to one's own, or none (undefined). */
export function grantOf(permission: Permission, role: Visitor): 'all' | 'own' | undefined {
  const grants = grantsOf(permission)
  if (grants.includes(role)) return 'all'
  return role !== 'guest' && grants.includes(`${role}: own`) ? 'own' : undefined
}

export function isGrantedTo(permission: Permission, grant: Grant): boolean {
  return grantsOf(permission).includes(grant)
}

export function grantsOf(permission: Permission): readonly Grant[] {
  const row: Row = permissions[permission]
  return 'grants' in row ? row.grants : row
}

export function isPermission(name: string): name is Permission {
  return Object.hasOwn(permissions, name)
}

/** The values of the field `intent` at this path; empty if the form has a single action. */
export function intentsOf(path: string): string[] {
  const prefix = `POST ${path} `
  return Object.keys(permissions).flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []))
}
