import type { Role } from './account.ts'

export type Visitor = 'guest' | Role
/**
 * `seller: own`: only the seller's own; another seller's is answered as not found (the use case checks the row).
 * `operator`: sends METRICS_TOKEN or, without one, connects from this machine.
 * `payment provider`: signs its request; the webhook checks the signature.
 */
export type Grant = Visitor | `${Role}: own` | 'operator' | 'payment provider'

/** The rows of `permissions` for the back office of admins and sellers. */
export const backOfficePermissions = {
  'GET /adminDashboard': ['admin'],
  'GET /adminDashboard/orders': ['admin'],
  'GET /adminDashboard/users': ['admin'],
  'GET /adminDashboard/requests': ['admin'],
  'GET /adminDashboard/messages': ['admin'],
  'GET /adminDashboard/emails': ['admin'],
  'GET /adminDashboard/audit': ['admin'],
  'GET /adminDashboard/sessions': ['admin'],
  'POST /adminDashboard/sessions end': ['admin'],
  'POST /adminDashboard/settings security': ['admin'],
  'GET /adminDashboard/export/:table': ['admin'],
  'GET /adminDashboard/import': ['admin'],
  'POST /adminDashboard/import': ['admin'],
  'POST /adminDashboard approve': ['admin'],
  'POST /adminDashboard feature': ['admin'],
  'POST /adminDashboard restock': ['admin'],
  'POST /adminDashboard take-off-sale': ['admin'],
  'POST /adminDashboard put-on-sale': ['admin'],
  'POST /adminDashboard delete': ['admin'],
  'POST /adminDashboard restore': ['admin'],
  'POST /adminDashboard/orders deliver': ['admin'],
  'POST /adminDashboard/orders approve-cancellation': ['admin'],
  'POST /adminDashboard/orders delete': ['admin'],
  'POST /adminDashboard/users role': ['admin'],
  'POST /adminDashboard/emails send-again': ['admin'],
  'GET /adminDashboard/sizes': ['admin'],
  'POST /adminDashboard/sizes save-family': ['admin'],
  'POST /adminDashboard/sizes save-size': ['admin'],
  'POST /adminDashboard/sizes save-finish': ['admin'],
  'POST /adminDashboard/sizes retire': ['admin'],
  'POST /adminDashboard/sizes put-back': ['admin'],
  'POST /adminDashboard/sizes delete': ['admin'],
  'GET /adminDashboard/settings': ['admin'],
  'POST /adminDashboard/settings save-shop': ['admin'],
  'POST /adminDashboard/settings save-legal': ['admin'],
  'POST /adminDashboard/settings save-delivery': ['admin'],
  'POST /adminDashboard/settings save-payment': ['admin'],
  'POST /adminDashboard/settings save-privacy': ['admin'],
  'GET /adminDashboard/settings/texts/:name': ['admin'],
  'POST /adminDashboard/settings/texts/:name preview': ['admin'],
  'POST /adminDashboard/settings/texts/:name save': ['admin'],
  'POST /adminDashboard/settings/texts/:name overwrite': ['admin'],
  'POST /adminDashboard/settings/texts/:name restore': ['admin'],
  'GET /adminDashboard/settings/pictures': ['admin'],
  'POST /adminDashboard/settings/pictures': ['admin'],
  'GET /adminDashboard/ready': ['admin'],
  'POST /adminDashboard/ready keep': ['admin'],
  'POST /adminDashboard/ready ask-again': ['admin'],
  'POST /adminDashboard/settings save-stock': ['admin'],
  'GET /addproduct': ['admin'],
  'POST /addproduct': ['admin'],
  'POST /addproduct/save': ['admin'],
  'GET /updateproduct/:id': ['admin'],
  'POST /updateproduct/:id': ['admin'],
  'POST /updateproduct/:id/save': ['admin'],

  'GET /sellerDashboard': ['seller: own'],
  // The list is the admin's screen, whose buttons a seller does not have.
  'POST /sellerDashboard': [],
  'GET /sellerDashboard/orders': ['seller: own'],
  'GET /sellerDashboard/addproduct': ['seller'],
  'POST /sellerDashboard/addproduct': ['seller'],
  'POST /sellerDashboard/addproduct/save': ['seller'],
  'GET /sellerDashboard/updateproduct/:id': ['seller: own'],
  'POST /sellerDashboard/updateproduct/:id': ['seller: own'],
  'POST /sellerDashboard/updateproduct/:id/save': ['seller: own'],
} as const satisfies Record<string, readonly Grant[]>
