/** A pot comes in the sizes of a family and in finishes, any other product in options of its own, or in one way only. */
export const KINDS = ['Pot', 'Other'] as const
export type Kind = (typeof KINDS)[number]

/** Only pots have a size, so the size says which kind a product or a variant is. @param sizeCode empty: none */
export function kindOf({ sizeCode }: { sizeCode: string }): Kind {
  return sizeCode === '' ? 'Other' : 'Pot'
}
