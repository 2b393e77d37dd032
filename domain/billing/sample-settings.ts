import { defaultSettings, type Settings } from '#domain/shop/settings.ts'

/** Settings for tests: a shop in Pune that is registered for GST. */
export const registered: Settings = {
  ...defaultSettings,
  legalName: 'Lamp House Private Limited',
  legalAddress: '4 Paud Road\nPune 411038',
  legalState: '27',
  gstin: '27AAPFU0939F1ZV',
  taxRegime: 'regular',
}
