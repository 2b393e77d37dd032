import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { DeliveryAnswer } from '#domain/orders/not-delivered.ts'
import type { ParcelBox } from '#domain/orders/pack.ts'
import type { Booking, ReturnReason, ScanSource, ShipmentKind, Step } from '#domain/orders/shipment.ts'
import { user } from './accounts.ts'
import { bigId, partOf, time } from './columns.ts'

/** Parcels. An order may have several; a writer locks the order first. */
export const shipments = pgTable(
  'shipments',
  {
    id: bigId().primaryKey().generatedByDefaultAsIdentity(),
    /** No foreign key: the shipment outlives a deleted order, as its invoice does. */
    orderId: bigId().notNull(),
    /** The order's shopper. */
    userId: text().notNull(),
    kind: text().$type<ShipmentKind>().notNull().default('sale'),
    /** The return request that it replaces or fetches goods of; null: a sale. */
    returnRequestId: bigId(),
    /** Made by the form, so that a repeated press dispatches once. */
    key: uuid().notNull(),
    courier: text().notNull().default(''),
    /** The courier's number of the parcel (air waybill). */
    awb: text(),
    /** The page on which the parcel can be followed; empty: as the courier's template has it. */
    trackingLink: text().notNull().default(''),
    step: text().$type<Step>().notNull().default('packed'),
    /** When that step happened, by the courier's clock if a scan brought it. */
    stepAt: time().notNull().defaultNow(),
    /** The courier's last status, if the shop does not know its meaning; otherwise empty. */
    status: text().notNull().default(''),
    /** It waits at the counter for its buyer: no courier has it. */
    pickUp: boolean().notNull().default(false),
    /** Rupees that the courier collects; 0: paid online. */
    cash: integer().notNull(),
    /** Rupees of the order's delivery fee that are billed with it: the first parcel bears all of it. */
    fee: integer().notNull().default(0),
    /** Last ten digits of the buyer's mobile number, by which a returned parcel refuses later cash orders. */
    mobile: text().notNull().default(''),
    /** The owner's box that it is in, as it was dispatched; null: what its pieces measure and weigh. */
    box: jsonb().$type<ParcelBox>(),
    /** The choice of the courier's system: `cheapest`, `fastest` or its own number of a courier; empty: as it likes. */
    wantedCourier: text().notNull().default(''),
    /** State at the courier's own system; null: handed over by hand. */
    booking: text().$type<Booking>(),
    bookingProblem: text(),
    /** The settings that were missing when no invoice could be made for it, such as `GSTIN`; empty: it has one. */
    missingForInvoice: text('missing_for_bill').array().notNull().default([]),
    /** The courier system's numbers of this parcel. */
    providerOrderId: text(),
    providerShipmentId: text(),
    /** Address of the label that the courier's system has made; empty: none. */
    labelLink: text().notNull().default(''),
    /** The process that is booking this parcel, and until when it holds the lease. */
    bookingToken: uuid(),
    bookingUntil: time(),
    /** When the courier's system was asked to book and has not answered yet; it has no idempotency keys. */
    bookingSentAt: time(),
    /** When its state was last fetched from the courier. */
    checkedAt: time(),
    deliveredAt: time(),
    time: time().notNull().defaultNow(),
  },
  (t) => [
    foreignKey({ name: 'shipments_shopper', columns: [t.userId], foreignColumns: [user.id] }),
    unique('shipments_once').on(t.key),
    check('shipments_kind', sql`${t.kind} in ('sale', 'replacement', 'return')`),
    check('shipments_request', sql`(${t.kind} = 'sale') = (${t.returnRequestId} is null)`),
    // A request has one pickup and one replacement at a time, however often and from where they are pressed.
    uniqueIndex('shipments_of_request')
      .on(t.returnRequestId, t.kind)
      .where(sql`return_request_id is not null and step <> 'cancelled'`),
    check(
      'shipments_step',
      sql`${t.step} in ('packed', 'picked-up', 'on-the-way', 'out-for-delivery', 'delivered', 'not-delivered', 'returned', 'cancelled')`,
    ),
    check('shipments_booking', sql`${t.booking} in ('requested', 'booked', 'failed', 'cancelling', 'cancelled')`),
    check(
      'shipments_pick_up',
      sql`not ${t.pickUp} or (${t.kind} = 'sale' and ${t.awb} is null and ${t.booking} is null)`,
    ),
    check('shipments_fee', sql`${t.fee} >= 0`),
    check('shipments_cash', sql`${t.cash} >= 0`),
    check('shipments_awb', sql`length(${t.awb}) between 1 and 50`),
    check('shipments_delivered', sql`(${t.step} = 'delivered') = (${t.deliveredAt} is not null)`),
    index('shipments_of_order').on(t.orderId, t.id),
    index('shipments_by_shopper').on(t.userId),
    // The sales report reads the parcels and returns of a period.
    index('shipments_by_time').on(t.time),
    index('shipments_by_delivery').on(t.deliveredAt).where(sql`delivered_at is not null`),
    // A cancelled parcel's AWB was not used, so that another one may have it.
    uniqueIndex('shipments_awb_once').on(sql`upper(awb)`, sql`lower(courier)`).where(sql`step <> 'cancelled'`),
    index('shipments_by_awb').on(sql`upper(awb)`),
    index('shipments_returned').on(t.mobile).where(sql`step = 'returned'`),
    index('shipments_unfinished').on(t.step, t.orderId).where(sql`step not in ('delivered', 'returned', 'cancelled')`),
    index('shipments_to_book').on(t.id).where(sql`booking in ('requested', 'cancelling')`),
    index('shipments_to_track')
      .on(t.checkedAt, t.id)
      .where(sql`booking = 'booked' and step not in ('delivered', 'returned', 'cancelled')`),
    index('shipments_with_cash').on(t.deliveredAt, t.id).where(sql`cash > 0 and delivered_at is not null`),
  ],
)

/** How many of each line of the order a shipment holds. */
export const shipmentLines = pgTable(
  'shipment_lines',
  {
    shipmentId: partOf(() => shipments.id),
    /** Position of the order's line. */
    position: smallint().notNull(),
    quantity: integer().notNull(),
    /** Paise that were paid or are to be paid for them: a share of the order's line, decided when they are dispatched. */
    amount: bigId().notNull(),
    /** Of a cancelled parcel whose order was changed later, what the line was; null: what the order's line says. */
    productId: bigId(),
    sizeCode: text(),
    title: text(),
    price: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.shipmentId, t.position] }),
    check('shipment_lines_quantity', sql`${t.quantity} > 0`),
    check('shipment_lines_amount', sql`${t.amount} >= 0`),
  ],
)

/** Every step of a shipment and every report of its courier, each once. */
export const shipmentScans = pgTable(
  'shipment_scans',
  {
    id: bigId().primaryKey().generatedByDefaultAsIdentity(),
    shipmentId: partOf(() => shipments.id),
    /** Null: the shop does not know what the courier's status means. */
    step: text().$type<Step>(),
    /** The courier's status; empty: a step set at the desk. */
    status: text().notNull().default(''),
    place: text().notNull().default(''),
    source: text().$type<ScanSource>().notNull(),
    /** When it happened, by the courier's clock. */
    time: time().notNull().defaultNow(),
  },
  (t) => [
    check('shipment_scans_source', sql`${t.source} in ('desk', 'courier')`),
    uniqueIndex('shipment_scans_once').on(t.shipmentId, t.status, t.time).where(sql`source = 'courier'`),
    index('shipment_scans_of_shipment').on(t.shipmentId, t.id),
  ],
)

/** Buyers' wishes for parcels that were not delivered: one answer for each attempt of the courier. */
export const deliveryAnswers = pgTable(
  'delivery_answers',
  {
    id: bigId().primaryKey().generatedByDefaultAsIdentity(),
    shipmentId: partOf(() => shipments.id),
    /** 1 after the first attempt. */
    attempt: smallint().notNull(),
    answer: text().$type<DeliveryAnswer['answer']>().notNull(),
    /** When the courier shall try again; null: it shall bring the parcel back. */
    day: date(),
    phone: text().notNull().default(''),
    address: text().notNull().default(''),
    /** `desk`: the courier's system did not book the parcel, or refused the answer, so the desk tells the courier. */
    state: text().$type<'requested' | 'sent' | 'desk'>().notNull(),
    problem: text(),
    time: time().notNull().defaultNow(),
  },
  (t) => [
    unique('delivery_answers_once').on(t.shipmentId, t.attempt),
    check(
      'delivery_answers_answer',
      sql`(${t.answer} = 'again') = (${t.day} is not null) and ${t.answer} in ('again', 'cancel')`,
    ),
    check('delivery_answers_state', sql`${t.state} in ('requested', 'sent', 'desk')`),
  ],
)

/** Goods of a shipment that came back, or never arrived. */
export const returns = pgTable(
  'returns',
  {
    id: bigId().primaryKey().generatedByDefaultAsIdentity(),
    /** Made by the form, so that a repeated press takes back once. */
    key: uuid().notNull().unique('returns_once'),
    shipmentId: bigId()
      .notNull()
      .references(() => shipments.id),
    /** No foreign key: the order may be deleted. */
    orderId: bigId().notNull(),
    reason: text().$type<ReturnReason>().notNull(),
    /** Paise that are refunded or credited for it; null: not decided yet. */
    amount: bigId(),
    /** Paise of it that are on a voucher: the one that paid for the order, or what was spent of the one given for it. */
    toVoucher: bigId().notNull().default(0),
    actorId: text().references(() => user.id, { onDelete: 'set null' }),
    /** The return request for which it came back; no foreign key, as of shipments. */
    returnRequestId: bigId(),
    time: time().notNull().defaultNow(),
  },
  (t) => [
    check('returns_reason', sql`${t.reason} in ('returned', 'not-delivered', 'deleted')`),
    check('returns_amount', sql`${t.amount} >= 0`),
    check('returns_to_voucher', sql`${t.toVoucher} between 0 and coalesce(${t.amount}, 0)`),
    index('returns_of_shipment').on(t.shipmentId),
    index('returns_of_order').on(t.orderId),
    index('returns_of_request').on(t.returnRequestId).where(sql`return_request_id is not null`),
    index('returns_by_time').on(t.time),
    index('returns_by_actor').on(t.actorId).where(sql`actor_id is not null`),
  ],
)

export const returnLines = pgTable(
  'return_lines',
  {
    returnId: partOf(() => returns.id),
    position: smallint().notNull(),
    /** Can be sold again. */
    good: integer().notNull(),
    damaged: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.returnId, t.position] }),
    check('return_lines_quantity', sql`${t.good} >= 0 and ${t.damaged} >= 0 and ${t.good} + ${t.damaged} > 0`),
  ],
)

/** Files of couriers that were imported. */
export const remittanceImports = pgTable('remittance_imports', {
  id: bigId().primaryKey().generatedByDefaultAsIdentity(),
  /** Empty: it was imported before the shop kept the names. */
  fileName: text().notNull().default(''),
  time: time().notNull().defaultNow(),
})

/** Cash that a courier has handed over: rows of its CSV files, and amounts that were entered by hand. */
export const remittances = pgTable(
  'remittances',
  {
    id: bigId().primaryKey().generatedByDefaultAsIdentity(),
    /** Empty: entered by hand for a parcel without one. */
    awb: text().notNull(),
    /** The courier's number of the bank transfer. */
    reference: text().notNull(),
    /** Paise. */
    amount: bigId().notNull(),
    paidOn: date().notNull(),
    /** Null: no shipment has this AWB. */
    shipmentId: bigId().references(() => shipments.id),
    /** Null: entered by hand. */
    importId: bigId().references(() => remittanceImports.id),
    /** Made by the form in which it was entered by hand, so that a repeated press enters it once. */
    key: uuid(),
    /** When somebody accepted that no shipment has this AWB. */
    acceptedAt: time(),
    time: time().notNull().defaultNow(),
  },
  (t) => [
    // A file that is imported again adds nothing.
    uniqueIndex('remittances_once').on(sql`upper(awb)`, t.reference).where(sql`key is null`),
    uniqueIndex('remittances_by_hand').on(t.shipmentId, t.key).where(sql`key is not null`),
    check('remittances_source', sql`(${t.importId} is null) = (${t.key} is not null)`),
    index('remittances_of_shipment').on(t.shipmentId),
    index('remittances_of_import').on(t.importId),
    index('remittances_unmatched').on(t.id).where(sql`shipment_id is null`),
  ],
)

/** Cash of a parcel that will not come, or that came although it was not expected: `Write off` and `Accept`. */
export const cashWriteOffs = pgTable(
  'cash_write_offs',
  {
    id: bigId().primaryKey().generatedByDefaultAsIdentity(),
    shipmentId: partOf(() => shipments.id),
    /** Made by the form, so that a repeated press writes off once. */
    key: uuid().notNull(),
    /** Paise; below zero: more was received than expected. */
    amount: bigId().notNull(),
    reason: text().notNull(),
    time: time().notNull().defaultNow(),
  },
  (t) => [
    unique('cash_write_offs_once').on(t.shipmentId, t.key),
    check('cash_write_offs_amount', sql`${t.amount} <> 0`),
    check('cash_write_offs_reason', sql`length(${t.reason}) between 1 and 500`),
  ],
)

/** The pincodes to which the shop delivers; without a row it delivers everywhere. */
export const deliveryAreas = pgTable(
  'delivery_areas',
  {
    pincode: text().primaryKey(),
    /** How many days a delivery takes; null: as the settings say. */
    days: smallint(),
    cash: boolean().notNull().default(true),
    /** Rupees of the largest cash order; null: as the settings say. */
    largest: integer(),
  },
  (t) => [
    check('delivery_areas_pincode', sql`${t.pincode} ~ '^[1-9][0-9]{5}$'`),
    check('delivery_areas_days', sql`${t.days} between 1 and 90`),
    check('delivery_areas_largest', sql`${t.largest} > 0`),
  ],
)
