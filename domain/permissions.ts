import { asksAgain, backOfficePermissions, type Grant, type Row, type Visitor } from './back-office-permissions.ts'

export type { Grant }

const everyone = ['guest', 'user', 'seller', 'admin'] as const
const members = ['user', 'seller', 'admin'] as const

/**
 * Authorises every request: each page, form, intent of a form, endpoint and live topic has a row here.
 * server/accounts/permissions.ts enforces it; the shop does not start when a route has no row.
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

  ...backOfficePermissions,

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
  // Redirects to /adminDashboard/emails.

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

/** Whether the password or a second factor is asked for first, unless that happened within the last 15 minutes. */
export function needsConfirmation(permission: Permission): boolean {
  const row: Row = permissions[permission]
  return 'asksAgain' in row ? row.asksAgain : permission.startsWith('POST ') && permission in backOfficePermissions
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
