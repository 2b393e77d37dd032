import * as v from 'valibot'
import { CORNERS, TYPE_PAIRS } from './look.ts'
import { PART_PAID } from './part-paid.ts'
import { defaultShopInfo, LIST_PRICES, TAX_REGIMES } from './shop-info.ts'

/** Percent; the rates of goods since 22 September 2025 (Notification 9/2025, Central Tax (Rate)). */
export const GST_RATES = [0, 0.25, 1.5, 3, 5, 18, 40] as const
/** Percent; rates that ended that day. Older documents, products and settings have them, but no form offers them. */
export const ENDED_GST_RATES = [12, 28] as const
export const RATES_ENDED_ON = '2025-09-22'
export type GstRate = (typeof GST_RATES | typeof ENDED_GST_RATES)[number]

/** At most four: then `GMCN/26-27/00001` has the sixteen characters of CGST Rules 2017, rule 46(b). */
export const INVOICE_PREFIX = /^[A-Z0-9]{1,4}$/

/** The services that emails may be sent through. */
export const EMAIL_WAYS = ['emailjs', 'smtp'] as const

const fee = v.object({ zone: v.string(), upToKg: v.number(), fee: v.number() })
const box = v.object({ name: v.string(), length: v.number(), width: v.number(), height: v.number(), tare: v.number() })

/** Settings that an admin can change, with the defaults of a new shop, as specified. */
export const defaultSettings = {
  ...defaultShopInfo,
  /** Empty: the specification's, which differ between adding and updating a product. */
  categories: [] as string[],
  /** Degrees, of the map on the contact page. */
  latitude: 18.5196,
  longitude: 73.8554,

  /** Percent, of products without a rate of their own. */
  defaultGstRate: 18 as GstRate,
  /** One to four letters and digits that begin the numbers of invoices, and those of credit notes. */
  invoicePrefix: 'GM',
  creditNotePrefix: 'GMCN',
  /** Rupees; sales to consumers of another State above it stand one by one in GSTR-1. */
  b2clThreshold: 100_000,

  /** The time until which an order counts for its day, such as `14:00` in India; empty: midnight. */
  cutOff: '',
  /** Days such as `2026-12-25` on which nothing is packed or promised. */
  holidays: [] as string[],
  /** Inner centimetres, and kilograms of the empty box. */
  boxes: [] as v.InferOutput<typeof box>[],
  /** Such as `30 x 30 x 30`, in centimetres; empty: as SHIPROCKET_PARCEL_CM has it. */
  usualParcel: '',
  /** Kilograms of a piece whose size has no weight; 0: as SHIPROCKET_POT_KG has it. */
  usualWeight: 0,

  /** Rupees; 0: no limit of its own. */
  largestFirstCashOrder: 0,
  /** Cash orders that may wait for one buyer whose email address is not confirmed, and rupees of them all; 0: any. */
  unconfirmedCashOrders: 20,
  unconfirmedCashValue: 50_00_000,
  /** Shoppers whose parcel came back can only pay online. */
  noCashAfterReturn: false,
  /** Shoppers get a link by which they confirm that they want the parcel. */
  confirmCashOrders: false,
  /** Hours after which a cash order that nobody confirmed is cancelled; 0: never. */
  cancelUnconfirmedHours: 0,

  emailThrough: 'emailjs' as (typeof EMAIL_WAYS)[number],
  /** Such as `My Shop <orders@shop.example>`, for emails through SMTP; empty: domain/shop/sender.ts finds one. */
  sendFrom: '',

  /** Hours after delivery within which a buyer may change their mind, and what they get then. */
  changedMindHours: 48,
  changedMindGives: 'voucher' as 'voucher' | 'money',
  /** Rupees below which what is sent back may be kept; 0: nothing. */
  keepItBelow: 0,
  /** Months after delivery: of the periods on the pages, the longer one holds. */
  warrantyMonths: 24,

  /** A counted variant with this many units or fewer is in the overview under `Low stock`. */
  lowStock: 3,
  /** Images that a pot may have; at most `IMAGES_MOST`. */
  imagesPerPot: 5,
  /** Megabytes of images that a seller may upload in a day, and products that may wait for approval; 0: any. */
  sellerDailyMegabytes: 1000,
  sellerWaitingProducts: 200,

  /** Lines of words that mean the same to the search; empty: those that come with the shop (domain/search/synonyms.ts). */
  synonyms: [] as string[],
  /** How long searches with no results are kept after the last search. */
  keepSearchesDays: 90,

  /** Sections of the home page in the owner's order, and those that are hidden; domain/shop/home-sections.ts has the names. */
  homeOrder: [] as string[],
  homeHidden: [] as string[],
  /** Checks of `Ready to sell` that an admin has accepted; domain/setup/checks.ts has the names. */
  acceptedChecks: [] as string[],

  /** Admins without a second factor must set one up before they can work. */
  requireSecondFactor: false,
  /** The sender of a contact message gets its number by email. */
  acknowledgeMessages: false,
  /** Buyers are asked for a review by email, seven days after delivery. */
  askForReviews: false,
  /**
   * Contact messages, requests for sold-out pots, and imported past orders. A consumer may complain for two years (Consumer
   * Protection Act, section 69).
   */
  keepMessagesDays: 730,
  /** Emails that were sent or given up: long enough to answer what became of one. */
  keepEmailsDays: 90,
  /** Name and address of an online checkout that is over. The order has its own copy. */
  keepCheckoutsDays: 90,
  /** Names in the audit log; the entries themselves stay. As long as a consumer may complain. */
  keepAuditPersonalDays: 730,
  /** The data fiduciary, as the privacy page names them. Empty: the shop. */
  dataFiduciary: '',
  /** The person for questions and complaints about data. Empty: the contact page. */
  grievanceContact: '',
}

export type Settings = typeof defaultSettings
export type SettingName = keyof Settings

/** Stricter checks than the type of the default. */
const schemas: { [Name in SettingName]?: v.GenericSchema<Settings[Name]> } = {
  accentColour: v.pipe(v.string(), v.regex(/^(#[0-9a-f]{6})?$/)),
  typePair: v.picklist(TYPE_PAIRS),
  corner: v.picklist(CORNERS),
  whatsappNumber: v.pipe(v.string(), v.regex(/^(\d{11,15})?$/)),
  taxRegime: v.picklist(TAX_REGIMES),
  defaultGstRate: v.picklist([...GST_RATES, ...ENDED_GST_RATES]),
  invoicePrefix: v.pipe(v.string(), v.regex(INVOICE_PREFIX)),
  creditNotePrefix: v.pipe(v.string(), v.regex(INVOICE_PREFIX)),
  pausedUntil: v.pipe(v.string(), v.regex(/^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})?$/)),
  cutOff: v.pipe(v.string(), v.regex(/^(\d{2}:\d{2})?$/)),
  deliveryFees: v.array(fee),
  boxes: v.array(box),
  partPaidOnline: v.pipe(v.string(), v.regex(PART_PAID)),
  listPrice: v.picklist(LIST_PRICES),
  emailThrough: v.picklist(EMAIL_WAYS),
  changedMindGives: v.picklist(['voucher', 'money']),
}

/** @param rows as stored; unknown names and values of another type are ignored, so that an older release can start */
export function readSettings(rows: readonly { name: string; value: unknown }[]): Settings {
  const changed = rows.filter(({ name, value }) => isSettingName(name) && isValid(name, value))
  return { ...defaultSettings, ...Object.fromEntries(changed.map(({ name, value }) => [name, value])) }
}

function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(defaultSettings, name)
}

function isValid(name: SettingName, value: unknown): boolean {
  const usual = defaultSettings[name]
  const schema = schemas[name] ?? (Array.isArray(usual) ? v.array(v.string()) : undefined)
  return schema ? v.is(schema, value) : typeof value === typeof usual
}
