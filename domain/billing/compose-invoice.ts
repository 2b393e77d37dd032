import { stateOfGstin } from '#domain/gstin.ts'
import { type Paise, toRupees } from '#domain/money.ts'
import type { DeliveryAddress } from '#domain/orders/address.ts'
import { spread } from '#domain/orders/amounts.ts'
import type { LineSet, Order } from '#domain/orders/order.ts'
import type { PickUp } from '#domain/orders/pick-up.ts'
import type { ShipmentId } from '#domain/orders/shipment.ts'
import type { GstRate, Settings } from '#domain/shop/settings.ts'
import { isStateCode, type StateCode } from '#domain/states.ts'
import { calendarDay } from '#domain/time.ts'
import { rupeesInWords } from './amount-in-words.ts'
import type { Invoice, InvoiceKind, InvoiceLine, Place } from './invoice.ts'
import { missingForInvoice } from './invoice-needs.ts'
import { gstSplit, sumOf, type TaxSplit, taxWithin, withoutTax } from './tax.ts'

/** CGST Rules 2017, rule 5(1)(f): at the top of the bill of supply. */
export const COMPOSITION_WORDS = 'composition taxable person, not eligible to collect tax on supplies'

/** A part of an ordered line, with its codes and tax rate. */
export type LineToInvoice = {
  /** Of the order's line. */
  position: number
  quantity: number
  title: string
  sizeLabel: string
  selectedColor: string
  /** Paise of one, as ordered; tax included. */
  unitPrice: Paise
  /** Paise of all of them, without what is off their price (CGST Act 2017, section 15(3)(a)); tax included. */
  amount: Paise
  sku: string
  hsn: string
  /** Null: the shop's default. */
  gstRate: GstRate | null
  /** The set that it was ordered in; null: by itself. */
  set: Pick<LineSet, 'title'> | null
}

export type UnnumberedInvoice = Omit<Invoice, 'number' | 'date'>

type Input = {
  order: Pick<
    Order,
    | 'id'
    | 'addressInfo'
    | 'pickUp'
    | 'paymentId'
    | 'paidAtCounter'
    | 'voucherPaid'
    | 'paidByVoucher'
    | 'restInCash'
    | 'time'
  >
  lines: readonly LineToInvoice[]
  /** Of the delivery that is charged with these goods; tax included. */
  fee?: Paise
  /** Of the delivery; undefined: it cannot be told. */
  deliveryState: StateCode | undefined
}

/**
 * The invoice of a shipment: a tax invoice (CGST Rules 2017, rule 46), a bill of supply (rule 49) or the receipt of a seller who
 * is not registered. Call it only when `missingForInvoice` finds nothing.
 *
 * @throws when the tax depends on the State of delivery and that is not known
 */
export function composeInvoice(
  settings: Settings,
  { shipmentId, ...input }: Input & { shipmentId: ShipmentId },
): UnnumberedInvoice {
  const { order, deliveryState } = input
  if (settings.taxRegime !== 'unregistered' && deliveryState === undefined)
    throw new Error(`The State of delivery of order ${order.id} is not known`)
  const invoice = composeDocument(settings, input)
  return { ...invoice, kind: kindOf(settings, invoice.lines), shipmentId }
}

/**
 * The receipt voucher of a payment before the goods are sent (CGST Act 2017, section 31(3)(d); CGST Rules 2017, rule 50),
 * which a registered seller makes. While the State of delivery is not known the supply counts as one between States.
 */
export function composeReceiptVoucher(settings: Settings, input: Input): UnnumberedInvoice {
  return { ...composeDocument(settings, input, 'igst'), kind: 'receipt-voucher' }
}

/**
 * The delivery challan of goods that replace damaged ones (CGST Rules 2017, rule 55(1)(c)): no supply, so no tax. It states the
 * value of the goods for the carrier. They travel, also where their order was picked up.
 */
export function composeDeliveryChallan(
  settings: Settings,
  { shipmentId, reason, ...input }: Input & { shipmentId: ShipmentId; reason: string },
): UnnumberedInvoice {
  const unpriced = input.lines.map((line) => ({ ...line, amount: line.unitPrice * line.quantity }))
  const { pickUp: _, ...order } = input.order
  const goods = composeDocument(settings, { ...input, order, lines: unpriced, fee: 0 }, 'igst')
  const lines = goods.lines.map((line) => ({ ...line, rate: 0 as const, ...withoutTax(line.total) }))
  return { ...goods, kind: 'delivery-challan', lines, totals: sumOf(lines), shipmentId, reason }
}

function composeDocument(
  settings: Settings,
  { order, lines, fee = 0, deliveryState }: Input,
  splitIfUnknown?: TaxSplit,
): Omit<UnnumberedInvoice, 'kind'> {
  const supplier = supplierOf(settings)
  const placeOfSupply = order.pickUp ? supplier.state : placeOfDelivered(settings, order.addressInfo, deliveryState)
  if (missingForInvoice(settings).length > 0) throw new Error('The seller of this invoice is not known')
  const split =
    settings.taxRegime === 'regular' ? (gstSplitIfKnown(supplier.state, placeOfSupply) ?? splitIfUnknown) : undefined
  const goods = lines.filter(({ quantity }) => quantity > 0).map((line) => invoiceLine(line, split, settings))
  const billed = [...goods, ...deliveryLines(goods, fee, split)]
  const totals = sumOf(billed)
  return {
    supplier,
    buyer: buyerOf(order.addressInfo, deliveryState ?? '', order.pickUp && atCounter(order.pickUp, supplier.state)),
    placeOfSupply,
    orderId: order.id,
    orderDate: calendarDay(order.time),
    ...(order.paymentId !== undefined && { paymentId: order.paymentId }),
    ...(order.paidAtCounter && { paidAtCounter: true as const }),
    ...(order.voucherPaid !== undefined && { voucherPaid: order.voucherPaid }),
    ...(order.paidByVoucher && { paidByVoucher: true as const }),
    ...(order.restInCash !== undefined && { restInCash: order.restInCash }),
    ...(order.pickUp && { pickUp: true as const }),
    lines: billed,
    totals,
    totalInWords: rupeesInWords(toRupees(totals.total)),
    ...(settings.taxRegime === 'composition' && { declaration: COMPOSITION_WORDS }),
  }
}

/** Of goods that travel: where the buyer is registered, or where they are delivered. */
function placeOfDelivered(
  { taxRegime }: Settings,
  { gstin = '' }: DeliveryAddress,
  deliveryState: StateCode | undefined,
): StateCode | '' {
  return (taxRegime === 'unregistered' ? undefined : stateOfGstin(gstin)) ?? deliveryState ?? ''
}

/**
 * Goods that are handed over at the shop are supplied there: their movement to the buyer ends at the counter, or there is none
 * (Integrated GST Act 2017, section 10(1)(a) and (c)). So that this holds for a consumer of another State too, whose address is
 * on the invoice (clause (ca)), the counter is on it as the address of delivery (CBIC Circular 209/3/2024-GST).
 */
function atCounter({ at, address }: PickUp, state: StateCode | ''): Place {
  return { name: at, address, city: '', pincode: '', state }
}

function supplierOf(settings: Settings): Invoice['supplier'] {
  const { shopName, legalName, legalAddress, legalState } = settings
  return {
    shopName,
    legalName,
    address: legalAddress,
    state: isStateCode(legalState) ? legalState : '',
    gstin: supplierGstinOf(settings),
    email: settings.customerCareEmail,
    phone: settings.customerCarePhone,
  }
}

/** An unregistered shop may keep a GSTIN, but shows it nowhere. */
export function supplierGstinOf({ gstin, taxRegime }: Pick<Settings, 'gstin' | 'taxRegime'>): string {
  return taxRegime === 'unregistered' ? '' : gstin
}

/** The recipient's address and that of delivery are two (CGST Rules 2017, rule 46(d) and (o)). */
function buyerOf(delivery: DeliveryAddress, state: StateCode | '', counter: Place | undefined): Invoice['buyer'] {
  const { name, address, city, pincode, firm = '', gstin = '', registeredAddress } = delivery
  const own = { name, address, city, pincode, state }
  if (!registeredAddress) return { ...own, firm, gstin, ...(counter && { deliverTo: counter }) }
  const registered = { address: registeredAddress, city: '', pincode: '', state: stateOfGstin(gstin) ?? state }
  return { name, ...registered, firm, gstin, deliverTo: counter ?? own }
}

/** The tax of this sale; undefined: one of the States is not known. */
export function gstSplitIfKnown(supplier: StateCode | '', placeOfSupply: StateCode | ''): TaxSplit | undefined {
  return supplier === '' || placeOfSupply === '' ? undefined : gstSplit(supplier, placeOfSupply)
}

function invoiceLine(line: LineToInvoice, split: TaxSplit | undefined, { defaultGstRate }: Settings): InvoiceLine {
  const { position, title, sizeLabel, selectedColor, quantity, unitPrice, amount: total } = line
  const rate = line.gstRate ?? defaultGstRate
  const discount = unitPrice * quantity - total
  return {
    position,
    description: [title, sizeLabel, selectedColor].filter((part) => part !== '').join(', '),
    ...(line.set && { set: line.set.title }),
    sku: line.sku,
    hsn: line.hsn,
    quantity,
    unit: 'PCS',
    unitPrice,
    ...(discount > 0 && { discount }),
    rate: split === undefined ? 0 : rate,
    ...(split === undefined ? withoutTax(total) : taxWithin(total, rate, split)),
  }
}

/**
 * The delivery fee. It is part of one supply with the goods (CGST Act 2017, section 8(a)), so each tax rate among them has a share
 * of it, with the HSN of its dearest line.
 */
function deliveryLines(goods: readonly InvoiceLine[], fee: Paise, split: TaxSplit | undefined): InvoiceLine[] {
  if (fee === 0) return []
  const byRate = [...Map.groupBy(goods, ({ rate }) => rate)]
  const values = byRate.map(([, lines]) => lines.reduce((sum, { total }) => sum + total, 0))
  const shares = spread(fee, values.some((value) => value > 0) ? values : values.map(() => 1))
  return byRate.flatMap(([rate, lines], index) => {
    const total = shares[index] ?? 0
    if (total === 0) return []
    const { hsn } = lines.reduce((most, line) => (line.total > most.total ? line : most))
    const tax = split === undefined ? withoutTax(total) : taxWithin(total, rate, split)
    return [
      {
        position: -1 - index,
        description: 'Delivery',
        sku: '',
        hsn,
        quantity: 1,
        unit: 'PCS',
        unitPrice: total,
        rate,
        ...tax,
      },
    ]
  })
}

/** True for the delivery fee, which is no line of the order. */
export function isDelivery({ position }: Pick<InvoiceLine, 'position'>): boolean {
  return position < 0
}

/** Exempt goods alone go on a bill of supply (CGST Act 2017, section 31(3)(c)). */
function kindOf({ taxRegime }: Settings, lines: readonly InvoiceLine[]): InvoiceKind {
  if (taxRegime === 'unregistered') return 'receipt'
  return taxRegime === 'composition' || lines.every(({ rate }) => rate === 0) ? 'bill-of-supply' : 'tax-invoice'
}
