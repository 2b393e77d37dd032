import { sql } from 'drizzle-orm'
import type { Role } from '#domain/account.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import type { Rupees } from '#domain/money.ts'
import type { Cancellation, OrderStatus } from '#domain/orders/order.ts'
import { calendarDay } from '#domain/time.ts'
import type { Db } from '#server/db/connection.ts'
import { readCounters } from '#server/db/keyset-pagination.ts'
import { countUnsentEmails } from '#server/emails/queries.ts'

const DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000
const BEST_SELLERS = 10

/** The figures of the admin dashboard. */
export type Overview = {
  products: number
  orders: number
  users: number
  byRole: Record<Role, number>
  waiting: { approvals: number; cancellations: number; requests: number; emails: number }
  /** The last 30 days of the Indian calendar, oldest first, empty ones too. Cancelled and pending orders do not count. */
  revenue: { day: string; amount: Rupees; orders: number }[]
  ordersByStatus: { status: OrderStatus; cancel: Cancellation; count: number }[]
  /** At most ten, best first. `title` is null when the product was deleted. */
  bestSellers: { productId: ProductId; title: string | null; quantity: number; amount: Rupees }[]
}

export async function readOverview(db: Db, now: Date): Promise<Overview> {
  const days = Array.from({ length: DAYS }, (_, index) =>
    calendarDay(new Date(now.getTime() - (DAYS - 1 - index) * DAY_MS)),
  )
  const [counters, bestSellers, unsentEmails] = await Promise.all([
    readCountersSince(db, days[0] ?? ''),
    listBestSellers(db),
    countUnsentEmails(db),
  ])
  const get = (name: string) => counters.get(name) ?? 0
  const states = [...counters].filter(([name]) => name.startsWith('orders '))
  return {
    products: get('products'),
    orders: get('orders'),
    users: get('users'),
    byRole: { user: get('users user'), seller: get('users seller'), admin: get('users admin') },
    waiting: {
      approvals: get('products false false') + get('products false true'),
      cancellations: get('orders confirmed requested') + get('orders pending requested'),
      requests: get('requests'),
      emails: unsentEmails,
    },
    revenue: days.map((day) => ({ day, amount: get(`revenue ${day}`), orders: get(`sales ${day}`) })),
    ordersByStatus: states.map(([name, count]) => {
      const [, status, cancel] = name.split(' ') as [string, OrderStatus, Cancellation]
      return { status, cancel, count }
    }),
    bestSellers,
  }
}

/** All counters, but daily ones only from this day on. */
async function readCountersSince(db: Db, day: string): Promise<Map<string, number>> {
  const ranges = await Promise.all(
    [
      ['orders', 'orders~'],
      ['products', 'products~'],
      ['requests', 'requests~'],
      [`revenue ${day}`, 'revenue ~'],
      [`sales ${day}`, 'sales ~'],
      ['users', 'users~'],
    ].map(([from = '', to = '']) => readCounters(db, from, to)),
  )
  return new Map(ranges.flatMap((counters) => [...counters]))
}

async function listBestSellers(db: Db): Promise<Overview['bestSellers']> {
  const { rows } = await db.execute<{ id: string; title: string | null; quantity: string; amount: string }>(sql`
    select product_id as id, title, best.quantity, amount
    from (
      select * from product_sales where quantity > 0 order by quantity desc, product_id limit ${BEST_SELLERS}
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
