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

/** Settings that an admin can change, with their defaults: a fresh shop works as specified. */
const schemas = {
  shopName: { type: v.string(), default: defaultShopInfo.shopName },
  logo: { type: v.string(), default: defaultShopInfo.logo },
  accentColour: { type: v.pipe(v.string(), v.regex(/^(#[0-9a-f]{6})?$/)), default: defaultShopInfo.accentColour },
  typePair: { type: v.picklist(TYPE_PAIRS), default: defaultShopInfo.typePair },
  corner: { type: v.picklist(CORNERS), default: defaultShopInfo.corner },
  productNoun: { type: v.string(), default: defaultShopInfo.productNoun },
  productNounPlural: { type: v.string(), default: defaultShopInfo.productNounPlural },
  finishLabel: { type: v.string(), default: defaultShopInfo.finishLabel },
  pictureNote: { type: v.string(), default: defaultShopInfo.pictureNote },
  /** Empty: the specification's, which differ between adding and updating a product. */
  categories: { type: v.array(v.string()), default: [] as string[] },
  instagram: { type: v.string(), default: defaultShopInfo.instagram },
  facebook: { type: v.string(), default: defaultShopInfo.facebook },
  x: { type: v.string(), default: defaultShopInfo.x },
  careers: { type: v.string(), default: defaultShopInfo.careers },
  whatsappNumber: { type: v.pipe(v.string(), v.regex(/^(\d{11,15})?$/)), default: defaultShopInfo.whatsappNumber },
  hideEmptyLinks: { type: v.boolean(), default: defaultShopInfo.hideEmptyLinks },
  gifts: { type: v.boolean(), default: defaultShopInfo.gifts },
  copyrightYear: { type: v.string(), default: defaultShopInfo.copyrightYear },
  /** Degrees, of the map on the contact page. */
  latitude: { type: v.number(), default: 18.5196 },
  longitude: { type: v.number(), default: 73.8554 },

  legalName: { type: v.string(), default: defaultShopInfo.legalName },
  legalAddress: { type: v.string(), default: defaultShopInfo.legalAddress },
  legalState: { type: v.string(), default: defaultShopInfo.legalState },
  gstin: { type: v.string(), default: defaultShopInfo.gstin },
  taxRegime: { type: v.picklist(TAX_REGIMES), default: defaultShopInfo.taxRegime },
  /** Percent, of products without a rate of their own. */
  defaultGstRate: { type: v.picklist([...GST_RATES, ...ENDED_GST_RATES]), default: 18 },
  /** One to four letters and digits that begin the numbers of invoices, and those of credit notes. */
  invoicePrefix: { type: v.pipe(v.string(), v.regex(INVOICE_PREFIX)), default: 'GM' },
  creditNotePrefix: { type: v.pipe(v.string(), v.regex(INVOICE_PREFIX)), default: 'GMCN' },
  /** Rupees; sales to consumers of another State above it stand one by one in GSTR-1. */
  b2clThreshold: { type: v.number(), default: 100_000 },
  customerCareEmail: { type: v.string(), default: defaultShopInfo.customerCareEmail },
  customerCarePhone: { type: v.string(), default: defaultShopInfo.customerCarePhone },
  grievanceOfficer: { type: v.string(), default: defaultShopInfo.grievanceOfficer },
  countryOfOrigin: { type: v.string(), default: defaultShopInfo.countryOfOrigin },
  manufacturer: { type: v.string(), default: defaultShopInfo.manufacturer },

  pausedUntil: {
    type: v.pipe(v.string(), v.regex(/^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})?$/)),
    default: defaultShopInfo.pausedUntil,
  },
  pauseSentence: { type: v.string(), default: defaultShopInfo.pauseSentence },

  freeDeliveryLine: { type: v.string(), default: defaultShopInfo.freeDeliveryLine },
  deliveryDays: { type: v.number(), default: defaultShopInfo.deliveryDays },
  /** The time until which an order counts for its day, such as `14:00` in India; empty: midnight. */
  cutOff: { type: v.pipe(v.string(), v.regex(/^(\d{2}:\d{2})?$/)), default: '' },
  /** Working days until a parcel leaves. */
  packingDays: { type: v.number(), default: defaultShopInfo.packingDays },
  /** Days such as `2026-12-25` on which nothing is packed or promised. */
  holidays: { type: v.array(v.string()), default: [] as string[] },
  deliveryFees: {
    type: v.array(v.object({ zone: v.string(), upToKg: v.number(), fee: v.number() })),
    default: defaultShopInfo.deliveryFees,
  },
  freeFrom: { type: v.number(), default: defaultShopInfo.freeFrom },
  pickUpAt: { type: v.string(), default: defaultShopInfo.pickUpAt },
  pickUpAddress: { type: v.string(), default: defaultShopInfo.pickUpAddress },
  pickUpHours: { type: v.string(), default: defaultShopInfo.pickUpHours },
  /** Inner centimetres, and kilograms of the empty box. */
  boxes: {
    type: v.array(
      v.object({ name: v.string(), length: v.number(), width: v.number(), height: v.number(), tare: v.number() }),
    ),
    default: [] as { name: string; length: number; width: number; height: number; tare: number }[],
  },
  /** Such as `30 x 30 x 30`, in centimetres; empty: as SHIPROCKET_PARCEL_CM has it. */
  usualParcel: { type: v.string(), default: '' },
  /** Kilograms of a piece whose size has no weight; 0: as SHIPROCKET_POT_KG has it. */
  usualWeight: { type: v.number(), default: 0 },

  cashOnDelivery: { type: v.boolean(), default: defaultShopInfo.cashOnDelivery },
  smallestCashOrder: { type: v.number(), default: defaultShopInfo.smallestCashOrder },
  largestCashOrder: { type: v.number(), default: defaultShopInfo.largestCashOrder },
  partPaidOnline: { type: v.pipe(v.string(), v.regex(PART_PAID)), default: defaultShopInfo.partPaidOnline },
  /** Rupees; 0: no limit of its own. */
  largestFirstCashOrder: { type: v.number(), default: 0 },
  /** Cash orders that may wait for one buyer whose email address is not confirmed, and rupees of them all; 0: any. */
  unconfirmedCashOrders: { type: v.number(), default: 20 },
  unconfirmedCashValue: { type: v.number(), default: 50_00_000 },
  /** Shoppers whose parcel came back can only pay online. */
  noCashAfterReturn: { type: v.boolean(), default: false },
  /** Shoppers get a link by which they confirm that they want the parcel. */
  confirmCashOrders: { type: v.boolean(), default: false },
  /** Hours after which a cash order that nobody confirmed is cancelled; 0: never. */
  cancelUnconfirmedHours: { type: v.number(), default: 0 },
  listPrice: { type: v.picklist(LIST_PRICES), default: defaultShopInfo.listPrice },

  emailThrough: { type: v.picklist(EMAIL_WAYS), default: 'emailjs' },
  /** Such as `My Shop <orders@shop.example>`, for emails through SMTP; empty: domain/shop/sender.ts finds one. */
  sendFrom: { type: v.string(), default: '' },

  /** Hours after delivery within which a buyer may change their mind, and what they get then. */
  changedMindHours: { type: v.number(), default: 48 },
  changedMindGives: { type: v.picklist(['voucher', 'money']), default: 'voucher' },
  /** Rupees below which what is sent back may be kept; 0: nothing. */
  keepItBelow: { type: v.number(), default: 0 },
  /** Months after delivery: of the periods on the pages, the longer one holds. */
  warrantyMonths: { type: v.number(), default: 24 },

  /** A counted choice with this many pots or fewer stands in the overview under `Low stock`. */
  lowStock: { type: v.number(), default: 3 },

  /** Images that a pot may have; at most `IMAGES_MOST`. */
  imagesPerPot: { type: v.number(), default: 5 },

  /** Megabytes of images that a seller may upload in a day, and products that may wait for approval; 0: any. */
  sellerDailyMegabytes: { type: v.number(), default: 1000 },
  sellerWaitingProducts: { type: v.number(), default: 200 },

  /** Lines of words that mean the same to the search; empty: those that come with the shop (domain/search/synonyms.ts). */
  synonyms: { type: v.array(v.string()), default: [] as string[] },
  /** How long searches with no results are kept after the last search. */
  keepSearchesDays: { type: v.number(), default: 90 },

  /** Sections of the home page in the owner's order, and those that are hidden; domain/shop/home-sections.ts has the names. */
  homeOrder: { type: v.array(v.string()), default: [] as string[] },
  homeHidden: { type: v.array(v.string()), default: [] as string[] },

  /** Checks of `Ready to sell` that an admin has accepted; domain/setup/checks.ts has the names. */
  acceptedChecks: { type: v.array(v.string()), default: [] as string[] },

  /** Admins without a second factor must set one up before they can work. */
  requireSecondFactor: { type: v.boolean(), default: false },
  /** The sender of a contact message gets its number by email. */
  acknowledgeMessages: { type: v.boolean(), default: false },
  /** Buyers are asked for a review by email, seven days after delivery. */
  askForReviews: { type: v.boolean(), default: false },
  /** Contact messages, requests for sold-out pots, and imported past orders. A consumer may complain for two years (Consumer Protection Act, section 69). */
  keepMessagesDays: { type: v.number(), default: 730 },
  /** Emails that were sent or given up: long enough to answer what became of one. */
  keepEmailsDays: { type: v.number(), default: 90 },
  /** Name and address of an online checkout that is over. The order has its own copy. */
  keepCheckoutsDays: { type: v.number(), default: 90 },
  /** Names in the audit log; the entries themselves stay. As long as a consumer may complain. */
  keepAuditPersonalDays: { type: v.number(), default: 730 },
  /** The data fiduciary, as the privacy page names them. Empty: the shop. */
  dataFiduciary: { type: v.string(), default: '' },
  /** The person for questions and complaints about data. Empty: the contact page. */
  grievanceContact: { type: v.string(), default: '' },
} as const

export type Settings = { [Name in keyof typeof schemas]: v.InferOutput<(typeof schemas)[Name]['type']> }
export type SettingName = keyof Settings

export const defaultSettings = Object.fromEntries(
  Object.entries(schemas).map(([name, setting]) => [name, setting.default]),
) as Settings

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(schemas, name)
}

/** @param rows as stored; unknown names and values of another type are ignored, so that an older release can start */
export function readSettings(rows: readonly { name: string; value: unknown }[]): Settings {
  const changed = rows.flatMap(({ name, value }) =>
    isSettingName(name) && v.is(schemas[name].type, value) ? [[name, value]] : [],
  )
  return { ...defaultSettings, ...Object.fromEntries(changed) }
}
