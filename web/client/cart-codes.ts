import { CODE_MAX, plainCode } from '#domain/offers/offer.ts'
import { readJson } from '#domain/text.ts'
import { localStorageStore } from './local-storage-store.ts'

/** The code of an offer that was applied to the cart; empty: none. The server checks it again. */
export const cartOfferCode = localStorageStore('offerCode', (text) => {
  const code = readJson(text)
  return typeof code === 'string' ? plainCode(code).slice(0, CODE_MAX) : ''
})

/** The voucher with which the next order is paid, and the rupees that it pays at most; the server checks both again. */
export type CartVoucher = { code: string; balance: number }

export const cartVoucher = localStorageStore<CartVoucher | undefined>('voucher', parse)

function parse(text: string | null): CartVoucher | undefined {
  const { code, balance } = Object(readJson(text))
  return typeof code === 'string' && Number.isSafeInteger(balance) && balance > 0 ? { code, balance } : undefined
}
