import { MAX_QUANTITY, type Product } from '#domain/catalog/product.ts'
import type { ShownVariant } from '#domain/catalog/variant.ts'
import type { Rupees } from '#domain/money.ts'
import {
  boundQuantity,
  type Cart,
  type CartItem,
  type LineIdentity,
  type ProductSizeKey,
} from '#domain/storage/stored-cart.ts'

export type CartAction =
  | { type: 'ADD_CART'; item: CartItem }
  | { type: 'INCREASE' | 'DECREASE' | 'REMOVE'; line: LineIdentity }
  | { type: 'SET_PRICE'; line: LineIdentity; price: Rupees }
  /** Removes the ordered lines; lines that another tab has added meanwhile stay. */
  | { type: 'CLEAR'; ordered: Cart }

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
      return cart.flatMap((item) => subtractOrdered(item, action.ordered))
  }
}

function subtractOrdered(item: CartItem, ordered: Cart): Cart {
  const quantity = item.quantity - (ordered.find((line) => sameLine(line, item))?.quantity ?? 0)
  return quantity > 0 ? [{ ...item, quantity }] : []
}

function changeQuantity(cart: Cart, line: LineIdentity, by: number): Cart {
  return cart.map((item) => (sameLine(item, line) ? { ...item, quantity: boundQuantity(item.quantity + by) } : item))
}

export function sameLine(a: LineIdentity, b: LineIdentity): boolean {
  return a.id === b.id && a.sizeCode === b.sizeCode && a.selectedColor === b.selectedColor
}

export function isFull(cart: Cart, pot: ProductSizeKey): boolean {
  return countOf(cart, pot) >= MAX_QUANTITY
}

/** Quantity of one pot in one size, in all colours together. */
export function countOf(lines: readonly (ProductSizeKey & { quantity: number })[], pot: ProductSizeKey): number {
  return lines
    .filter(({ id, sizeCode }) => id === pot.id && sizeCode === pot.sizeCode)
    .reduce((count, { quantity }) => count + quantity, 0)
}

/** A new cart line of the chosen variant. @param sizeLabel such as `CUBEE C02` */
export function cartItem(
  product: Product,
  { sizeCode, finish, price, image }: ShownVariant,
  sizeLabel: string,
): CartItem {
  const productImageUrl = image === undefined ? product.productImageUrl : [image]
  return { ...product, productImageUrl, price, sizeCode, sizeLabel, quantity: 1, selectedColor: finish }
}

/** Delivery is free, so the total is the sum of the lines. */
export function totalOf(lines: readonly { price: Rupees; quantity: number }[]): Rupees {
  return lines.reduce((total, { price, quantity }) => total + price * quantity, 0)
}
