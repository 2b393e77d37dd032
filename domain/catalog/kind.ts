import type { Words } from '#domain/shop/wording.ts'
import type { StockMode } from './stock-mode.ts'

/**
 * A pot comes in the sizes of a family and in finishes, any other product in options of its own, or in one way only. A set is
 * one that holds others.
 */
export const KINDS = ['Pot', 'Other', 'Set'] as const
export type Kind = (typeof KINDS)[number]

/** Only pots have a size, so the size says which kind a product or a variant is. @param sizeCode empty: none */
export function kindOf({ sizeCode }: { sizeCode: string }): Exclude<Kind, 'Set'> {
  return sizeCode === '' ? 'Other' : 'Pot'
}

export function isSet({ stock }: { stock?: string | undefined }): boolean {
  return stock === ('set' satisfies StockMode)
}

/** The words of the shop for this product: their noun names pots only. */
export function wordsFor(product: { sizeCode: string }, words: Words): Words {
  if (kindOf(product) === 'Pot' || !words.sellsPots) return words
  return { ...words, noun: 'product', aNoun: 'a product', nouns: 'products', pictureNote: '' }
}
