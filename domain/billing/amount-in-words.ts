import type { Rupees } from '#domain/money.ts'
import { capitalised } from '#domain/text.ts'

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const GROUPS = [
  [10_000_000, 'crore'],
  [100_000, 'lakh'],
  [1000, 'thousand'],
  [100, 'hundred'],
] as const

/** `Two lakh thirty-four thousand five hundred and one rupees only`. */
export function rupeesInWords(amount: Rupees): string {
  const rupees = Math.floor(amount)
  const paise = Math.round((amount - rupees) * 100)
  const words = wordsOf(rupees)
  const rest = paise > 0 ? ` and ${wordsOf(paise)} paise` : ''
  return `${capitalised(words)} ${rupees === 1 ? 'rupee' : 'rupees'}${rest} only`
}

function wordsOf(amount: number): string {
  const parts: string[] = []
  let left = amount
  for (const [size, name] of GROUPS) {
    if (left >= size) parts.push(`${wordsOf(Math.floor(left / size))} ${name}`)
    left %= size
  }
  if (parts.length === 0) return belowHundred(left)
  return left > 0 ? `${parts.join(' ')} and ${belowHundred(left)}` : parts.join(' ')
}

function belowHundred(amount: number): string {
  const small = SMALL[amount]
  if (small !== undefined) return small
  const tens = TENS[Math.floor(amount / 10) - 2] ?? ''
  return amount % 10 === 0 ? tens : `${tens}-${SMALL[amount % 10]}`
}
