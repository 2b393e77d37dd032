import { count, sql } from 'drizzle-orm'
import type { Role } from '#domain/account.ts'
import type { Rupees } from '#domain/money.ts'
import { type Cancellation, mayApproveCancel, type OrderStatus } from '#domain/order.ts'
import type { ProductId } from '#domain/product.ts'
import { countsAsRevenue, ORDER_STATES } from '#domain/revenue.ts'
import { lastDays } from '#domain/time.ts'
import type { Db } from './connection.ts'
import { countFailedLetters } from './letters.ts'
import { orders, productRaise, products } from './schema.ts'
import { user } from './schema-accounts.ts'

const DAYS = 30
const BEST_SELLERS = 10

/** What a shopkeeper looks at first. */
export type Overview = {
  products: number
  orders: number
  users: number
  byRole: Record<Role, number>
  waiting: { approvals: number; cancellations: number; requests: number; letters: number }
  /** The last 30 days of the Indian calendar, oldest first, empty ones too. Cancelled and pending orders do not count. */
  revenue: { day: string; amount: Rupees; orders: number }[]
  ordersByStatus: { status: OrderStatus; cancel: Cancellation; count: number }[]
  /** Of those days, at most ten, best first. `title` is null when the product is gone. */
  bestSellers: { productId: ProductId; title: string | null; quantity: number; amount: Rupees }[]
}

export async function readOverview(db: Db, now: Date): Promise<Overview> {
  const days = lastDays(now, DAYS)
  const [byMark, byState, byRole, requests, failedLetters, revenue, bestSellers] = await Promise.all([
    db.select({ approved: products.approved, count: count() }).from(products).groupBy(products.approved),
    db
      .select({ status: orders.status, cancel: orders.cancel, count: count() })
      .from(orders)
      .groupBy(orders.status, orders.cancel),
    db.select({ role: user.role, count: count() }).from(user).groupBy(user.role),
    db.$count(productRaise),
    countFailedLetters(db),
    readRevenue(db, days),
    listBestSellers(db, days),
  ])
  const sum = (rows: { count: number }[]) => rows.reduce((all, row) => all + row.count, 0)
  const usersOf = (role: Role) => sum(byRole.filter((row) => row.role === role))
  return {
    products: sum(byMark),
    orders: sum(byState),
    users: sum(byRole),
    byRole: { user: usersOf('user'), seller: usersOf('seller'), admin: usersOf('admin') },
    waiting: {
      approvals: sum(byMark.filter(({ approved }) => !approved)),
      cancellations: sum(byState.filter(mayApproveCancel)),
      requests,
      letters: failedLetters,
    },
    revenue,
    ordersByStatus: byState,
    bestSellers,
  }
}

type Day = ReturnType<typeof lastDays>[number]

/** The states in which an order counts, as `domain/revenue.ts` has them. */
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
      from orders join order_lines as l on l.order_id = orders.id
      where orders.time >= ${first?.start.toISOString()} and (${countsAsRevenueSql})
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
