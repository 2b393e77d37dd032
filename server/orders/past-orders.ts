import type { User } from '#domain/accounts/user.ts'
import { type PastKind, pastKindOf, readPast } from '#domain/orders/past-order.ts'
import { listErased } from '#server/accounts/erased-email-queries.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import { readExport } from '#server/http/csv.ts'
import type { UploadedFile } from '#server/http/uploads/spooled-form.ts'
import type { Shop } from '#server/shop.ts'
import { insertCustomers, insertPastOrders } from './past-order-queries.ts'

export type ImportedPast = {
  kind: PastKind
  customers: number
  orders: number
  /** Customers and orders of the file that were there already. */
  known: number
  /** People of the file who have deleted their account here. */
  erased: number
  problems: { row: number; problem: string }[]
}

const PROBLEMS = {
  unknown:
    'This is no export of customers or orders from Shopify or WooCommerce: its first row has other headings. Choose the file as it was made.',
  empty: 'This file has no customers or orders.',
}

/**
 * Brings customers and their past orders from another shop; the same file again adds nothing, and who has deleted their
 * account stays away. Nobody gets a password, a message or a consent by it, and the orders are history only.
 */
export async function importPast(
  { db, hashEmail }: Pick<Shop, 'db' | 'hashEmail'>,
  owner: User,
  file: UploadedFile,
): Promise<{ ok: true; imported: ImportedPast } | { ok: false; problem: string }> {
  const found = await readExport(file, pastKindOf, PROBLEMS)
  if (!found.ok) return found
  // The first of several columns with one heading counts.
  const rows = found.rows.map(({ row, cells }) => ({
    row,
    cells: Object.fromEntries(found.headings.map((name, at) => [name, cells[at] ?? '']).toReversed()),
  }))
  const { kind, problems, ...read } = readPast(found.kind, rows)
  const everybody = new Map([...read.customers, ...read.orders].map(({ email, name }) => [email, { email, name }]))
  return db.transaction(async (tx) => {
    const erased = await listErased(tx, hashEmail, [...everybody.keys()])
    const orders = read.orders.filter(({ email }) => !erased.has(email))
    const people = [...everybody.values()].filter(({ email }) => !erased.has(email))
    // In one sequence, so that two files that are imported at once do not wait for each other.
    const sorted = people.toSorted((one, other) => (one.email < other.email ? -1 : 1))
    const added = {
      customers: await insertCustomers(tx, sorted),
      orders: await insertPastOrders(tx, orders),
    }
    if (added.customers + added.orders > 0)
      await insertAudit(tx, owner, { action: 'import customers', subject: 'customers', after: { kind, ...added } })
    const known = orders.length > 0 ? orders.length - added.orders : people.length - added.customers
    return { ok: true, imported: { kind, ...added, known, erased: erased.size, problems } }
  })
}
