import type { Role } from '#domain/account.ts'
import type { Rupees } from '#domain/money.ts'
import type { Cancellation, OrderStatus } from '#domain/order.ts'
import type { ProductId } from '#domain/product.ts'
import type { Db } from './connection.ts'

/** What a shopkeeper looks at first. */
export type Overview = {
  products: number
  orders: number
  users: number
  byRole: Record<Role, number>
  waiting: { approvals: number; cancellations: number; requests: number }
  /** The last 30 days of the Indian calendar, oldest first, empty ones too. Cancelled and pending orders do not count. */
  revenue: { day: string; amount: Rupees; orders: number }[]
  ordersByStatus: { status: OrderStatus; cancel: Cancellation; count: number }[]
  /** At most ten, best first. `title` is undefined when the product is gone. */
  bestSellers: { productId: ProductId; title: string | undefined; quantity: number; amount: Rupees }[]
}

export async function readOverview(_db: Db, _now: Date): Promise<Overview> {
  throw new Error('Being written')
}
