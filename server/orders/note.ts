import type { User } from '#domain/accounts/user.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { cleanText, lengthOf } from '#domain/text.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { Shop } from '#server/shop.ts'
import { lockNote, updateNote } from './queries.ts'

/** Must equal the check constraint of the table. */
export const NOTE_MAX = 2000

/** `changed`: somebody else has saved another note since the form was opened; `note` is theirs. */
export type NoteChange =
  | { ok: true }
  | { ok: false; reason: 'not-found' | 'too-long' }
  | { ok: false; reason: 'changed'; note: string }

/** Saves the desk's note of an order. @param seen the note that the form was opened with */
export async function saveNote(
  shop: Pick<Shop, 'db'>,
  admin: User,
  id: OrderId,
  typed: { note: string; seen: string },
): Promise<NoteChange> {
  const [note, seen] = [cleanText(typed.note), cleanText(typed.seen)]
  if (lengthOf(note) > NOTE_MAX) return { ok: false, reason: 'too-long' }
  return shop.db.transaction(async (tx) => {
    const present = await lockNote(tx, id)
    if (present === undefined) return { ok: false, reason: 'not-found' }
    if (present === note) return { ok: true }
    if (present !== seen) return { ok: false, reason: 'changed', note: present }
    await updateNote(tx, id, note)
    await insertAudit(tx, admin, {
      action: 'change note',
      subject: `order ${id}`,
      before: { note: present },
      after: { note },
    })
    return { ok: true }
  })
}
