import { savePause } from '#server/settings/pause.ts'
import { saveAreas } from './save-areas.ts'
import { saveLegal } from './save-legal.ts'
import { saveMessages, testMessages } from './save-messages.ts'
import { type SaveSection, saveFields, saveSection } from './save-section.ts'
import { saveSecurity } from './save-security.ts'
import { saveShop } from './save-shop.ts'

const savePauseSection: SaveSection = (shop, admin, { fields }) =>
  saveFields(shop, 'save-pause', fields, (values, opened) => savePause(shop, admin, values, opened))

/** The sections of the settings by the intent of their form; domain/permissions.ts has a row for each. */
export const sections: Readonly<Record<string, SaveSection>> = {
  'save-shop': saveShop,
  'save-look': saveSection('save-look'),
  'save-legal': saveLegal,
  'save-delivery': saveSection('save-delivery'),
  'save-areas': saveAreas,
  'save-payment': saveSection('save-payment'),
  'save-returns': saveSection('save-returns'),
  'save-messages': saveMessages,
  'test-messages': testMessages,
  security: saveSecurity,
  'save-pause': savePauseSection,
  'save-stock': saveSection('save-stock'),
  'save-sellers': saveSection('save-sellers'),
  'save-search': saveSection('save-search'),
  'save-privacy': saveSection('save-privacy'),
}
