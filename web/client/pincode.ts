import { fetchJson } from './fetch-json.ts'
import { localStorageStore } from './local-storage-store.ts'

/** The answer of `/pincode/:pincode`. */
export type PincodeAnswer = {
  pincode: string
  /** The postal directory has it. */
  known: boolean
  city: string
  /** Empty: not sure. */
  stateCode: string
  delivers: boolean
  /** 0: no day is promised. */
  days: number
  cash: boolean
  /** Empty: no day is promised. */
  arrival: string
  answer: string[]
}

/** @param product whose delivery fee is asked about @returns undefined if the request fails */
export function fetchPincode(pincode: string, product: Record<string, string> = {}) {
  const query = new URLSearchParams(product)
  return fetchJson<PincodeAnswer>(`/pincode/${encodeURIComponent(pincode)}${query.size > 0 ? `?${query}` : ''}`)
}

/** The pincode that was last asked about on a product's page. */
export const lastPincode = localStorageStore<string>('pincode', (text) => {
  const pincode = text?.replaceAll('"', '') ?? ''
  return /^[1-9]\d{5}$/.test(pincode) ? pincode : ''
})
