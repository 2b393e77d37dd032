import { parseSavedView, type SavedView, whyNotSaved } from '#domain/accounts/saved-view.ts'
import type { User } from '#domain/accounts/user.ts'
import type { Parsed } from '#domain/form-fields.ts'
import { lockAccountById } from '#server/accounts/queries.ts'
import type { Shop } from '#server/shop.ts'
import { listSavedViews, upsertSavedView } from './saved-view-queries.ts'

/** Saves a list under a name; one of the same name and list is replaced. */
export async function saveView(
  { db }: Pick<Shop, 'db'>,
  staff: User,
  typed: { name: string; address: string },
): Promise<Parsed<SavedView>> {
  const parsed = parseSavedView(typed)
  if (!parsed.ok) return parsed
  const view = parsed.value
  return db.transaction(async (tx) => {
    // Two that are saved at once are counted one after the other.
    await lockAccountById(tx, staff.userId)
    const problem = whyNotSaved(view, await listSavedViews(tx, staff.userId))
    if (problem) return { ok: false, problems: { form: problem } }
    await upsertSavedView(tx, staff.userId, view)
    return parsed
  })
}
