import { type CartAction, cartReducer } from '#domain/orders/cart.ts'
import { cartStore } from './cart.ts'

/** Applies the action to the stored cart, not to a copy, so that two tabs do not undo each other. */
export function changeCart(action: CartAction) {
  cartStore.set(cartReducer(cartStore.get(), action))
}
