import type { User } from './contexts.ts'
import type { Shop } from './shop.ts'

/** `last-admin`: somebody has to be able to run the shop. */
export type RoleChange = { ok: true } | { ok: false; reason: 'not-found' | 'last-admin' }

/** Makes somebody a seller or a user. It works at once, also where that person is logged in. */
export async function setRole(
  _shop: Pick<Shop, 'db'>,
  _admin: User,
  _uid: string,
  _role: 'seller' | 'user',
): Promise<RoleChange> {
  throw new Error('Being written')
}
