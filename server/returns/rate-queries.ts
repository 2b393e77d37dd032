import { sql } from 'drizzle-orm'
import type { ReturnReasonAsked } from '#domain/returns/return-request.ts'
import type { Db } from '#server/db/connection.ts'

/** Of a product in the last twelve months: how many units were sent, and how many of them buyers asked to return, and why. */
export type ReturnRate = {
  productId: number
  title: string
  sent: number
  asked: number
  reasons: Partial<Record<ReturnReasonAsked, number>>
}

/** The products with most returns first, at most twenty. What was withdrawn is not counted. */
export async function listReturnRates(db: Db): Promise<ReturnRate[]> {
  const { rows } = await db.execute<Omit<ReturnRate, 'productId'> & { productId: string }>(sql`
    with asked as (
      select product_id, any_value(title) as title, sum(units)::integer as asked, jsonb_object_agg(reason, units) as reasons
      from (
        select product_id, reason, any_value(title) as title, sum(quantity) as units from return_requests
        where time > now() - interval '12 months' and state <> 'withdrawn' group by product_id, reason
      ) as by_reason group by product_id order by 3 desc, 1 limit 20
    )
    select product_id as "productId", title, asked, reasons, coalesce((
      select sum(sent.quantity) from order_lines as l
      join shipments as s on s.order_id = l.order_id and s.kind = 'sale' and s.step <> 'cancelled'
      join shipment_lines as sent on sent.shipment_id = s.id and sent.position = l.position
      where l.product_id = asked.product_id and s.time > now() - interval '12 months'), 0)::integer as sent
    from asked order by asked desc, product_id`)
  return rows.map((row) => ({ ...row, productId: Number(row.productId) }))
}
