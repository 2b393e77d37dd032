import type { FinishValues } from '#domain/catalog/forms/size-form.ts'
import { FINISH_NAME_MAX } from '#domain/catalog/size-code.ts'
import type { Catalogue } from '#domain/catalog/sizes.ts'
import { startInWords } from '#domain/short-text.ts'
import { cleanLine } from '#domain/text.ts'
import type { SourceProduct } from './source.ts'

/** The finish of a product that has no colour in the file. */
export const NO_FINISH = 'As pictured'

/** A finish of the file, and that of the shop which stands for it. */
export type FinishMapping = { value: string; products: number; name: string; isNew: boolean }

/**
 * @param known names of the shop by the file's values, from earlier imports
 * @param chosen likewise, by the owner now; empty: a new finish
 */
export function mapFinishes(
  products: readonly SourceProduct[],
  { finishes }: Pick<Catalogue, 'finishes'>,
  known: ReadonlyMap<string, string>,
  chosen: Readonly<Record<string, string>>,
): FinishMapping[] {
  const nameByLower = new Map(finishes.map(({ name }) => [name.toLowerCase(), name]))
  const counts = new Map<string, number>()
  for (const { variants } of products)
    for (const value of new Set(variants.map(({ finish }) => finish))) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].map(([value, count]) => {
    const own = nameOf(value)
    const choice = Object.hasOwn(chosen, value) ? chosen[value] : known.get(value)
    const name = nameByLower.get((choice || own).toLowerCase()) ?? own
    const isNew = !nameByLower.has(name.toLowerCase())
    return { value, products: count, name, isNew }
  })
}

/** New finishes, each once. */
export function newFinishes(mappings: readonly FinishMapping[]): FinishValues[] {
  const byLower = new Map<string, FinishValues>()
  for (const { name, isNew } of mappings)
    if (isNew && !byLower.has(name.toLowerCase())) byLower.set(name.toLowerCase(), { name, swatch: swatchOf(name) })
  return [...byLower.values()]
}

/** Turns a value of the file into a valid name for a finish. */
function nameOf(value: string): string {
  return startInWords(cleanLine(value.replace(/[;=]/g, ',')), FINISH_NAME_MAX - 1) || NO_FINISH
}

const SWATCHES: readonly [RegExp, string][] = [
  [/terracotta|terra cotta|rust|clay|मिट्टी|टेराकोटा/, '#b5623f'],
  [/off.?white|ivory|cream|beige|क्रीम/, '#e9dfc8'],
  [/white|सफ/, '#f2f1ec'],
  [/black|charcoal|काल/, '#2b2b2b'],
  [/gr[ea]y|cement|concrete|stone|स्लेटी/, '#8b8c8a'],
  [/\bsand/, '#cdb48c'],
  [/copper|bronze/, '#a5673f'],
  [/gold|brass|सुनहर/, '#c4a052'],
  [/silver|steel/, '#b9bcbf'],
  [/brown|wood|walnut|coffee|भूर/, '#7a5539'],
  [/\bred\b|maroon|लाल/, '#a83a32'],
  [/orange|नारंगी/, '#d9803a'],
  [/yellow|mustard|पीला/, '#d8b03c'],
  [/olive|green|हरा/, '#5f7a4f'],
  [/teal|turquoise/, '#3f8a8a'],
  [/blue|indigo|navy|नीला/, '#3f5f8f'],
  [/purple|violet|lavender/, '#7a5f96'],
  [/pink|rose|गुलाबी/, '#d59aa3'],
]

/** A guess, which the owner corrects under Sizes. */
function swatchOf(name: string): string {
  const lower = name.toLowerCase().normalize('NFC')
  return SWATCHES.find(([pattern]) => pattern.test(lower))?.[1] ?? '#a39c92'
}
