import { type Cart, lineKey } from '#domain/cart.ts'
import { stored } from './stored.ts'

type Checkout = { key: string; cart: string }

const checkout = stored<Checkout | undefined>('checkout', parseCheckout)

function parseCheckout(text: string | null): Checkout | undefined {
  try {
    const value = JSON.parse(text ?? 'null')
    return typeof value?.key === 'string' && typeof value.cart === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * The key under which this cart is ordered at most once. Every tab that checks out the same cart, and every repeat
 * after a lost answer, gets the same key; another cart gets another.
 */
export function checkoutKeyFor(cart: Cart): string {
  const contents = cart.map((item) => `${lineKey(item)}×${item.quantity}`).join(' ')
  const present = checkout.get()
  if (present?.cart === contents) return present.key
  const key = crypto.randomUUID()
  checkout.set({ key, cart: contents })
  return key
}

/** After the order: the same pots ordered once more are a new order. */
export function forgetCheckoutKey() {
  checkout.set(undefined)
}
