import { savePrivacy } from './save-privacy.ts'
import type { SaveSection } from './save-section.ts'
import { saveSecurity } from './save-security.ts'
import { saveStock } from './save-stock.ts'

/** The sections of the settings by the intent of their form; domain/permissions.ts has a row for each. */
export const sections: Readonly<Record<string, SaveSection>> = {
  security: saveSecurity,
  'save-privacy': savePrivacy,
  'save-stock': saveStock,
}
