import { cleanLine } from '#domain/text.ts'

/** A search that found none of the products it should: what was searched, how often, and last when. */
export type MissedSearch = {
  id: number
  words: string
  times: number
  /** Were similar products shown in place of what was not found? */
  isSimilarShown: boolean
  /** Of the last time, ISO 8601. */
  time: string
}

/** The rows that are kept; those that were searched least and longest ago give way. */
export const MAX_MISSED_SEARCHES = 5000

const LENGTH_MAX = 60

/**
 * The stored form of a search, in small letters; undefined: it is not stored. What may say who somebody is, or where they live, is
 * never kept: email addresses and UPI ids, numbers of six digits and more (phones, pincodes, cards, Aadhaar), PAN and GSTIN,
 * and web addresses. A name cannot be told from a word.
 */
export function keptWords(query: string): string | undefined {
  const words = cleanLine(query).normalize('NFC').toLowerCase()
  if (words.length < 2 || words.length > LENGTH_MAX || !/\p{L}/u.test(words)) return undefined
  if (/[@/\\]|www\./.test(words)) return undefined
  if (/[a-z]{5}\d{4}[a-z]/.test(words)) return undefined
  // However the digits are grouped.
  return /\p{Nd}{6}/u.test(words.replace(/[\s().+_-]/g, '')) ? undefined : words
}
