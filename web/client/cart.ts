import { type Cart, parseCart } from '#domain/storage/stored-cart.ts'
import { localStorageStore } from './local-storage-store.ts'

export const cartStore = localStorageStore<Cart>('cart', parseCart)

export const useCart = cartStore.use
export const getCart = cartStore.get
