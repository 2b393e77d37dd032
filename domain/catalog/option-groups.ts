import type { Rupees } from '#domain/money.ts'
import { type OptionValue, optionWords, readOptionWords } from './options.ts'
import type { Product } from './product.ts'
import { cheapestOf, priceOnly, type ShownVariant } from './variant.ts'

export type OptionGroup = {
  name: string
  /** The chosen value, or the only one. */
  chosen: string | undefined
  values: {
    value: string
    /** The variant that it chooses, such as `Pack: 5 kg · Colour: Red`. */
    words: string
    /** The reason it cannot be chosen. */
    state: 'on-sale' | 'sold-out' | 'not-offered'
    /** The lowest with this value; absent: all values cost the same. */
    price?: Rupees
    isFrom?: true
    left?: number
  }[]
}

type Parsed = { variant: ShownVariant; values: string[] }

/**
 * The options of a product, with what is chosen so far. A value is judged by the choices of the groups above it only, so that
 * each combination can be reached; choosing it drops what no longer fits below.
 *
 * @param words of a variant, or of some options only
 */
export function optionGroupsOf(variants: readonly ShownVariant[], words: string): OptionGroup[] {
  const parsed = variants.map((variant): Parsed & { names: string[] } => {
    const options = readOptionWords(variant.finish)
    return { variant, names: options.map(({ name }) => name), values: options.map(({ value }) => value) }
  })
  const names = parsed[0]?.names ?? []
  const wanted = new Map(readOptionWords(words).map(({ name, value }) => [name, value]))
  const all = names.map((_, index) => [...new Set(parsed.map(({ values }) => values[index] ?? ''))])
  const picks = keepFitting(
    parsed,
    names.map((name, index) => {
      const values = all[index] ?? []
      return values.length === 1 ? values[0] : values.find((value) => value === wanted.get(name))
    }),
  )
  return names.map((name, index) => {
    const above = parsed.filter((one) => fits(one, picks.slice(0, index)))
    const values = (all[index] ?? []).map((value) => {
      const found = above.filter((one) => one.values[index] === value).map(({ variant }) => variant)
      const next = keepFitting(parsed, picks.with(index, value), index)
      return { value, words: wordsOf(names, next), found }
    })
    const isPriced = new Set(values.flatMap(({ found }) => found.map(({ price }) => price))).size > 1
    return {
      name,
      chosen: picks[index],
      values: values.map(({ found, ...one }) => ({ ...one, ...stateOf(found, isPriced) })),
    }
  })
}

/** The words of all that is chosen. */
export function chosenWords(groups: readonly OptionGroup[]): string {
  return wordsOf(
    groups.map(({ name }) => name),
    groups.map(({ chosen }) => chosen),
  )
}

/** The price of what fits what is chosen, before all of it is; undefined: the product has no options, or nothing on sale. */
export function priceOfChoice(
  variants: readonly ShownVariant[],
  groups: readonly OptionGroup[],
): Pick<Product, 'price' | 'was' | 'isFrom'> | undefined {
  const fitting = fittingChoice(variants, groups) ?? variants
  const cheapest = cheapestOf(fitting)
  if (groups.length === 0 || !cheapest) return undefined
  return { ...priceOnly(cheapest), ...(fitting.some(({ price }) => price > cheapest.price) && { isFrom: true }) }
}

/** The picture of everything that fits what is chosen, if they all have the same one. */
export function pictureOfChoice(variants: readonly ShownVariant[], groups: readonly OptionGroup[]): string | undefined {
  const images = new Set(fittingChoice(variants, groups)?.map(({ image }) => image))
  return images.size === 1 ? [...images][0] : undefined
}

function fittingChoice(variants: readonly ShownVariant[], groups: readonly OptionGroup[]): ShownVariant[] | undefined {
  const picks = groups.map(({ chosen }) => chosen)
  if (picks.every((pick) => pick === undefined)) return undefined
  return variants.filter(({ finish }) => fits({ values: readOptionWords(finish).map(({ value }) => value) }, picks))
}

function fits({ values }: Pick<Parsed, 'values'>, picks: readonly (string | undefined)[]): boolean {
  return picks.every((pick, index) => pick === undefined || pick === values[index])
}

/** Drops from the last ones what no variant has together with those before. @param sure up to this one they stay */
function keepFitting(
  parsed: readonly Parsed[],
  picks: readonly (string | undefined)[],
  sure = -1,
): (string | undefined)[] {
  const kept: (string | undefined)[] = []
  for (const [index, pick] of picks.entries())
    kept.push(index <= sure || parsed.some((one) => fits(one, [...kept, pick])) ? pick : undefined)
  return kept
}

function wordsOf(names: readonly string[], picks: readonly (string | undefined)[]): string {
  const options = picks.flatMap((value, index): OptionValue[] =>
    value === undefined ? [] : [{ name: names[index] ?? '', value }],
  )
  return optionWords(
    options.map(({ name }) => name),
    options.map(({ value }) => value),
  )
}

function stateOf(found: readonly ShownVariant[], isPriced: boolean) {
  if (found.length === 0) return { state: 'not-offered' as const }
  if (found.every(({ left }) => left === 0)) return { state: 'sold-out' as const }
  const prices = [...new Set(found.map(({ price }) => price))]
  const [only] = found.length === 1 ? found : []
  return {
    state: 'on-sale' as const,
    ...(isPriced && { price: Math.min(...prices) }),
    ...(isPriced && prices.length > 1 && { isFrom: true as const }),
    ...(only?.left !== undefined && { left: only.left }),
  }
}
