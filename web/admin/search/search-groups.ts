import type { Role } from '#domain/accounts/user.ts'
import type { Order } from '#domain/orders/order.ts'
import { calendarDay, formatDay } from '#domain/time.ts'
import type { FoundRecords } from '#server/admin/search.ts'
import { productPaths } from '#web/admin/products/product-paths.ts'

export type SearchHit = {
  to: string
  title: string
  detail: string
  /** Of an order; without its refund, which names an amount. */
  state?: Pick<Order, 'status' | 'cancel' | 'dispatched' | 'awaitsConfirmation'>
}
export type SearchGroup = {
  name: 'Orders' | 'Customers' | 'Products'
  hits: SearchHit[]
  /** The list with the same search, if it holds more than these. */
  all?: string
}

/** What was found, as the search of the back office shows it: groups without hits are left out. */
export function groupsOf({ orders, customers, products }: FoundRecords, q: string, role: Role): SearchGroup[] {
  const paths = productPaths(role)
  const query = `?${new URLSearchParams({ q })}`
  const groups: SearchGroup[] = [
    {
      name: 'Orders',
      hits: (orders?.rows ?? []).map(orderHit),
      ...(orders?.hasMore && { all: `/adminDashboard/orders${query}` }),
    },
    {
      name: 'Customers',
      hits: (customers?.rows ?? []).map(({ name, email }) => ({
        to: `/adminDashboard/users?${new URLSearchParams({ q: email })}`,
        title: name,
        detail: email,
      })),
      ...(customers?.hasMore && { all: `/adminDashboard/users${query}` }),
    },
    {
      name: 'Products',
      hits: (products?.rows ?? []).map(({ id, title, sku, category }) => ({
        to: paths.edit(id),
        title,
        detail: sku || category,
      })),
      ...(products?.hasMore && { all: paths.list + query }),
    },
  ]
  return groups.filter(({ hits }) => hits.length > 0)
}

function orderHit({ id, addressInfo, time, status, cancel, dispatched, awaitsConfirmation }: Order): SearchHit {
  return {
    to: `/adminDashboard/orders/${id}`,
    title: `#${id} ${addressInfo.name}`,
    detail: `${addressInfo.city}, ${formatDay(calendarDay(time))}`,
    state: { status, cancel, ...(dispatched && { dispatched }), ...(awaitsConfirmation && { awaitsConfirmation }) },
  }
}

/** Where Enter leads at once: to the only hit. An order and its buyer count as one. */
export function onlyHitIn({ orders, customers, products }: FoundRecords, q: string, role: Role): string | undefined {
  const order = orders?.rows.length === 1 ? orders.rows[0] : undefined
  const others = (customers?.rows ?? []).filter(({ userId }) => userId !== order?.userId)
  const [hit, ...more] = groupsOf(
    { ...(orders && { orders }), customers: { rows: others, hasMore: false }, ...(products && { products }) },
    q,
    role,
  ).flatMap(({ hits }) => hits)
  return more.length === 0 ? hit?.to : undefined
}
