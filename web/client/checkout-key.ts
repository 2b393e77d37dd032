import type { DeliveryAddress } from '#domain/orders/address.ts'
import { type Cart, lineKey } from '#domain/orders/cart.ts'
import { localStorageStore } from './local-storage-store.ts'

type Checkout = {
  /** Made once for all tabs, and anew after an order. */
  seed: string
  /** The key of a press whose answer has not come: nobody here knows whether it is an order. */
  unanswered?: string
  /** The last order, for a tab that is pressed before it has heard of it. */
  ordered?: { seed: string; key: string }
}

const checkout = localStorageStore<Checkout | undefined>('checkout', parseCheckout)

function parseCheckout(text: string | null): Checkout | undefined {
  try {
    const { seed, unanswered, ordered } = JSON.parse(text ?? 'null') ?? {}
    if (!isKey(seed)) return undefined
    return {
      seed,
      ...(isKey(unanswered) && { unanswered }),
      ...(isKey(ordered?.seed) && isKey(ordered.key) && { ordered: { seed: ordered.seed, key: ordered.key } }),
    }
  } catch {
    return undefined
  }
}

function isKey(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
}

/** From what the keys of a checkout are made; taken when checkout opens and when the cart changes, not at the press. */
export function checkoutSeed(): string {
  const present = checkout.get()
  if (present) return present.seed
  return renewCheckout()
}

/** From now on the same cart to the same address is a new order. */
export function renewCheckout(): string {
  const seed = crypto.randomUUID()
  checkout.set({ seed })
  return seed
}

/**
 * The key under which this cart is ordered to this address at most once. Every tab that checks out the same, and every
 * repeat, gets the same key; another cart or address gets another. But while an answer is missing its key is used again
 * whatever has changed, and so it is by a tab that has not heard yet of the order: the shop then says what was ordered,
 * in place of ordering it a second time.
 */
export function checkoutKeyFor(seed: string, cart: Cart, address: DeliveryAddress): string {
  const present = checkout.get()
  if (present?.seed === seed && present.unanswered) return present.unanswered
  if (present?.ordered?.seed === seed) return present.ordered.key
  const lines = cart.map((item) => `${lineKey(item)}×${item.quantity}`).sort()
  const { name, address: street, city, pincode, mobileNumber } = address
  return mixed(seed, JSON.stringify([lines, name, street, city, pincode, mobileNumber]))
}

/** From the press until its answer. */
export function noteUnanswered(seed: string, key: string) {
  const present = checkout.get()
  if (present?.seed === seed) checkout.set({ ...present, unanswered: key })
}

/** The shop has said what became of this press. */
export function noteAnswered(key: string) {
  const { unanswered, ...present } = checkout.get() ?? {}
  if (unanswered === key) checkout.set(present as Checkout)
}

/** After the order: the same pots ordered once more are a new order. */
export function noteOrdered(seed: string, key: string) {
  if (checkout.get()?.seed === seed) checkout.set({ seed: crypto.randomUUID(), ordered: { seed, key } })
}

/** A key that differs with the text: the seed makes it unique, so 128 bits of a plain hash are enough. */
function mixed(seed: string, text: string): string {
  const parts = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 0xc2b2ae35]
  for (const letter of text) {
    for (const [index, part] of parts.entries()) {
      const next = Math.imul(part ^ (letter.codePointAt(0) ?? 0), 0x01000193 + 2 * index)
      parts[index] = next ^ (next >>> (13 + index))
    }
  }
  const hash = parts.map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('')
  let at = 0
  return seed.replace(/[0-9a-f]/g, (digit) => {
    const other = Number.parseInt(hash.charAt(at++), 16)
    return (Number.parseInt(digit, 16) ^ other).toString(16)
  })
}
