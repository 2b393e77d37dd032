import { NEW_SHOP_WORDS, type NewShop, whyNotEmpty } from '#domain/setup/new-shop.ts'
import { makeAdmin } from '#server/accounts/roles.ts'
import { COMMAND_LINE, insertAudit } from '#server/db/audit-queries.ts'
import type { Db } from '#server/db/connection.ts'
import { lockSettings, upsertSettings } from '#server/settings/queries.ts'
import { insertText, lockText } from '#server/texts/queries.ts'
import { BEGUN_EMPTY, lockSeeding, readContents, removeCatalogue } from './queries.ts'

/** Texts that a new shop must not take over from the demo: they praise its pots. */
const EMPTY_TEXTS = ['banner', 'tips', 'reasons', 'testimonials', 'highlights', 'taglines'] as const

/** `held`: what the database contains already, in words. */
export type Begun = { ok: true; userId: string; isRepeated: boolean } | { ok: false; held: string }

/**
 * Turns a migrated database into an empty shop, all or nothing: with a name and an admin, and without demo data, now or
 * at a later start. Repeated on the same empty shop, it renames it and gives its admin the new password.
 */
export async function beginShop({ db }: { db: Db }, { shopName, admin }: NewShop): Promise<Begun> {
  return db.transaction(async (tx) => {
    await lockSeeding(tx)
    const { isBegun, ...contents } = await readContents(tx, admin.email)
    const held = whyNotEmpty(contents)
    if (held !== undefined) return { ok: false, held }
    const { userId } = await makeAdmin({ db: tx }, admin)
    await lockSettings(tx)
    await upsertSettings(tx, { shopName, ...NEW_SHOP_WORDS })
    await removeCatalogue(tx)
    for (const name of EMPTY_TEXTS) {
      const { version } = await lockText(tx, name)
      if (version === 0) await insertText(tx, name, { version: 1, markdown: '' }, userId)
    }
    await insertAudit(tx, COMMAND_LINE, { ...BEGUN_EMPTY, after: { shopName, admin: userId } })
    return { ok: true, userId, isRepeated: isBegun }
  })
}
