import { parsePrivacySettings } from '#domain/privacy/retention.ts'
import { saveSettings } from '#server/settings/settings.ts'
import type { SaveSection } from './save-section.ts'

export const savePrivacy: SaveSection = async (shop, admin, form) => {
  const parsed = parsePrivacySettings(form)
  if (!parsed.ok) return parsed.problems
  await saveSettings(shop, admin, parsed.value)
  return undefined
}
