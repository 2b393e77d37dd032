import { type SQL, sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { AltTexts } from '#domain/catalog/alt-texts.ts'
import { IMAGES_MOST } from '#domain/catalog/forms/image-limits.ts'
import { MAX_QUANTITY } from '#domain/catalog/product.ts'
import {
  CATEGORY_MAX,
  COUNTRY_MAX,
  DESCRIPTION_MAX,
  PRICE_MAX,
  SKU_MAX,
  TITLE_MAX,
} from '#domain/catalog/product-fields.ts'
import { FINISH_NAME_MAX } from '#domain/catalog/sizes.ts'
import type { StockMode } from '#domain/catalog/stock-mode.ts'
import { type MessageState, REPLY_MAX } from '#domain/contact.ts'
import type { ChangedLine } from '#domain/orders/change-lines.ts'
import type { LineSet } from '#domain/orders/order.ts'
import type { Cancellation, Dispatched, OrderStatus } from '#domain/orders/order-state.ts'
import type { GstRate } from '#domain/shop/settings.ts'
import { user } from './accounts.ts'
import { sizes } from './catalogue.ts'
import { addressColumns, bigId, partOf, termColumns, time, tsvector } from './columns.ts'

/** No two products share a SKU, in capitals or not. */
export const SKU_INDEX = 'products_sku'

/** The tags of a product, and its attributes, such as `material: stone`; both in lower case. */
export const TAGS = sql`string_to_array(lower(tags), ', ')`
export const ATTRIBUTES = sql`string_to_array(lower(attributes), E'\\n')`

/** Products whose variants follow from size and price; those of a counted product are counted one by one. */
const isListed = sql`approved and on_sale and stock <> 'counted'`

export const products = pgTable(
  'products',
  {
    id: bigId().primaryKey().generatedByDefaultAsIdentity(),
    title: text().notNull(),
    price: integer().notNull(),
    productImageUrl: text().array().notNull(),
    altTexts: jsonb().$type<AltTexts>().notNull().default({}),
    category: text().notNull(),
    description: text().notNull(),
    quantity: integer().notNull().default(1),
    /** Null: a product of another kind, with options of its own or none. */
    sizeCode: text(),
    sizeLabel: text().notNull(),
    /** The creator. The account may be deleted; name and email stay as they were. */
    userId: text(),
    username: text().notNull(),
    email: text().notNull(),
    approved: boolean().notNull().default(false),
    featured: boolean().notNull().default(false),
    /** False: an admin took it off sale. */
    onSale: boolean().notNull().default(true),
    /** Percent. */
    discount: smallint(),
    sku: text().notNull().default(''),
    hsn: text().notNull().default(''),
    /** Percent, such as 0.25; null: the shop's default. */
    gstRate: real().$type<GstRate>(),
    /** Rupees. */
    mrp: integer(),
    countryOfOrigin: text().notNull().default(''),
    /** As domain/catalog/attributes.ts writes them. */
    tags: text().notNull().default(''),
    attributes: text().notNull().default(''),
    /** Ids of products, some of which may have been deleted. */
    goesWith: text().notNull().default(''),
    /** Addresses of uploads, such as `/productImages/1763700000000-turning-4f1c9a/video.mp4`. */
    video: text(),
    glb: text(),
    usdz: text(),
    rating: numeric({ precision: 2, scale: 1, mode: 'number' }),
    reviewCount: integer(),
    stock: text().$type<StockMode>().notNull().default('as-delivered'),
    /** Of a set one of both: its price in rupees, or percent off the prices of its parts. `price` follows them. */
    setPrice: integer(),
    setPercent: smallint(),
    /** Deliveries up to this moment no longer make it Sold. */
    restockedAt: time(),
    /** Its last delivery; a trigger keeps it. */
    deliveredAt: time(),
    /** Sold, as specified; counted products have units instead (`listSold`). */
    isSold: boolean()
      .notNull()
      .generatedAlwaysAs(
        sql`stock = 'as-delivered' and delivered_at is not null and (restocked_at is null or delivered_at > restocked_at)`,
      ),
    /** Its words for search results: those of its title (A), its category, size and picture's finish (B), and its description (D). */
    search: tsvector()
      .notNull()
      .generatedAlwaysAs(
        sql`setweight(${wordsOf('title')}, 'A') || setweight(${wordsOf(
          `category || ' ' || size_label || ' ' || coalesce(replace(substring(product_image_url[1] from '^/pots/[a-z]+-(.+)-front$'), '-large', ''), '')`,
        )}, 'B') || setweight(${wordsOf('description')}, 'D')`,
      ),
    /** Incremented by every edit, so that the second of two concurrent edits is refused. */
    version: integer().notNull().default(1),
    time: time().notNull().defaultNow(),
  },
  (t) => [
    foreignKey({ name: 'products_size', columns: [t.sizeCode], foreignColumns: [sizes.code] }),
    foreignKey({ name: 'products_creator', columns: [t.userId], foreignColumns: [user.id] }).onDelete('set null'),
    check('products_title', sql`length(${t.title}) between 1 and ${literal(TITLE_MAX)}`),
    // One rupee above the forms' limit, as in databases since their first migration.
    check('products_price', sql`${t.price} between 0 and ${literal(PRICE_MAX + 1)}`),
    check('products_images', sql`cardinality(${t.productImageUrl}) between 1 and ${literal(IMAGES_MOST)}`),
    check('products_no_empty_image', sql`array_position(${t.productImageUrl}, null) is null`),
    check('products_category', sql`length(${t.category}) between 1 and ${literal(CATEGORY_MAX)}`),
    check('products_description', sql`length(${t.description}) between 1 and ${literal(DESCRIPTION_MAX)}`),
    check('products_quantity', sql`${t.quantity} >= 0`),
    check('products_stock', sql`${t.stock} in ('as-delivered', 'counted', 'made-to-order', 'set')`),
    check('products_set', sql`num_nonnulls(${t.setPrice}, ${t.setPercent}) = (${t.stock} = 'set')::integer`),
    check(
      'products_set_price',
      sql`${t.setPrice} between 1 and ${literal(PRICE_MAX)} and ${t.setPercent} between 1 and 99`,
    ),
    check('products_discount', sql`${t.discount} between 0 and 100`),
    check('products_sku_length', sql`length(${t.sku}) <= ${literal(SKU_MAX)}`),
    check('products_hsn', sql`${t.hsn} ~ '^([0-9]{4,8})?$'`),
    check('products_gst_rate', sql`${t.gstRate} between 0 and 100`),
    check('products_mrp', sql`${t.mrp} between 1 and ${literal(PRICE_MAX)}`),
    check('products_country', sql`length(${t.countryOfOrigin}) <= ${literal(COUNTRY_MAX)}`),
    check('products_alt_texts', sql`jsonb_typeof(${t.altTexts}) = 'object'`),
    check('products_reviews', sql`(${t.rating} is null) = (${t.reviewCount} is null)`),
    check('products_rating', sql`${t.rating} between 0 and 5 and ${t.reviewCount} >= 0`),
    uniqueIndex(SKU_INDEX).on(sql`lower(sku)`).where(sql`sku <> ''`),
    index('products_featured').on(t.id).where(sql`approved and on_sale and featured`),
    index('products_by_size').on(t.sizeCode, t.price),
    // Home tells since when the first of them waits.
    index('products_not_approved').on(t.time).where(sql`not approved`),
    index('products_by_creator').on(t.userId, t.id),
    // The lists of the storefront, whole and by category; listing.ts reads them.
    index('products_newest').on(t.id).where(sql`approved and on_sale`),
    index('products_dearest').on(t.price, t.id).where(sql`approved and on_sale`),
    index('products_cheapest').on(t.price, t.id.desc().nullsFirst()).where(sql`approved and on_sale`),
    index('products_newest_in').on(t.category, t.id).where(sql`approved and on_sale`),
    index('products_dearest_in').on(t.category, t.price, t.id).where(sql`approved and on_sale`),
    index('products_cheapest_in').on(t.category, t.price, t.id.desc().nullsFirst()).where(sql`approved and on_sale`),
    // Filtered lists walk them size by size; server/catalog/filters/ reads them.
    index('products_filtered_newest').on(t.category, t.sizeCode, t.id, t.price).where(isListed),
    index('products_filtered_dearest').on(t.category, t.sizeCode, t.price, t.id).where(isListed),
    index('products_filtered_cheapest').on(t.category, t.sizeCode, t.price, t.id.desc().nullsFirst()).where(isListed),
    index('products_filtered_counted')
      .on(t.category, t.sizeCode, t.id)
      .where(sql`approved and on_sale and stock = 'counted'`),
    // The admin tables list all products with any combination of filters.
    index('products_admin_newest').on(t.approved, t.featured, t.id),
    index('products_admin_price').on(t.approved, t.featured, t.price, t.id),
    index('products_admin_newest_in').on(t.category, t.approved, t.featured, t.id),
    index('products_admin_price_in').on(t.category, t.approved, t.featured, t.price, t.id),
    index('products_admin_price_of').on(t.userId, t.price, t.id),
    trigrams('products_title', sql`lower(title)`),
    index('products_search').using('gin', t.search).with({ fastupdate: 'off' }),
    index('products_tags').using('gin', TAGS).with({ fastupdate: 'off' }).where(sql`tags <> ''`),
    index('products_attributes').using('gin', ATTRIBUTES).with({ fastupdate: 'off' }).where(sql`attributes <> ''`),
    // The numbers of the filters ask whether any product has some.
    index('products_with_attributes').on(t.id).where(sql`approved and on_sale and attributes <> ''`),
    index('products_sets').on(t.id).where(sql`stock = 'set'`),
    index('products_discounted').on(t.id).where(sql`approved and on_sale and discount > 0`),
    // In some locales the database only knows the letters a to z, so its trigrams leave out other letters.
    index('products_other_letters').on(t.id).where(sql`approved and on_sale and octet_length(title) <> length(title)`),
  ],
)

/** Cash orders whose buyers were asked to confirm them and have not answered: `awaitsConfirmation` in SQL. */
export const AWAITS_CONFIRMATION = sql`status = 'confirmed' and cancel = 'none' and dispatched = 'none' and payment_id is null and confirmation_asked_at is not null and cash_confirmed_at is null`

/** Orders of which something can leave the shop now: `isToDispatch` in SQL. */
export const TO_DISPATCH = sql`status = 'confirmed' and cancel = 'none' and dispatched <> 'whole' and due = 0 and (dispatched = 'part' or payment_id is not null or confirmation_asked_at is null or cash_confirmed_at is not null)`

/**
 * The words in which orders are searched. The phone's last ten digits end with a space and the pincode with a full stop,
 * so that a search for the last digits of a phone does not find pincodes.
 */
export const SEARCHED_IN_ORDERS = sql`lower(name || ' ' || email || ' ' || coalesce(payment_id, '') || ' ' || firm || ' ' || gstin || ' ' || regexp_replace(pincode, '\\D', '', 'g') || '. ' || right(regexp_replace(mobile_number, '\\D', '', 'g'), 10) || ' ')`

export const orders = pgTable(
  'orders',
  {
    id: bigId().primaryKey().generatedByDefaultAsIdentity({ startWith: 1001 }),
    userId: text().notNull(),
    email: text().notNull(),
    ...addressColumns(),
    /** Rupees: the lines without what is off them, and the delivery fee. */
    totalAmount: bigId().notNull(),
    ...termColumns(),
    /** Rupees to be paid online before anything is sent: what changes have added, or all of an order with a payment link. */
    due: bigId().notNull().default(0),
    /** Rupees of the total that a voucher pays. */
    voucherPaid: bigId().notNull().default(0),
    /** A voucher pays it, but for what changes have added. */
    paidByVoucher: boolean().notNull().generatedAlwaysAs(sql`voucher_paid > 0 and voucher_paid + due = total_amount`),
    /** When the desk took its price at the counter; null: it is paid online or on delivery. */
    paidAtCounter: time(),
    status: text().$type<OrderStatus>().notNull().default('confirmed'),
    cancel: text().$type<Cancellation>().notNull().default('none'),
    /** Why the shopper wants to cancel, if they said so. */
    cancelReason: text().notNull().default(''),
    deliveredAt: time(),
    /** Made by the browser when checkout opens: requests with the same key are the same order. */
    checkoutKey: uuid().notNull(),
    paymentId: text(),
    productSize: text(),
    warrantyAmount: integer(),
    /** How much of it was sent in shipments; `none` for orders that were delivered before the shop had shipments. */
    dispatched: text().$type<Dispatched>().notNull().default('none'),
    /** When the shopper was asked to confirm an order to be paid in cash; null: the shop did not ask. */
    confirmationAskedAt: time(),
    /** When the shopper confirmed it. */
    cashConfirmedAt: time(),
    /** The day by which checkout promised it, in India; null: it promised none. */
    deliversBy: date(),
    /** When the desk confirmed that the order is billed to another State than it is sent to. */
    billToConfirmedAt: time(),
    /** Seen by staff only. */
    note: text().notNull().default(''),
    time: time().notNull().defaultNow(),
  },
  (t) => [
    foreignKey({ name: 'orders_shopper', columns: [t.userId], foreignColumns: [user.id] }),
    unique('orders_once').on(t.userId, t.checkoutKey),
    unique('orders_payment').on(t.paymentId),
    check('orders_total', sql`${t.totalAmount} >= 0`),
    check('orders_discount', sql`${t.discount} >= 0 and (${t.discount} = 0) = (${t.offerName} = '')`),
    check('orders_delivery_fee', sql`${t.deliveryFee} between 0 and ${t.totalAmount}`),
    check('orders_rest_in_cash', sql`${t.restInCash} between 0 and ${t.totalAmount} - ${t.due} - ${t.voucherPaid}`),
    check('orders_due', sql`${t.due} between 0 and ${t.totalAmount}`),
    check('orders_voucher_paid', sql`${t.voucherPaid} between 0 and ${t.totalAmount} - ${t.due}`),
    check('orders_warranty', sql`${t.warrantyAmount} >= 0`),
    check('orders_status', sql`${t.status} in ('pending', 'confirmed', 'delivered')`),
    check('orders_cancel', sql`${t.cancel} in ('none', 'requested', 'cancelled')`),
    check('orders_delivered', sql`(${t.status} = 'delivered') = (${t.deliveredAt} is not null)`),
    check('orders_dispatched', sql`${t.dispatched} in ('none', 'part', 'whole')`),
    check('orders_cancel_reason', sql`length(${t.cancelReason}) <= 500`),
    check('orders_note', sql`length(${t.note}) <= 2000`),
    check('orders_not_both', sql`${t.status} <> 'delivered' or ${t.cancel} = 'none'`),
    index('orders_by_shopper').on(t.userId, t.id),
    index('orders_by_state').on(t.status, t.cancel, t.id),
    index('orders_cancel_requested').on(t.time).where(sql`cancel = 'requested'`),
    // Each list of the desk is walked by its own index.
    index('orders_to_dispatch').on(t.id).where(TO_DISPATCH),
    // Buyers are asked for a review some days after delivery.
    index('orders_delivered').on(t.deliveredAt).where(sql`delivered_at is not null`),
    index('orders_awaiting_confirmation').on(t.id).where(AWAITS_CONFIRMATION),
    // With all columns that the overview needs, so that it sums up a month from this index alone.
    index('orders_by_time').on(t.time, t.status, t.cancel, t.totalAmount, t.id),
    trigrams('orders_searched', SEARCHED_IN_ORDERS),
  ],
)

/** Presses of `Deliver` that can still be undone: the invoice and the email wait until this row is gone. */
export const openDeliveries = pgTable('open_deliveries', {
  orderId: partOf(() => orders.id).primaryKey(),
  /** The shipment that it made of what was not sent yet; null: everything was sent. */
  sent: bigId(),
  /** Shipments that were under way, and that it marked delivered. */
  arrived: bigId().array().notNull(),
  /** The order as it was before. */
  cancel: text().$type<Cancellation>().notNull(),
  dispatched: text().$type<Dispatched>().notNull(),
  undoUntil: time().notNull(),
})

/** A line of an order, as it was ordered: it stays the same when the product changes or is deleted. */
export const orderLines = pgTable(
  'order_lines',
  {
    orderId: partOf(() => orders.id),
    position: smallint().notNull(),
    productId: bigId().notNull(),
    /** No foreign key: the line outlives the product. Null: ordered before variants had rows. */
    variantId: bigId(),
    title: text().notNull(),
    /** Rupees of one. */
    price: integer().notNull(),
    /** Rupees of one without the offer that the price has; null: it has none. */
    regular: integer(),
    quantity: integer().notNull(),
    /** Paise off the price of all of them: the line's share of an offer on the order, or of a set's price. */
    discount: bigId().notNull().default(0),
    productImageUrl: text().array().notNull(),
    category: text().notNull(),
    sizeCode: text().notNull(),
    sizeLabel: text().notNull(),
    selectedColor: text().notNull(),
    /** The user who had added the product. */
    sellerId: text(),
    /** Codes and tax rate of the variant when it was ordered, for the invoice of a product that is deleted before dispatch. */
    sku: text().notNull().default(''),
    hsn: text().notNull().default(''),
    /** Percent; null: the shop's default. */
    gstRate: real().$type<GstRate>(),
    /** Kilograms of one piece; null: not told. */
    weight: numeric({ precision: 7, scale: 3, mode: 'number' }),
    /** When its order was delivered; from then on the product is Sold. */
    deliveredAt: time(),
    /** The set that it was ordered in; null: by itself. */
    partOf: jsonb().$type<LineSet>(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.position] }),
    check('order_lines_price', sql`${t.price} >= 0`),
    check('order_lines_within_price', sql`${t.discount} between 0 and 100 * ${t.price}::bigint * ${t.quantity}`),
    check('order_lines_quantity', sql`${t.quantity} between 1 and ${literal(MAX_QUANTITY)}`),
    check('order_lines_size', sql`length(${t.sizeCode}) <= 20`),
    check('order_lines_colour', sql`length(${t.selectedColor}) <= ${literal(3 * FINISH_NAME_MAX)}`),
    index('order_lines_sold').on(t.productId, t.deliveredAt).where(sql`delivered_at is not null`),
    // Orders are searched by SKU, newest first.
    index('order_lines_by_sku').on(sql`upper(sku)`, t.orderId).where(sql`sku <> ''`),
    index('order_lines_of_seller').on(t.sellerId, t.orderId, t.position).where(sql`seller_id is not null`),
  ],
)

/** Changes of what an order holds. Append-only. */
export const orderChanges = pgTable(
  'order_changes',
  {
    id: bigId().primaryKey().generatedByDefaultAsIdentity(),
    /** No foreign key: refunds and stock name the change of an order that may be deleted. */
    orderId: bigId().notNull(),
    /** Made by the form, so that a repeated request changes once. */
    key: uuid().notNull().unique('order_changes_once'),
    lines: jsonb().$type<ChangedLine[]>().notNull(),
    /** Rupees, before and after. */
    totalBefore: bigId().notNull(),
    totalAfter: bigId().notNull(),
    /** Rupees that went back, or that the buyer was asked to pay. */
    refund: bigId().notNull(),
    due: bigId().notNull(),
    time: time().notNull().defaultNow(),
  },
  (t) => [index('order_changes_of_order').on(t.orderId, t.id)],
)

/** Requests for pots that are Sold. */
export const productRaise = pgTable(
  'product_raise',
  {
    id: bigId().primaryKey().generatedByDefaultAsIdentity(),
    /** No foreign key: the request outlives a deleted product. */
    productId: bigId().notNull(),
    userId: text().references(() => user.id, { onDelete: 'set null' }),
    name: text().notNull(),
    email: text().notNull(),
    note: text().notNull().default(''),
    /** When an email said that the pot is available again; each request gets one. */
    notifiedAt: time(),
    time: time().notNull().defaultNow(),
  },
  (t) => [
    check('product_raise_name', sql`length(${t.name}) between 1 and 100`),
    check('product_raise_email', sql`length(${t.email}) between 3 and 254`),
    check('product_raise_note', sql`length(${t.note}) <= 1000`),
    index('product_raise_by_product').on(t.productId),
    index('product_raise_waiting').on(t.productId, t.id).where(sql`notified_at is null`),
    index('product_raise_by_user').on(t.userId),
  ],
)

/** Messages from the contact page. */
export const contactMessages = pgTable(
  'contact_messages',
  {
    id: bigId().primaryKey().generatedByDefaultAsIdentity(),
    /** Made by the browser, so that a repeated submission stores one message. */
    key: uuid().notNull().unique('contact_messages_once').defaultRandom(),
    name: text().notNull(),
    email: text().notNull(),
    phone: text().notNull(),
    message: text().notNull(),
    state: text().$type<MessageState>().notNull().default('new'),
    time: time().notNull().defaultNow(),
  },
  (t) => [
    check('contact_messages_name', sql`length(${t.name}) between 1 and 100`),
    check('contact_messages_email', sql`length(${t.email}) between 3 and 254`),
    check('contact_messages_phone', sql`${t.phone} ~ '^[0-9]{10}$'`),
    check('contact_messages_message', sql`length(${t.message}) between 1 and 2000`),
    check('contact_messages_state', sql`${t.state} in ('new', 'answered', 'closed')`),
    index('contact_messages_by_state').on(t.state, t.id),
    index('contact_messages_by_email').on(sql`lower(email)`, t.id),
  ],
)

/** Staff's answers to messages; each is emailed once. */
export const contactReplies = pgTable(
  'contact_replies',
  {
    id: bigId().primaryKey().generatedByDefaultAsIdentity(),
    messageId: partOf(() => contactMessages.id),
    /** Made with the form, so that a repeated submission sends one reply. */
    key: uuid().notNull().unique('contact_replies_once'),
    reply: text().notNull(),
    actorId: text().references(() => user.id, { onDelete: 'set null' }),
    time: time().notNull().defaultNow(),
  },
  (t) => [
    check('contact_replies_reply', sql`length(${t.reply}) between 1 and ${literal(REPLY_MAX)}`),
    index('contact_replies_of_message').on(t.messageId, t.id),
    index('contact_replies_by_actor').on(t.actorId).where(sql`actor_id is not null`),
  ],
)

/**
 * Uploads of images for a product that is not inserted yet. The transaction that inserts it deletes its rows; a row that
 * remains is from an upload that failed half-way, so its files can be deleted.
 */
export const uploads = pgTable('uploads', {
  /** Such as `productImages/1763700000000-bowl-4f1c`. */
  folder: text().primaryKey(),
  time: time().notNull().defaultNow(),
})

/** The audit log: actor, action, record, and its values before and after. Append-only. */
export const audit = pgTable(
  'audit',
  {
    id: bigId().primaryKey().generatedByDefaultAsIdentity(),
    /** No foreign key: the record outlives the account. */
    actorId: text().notNull(),
    actorEmail: text().notNull(),
    action: text().notNull(),
    /** Such as `order 1001`. */
    subject: text().notNull(),
    before: jsonb(),
    after: jsonb(),
    time: time().notNull().defaultNow(),
  },
  (t) => [
    index('audit_by_subject').on(t.subject, t.id),
    index('audit_by_actor').on(t.actorId, t.id),
    index('audit_by_action').on(t.action, t.id),
    index('audit_by_time').on(t.time),
  ],
)

/**
 * An index that finds parts of this text. Without fast update, because its list of pending entries slows searches down.
 */
function trigrams(name: string, text: SQL) {
  return index(name).using('gin', sql`${text} gin_trgm_ops`).with({ fastupdate: 'off' })
}

/** The words of a text without its signs; joiners of Indian scripts are left out, because not everybody types them. */
function wordsOf(text: string): SQL {
  const signs = '!-/:-@[-`{-~\\u0964\\u0965\\u2000-\\u206f\\u20a0-\\u20cf'
  return sql.raw(
    `to_tsvector('simple'::regconfig, regexp_replace(normalize(translate(${text}, E'\\u200c\\u200d', '')), '[${signs}]+', ' ', 'g'))`,
  )
}

/** A check constraint takes no parameters, so the value is inlined. */
function literal(value: number): SQL {
  return sql.raw(String(value))
}
