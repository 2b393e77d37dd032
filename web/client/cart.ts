import { type Cart, type CartAction, cartReducer, parseCart } from '#domain/orders/cart.ts'
import { localStorageStore } from './local-storage-store.ts'

const cart = localStorageStore<Cart>('cart', parseCart)

export const useCart = cart.use
export const getCart = cart.get

/** Applies the action to the stored cart, not to a copy, so that two tabs do not undo each other. */
export function changeCart(action: CartAction) {
  cart.set(cartReducer(cart.get(), action))
}
