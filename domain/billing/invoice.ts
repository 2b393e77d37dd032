import type { Paise } from '#domain/money.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { ShipmentId } from '#domain/orders/shipment.ts'
import type { GstRate } from '#domain/shop/settings.ts'
import type { StateCode } from '#domain/states.ts'

/** Of a payment before anything is supplied, and of its refund (CGST Act 2017, section 31(3)(d), (e)). */
export type VoucherKind = 'receipt-voucher' | 'refund-voucher'
/** Consecutive numbers: invoices, bills of supply and receipts share one series, each other kind has its own. */
export type Series = 'bill' | 'credit-note' | VoucherKind | 'delivery-challan'
export type InvoiceKind = keyof typeof INVOICE_TITLES

export function isVoucher(kind: InvoiceKind | Series): kind is VoucherKind {
  return kind === 'receipt-voucher' || kind === 'refund-voucher'
}

/** Is something sold, and so to be paid, with this document? */
export function isBill(kind: InvoiceKind): boolean {
  return kind === 'tax-invoice' || kind === 'bill-of-supply' || kind === 'receipt'
}

export const INVOICE_TITLES = {
  'tax-invoice': 'Tax invoice',
  'bill-of-supply': 'Bill of supply',
  receipt: 'Receipt',
  'credit-note': 'Credit note',
  'receipt-voucher': 'Receipt voucher',
  'refund-voucher': 'Refund voucher',
  'delivery-challan': 'Delivery challan',
} as const

/**
 * The title of the document. One invoice for taxed and exempt goods together has a name of its own when the buyer is a
 * consumer (CGST Rules 2017, rule 46A).
 */
export function titleOf({ kind, buyer, lines }: Pick<Invoice, 'kind' | 'buyer' | 'lines'>): string {
  const isMixed = lines.some(({ rate }) => rate === 0) && lines.some(({ rate }) => rate > 0)
  return kind === 'tax-invoice' && isMixed && buyer.gstin === '' ? 'Invoice-cum-bill of supply' : INVOICE_TITLES[kind]
}

/** Does this document, or the one that it refers to, show tax? A composition taxable person's has a declaration instead. */
export function isTaxed({ kind, against, declaration }: Pick<Invoice, 'kind' | 'against' | 'declaration'>): boolean {
  const base = against?.kind ?? kind
  return base === 'tax-invoice' || (isVoucher(base) && declaration === undefined)
}

/**
 * A registered buyer's answer to a credit note in the Invoice Management System (IMS). Until they accept it, or let their
 * return's due date pass, it does not reduce the seller's tax (CGST Act 2017, section 34(2) as amended from 1 October 2025).
 */
export const BUYER_ANSWERS = { waiting: 'Waiting', accepted: 'Accepted', rejected: 'Rejected' } as const
export type BuyerAnswer = keyof typeof BUYER_ANSWERS

/** Amounts of tax in paise; the ones that do not apply are 0. */
export type Tax = { cgst: Paise; sgst: Paise; utgst: Paise; igst: Paise }

/** Paise; `total` is what was paid, and always `taxable` and the tax together. */
export type TaxedAmount = Tax & { taxable: Paise; total: Paise }

export type InvoiceLine = TaxedAmount & {
  /** Of the order's line; below 0 the delivery fee, one line for each tax rate. */
  position: number
  description: string
  /** The title of the set that it was sold in; absent: it was sold by itself. */
  set?: string
  sku: string
  hsn: string
  quantity: number
  /** The unit quantity code of GST returns, `PCS` (pieces). */
  unit: string
  /** Paise, tax included. */
  unitPrice: Paise
  /** Paise off the price of all of them, tax included; absent: none. */
  discount?: Paise
  /** Percent; 0 on documents without tax. */
  rate: GstRate
}

export type Place = { name: string; address: string; city: string; pincode: string; state: StateCode | '' }

/** A document as it was on its day: nothing in it is looked up again. */
export type Invoice = {
  kind: InvoiceKind
  number: string
  /** `2026-11-22`, of the Indian calendar. */
  date: string
  supplier: {
    shopName: string
    legalName: string
    /** Lines below each other. */
    address: string
    state: StateCode | ''
    gstin: string
    email: string
    phone: string
  }
  buyer: {
    name: string
    /** The registered one if the buyer gave it, with city and pincode in its lines. */
    address: string
    city: string
    pincode: string
    /** Of this address. Empty only on an unregistered seller's receipt. */
    state: StateCode | ''
    firm: string
    /** Empty: a consumer. */
    gstin: string
    /** The place that the goods went to, if not the registered address (CGST Rules 2017, rule 46(o)). */
    deliverTo?: Place
  }
  /** Empty only on an unregistered seller's receipt, and on a voucher while the State of delivery is not known. */
  placeOfSupply: StateCode | ''
  orderId: OrderId
  /** When the order was placed, `2026-11-20`. */
  orderDate: string
  /** Undefined: at the counter, or cash on delivery. */
  paymentId?: string
  paidAtCounter?: true
  /** Rupees of its order that a voucher has paid: a payment, so the tax is the same. */
  voucherPaid?: number
  paidByVoucher?: true
  /** Rupees of its order that are paid in cash, beside the payment online. */
  restInCash?: number
  /** Handed over at the counter. */
  pickUp?: true
  /** Undefined: a voucher, because nothing has been sent. */
  shipmentId?: ShipmentId
  lines: InvoiceLine[]
  totals: TaxedAmount
  totalInWords: string
  /** Words that the law asks for, such as those of rule 5(1)(f) of the CGST Rules. */
  declaration?: string
  /**
   * A refund voucher's receipt voucher, or a credit note's invoice. GST returns hold notes on tax invoices and on a Regular
   * seller's bills of supply.
   */
  against?: { number: string; date: string; kind: InvoiceKind }
  /** Why a credit note or refund voucher was made. */
  reason?: string
}
