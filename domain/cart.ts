import * as v from 'valibot'
import type { Rupees } from './money.ts'
import { type Product, type ProductId, priceOfSize } from './product.ts'
import { parseStoredList, storedProductSchema } from './recently-visited.ts'
import { isPotColour, type PotColour, type Size, type SizeCode, sizeLabelOf } from './sizes.ts'

/** One line of the cart: the product's fields, how many, in which size and colour. `price` is for one, as last seen. */
export type CartItem = Product & { selectedColor: PotColour }
export type Cart = readonly CartItem[]

/** What makes a line: the same pot in the same size and colour. */
export type LineIdentity = PotIdentity & { selectedColor: PotColour }
/** The unit that the limit of 99 applies to: one pot in one size, all colours together. */
type PotIdentity = { id: ProductId; sizeCode: SizeCode }

export type CartAction =
  | { type: 'ADD_CART'; item: CartItem }
  | { type: 'INCREASE' | 'DECREASE' | 'REMOVE'; line: LineIdentity }
  | { type: 'SET_PRICE'; line: LineIdentity; price: Rupees }
  /** Takes away what was ordered; what another tab has put in meanwhile stays. */
  | { type: 'CLEAR'; ordered: Cart }

/** The most of one pot in one size in one order, whatever its colours. More is a conversation, not a click. */
export const MAX_QUANTITY = 99
/** The most different lines in one order. */
export const MAX_LINES = 100

export function cartReducer(cart: Cart, action: CartAction): Cart {
  switch (action.type) {
    case 'ADD_CART':
      if (isFull(cart, action.item)) return cart
      return cart.some((item) => sameLine(item, action.item))
        ? changeQuantity(cart, action.item, 1)
        : [...cart, { ...action.item, quantity: 1 }]
    case 'INCREASE':
      return isFull(cart, action.line) ? cart : changeQuantity(cart, action.line, 1)
    case 'DECREASE':
      return changeQuantity(cart, action.line, -1)
    case 'REMOVE':
      return cart.filter((item) => !sameLine(item, action.line))
    case 'SET_PRICE':
      return cart.map((item) => (sameLine(item, action.line) ? { ...item, price: action.price } : item))
    case 'CLEAR':
      return cart.flatMap((item) => without(item, action.ordered))
  }
}

function without(item: CartItem, ordered: Cart): Cart {
  const quantity = item.quantity - (ordered.find((line) => sameLine(line, item))?.quantity ?? 0)
  return quantity > 0 ? [{ ...item, quantity }] : []
}

function changeQuantity(cart: Cart, line: LineIdentity, by: number): Cart {
  return cart.map((item) => (sameLine(item, line) ? { ...item, quantity: boundQuantity(item.quantity + by) } : item))
}

export function sameLine(a: LineIdentity, b: LineIdentity): boolean {
  return a.id === b.id && a.sizeCode === b.sizeCode && a.selectedColor === b.selectedColor
}

/** Has this cart as many of this pot as one order takes? Adding to them would change nothing. */
export function isFull(cart: Cart, pot: PotIdentity): boolean {
  return countOf(cart, pot) >= MAX_QUANTITY
}

/** How many of one pot in one size, in all colours together. */
export function countOf(lines: readonly (PotIdentity & { quantity: number })[], pot: PotIdentity): number {
  return lines
    .filter(({ id, sizeCode }) => id === pot.id && sizeCode === pot.sizeCode)
    .reduce((count, { quantity }) => count + quantity, 0)
}

/** A line's identity as a key for lists and maps. */
export function lineKey({ id, sizeCode, selectedColor }: LineIdentity): string {
  return `${id}/${sizeCode}/${selectedColor}`
}

export function boundQuantity(quantity: number): number {
  return Math.min(MAX_QUANTITY, Math.max(1, Math.trunc(quantity) || 1))
}

/** The product as a new line, in the size and colour that the shopper chose. */
export function cartItem(product: Product, size: Size & { code: SizeCode }, selectedColor: PotColour): CartItem {
  return {
    ...product,
    price: priceOfSize(product, size),
    sizeCode: size.code,
    sizeLabel: sizeLabelOf(size),
    quantity: 1,
    selectedColor,
  }
}

/** Delivery is free, so a total is the sum of price times quantity. */
export function totalOf(lines: readonly { price: Rupees; quantity: number }[]): Rupees {
  return lines.reduce((total, { price, quantity }) => total + price * quantity, 0)
}

const cartItemSchema = v.object({
  ...storedProductSchema.entries,
  quantity: v.pipe(v.fallback(v.number(), 1), v.transform(boundQuantity)),
  selectedColor: v.custom<PotColour>(isPotColour),
})

/** What local storage held under `cart`. Unreadable lines are dropped, odd quantities mended, doubles merged. */
export function parseCart(text: string | null): CartItem[] {
  const lines = new Map<string, CartItem>()
  for (const item of parseStoredList(text, cartItemSchema)) {
    const key = lineKey(item)
    const same = lines.get(key)
    lines.set(key, same ? { ...same, quantity: boundQuantity(same.quantity + item.quantity) } : item)
  }
  return [...lines.values()]
}
