import { Link } from 'react-router'
import { useCart } from '#web/client/cart.ts'
import { Icon } from '#web/ui/icons.tsx'
import { CountBadge } from '#web/ui/product/badge.tsx'

export function CartLink() {
  const count = useCart().length
  return (
    <Link to="/cart" className="icon-button" aria-label={`Cart, ${count} ${count === 1 ? 'item' : 'items'}`}>
      <Icon name="cart" />
      {count > 0 && <CountBadge count={count} />}
    </Link>
  )
}
