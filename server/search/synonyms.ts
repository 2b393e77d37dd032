import type { User } from '#domain/accounts/user.ts'
import type { Problems } from '#domain/form-fields.ts'
import { addSynonym, synonymLines } from '#domain/search/synonyms.ts'
import type { Db } from '#server/db/connection.ts'
import { lockSettings } from '#server/settings/queries.ts'
import { saveSettings } from '#server/settings/settings.ts'

/** Adds one word to the setting `synonyms`. */
export async function saveSynonym(
  { db }: { db: Db },
  admin: User,
  synonym: { word: string; means: string },
): Promise<{ ok: true } | { ok: false; problems: Problems }> {
  return db.transaction(async (tx) => {
    const added = addSynonym(synonymLines(await lockSettings(tx)), synonym)
    if (!added.ok) return added
    await saveSettings(tx, admin, { synonyms: added.lines })
    return { ok: true }
  })
}
