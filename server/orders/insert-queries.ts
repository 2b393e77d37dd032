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

/** Looks first, because `on conflict` waits for whoever changes an order that exists, who may wait for our products. */
const insertOrderSql = {
  name: 'insert_order',
  text: `
    with wanted as materialized (
      select * from jsonb_to_record($1::jsonb) as wanted ("userId" text, email text, "checkoutKey" uuid,
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
      on conflict (user_id, checkout_key) do nothing
      returning id, time, user_id, checkout_key
    ),
    lines as (
      insert into order_lines (order_id, position, product_id, title, price, quantity, product_image_url, category,
        size_code, size_label, selected_color, seller_id, variant_id, sku, hsn, gst_rate, weight)
      select placed.id, line.position, line.id, line.title, line.price, line.quantity, line."productImageUrl", line.category,
        "sizeCode", "sizeLabel", "selectedColor", "sellerId", variant.id, coalesce(variant.sku, product.sku, ''),
        coalesce(product.hsn, ''), product.gst_rate, variant.weight
      from placed, wanted,
        jsonb_to_recordset(wanted.lines) as line (position smallint, id bigint, title text, price integer,
          quantity integer, "productImageUrl" text[], category text, "sizeCode" text, "sizeLabel" text,
          "selectedColor" text, "sellerId" text)
        left join products as product on product.id = line.id
        left join sellable_variants as variant
          on (variant.product_id, variant.size_code, variant.finish) = (product.id, line."sizeCode", line."selectedColor")
      order by line.position
    ),
    email as (insert into outbox (job) select ${orderEmailJobSql('id')} from placed where $2::boolean),
    seen as (
      insert into consents (user_id, purpose, text_version) select user_id, 'checkout', $3 from placed
      on conflict do nothing
    )
    select id, time, is_checkout_key_used(user_id, checkout_key) as used from placed`,
}

type InsertedRow = { id: string; time: Date; used: boolean }

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
  const { address, payment, lines, ...rest } = order
  const wanted = {
    ...rest,
    ...storedAddress(address),
    paymentId: payment?.id,
    status: payment?.status ?? 'confirmed',
    productSize: payment && lines.map(({ sizeCode }) => sizeCode).join(', '),
    lines: lines.map((line, position) => ({ ...line, position })),
  }
  const values = [JSON.stringify(wanted), withEmail, NOTICE_VERSION]
  const [row] = await queryPrepared<InsertedRow>(tx, insertOrderSql, values)
  if (row?.used) throw new CheckoutKeyUsed('The order of this checkout was deleted')
  return row && toPlaced(order, row)
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
