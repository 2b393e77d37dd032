import type { User } from '#domain/accounts/user.ts'
import { listBlockers } from '#domain/privacy/erasure.ts'
import { DELETED } from '#domain/privacy/redact.ts'
import { rememberErased } from '#server/accounts/erased-email-queries.ts'
import { findAccountById } from '#server/accounts/queries.ts'
import { lockMembers } from '#server/accounts/staff-queries.ts'
import { type Actor, insertAudit } from '#server/db/audit-queries.ts'
import type { Shop } from '#server/shop.ts'
import { redactAudit } from './audit-queries.ts'
import { countAdmins, findUnfinished } from './blocker-queries.ts'
import {
  allowErasing,
  anonymise,
  findIdentity,
  lockPerson,
  lockPurchases,
  removeMessages,
  removePerson,
} from './erase-queries.ts'

export type Erased =
  | { ok: true; orders: number; products: number }
  | { ok: false; reason: 'not-found' }
  | { ok: false; reason: 'blocked'; blockers: string[] }

type ErasureShop = Pick<Shop, 'db' | 'hashEmail'> & Partial<Pick<Shop, 'sessions'>>

/**
 * Deletes an account and everything that identifies its owner, in one transaction. Orders stay without an owner.
 *
 * @param by who asked for it; undefined: the owners themselves, who are not named afterwards
 */
export async function eraseAccount(shop: ErasureShop, userId: string, by?: Actor): Promise<Erased> {
  const erased = await shop.db.transaction(async (tx): Promise<Erased> => {
    await allowErasing(tx)
    // Locks the admins first, in the same sequence as a change of role. Somebody who becomes an admin at this moment
    // counts as the last one.
    const wasAdmin = (await findAccountById(tx, userId))?.role === 'admin'
    const admins = wasAdmin ? (await lockMembers(tx, [userId])).owners : 0
    // Locks orders before the person, as a return does: it locks the order and then refers to the person.
    await lockPurchases(tx, userId)
    const person = await lockPerson(tx, userId)
    if (!person) return { ok: false, reason: 'not-found' }
    const blockers = listBlockers({ role: person.role, admins, ...(await findUnfinished(tx, userId)) })
    if (blockers.length > 0) return { ok: false, reason: 'blocked', blockers }

    const identity = await findIdentity(tx, person)
    await lockPurchases(tx, userId)
    await removeMessages(tx, person)
    const { orders = 0, products = 0 } = await anonymise(tx, person)
    await redactAudit(tx, identity)
    await removePerson(tx, userId)
    await rememberErased(tx, shop.hashEmail, person.email)
    await insertAudit(tx, by ?? { userId: DELETED, email: DELETED }, {
      action: 'delete account',
      subject: `user ${userId}`,
      after: { orders, products },
    })
    return { ok: true, orders, products }
  })
  if (erased.ok) shop.sessions?.forget(userId)
  return erased
}

/** Why the account cannot be deleted now; the erasure itself checks again under its locks. */
export async function findBlockers({ db }: Pick<Shop, 'db'>, user: User): Promise<string[]> {
  const [admins, unfinished] = await Promise.all([countAdmins(db), findUnfinished(db, user.userId)])
  return listBlockers({ role: user.role, admins, ...unfinished })
}
