import { screensOf, type User } from '#domain/accounts/user.ts'
import { messageNumber } from '#domain/contact.ts'
import type { Order } from '#domain/orders/order.ts'
import { mayOpen } from '#domain/permissions.ts'
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
  name: 'Orders' | 'Customers' | 'Products' | 'Messages'
  hits: SearchHit[]
  /** The list with the same search, if it may hold more than these. */
  all?: string
}

/** The results as the search of the back office shows them: empty groups are left out. */
export function groupsOf(
  { orders, customers, products, messages }: FoundRecords,
  q: string,
  user: User,
): SearchGroup[] {
  const paths = productPaths(screensOf(user))
  const allIn = (list: string, found: { isWhole: boolean } | undefined) =>
    found && !found.isWhole && { all: `${list}?${new URLSearchParams({ q })}` }
  const groups: SearchGroup[] = [
    {
      name: 'Orders',
      hits: (orders?.rows ?? []).map(orderHit),
      ...allIn('/adminDashboard/orders', orders),
    },
    {
      name: 'Customers',
      hits: (customers?.rows ?? []).map(({ userId, name, email }) => ({
        to: `/adminDashboard/users/${userId}`,
        title: name,
        detail: email,
      })),
      ...allIn('/adminDashboard/users', customers),
    },
    {
      name: 'Products',
      hits: (products?.rows ?? []).map(({ id, title, sku, category }) => ({
        // Those who may only see products find it in the list.
        to: mayOpen(user, paths.edit(id)) ? paths.edit(id) : `${paths.list}?${new URLSearchParams({ q: title })}`,
        title,
        detail: sku || category,
      })),
      ...allIn(paths.list, products),
    },
    {
      name: 'Messages',
      hits: (messages?.rows ?? []).map(({ id, name, time }) => ({
        to: `/adminDashboard/messages/${id}`,
        title: `${messageNumber(id)} ${name}`,
        detail: formatDay(calendarDay(time)),
      })),
    },
  ]
  return groups.filter(({ hits, all }) => hits.length > 0 || all)
}

function orderHit({ id, addressInfo, time, status, cancel, dispatched, awaitsConfirmation }: Order): SearchHit {
  return {
    to: `/adminDashboard/orders/${id}`,
    title: `#${id} ${addressInfo.name}`,
    detail: `${addressInfo.city}, ${formatDay(calendarDay(time))}`,
    state: { status, cancel, ...(dispatched && { dispatched }), ...(awaitsConfirmation && { awaitsConfirmation }) },
  }
}

/** The page that Enter opens at once: that of the only hit. An order and its buyer count as one. */
export function onlyHitIn({ orders, customers, ...rest }: FoundRecords, q: string, user: User): string | undefined {
  const order = orders?.rows.length === 1 ? orders.rows[0] : undefined
  const others = (customers?.rows ?? []).filter(({ userId }) => userId !== order?.userId)
  const [hit, ...more] = groupsOf(
    { ...(orders && { orders }), customers: { rows: others, isWhole: true }, ...rest },
    q,
    user,
  ).flatMap(({ hits }) => hits)
  return more.length === 0 ? hit?.to : undefined
}
