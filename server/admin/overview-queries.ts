import { type SQL, sql } from 'drizzle-orm'
import { ROLES, type Role } from '#domain/accounts/user.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import type { Rupees } from '#domain/money.ts'
import { type Cancellation, mayApproveCancel, ORDER_STATES, type OrderStatus } from '#domain/orders/order-state.ts'
import { countsAsRevenue } from '#domain/orders/revenue.ts'
import { DELETED_USER } from '#domain/privacy/deleted-user.ts'
import { lastDays } from '#domain/time.ts'
import { type LowStock, readLowStockList } from '#server/catalog/stock/low-stock-queries.ts'
import type { Db } from '#server/db/connection.ts'
import { productRaise } from '#server/db/schema/shop.ts'
import { countUnsentEmails } from '#server/emails/queries.ts'
import { countOpenOrders } from '#server/orders/admin-queries.ts'
import { readStoredFacts, type StoredFacts } from '#server/readiness/queries.ts'

const DAYS = 30
const BEST_SELLERS = 10
const MAX_ORDERS_READ = 50_000

/** The figures of the admin dashboard. */
export type Overview = {
  products: number
  orders: number
  users: number
  byRole: Record<Role, number>
  /** `dispatch`: orders of which something is still to be sent. `confirmations`: orders that wait for their buyers' word. */
  waiting: {
    approvals: number
    dispatch: number
    confirmations: number
    cancellations: number
    requests: number
    emails: number
  }
  /** The last 30 days of the Indian calendar, oldest first, empty ones too. Cancelled and pending orders do not count. */
  revenue: { day: string; amount: Rupees; orders: number }[]
  ordersByStatus: { status: OrderStatus; cancel: Cancellation; count: number }[]
  /** Undefined: the shop counts no stock. */
  lowStock: LowStock | undefined
  /**
   * Of those days, at most ten, best first; only the latest 50,000 orders count. `title`: null if the product is gone.
   */
  bestSellers: { productId: ProductId; title: string | null; quantity: number; amount: Rupees }[]
}

/** Includes the facts that readiness is judged by, so that both are read together. */
export async function readOverview(db: Db, now: Date): Promise<Overview & { stored: StoredFacts }> {
  const days = lastDays(now, DAYS)
  const [byMark, byState, byRole, requests, unsentEmails, revenue, bestSellers, stored, lowStock, open] =
    await Promise.all([
      countEach(db, sql`products`, [true, false], (approved) => sql`approved = ${approved}`),
      countEach(db, sql`orders`, ORDER_STATES, ({ status, cancel }) => sql`status = ${status} and cancel = ${cancel}`),
      countEach(db, sql`"user"`, ROLES, (role) => sql`role = ${role} and id <> ${DELETED_USER.id}`),
      db.$count(productRaise),
      countUnsentEmails(db),
      readRevenue(db, days),
      listBestSellers(db, days),
      readStoredFacts(db),
      readLowStockList(db),
      countOpenOrders(db),
    ])
  const states = ORDER_STATES.map((state, index) => ({ ...state, count: byState[index] ?? 0 }))
  const sum = (counts: number[]) => counts.reduce((all, one) => all + one, 0)
  return {
    stored,
    products: sum(byMark),
    orders: sum(byState),
    users: sum(byRole),
    byRole: Object.fromEntries(ROLES.map((role, index) => [role, byRole[index] ?? 0])) as Record<Role, number>,
    waiting: {
      approvals: byMark[1] ?? 0,
      dispatch: open.toDispatch,
      confirmations: open.awaitingConfirmation,
      cancellations: sum(states.filter(mayApproveCancel).map(({ count }) => count)),
      requests,
      emails: unsentEmails,
    },
    revenue,
    ordersByStatus: states.filter(({ count }) => count > 0),
    bestSellers,
    lowStock,
  }
}

/** Counts each kind by its own index scan, which is far less work than sorting every row into its group. */
async function countEach<T>(db: Db, table: SQL, kinds: readonly T[], which: (kind: T) => SQL): Promise<number[]> {
  const counts = kinds.map((kind) => sql`(select count(*) from ${table} where ${which(kind)})`)
  const { rows } = await db.execute<{ counts: string[] }>(sql`select array[${sql.join(counts, sql`, `)}] as counts`)
  return rows[0]?.counts.map(Number) ?? []
}

type Day = ReturnType<typeof lastDays>[number]

/** The order states that count as revenue, as `domain/orders/revenue.ts` decides. */
const countsAsRevenueSql = sql.join(
  ORDER_STATES.filter(countsAsRevenue).map(({ status, cancel }) => sql`(status = ${status} and cancel = ${cancel})`),
  sql` or `,
)

async function readRevenue(db: Db, days: readonly Day[]): Promise<Overview['revenue']> {
  const starts = sql`${sql.param(days.map(({ start }) => start.toISOString()))}::timestamptz[]`
  const { rows } = await db.execute<{ place: number; amount: string; orders: string }>(sql`
    select width_bucket(time, ${starts}) as place, sum(total_amount) as amount, count(*) as orders
    from orders where time >= (${starts})[1] and (${countsAsRevenueSql})
    group by 1`)
  const byPlace = new Map(rows.map((row) => [row.place, row]))
  return days.map(({ day }, index) => {
    const row = byPlace.get(index + 1)
    return { day, amount: Number(row?.amount ?? 0), orders: Number(row?.orders ?? 0) }
  })
}

async function listBestSellers(db: Db, [first]: readonly Day[]): Promise<Overview['bestSellers']> {
  const { rows } = await db.execute<{ id: string; title: string | null; quantity: string; amount: string }>(sql`
    select product_id as id, title, best.quantity, amount
    from (
      select product_id, sum(quantity) as quantity, sum(quantity::bigint * l.price) as amount
      from (
        select id from orders where time >= ${first?.start.toISOString()} and (${countsAsRevenueSql})
        order by time desc limit ${MAX_ORDERS_READ}
      ) as sales join order_lines as l on l.order_id = sales.id
      group by product_id order by sum(quantity) desc, product_id limit ${BEST_SELLERS}
    ) as best
    left join products on products.id = best.product_id
    order by best.quantity desc, product_id`)
  return rows.map(({ id, title, quantity, amount }) => ({
    productId: Number(id),
    title,
    quantity: Number(quantity),
    amount: Number(amount),
  }))
}
