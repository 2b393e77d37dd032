import type { Rupees } from '#domain/money.ts'
import { type DeliveryAddress, storedAddress, toAddress } from '#domain/orders/address.ts'
import type { Order, OrderLine } from '#domain/orders/order.ts'
import { NOTICE_VERSION } from '#domain/privacy/notice.ts'
import { queryPrepared, type Transaction } from '#server/db/connection.ts'
import { orderEmailJobSql } from '#server/db/enqueue.ts'

export type NewOrder = {
  userId: string
  email: string
  checkoutKey: string
  address: DeliveryAddress
  totalAmount: Rupees
  lines: (OrderLine & { sellerId: string | null })[]
  /** Online payment; absent: cash on delivery. */
  payment?: { id: string; status: 'pending' | 'confirmed' }
}

/**
 * Inserts in the sequence of the keys, so that two transactions with the same orders cannot deadlock. An order that is
 * there already is left out first, because `on conflict` waits for whoever changes it, who may wait for our products.
 */
const insertOrdersSql = {
  name: 'insert_orders',
  text: `
    with wanted as materialized (
      select * from jsonb_to_recordset($1::jsonb) as wanted ("userId" text, email text, "checkoutKey" uuid,
        "totalAmount" integer, name text, address text, city text, pincode text, "mobileNumber" text, "paymentId" text,
        status text, "productSize" text, "stateCode" text, firm text, gstin text, "registeredAddress" text,
        lines jsonb)
    ),
    placed as (
      insert into orders (user_id, email, checkout_key, total_amount, name, address, city, pincode, mobile_number,
        payment_id, status, product_size, state_code, firm, gstin, registered_address)
      select "userId", email, "checkoutKey", "totalAmount", name, address, city, pincode, "mobileNumber", "paymentId",
        status, "productSize", "stateCode", firm, gstin, "registeredAddress"
      from wanted
      where not exists (select from orders where user_id = "userId" and checkout_key = "checkoutKey")
      order by "userId", "checkoutKey"
      on conflict (user_id, checkout_key) do nothing
      returning id, time, user_id, checkout_key
    ),
    lines as (
      insert into order_lines (order_id, position, product_id, title, price, quantity, product_image_url, category,
        size_code, size_label, selected_color, seller_id, variant_id, sku, hsn, gst_rate, weight)
      select placed.id, line.position, line.id, line.title, line.price, line.quantity, line."productImageUrl", line.category,
        "sizeCode", "sizeLabel", "selectedColor", "sellerId", variant.id, coalesce(variant.sku, product.sku, ''),
        coalesce(product.hsn, ''), product.gst_rate, variant.weight
      from placed join wanted on placed.user_id = "userId" and checkout_key = "checkoutKey",
        jsonb_to_recordset(wanted.lines) as line (position smallint, id bigint, title text, price integer,
          quantity integer, "productImageUrl" text[], category text, "sizeCode" text, "sizeLabel" text,
          "selectedColor" text, "sellerId" text)
        left join products as product on product.id = line.id
        left join sellable_variants as variant
          on (variant.product_id, variant.size_code, variant.finish) = (product.id, line."sizeCode", line."selectedColor")
      order by placed.id, line.position
    ),
    email as (insert into outbox (job) select ${orderEmailJobSql('id')} from placed where $2::boolean),
    seen as (
      insert into consents (user_id, purpose, text_version) select user_id, 'checkout', $3 from placed
      on conflict do nothing
    )
    select id, time, user_id as "userId", checkout_key as key, is_checkout_key_used(user_id, checkout_key) as used
    from placed`,
}

type InsertedRow = { id: string; time: Date; userId: string; key: string; used: boolean }

/** The order of this checkout key was deleted. Thrown after inserting, so the transaction must roll back. */
export class CheckoutKeyUsed extends Error {}

/**
 * Inserts an order; waits for a concurrent insert with the same key.
 *
 * @param withEmail also enqueues the confirmation email
 * @returns undefined: this key has an order already
 * @throws CheckoutKeyUsed when its order was deleted; the transaction must not commit
 */
export async function insertOrder(
  tx: Transaction,
  order: NewOrder,
  { withEmail = false } = {},
): Promise<Order | undefined> {
  return (await insertOrders(tx, [order], { withEmail })).get(order)
}

/**
 * Inserts several orders with different checkout keys, in one round trip, because their products stay locked meanwhile.
 *
 * @returns without those whose key has an order already
 * @throws CheckoutKeyUsed as `insertOrder`
 */
export async function insertOrders(
  tx: Transaction,
  list: readonly NewOrder[],
  { withEmail = false } = {},
): Promise<Map<NewOrder, Order>> {
  const wanted = list.map(({ address, payment, lines, ...order }) => ({
    ...order,
    ...storedAddress(address),
    paymentId: payment?.id,
    status: payment?.status ?? 'confirmed',
    productSize: payment && lines.map(({ sizeCode }) => sizeCode).join(', '),
    lines: lines.map((line, position) => ({ ...line, position })),
  }))
  if (wanted.length === 0) return new Map()
  const values = [JSON.stringify(wanted), withEmail, NOTICE_VERSION]
  const rows = await queryPrepared<InsertedRow>(tx, insertOrdersSql, values)
  if (rows.some(({ used }) => used)) throw new CheckoutKeyUsed('The order of this checkout was deleted')
  const inserted = new Map(rows.map((row) => [keyOf(row.userId, row.key), row]))
  return new Map(
    list.flatMap((order) => {
      const row = inserted.get(keyOf(order.userId, order.checkoutKey))
      return row ? [[order, toPlaced(order, row)]] : []
    }),
  )
}

/** From now on, statements of this transaction fail after waiting a second for a lock. */
export async function limitLockWait(tx: Transaction): Promise<void> {
  await queryPrepared(tx, limitLockWaitSql, [])
}

const limitLockWaitSql = { name: 'limit_lock_wait', text: "select set_config('lock_timeout', '1s', true)" }

/** Identifies a checkout key among all shoppers; its UUID may be in capitals. */
export function keyOf(userId: string, checkoutKey: string): string {
  return `${userId} ${checkoutKey.toLowerCase()}`
}

function toPlaced({ checkoutKey, payment, lines, address, ...order }: NewOrder, { id, time }: InsertedRow): Order {
  return {
    id: Number(id),
    userid: order.userId,
    email: order.email,
    cartItems: lines.map(({ sellerId, ...line }) => line),
    addressInfo: toAddress(address),
    totalAmount: order.totalAmount,
    status: payment?.status ?? 'confirmed',
    cancel: 'none',
    ...(payment && { paymentId: payment.id, productSize: lines.map(({ sizeCode }) => sizeCode).join(', ') }),
    time: time.toISOString(),
  }
}
