/** One option of a variant, such as `Pack` and its `5 kg`. */
export type OptionValue = { name: string; value: string }

/** At most as many as `product_options` takes. */
export const MAX_OPTIONS = 3
export const OPTION_MAX = 40
export const VALUE_MAX = 60

const BETWEEN = ' · '
const NAMES = ': '

/** `Pack: 5 kg · Colour: Red`, as `sellable_variants` has it. */
export function optionWords(names: readonly string[], values: readonly string[]): string {
  return names.map((name, index) => `${name}${NAMES}${values[index] ?? ''}`).join(BETWEEN)
}

/** The options in these words. Names have no colon, and values no dot in the middle of the line. */
export function readOptionWords(words: string): OptionValue[] {
  if (words === '') return []
  return words.split(BETWEEN).map((part) => {
    const [name = '', ...value] = part.split(NAMES)
    return { name, value: value.join(NAMES) }
  })
}
