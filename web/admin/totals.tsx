import { Tile } from '#web/ui/admin/tile.tsx'

const number = new Intl.NumberFormat('en-IN')

/** The totals of the shop, one line. */
export function Totals({ products, orders, users }: { products: number; orders: number; users: number }) {
  return (
    <dl className="cluster figures totals-line">
      <Tile label="Total products" value={number.format(products)} />
      <Tile label="Total orders" value={number.format(orders)} />
      <Tile label="Total users" value={number.format(users)} />
    </dl>
  )
}
