import { badgeOf } from '#domain/catalog/list-price.ts'

/** A number on the corner of an icon; the icon's link has the accessible text. */
export function CountBadge({ count }: { count: number }) {
  return (
    <span className="count-badge" aria-hidden="true">
      {count}
    </span>
  )
}

/** Nothing where nothing is off. */
export function DiscountBadge({ product }: { product: Parameters<typeof badgeOf>[0] }) {
  const percent = badgeOf(product)
  return percent !== undefined && <span className="badge discount">{percent}% OFF</span>
}

export function SoldBadge() {
  return <span className="badge sold">Sold</span>
}
