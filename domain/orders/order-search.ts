import { parseId } from '#domain/text.ts'
import type { OrderId } from './order-state.ts'

/** The possible meanings of a text in the search field of the orders. */
export type OrderSearch = {
  q: string
  /** The order with this number comes first. */
  number?: OrderId | undefined
  /** `#1004`: nothing but that order. */
  isNumberOnly: boolean
  /** The first or the last digits of a phone, or a pincode; absent: the text is looked for in names, emails, firms and the like. */
  digits?: string
  /** How an AWB, the number of an invoice or a SKU may be written, in capitals. */
  codes: string[]
}

/** With fewer digits, nearly every phone would fit. */
const FEWEST_DIGITS = 4

export function parseOrderSearch(q: string): OrderSearch {
  const digits = digitsOf(q)
  const compact = q.replace(/\s/g, '').toUpperCase()
  return {
    q,
    number: parseId(q.replace(/^#/, '')),
    isNumberOnly: /^#\d+$/.test(q),
    ...(digits && { digits }),
    codes: [...new Set([q.toUpperCase(), compact])],
  }
}

/** The digits of a text that is nothing but a number, without the prefixes of Indian phones: +91, 0091, 91 and 0. */
function digitsOf(q: string): string | undefined {
  if (!/^[\d\s()+.-]+$/.test(q)) return undefined
  const digits = q.replace(/\D/g, '')
  if (digits.length < FEWEST_DIGITS) return undefined
  return digits.replace(/^(?:0091|091|91|0)(?=\d{10}$)/, '')
}
