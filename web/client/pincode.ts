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
export async function fetchPincode(
  pincode: string,
  product: Record<string, string> = {},
): Promise<PincodeAnswer | undefined> {
  const query = new URLSearchParams(product)
  try {
    const response = await fetch(`/pincode/${encodeURIComponent(pincode)}${query.size > 0 ? `?${query}` : ''}`)
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}

/** The pincode that was last asked about on a product's page. */
export const lastPincode = localStorageStore<string>('pincode', (text) => {
  const pincode = text?.replaceAll('"', '') ?? ''
  return /^[1-9]\d{5}$/.test(pincode) ? pincode : ''
})
