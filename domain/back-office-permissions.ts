import type { Role } from './accounts/user.ts'

export type Visitor = 'guest' | Role
/**
 * `seller: own`: only the seller's own; another seller's is answered as not found (the use case checks the row).
 * `operator`: sends METRICS_TOKEN or, without one, connects from this machine.
 * `payment provider`: signs its request; the webhook checks the signature. `courier`: sends its key, likewise.
 */
export type Grant = Visitor | `${Role}: own` | 'operator' | 'payment provider' | 'courier'

/** Roles that may, and whether the password or a second factor is asked for again; a plain list follows the general rule. */
export type Row = readonly Grant[] | { grants: readonly Grant[]; asksAgain: boolean }

/** Exports of many people's data, and the page on which such a file is chosen. */
export const asksAgain = (...grants: Grant[]): Row => ({ grants, asksAgain: true })
/** Daily work that concerns one thing and can be corrected, or that changes nothing a shopper relies on. */
const atOnce = (...grants: Grant[]): Row => ({ grants, asksAgain: false })

/**
 * The rows of `permissions` for the back office of admins and sellers. Every form here asks for the password again unless
 * its row says `atOnce`: money that goes back, prices of many products, roles, settings, and what is deleted.
 */
export const backOfficePermissions = {
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
} as const satisfies Record<string, Row>
