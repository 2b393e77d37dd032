import { listPrefixProblems } from '#server/billing/prefixes.ts'
import { saveSettings } from '#server/settings/settings.ts'
import { type SaveSection, saveFields } from './save-section.ts'

/** Saves who sells, unless a prefix would number the documents of two registrations alike. */
export const saveLegal: SaveSection = (shop, admin, { fields }) =>
  saveFields(shop, 'save-legal', fields, (values, opened) =>
    shop.db.transaction(async (tx) => {
      const problems = await listPrefixProblems(tx, values, shop.now())
      if (Object.keys(problems).length > 0) return { ok: false, reason: 'refused', problems }
      return saveSettings(tx, admin, values, opened)
    }),
  )
