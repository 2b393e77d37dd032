import type { User } from './contexts.ts'
import { lockForRole, updateRoleOf } from './db/accounts.ts'
import { insertAudit } from './db/audit.ts'
import type { Shop } from './shop.ts'

/** `last-admin`: somebody has to be able to run the shop. */
export type RoleChange = { ok: true } | { ok: false; reason: 'not-found' | 'last-admin' }

/** Makes somebody a seller or a user. It works at once, also where that person is logged in. */
export async function setRole(
  shop: Pick<Shop, 'db'>,
  admin: User,
  uid: string,
  role: 'seller' | 'user',
): Promise<RoleChange> {
  return shop.db.transaction(async (tx) => {
    const { present, admins } = await lockForRole(tx, uid)
    if (!present) return { ok: false, reason: 'not-found' }
    if (present === role) return { ok: true }
    if (present === 'admin' && admins === 1) return { ok: false, reason: 'last-admin' }
    await updateRoleOf(tx, uid, role)
    await insertAudit(tx, admin, {
      action: 'change role',
      subject: `user ${uid}`,
      before: { role: present },
      after: { role },
    })
    return { ok: true }
  })
}
