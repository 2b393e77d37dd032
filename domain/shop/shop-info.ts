import { calendarDay } from '#domain/time.ts'
import type { FeeRow } from './delivery-fees.ts'
import type { Corner, TypePair } from './look.ts'

/** How the struck-through price of a product is found: its price times 1.1 as specified, its own MRP, or not at all. */
export const LIST_PRICES = ['times-1.1', 'mrp', 'none'] as const
export type ListPrice = (typeof LIST_PRICES)[number]

/** Under the CGST Act; empty: not chosen yet. */
export const TAX_REGIMES = ['', 'regular', 'composition', 'unregistered'] as const
export type TaxRegime = (typeof TAX_REGIMES)[number]

/** The settings that every visitor may see, as a fresh shop has them. Each public page carries them. */
export const defaultShopInfo = {
  shopName: 'Gamla',
  /** Address of an uploaded image; empty: the shop's own mark. */
  logo: '',
  /** Such as `#7a2e4d`; empty: the specified look. */
  accentColour: '',
  typePair: 'shop' as TypePair,
  corner: 'soft' as Corner,
  productNoun: 'pot',
  productNounPlural: 'pots',
  finishLabel: 'Pot colour',
  /** Below a product's images: parts of them that are not for sale with it; empty: no note. */
  pictureNote: 'Plant not included',
  /** Web addresses; empty: the link has no target, as specified. */
  instagram: '',
  facebook: '',
  x: '',
  careers: '',
  /** Country code and number, digits only; empty: no link to a chat. */
  whatsappNumber: '',
  /** Leaves out social links and *Careers* while they have no address. */
  hideEmptyLinks: false,
  /** Shoppers can send an order as a gift. */
  gifts: false,
  /** In the footer, as specified; `{year}` is the current one. Empty: none. */
  copyrightYear: '2025',
  /** Empty: not filled in, so nothing of it is shown. */
  legalName: '',
  /** Lines of the registered address. */
  legalAddress: '',
  /** Two-digit GST code of the State, such as `27` for Maharashtra. */
  legalState: '',
  gstin: '',
  taxRegime: '' as TaxRegime,
  customerCareEmail: '',
  customerCarePhone: '',
  grievanceOfficer: '',
  /** Of products without one of their own. */
  countryOfOrigin: '',
  /** Name and address of the manufacturer, packer or importer (Legal Metrology (Packaged Commodities) Rules 2011, rule 6). */
  manufacturer: '',
  /** Nothing can be ordered until then; in the shop's time zone, such as `2026-11-30T09:00`. Empty: no pause. */
  pausedUntil: '',
  /** Empty: the usual one. */
  pauseSentence: '',
  freeDeliveryLine: 'Free delivery across India',
  /** How many days a delivery takes; 0: not promised. */
  deliveryDays: 0,
  /** Working days until a parcel leaves. */
  packingDays: 0,
  /** Rows of the delivery fee, of which the first that fits holds; none: delivery is free, as specified. */
  deliveryFees: [] as FeeRow[],
  /** Rupees of goods from which it is free all the same; 0: never. */
  freeFrom: 0,
  /** The place where orders can be picked up, its address and its opening hours, lines below each other; empty: there is none. */
  pickUpAt: '',
  pickUpAddress: '',
  pickUpHours: '',
  cashOnDelivery: true,
  /** Rupees; 0: no limit. */
  smallestCashOrder: 0,
  largestCashOrder: 0,
  /** Such as `20%` or `₹200`, of orders whose rest is paid in cash; empty: none are. */
  partPaidOnline: '',
  listPrice: 'times-1.1' as ListPrice,
}

/** The shop's details for pages, emails and files. */
export type ShopInfo = typeof defaultShopInfo

/** An unregistered shop may keep a GSTIN, but shows it nowhere. */
export function shopInfoOf(settings: ShopInfo): ShopInfo {
  const names = Object.keys(defaultShopInfo) as (keyof ShopInfo)[]
  const info = Object.fromEntries(names.map((name) => [name, settings[name]])) as ShopInfo
  return info.taxRegime === 'unregistered' ? { ...info, gstin: '' } : info
}

/** The details of a page that is shown now: `{year}` in the footer is the year in the shop's time zone. */
export function shownInfoOf(settings: ShopInfo, now: Date): ShopInfo {
  const info = shopInfoOf(settings)
  return { ...info, copyrightYear: info.copyrightYear.replaceAll('{year}', calendarDay(now).slice(0, 4)) }
}
