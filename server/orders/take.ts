import { randomUUID } from 'node:crypto'
import { knownEmail, placeholderEmail } from '#domain/accounts/no-email.ts'
import type { User } from '#domain/accounts/user.ts'
import type { Order, RequestedLine } from '#domain/orders/order.ts'
import { DESK_PAYMENTS, type TakenOrder } from '#domain/orders/take-order.ts'
import { findAccount, findCredential, findOwner, insertAccount } from '#server/accounts/queries.ts'
import { listVariantNames } from '#server/catalog/stock/queries.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { Transaction } from '#server/db/connection.ts'
import type { Shop } from '#server/shop.ts'
import { findCustomerByPhone } from './customer-queries.ts'
import { type Placed, placeInTransaction } from './place.ts'
import { CheckoutKeyUsed, findOrderByForm, lockForm } from './queries.ts'

/** `no-customer`: the account that was chosen no longer exists. `unknown-variant`: a product was deleted. */
export type Taken =
  | { ok: true; order: Order }
  | Exclude<Placed, { ok: true } | { reason: 'other-order' }>
  | { ok: false; reason: 'no-customer' | 'unknown-variant' }

/**
 * Takes an order on the phone or at the counter, with the checkout's own rules for products, stock, delivery and cash. A
 * repeated form finds the order that it has made.
 */
export async function takeOrder(shop: Pick<Shop, 'db'>, desk: User, taken: TakenOrder): Promise<Taken> {
  try {
    return await shop.db.transaction(async (tx) => {
      await lockForm(tx, taken.key)
      const earlier = await findOrderByForm(tx, taken.key)
      if (earlier) return { ok: true, order: earlier }
      const lines = await toLines(tx, taken)
      if (!lines) return { ok: false, reason: 'unknown-variant' }
      const customer = await findOrMakeCustomer(tx, taken)
      if (!customer) return { ok: false, reason: 'no-customer' }
      const { key, address, payment, isPickedUp = false } = taken
      const placed = await placeInTransaction(tx, customer, { key, lines, address, isPickedUp }, { byDesk: payment })
      if (!placed.ok) return refuse(placed)
      await insertAudit(tx, desk, {
        action: 'take order',
        subject: `order ${placed.order.id}`,
        after: { payment: DESK_PAYMENTS[payment] },
      })
      return placed
    })
  } catch (error) {
    if (error instanceof Refused) return error.placed
    if (error instanceof CheckoutKeyUsed) return { ok: false, reason: 'deleted' }
    throw error
  }
}

type Refusal = Extract<Taken, { ok: false }>

/** Thrown, so that a customer who was made for a refused order is not kept. */
class Refused extends Error {
  readonly placed: Refusal

  constructor(placed: Refusal) {
    super(placed.reason)
    this.placed = placed
  }
}

function refuse(placed: Extract<Placed, { ok: false }>): never {
  // The key is new, so it is no other order's.
  throw new Refused(placed.reason === 'other-order' ? { ok: false, reason: 'deleted' } : placed)
}

/** Undefined: a variant is unknown. */
async function toLines(tx: Transaction, { added, seenPrices }: TakenOrder): Promise<RequestedLine[] | undefined> {
  const wanted = added.filter(({ quantity }) => quantity > 0)
  const names = await listVariantNames(
    tx,
    wanted.map(({ variantId }) => variantId),
  )
  const lines = wanted.flatMap(({ variantId, quantity }) => {
    const name = names.get(variantId)
    return name ? [{ ...name, quantity, seenPrice: seenPrices.get(variantId) ?? 0 }] : []
  })
  return lines.length === wanted.length ? lines : undefined
}

type Customer = Pick<User, 'userId' | 'email'>

/** Found by account, email or phone, or made. One whom only the phone names has no email and gets none. */
async function findOrMakeCustomer(tx: Transaction, taken: TakenOrder): Promise<Customer | undefined> {
  const { userId, email, address } = taken
  if (userId) {
    const owner = await findOwner(tx, userId)
    return owner && { userId, email: knownEmail(owner.email) || email }
  }
  const known = email ? await findAccount(tx, email) : undefined
  // A stranger may have registered this address. Without a password, only its mailbox opens the account.
  if (known && (known.isEmailConfirmed || !(await findCredential(tx, email)))) return { userId: known.userId, email }
  const caller = email ? undefined : await findCustomerByPhone(tx, address.mobileNumber)
  if (caller) return { userId: caller, email: '' }
  const own = email && !known ? email : placeholderEmail(randomUUID())
  const account = { name: address.name, email: own, role: 'user' as const }
  const made = await insertAccount(tx, { ...account, passwordHash: undefined })
  return made === undefined ? undefined : { userId: made, email }
}
