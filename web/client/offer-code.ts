import { CODE_MAX, plainCode } from '#domain/offers/offer.ts'
import { readJson } from '#domain/text.ts'
import { localStorageStore } from './local-storage-store.ts'

/** The code of an offer that was applied to the cart; empty: none. The server checks it again. */
export const cartOfferCode = localStorageStore('offerCode', (text) => {
  const code = readJson(text)
  return typeof code === 'string' ? plainCode(code).slice(0, CODE_MAX) : ''
})
