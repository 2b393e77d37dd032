import type { CustomerNote } from '#domain/accounts/customer-note.ts'
import { knownEmail } from '#domain/accounts/no-email.ts'
import type { User } from '#domain/accounts/user.ts'
import { countsAsRevenue } from '#domain/orders/revenue.ts'
import { grantOf, hasRight } from '#domain/permissions.ts'
import { DELETED_USER } from '#domain/privacy/deleted-user.ts'
import { listAddresses } from '#server/accounts/profile/address-queries.ts'
import { findAccountById, lockAccountById } from '#server/accounts/queries.ts'
import { listMessagesFrom } from '#server/contact/queries.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { Db } from '#server/db/connection.ts'
import { listPastOrdersOf, type PastOrderShown } from '#server/orders/past-order-queries.ts'
import type { Shop } from '#server/shop.ts'
import { listVouchersOf } from '#server/vouchers/queries.ts'
import { listCustomerOrders } from './customer-orders.ts'
import {
  type CustomerReturn,
  findCustomerNote,
  findSignedUp,
  listConsentsOf,
  listReturnsOf,
  sumOrdersOf,
  upsertCustomerNote,
} from './customer-queries.ts'

const MOST_MESSAGES = 20

/** All that the back office knows of a customer; orders and messages only for those who may read them. */
export async function readCustomerPage(db: Db, staff: User, userId: string) {
  const account = userId === DELETED_USER.id ? undefined : await findAccountById(db, userId)
  if (!account) return undefined
  const readsMessages = grantOf('GET /adminDashboard/messages/:id', staff) === 'all'
  const seesOrders = grantOf('GET /adminDashboard/orders/:id', staff) === 'all'
  const [since, bought, addresses, messages, consents, note, pastOrders] = await Promise.all([
    findSignedUp(db, userId),
    readBought(db, staff, userId),
    listAddresses(db, userId),
    readsMessages ? listMessagesFrom(db, account.email, MOST_MESSAGES) : undefined,
    listConsentsOf(db, userId),
    findCustomerNote(db, userId),
    seesOrders ? listPastOrdersOf(db, userId) : [],
  ])
  return {
    account: { ...account, email: knownEmail(account.email) },
    since,
    bought,
    addresses,
    messages,
    consents,
    note,
    pastOrders: hasRight(staff, 'see money') ? pastOrders : pastOrders.map(withoutPrices),
  }
}

function withoutPrices({ total: _, lines, ...order }: PastOrderShown): PastOrderShown {
  return { ...order, total: undefined, lines: lines.map((line) => ({ ...line, price: null })) }
}

/** Undefined: this member of staff may not see orders. */
async function readBought(db: Db, staff: User, userId: string) {
  const listed = await listCustomerOrders(db, staff, userId)
  if (!listed) return undefined
  const [states, returns] = await Promise.all([sumOrdersOf(db, userId), listReturnsOf(db, userId)])
  const count = states.reduce((sum, { count }) => sum + count, 0)
  if (!hasRight(staff, 'see money'))
    return {
      ...listed,
      count,
      returns: returns.map((row) => ({ ...row, amount: undefined })),
      money: undefined,
      vouchers: [],
    }
  return { ...listed, count, returns, money: sumOf(states, returns), vouchers: await readVouchers(db, userId) }
}

/** Without their codes, which only their owner sees. */
async function readVouchers(db: Db, userId: string) {
  const rows = await listVouchersOf(db, userId)
  return rows.map(({ id, amount, balance, expiresOn }) => ({ id, amount, balance, expiresOn }))
}

/** `spent`: the orders that count as revenue, less what was refunded or credited for what came back. */
function sumOf(states: Awaited<ReturnType<typeof sumOrdersOf>>, returns: readonly CustomerReturn[]) {
  const ordered = states.filter(countsAsRevenue).reduce((sum, { amount }) => sum + amount, 0)
  const amountOf = (list: readonly CustomerReturn[]) => list.reduce((sum, { amount = 0 }) => sum + amount, 0)
  const ofSales = returns.filter(({ order }) => countsAsRevenue(order))
  return { spent: ordered - amountOf(ofSales), returned: amountOf(returns) }
}

/** `changed`: somebody else has saved `present` since the form was opened. */
export type NoteSaved =
  | { ok: true }
  | { ok: false; reason: 'not-found' }
  | { ok: false; reason: 'changed'; present: CustomerNote }

/** Saves note and tags of a customer. @param wanted with the version that the form was opened with */
export async function saveCustomerNote(
  shop: Pick<Shop, 'db'>,
  staff: User,
  userId: string,
  wanted: CustomerNote,
): Promise<NoteSaved> {
  return shop.db.transaction(async (tx) => {
    const account = userId === DELETED_USER.id ? undefined : await lockAccountById(tx, userId)
    if (!account) return { ok: false, reason: 'not-found' }
    const present = await findCustomerNote(tx, userId)
    const isNew = { note: present.note !== wanted.note, tags: present.tags.join() !== wanted.tags.join() }
    if (!isNew.note && !isNew.tags) return { ok: true }
    if (present.version !== wanted.version) return { ok: false, reason: 'changed', present }
    await upsertCustomerNote(tx, userId, { ...wanted, version: present.version + 1 })
    // Without the texts, which are deleted with the account.
    const changed = (['note', 'tags'] as const).filter((name) => isNew[name])
    await insertAudit(tx, staff, { action: 'change customer note', subject: `user ${userId}`, after: { changed } })
    return { ok: true }
  })
}
