import { defaultSettings, type Settings } from './settings.ts'

/** The settings that every visitor may see; each public page carries them. */
const PUBLIC_SETTINGS = [
  'shopName',
  'logo',
  'productNoun',
  'productNounPlural',
  'finishLabel',
  'pictureNote',
  'instagram',
  'facebook',
  'x',
  'legalName',
  'legalAddress',
  'legalState',
  'gstin',
  'taxRegime',
  'customerCareEmail',
  'customerCarePhone',
  'grievanceOfficer',
  'countryOfOrigin',
  'manufacturer',
  'freeDeliveryLine',
  'deliveryDays',
  'cashOnDelivery',
  'smallestCashOrder',
  'largestCashOrder',
  'listPrice',
] as const satisfies readonly (keyof Settings)[]

/** The shop's details for pages, emails and files. */
export type ShopInfo = Pick<Settings, (typeof PUBLIC_SETTINGS)[number]>

/** An unregistered shop may keep a GSTIN, but shows it nowhere. */
export function shopInfoOf(settings: Settings): ShopInfo {
  const info = Object.fromEntries(PUBLIC_SETTINGS.map((name) => [name, settings[name]])) as ShopInfo
  return info.taxRegime === 'unregistered' ? { ...info, gstin: '' } : info
}

export const defaultShopInfo = shopInfoOf(defaultSettings)
