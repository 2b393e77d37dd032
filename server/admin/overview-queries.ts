import { type SQL, sql } from 'drizzle-orm'
import { missingForInvoice } from '#domain/billing/invoice-needs.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import { type Rupees, toRupees } from '#domain/money.ts'
import { type Cancellation, mayApproveCancel, ORDER_STATES, type OrderStatus } from '#domain/orders/order-state.ts'
import { DELETED_USER } from '#domain/privacy/deleted-user.ts'
import { lastDays } from '#domain/time.ts'
import { type LowStock, readLowStockList } from '#server/catalog/stock/low-stock-queries.ts'
import type { Db } from '#server/db/connection.ts'
import { countUnsentMessages } from '#server/messages/sent-queries.ts'
import { countOrders } from '#server/orders/admin-queries.ts'
import { findOpenDisputes } from '#server/payments/dispute-queries.ts'
import { IS_OPEN_RETURN } from '#server/returns/admin-queries.ts'
import { findSettings } from '#server/settings/queries.ts'
import { readStoredFacts, type StoredFacts } from '#server/setup/queries.ts'
import { COUNTS_AS_REVENUE } from './sales-queries.ts'

const DAYS = 30
const BEST_SELLERS = 10
const MAX_ORDERS_READ = 50_000

/** The counts in the frame of every back-office page. They are read again after each change, so each has to be cheap. */
export type Counts = {
  products: number
  orders: number
  users: number
  /** `dispatch`: orders of which something is still to be sent. `confirmations`: orders that wait for their buyers' word. */
  waiting: {
    approvals: number
    dispatch: number
    confirmations: number
    cancellations: number
    /** Those that the shop has to answer. */
    disputes: number
    requests: number
    messages: number
    reviews: number
    /** Neither settled nor declined. */
    returns: number
    emails: number
  }
  /** The facts by which the setup is judged. */
  stored: StoredFacts
}

/** The figures of Home. */
export type Figures = {
  revenue: Revenue
  ordersByStatus: { status: OrderStatus; cancel: Cancellation; count: number }[]
  /** Undefined: the shop counts no stock. */
  lowStock: LowStock | undefined
  /**
   * Of those days, at most ten, best first; only the latest 50,000 orders count. `title`: null if the product is gone.
   */
  bestSellers: { productId: ProductId; title: string | null; quantity: number; amount: Rupees }[]
}

/** The last 30 days of the Indian calendar, oldest first, empty ones too. */
export type Revenue = {
  /**
   * `ledger`: the shop makes invoices, so it is what they and the credit notes of a day add up to, as in the sales ledger.
   * `orders`: what was ordered on a day, less what came back of it. Cancelled and pending orders do not count.
   */
  basis: 'ledger' | 'orders'
  /** How many orders it comes from. */
  orders: number
  days: { day: string; amount: Rupees }[]
}

export async function readCounts(db: Db): Promise<Counts> {
  const [total, cancellations, emails, stored, dispatch, confirmations, disputes] = await Promise.all([
    countEach(db, [
      sql`products`,
      sql`products where not approved`,
      sql`orders`,
      sql`"user" where id <> ${DELETED_USER.id}`,
      sql`product_raise`,
      sql`contact_messages where state = 'new'`,
      sql`reviews where state = 'waiting'`,
      sql`return_requests where ${IS_OPEN_RETURN}`,
    ]),
    countEach(
      db,
      ORDER_STATES.filter(mayApproveCancel).map((state) => sql`orders where ${isIn(state)}`),
    ),
    countUnsentMessages(db),
    readStoredFacts(db),
    countOrders(db, 'to-pack'),
    countOrders(db, 'not-confirmed'),
    findOpenDisputes(db),
  ])
  const [products = 0, approvals = 0, orders = 0, users = 0, requests = 0, messages = 0, reviews = 0, returns = 0] =
    total
  return {
    products,
    orders,
    users,
    stored,
    waiting: {
      approvals,
      dispatch,
      confirmations,
      cancellations: cancellations.reduce((all, one) => all + one, 0),
      disputes: disputes.count,
      requests,
      messages,
      reviews,
      returns,
      emails,
    },
  }
}

export async function readFigures(db: Db, now: Date): Promise<Figures> {
  const days = lastDays(now, DAYS)
  const settings = await findSettings(db)
  const [byState, revenue, bestSellers, lowStock] = await Promise.all([
    countEach(
      db,
      ORDER_STATES.map((state) => sql`orders where ${isIn(state)}`),
    ),
    readRevenue(db, days, missingForInvoice(settings).length === 0 ? 'ledger' : 'orders'),
    listBestSellers(db, days),
    readLowStockList(db),
  ])
  return {
    revenue,
    ordersByStatus: ORDER_STATES.map((state, index) => ({ ...state, count: byState[index] ?? 0 })).filter(
      ({ count }) => count > 0,
    ),
    bestSellers,
    lowStock,
  }
}

const isIn = ({ status, cancel }: (typeof ORDER_STATES)[number]) => sql`status = ${status} and cancel = ${cancel}`

/** Counts each kind by its own index scan, which is far less work than sorting every row into its group. */
async function countEach(db: Db, kinds: readonly SQL[]): Promise<number[]> {
  const counts = kinds.map((kind) => sql`(select count(*) from ${kind})`)
  const { rows } = await db.execute<{ counts: string[] }>(sql`select array[${sql.join(counts, sql`, `)}] as counts`)
  return rows[0]?.counts.map(Number) ?? []
}

type Day = ReturnType<typeof lastDays>[number]

async function readRevenue(db: Db, days: readonly Day[], basis: Revenue['basis']): Promise<Revenue> {
  const rows = await (basis === 'ledger' ? readBilled(db, days) : readOrdered(db, days))
  const paise = new Map(rows.map((row) => [row.day, Number(row.paise)]))
  return {
    basis,
    orders: rows.reduce((sum, row) => sum + Number(row.orders), 0),
    days: days.map(({ day }) => ({ day, amount: toRupees(paise.get(day) ?? 0) })),
  }
}

/** `orders`: how many have their first invoice of these days on this one. */
async function readBilled(db: Db, [first]: readonly Day[]): Promise<RevenueRow[]> {
  const { rows } = await db.execute<RevenueRow>(sql`
    select date::text as day, sum(case series when 'bill' then total else -total end) as paise,
      count(*) filter (where is_first) as orders
    from (
      select date, series, total,
        series = 'bill' and row_number() over (partition by order_id, series order by date, id) = 1 as is_first
      from bills where date >= ${first?.day}::date and series in ('bill', 'credit-note')
    ) as documents
    group by date`)
  return rows
}

/**
 * Goods that came back count for the amount that was refunded or credited. A parcel that is returned came back whole, also
 * before the desk has counted it.
 */
async function readOrdered(db: Db, days: readonly Day[]): Promise<RevenueRow[]> {
  const starts = sql`${sql.param(days.map(({ start }) => start.toISOString()))}::timestamptz[]`
  const { rows } = await db.execute<RevenueRow>(sql`
    with came_back as (
      select order_id, amount from returns where time >= (${starts})[1]
      union all
      select order_id, round(sent.amount::numeric * (sent.quantity - coalesce(counted.quantity, 0)) / sent.quantity)
      from shipments join shipment_lines as sent on sent.shipment_id = id
        left join lateral (
          select sum(good + damaged) as quantity from returns join return_lines on return_id = returns.id
          where returns.shipment_id = shipments.id and return_lines.position = sent.position
        ) as counted on true
      where step = 'returned' and kind = 'sale' and time >= (${starts})[1]
    ), back_of_order as (
      select order_id, sum(amount) as amount from came_back group by order_id
    )
    select (${sql.param(days.map(({ day }) => day))}::text[])[width_bucket(time, ${starts})] as day,
      100 * sum(total_amount) - coalesce(sum(amount), 0) as paise, count(*) as orders
    from orders left join back_of_order on order_id = id
    where time >= (${starts})[1] and (${COUNTS_AS_REVENUE})
    group by 1`)
  return rows
}

type RevenueRow = { day: string; paise: string; orders: string }

async function listBestSellers(db: Db, [first]: readonly Day[]): Promise<Figures['bestSellers']> {
  const { rows } = await db.execute<Figures['bestSellers'][number]>(sql`
    select product_id::float8 as "productId", title, best.quantity::float8, amount::float8
    from (
      select product_id, sum(quantity) as quantity, sum(quantity::bigint * l.price) - sum(l.discount) / 100 as amount
      from (
        select id from orders where time >= ${first?.start.toISOString()} and (${COUNTS_AS_REVENUE})
        order by time desc limit ${MAX_ORDERS_READ}
      ) as sales join order_lines as l on l.order_id = sales.id
      group by product_id order by sum(quantity) desc, product_id limit ${BEST_SELLERS}
    ) as best
    left join products on products.id = best.product_id
    order by best.quantity desc, product_id`)
  return rows
}
