/** A number on the corner of an icon; the icon's link has the accessible text. */
export function CountBadge({ count }: { count: number }) {
  return (
    <span className="count-badge" aria-hidden="true">
      {count}
    </span>
  )
}

export function DiscountBadge({ discount }: { discount: number }) {
  return <span className="badge discount">{discount}% OFF</span>
}

export function SoldBadge() {
  return <span className="badge sold">Sold</span>
}
