import type { User } from '#domain/accounts/user.ts'
import type { Settings } from '#domain/shop/settings.ts'
import type { UploadedFile } from '#server/http/uploads/spooled-form.ts'
import { findSettings } from '#server/settings/queries.ts'
import { type OpenedForm, type SavedSettings, saveSettings, versionOf } from '#server/settings/settings.ts'
import type { Shop } from '#server/shop.ts'
import { claimUploads } from './queries.ts'
import { type ImageFailure, withImages } from './save.ts'

/** Saves settings together with a new logo, or neither. Earlier logos stay in the store, because the audit names them. */
export async function saveSettingsWithLogo(
  shop: Pick<Shop, 'db' | 'decoder' | 'images' | 'log' | 'now'>,
  admin: User,
  form: Partial<Settings>,
  opened: OpenedForm,
  logo: UploadedFile,
): Promise<SavedSettings | ImageFailure> {
  // Checked before the image is processed, and again under the lock.
  const settings = await findSettings(shop.db)
  if (versionOf(settings, opened.names) !== opened.version) return { ok: false, reason: 'conflict', settings }
  return withImages<SavedSettings>(shop, [logo], ([address = ''], folders) =>
    shop.db.transaction(async (tx) => {
      const saved = await saveSettings(tx, admin, { ...form, logo: address }, opened)
      if (saved.ok) await claimUploads(tx, folders)
      return saved
    }),
  )
}
