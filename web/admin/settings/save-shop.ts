import { saveSettingsWithLogo } from '#server/catalog/images/save-logo.ts'
import { saveSettings } from '#server/settings/settings.ts'
import { REMOVE_LOGO } from './logo-field.tsx'
import { type SaveSection, saveFields } from './save-section.ts'

/** The section `Shop`: a chosen file becomes the logo, also when the present one was to be removed. */
export const saveShop: SaveSection = (shop, admin, { fields, files }) => {
  const logo = files.find(({ field }) => field === 'logo')?.file
  return saveFields(shop, 'save-shop', fields, (values, opened) => {
    if (logo) return saveSettingsWithLogo(shop, admin, values, opened, logo)
    const form = fields.has(REMOVE_LOGO) ? { ...values, logo: '' } : values
    return shop.db.transaction((tx) => saveSettings(tx, admin, form, opened))
  })
}
