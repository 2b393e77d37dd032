import { type Permission, permissions } from '#domain/permissions.ts'
import { accountPresses } from './account-presses.ts'
import { metaPresses } from './meta.ts'
import { orderPresses } from './order-presses.ts'
import type { Presses } from './press.ts'
import { returnPresses } from './return-presses.ts'
import { settingsPresses } from './settings-presses.ts'
import { shopPresses } from './shop-presses.ts'

/** All buttons that the torture presses at random. */
export const presses: Presses = {
  ...accountPresses,
  ...orderPresses,
  ...returnPresses,
  ...shopPresses,
  ...settingsPresses,
  ...metaPresses,
}

/** Everything else that can be sent, by the reason why it is not pressed at random. */
export const notPressed: Readonly<Record<string, readonly Permission[]>> = {
  'The shoppers of shoppers.ts send it, and the ledger follows what they are told.': [
    'POST /cart',
    'POST /cart/quote',
    'POST /cart/voucher',
    'POST /cart/pay',
    'POST /cart/paid',
    'POST /orders/:id/pay',
    'POST /userDashboard',
    'POST /login',
  ],
  'The sandbox sends it, for each payment of the shoppers.': ['POST /webhooks/razorpay'],
  'The courier sends it with a scan, and the sandbox scans nothing.': ['POST /webhooks/courier'],
  'It does at another address what is pressed or sent already.': [
    'POST /orders/:id cancel',
    'POST /orders/:id keep',
    'POST /orders/:id/pay/:token/open',
    'POST /orders/:id/pay/:token/paid',
    'POST /addproduct',
    'POST /updateproduct/:id',
  ],
  'It asks and writes nothing.': [
    'POST /cart/terms',
    'POST /cart/offer',
    'POST /signup/password',
    'POST /track',
    'POST /login/passkey options',
    'POST /account/security/passkey options',
    'POST /sellerDashboard',
  ],
  'It would log in as somebody else, or end the sessions in which the others are pressed.': [
    'POST /signup',
    'POST /login/code',
    'POST /forgot-password',
    'POST /reset-password',
    'POST /login/second-factor',
    'POST /login/passkey log-in',
    'POST /logout',
    'POST /logout/everywhere',
    'POST /account password',
    'POST /account email',
    'POST /account confirm-email',
    'POST /account end-session',
    'POST /account end-other-sessions',
    'POST /account/privacy/delete send-code',
    'POST /account/privacy/delete delete',
  ],
  'It asks for a second factor, which nobody here has.': [
    'POST /account/security start-app',
    'POST /account/security activate-app',
    'POST /account/security turn-off-app',
    'POST /account/security make-recovery-codes',
    'POST /account/security codes-saved',
    'POST /account/security rename-passkey',
    'POST /account/security delete-passkey',
    'POST /account/security/passkey add',
    'POST /adminDashboard/settings security',
  ],
  'It proves who somebody is, which a new session with a password has done.': [
    'POST /confirm',
    'POST /account/confirm-email',
    'POST /account send-code',
    'POST /account confirm-session',
  ],
  'The next press replaces it, so a lost one would not show.': ['POST /account name', 'POST /account edit-address'],
  'What it deletes would look lost.': ['POST /adminDashboard/orders delete'],
  'Nobody sells as a seller here.': [
    'POST /adminDashboard approve',
    'POST /sellerDashboard/addproduct',
    'POST /sellerDashboard/addproduct/save',
    'POST /sellerDashboard/updateproduct/:id',
    'POST /sellerDashboard/updateproduct/:id/save',
  ],
  'It is about a credit note to a firm, and no firm buys here.': ['POST /bills/:id'],
  'Nobody searches here, so no search finds nothing.': [
    'POST /adminDashboard/searches delete',
    'POST /adminDashboard/searches clear',
  ],
}

/** Addresses that write, and are in neither list. @param table names of permissions */
export function listForgotten(table: readonly string[] = Object.keys(permissions)): string[] {
  const known = new Set<string>([...Object.keys(presses), ...Object.values(notPressed).flat()])
  return table.filter((name) => name.startsWith('POST ') && !known.has(name))
}
