import { addressParts, type DeliveryAddress } from '#domain/orders/address.ts'
import { type Cart, lineKey } from '#domain/storage/stored-cart.ts'
import { isUuid, readJson } from '#domain/text.ts'
import { localStorageStore } from './local-storage-store.ts'

type CheckoutIdentity = {
  /** Shared by all tabs and renewed after each order. */
  seed: string
  /** The last order, for a tab that still shows the cart from before it. */
  ordered?: CheckoutKey
}
type CheckoutKey = { seed: string; key: string }

const checkout = localStorageStore<CheckoutIdentity | undefined>('checkout', parseCheckout)
/**
 * The key of a request without a response yet: it may or may not have become an order. It has an entry of its own, because
 * a tab that has not noticed another tab's order would write the old seed back with it.
 */
const unanswered = localStorageStore('unanswered', (text) => parseKey(Object(readJson(text))))

function parseCheckout(text: string | null): CheckoutIdentity | undefined {
  const { seed, ordered } = Object(readJson(text))
  if (!isUuid(seed)) return undefined
  const key = parseKey(Object(ordered))
  return { seed, ...(key && { ordered: key }) }
}

function parseKey({ seed, key }: Record<string, unknown>): CheckoutKey | undefined {
  return isUuid(seed) && isUuid(key) ? { seed, key } : undefined
}

/** The seed of a checkout's keys, read when checkout opens and when the cart changes, not on submit. */
export function checkoutSeed(): string {
  const present = checkout.get()
  if (present) return present.seed
  return renewCheckout()
}

/** After this, the same cart to the same address is a new order. */
export function renewCheckout(): string {
  const seed = crypto.randomUUID()
  checkout.set({ seed })
  return seed
}

/**
 * The idempotency key of ordering this cart to this address: the same in every tab and on every retry, different for
 * another cart or address. While a request has no response its key is reused even if the cart or address changed, and so
 * it is in a tab that has not noticed the order: the server then reports the earlier order instead of placing a second.
 */
export function checkoutKeyFor(seed: string, cart: Cart, address: DeliveryAddress): string {
  const { ordered } = checkout.get() ?? {}
  if (ordered?.seed === seed) return ordered.key
  const sent = unanswered.get()
  if (sent?.seed === seed) return sent.key
  const lines = cart.map((item) => `${lineKey(item)}×${item.quantity}`).sort()
  return deriveKey(seed, JSON.stringify([lines, ...addressParts(address)]))
}

/** Called when a request is sent. */
export function noteUnanswered(seed: string, key: string) {
  if (checkout.get()?.seed === seed) unanswered.set({ seed, key })
}

/** Called when the response to a request arrives. */
export function noteAnswered(key: string) {
  if (unanswered.get()?.key === key) unanswered.set(undefined)
}

/** Called after an order, so that ordering the same pots again is a new order. */
export function noteOrdered(seed: string, key: string) {
  if (checkout.get()?.seed === seed) checkout.set({ seed: crypto.randomUUID(), ordered: { seed, key } })
}

/** Mixes a plain 128-bit hash of the text into the seed; the seed is what makes the key unguessable. */
function deriveKey(seed: string, text: string): string {
  const parts = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 0xc2b2ae35]
  for (const character of text) {
    for (const [index, part] of parts.entries()) {
      const next = Math.imul(part ^ (character.codePointAt(0) ?? 0), 0x01000193 + 2 * index)
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
