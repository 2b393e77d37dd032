import { findBarcodeProblem } from '#domain/catalog/barcode.ts'
import { MAX_OPTIONS, OPTION_MAX, optionWords, readOptionWords, VALUE_MAX } from '#domain/catalog/options.ts'
import type { StockedVariant, VariantEdit } from '#domain/catalog/stock/stock-form.ts'
import { findVariant, VARIANT_WORDS_MAX } from '#domain/catalog/variant.ts'
import type { Rupees } from '#domain/money.ts'
import { startInWords } from '#domain/short-text.ts'
import { cleanLine } from '#domain/text.ts'
import { editOf, type SourceProduct, type SourceVariant } from './row.ts'

const POTS = /\b(?:pot|planter|vase|tub|bowl|urn|trough|jardini[eè]re|cachepot|gamla|urli|window boxe?)s?\b|गमल|कुंड/i
/** Goods whose shops note the measures of the packet. */
const GOODS =
  /\b(seeds?|soil|compost|vermicompost|manure|fertili[sz]ers?|coco ?peat|perlite|mulch|tools?|trowels?|gloves|shears|pruners?)\b/i

/**
 * Is this product imported as one of another kind? A pot is called one, or has measures. Nobody is asked for the
 * centimetres of a seed packet.
 *
 * @param hasSize has this variant measures, or a size of the shop?
 */
export function isOtherKind(source: SourceProduct, hasSize: (variant: SourceVariant) => boolean): boolean {
  const { title, category, variants } = source
  if (POTS.test(title)) return false
  if (GOODS.test(`${title} ${category}`)) return true
  return !POTS.test(category) && !variants.every(hasSize)
}

type Context = {
  /** For variants of which the file has no number. */
  units: number
  /** The address of a picture that was sent. */
  addressOf: (name: string) => string | undefined
}

export type OwnCells = { edits: VariantEdit[]; price: Rupees; highest: Rupees; isPlain: boolean }

/** The variants of a product of another kind, by its options in the file. */
export function ownCellsOf(
  { variants }: SourceProduct,
  present: readonly StockedVariant[] | undefined,
  { units, addressOf }: Context,
  notes: string[],
): OwnCells | { problem: string } {
  const all = namesOf(variants)
  const names = all.slice(0, MAX_OPTIONS - 1).concat(all.slice(MAX_OPTIONS - 1).join(' / ') || [])
  const isPlain = names.length === 0
  const edits: VariantEdit[] = []
  const prices: Rupees[] = []
  for (const variant of variants) {
    const values = valuesOf(variant, all)
    const own = values.slice(0, MAX_OPTIONS - 1).concat(values.slice(MAX_OPTIONS - 1).join(' / ') || [])
    const name = { sizeCode: '', finish: optionWords(names.map(toName), own.map(toValue)) }
    if (name.finish.length > VARIANT_WORDS_MAX) return { problem: 'The names of its options are too long.' }
    if (findVariant(edits as StockedVariant[], name)) {
      notes.push(`Row ${variant.row} is left out: another row has the same options.`)
      continue
    }
    const stored = findVariant(present ?? [], name)
    const image = variant.picture ? addressOf(variant.picture) : undefined
    prices.push(variant.price)
    edits.push({
      ...name,
      ...editOf(variant, stored, units),
      ...(isPlain && { price: null, sku: null }),
      weight: variant.weight,
      ...(variant.barcode && { barcode: readBarcode(variant, notes) }),
      ...(image && !isPlain && { image }),
    })
  }
  const [known] = present ?? []
  const isRenamed =
    known && readOptionWords(known.finish).some(({ name }, index) => name !== toName(names[index] ?? ''))
  if (isRenamed) notes.push('Its options have other names here, so its variants stay as they are.')
  return {
    edits: isRenamed ? [] : edits,
    price: Math.min(...prices),
    highest: Math.max(...prices),
    isPlain,
  }
}

/** The options that any variant has, in their order. */
function namesOf(variants: readonly SourceVariant[]): string[] {
  return [...new Set(variants.flatMap(({ options = [] }) => options.map(({ name }) => name)))]
}

function valuesOf({ options = [] }: SourceVariant, names: readonly string[]): string[] {
  return names.map((wanted) => options.find(({ name }) => name === wanted)?.value ?? 'Any')
}

function toName(name: string): string {
  return startInWords(cleanLine(name.replace(/[:;,=·]/g, ' ')) || 'Option', OPTION_MAX - 1)
}

/** A form separates values by commas. */
function toValue(value: string): string {
  const plain = value.replace(/(?<=\d),(?=\d)/g, '.').replace(/[;,=·]/g, ' ')
  return startInWords(cleanLine(plain) || 'Any', VALUE_MAX - 1)
}

function readBarcode({ barcode = '', row }: SourceVariant, notes: string[]): string | null {
  const digits = barcode.replace(/[\s-]/g, '')
  if (findBarcodeProblem(digits) === undefined) return digits
  notes.push(`The barcode of row ${row} is left out: “${barcode.slice(0, 40)}” is none.`)
  return null
}
