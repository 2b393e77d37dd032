import type { FinishValues, SizeValues } from '#domain/catalog/forms/size-form.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import { type Catalogue, findSize, type Size } from '#domain/catalog/sizes.ts'
import type { MoveChoices } from './choices.ts'
import { decideMove, type MoveDecision, type PresentProduct } from './decide.ts'
import { type FinishMapping, mapFinishes, newFinishes } from './finishes.ts'
import { mapSizes, type SizeMapping, sizeKeyOf } from './size-mapping.ts'
import type { SourceFile, SourceProduct } from './source.ts'

/** How an import mapped a product of the source shop, for the next file. */
export type ImportMappings = {
  /** Codes by the key of the size, finishes by the file's value, addresses by the picture's name. */
  sizes: Record<string, string>
  finishes: Record<string, string>
  pictures: Record<string, string>
}

export type MoveFacts = {
  file: SourceFile
  catalogue: Catalogue & { families: readonly string[] }
  choices: MoveChoices
  earlier: readonly ImportMappings[]
  /** Products that the shop has already, by the file's key. */
  present: ReadonlyMap<string, PresentProduct & { id: ProductId }>
  /** Addresses of the pictures that were sent, by name. */
  pictures: ReadonlyMap<string, string>
  /** For products without a category. */
  category: string
  skuOwners: ReadonlyMap<string, ProductId>
}

export type DecidedProduct = {
  source: SourceProduct
  id: ProductId | undefined
  decision: MoveDecision
  mappings: ImportMappings
}

export type DecidedFile = {
  products: DecidedProduct[]
  sizes: SizeMapping[]
  finishes: FinishMapping[]
  /** Sizes and finishes that products need and the catalogue lacks. */
  added: { families: string[]; sizes: SizeValues[]; finishes: FinishValues[] }
}

/** Decides about a whole file; the preview shows it, and the import writes it. */
export function decideFile(facts: MoveFacts): DecidedFile {
  const { file, catalogue, choices, earlier } = facts
  const knownSizes = new Map(earlier.flatMap(({ sizes }) => Object.entries(sizes)))
  const knownFinishes = new Map(earlier.flatMap((one) => Object.entries(one.finishes)))
  const sizes = mapSizes(file.products, catalogue, knownSizes, choices.sizes)
  const finishes = mapFinishes(file.products, catalogue, knownFinishes, choices.finishes)
  const sizeByKey = new Map(sizes.map((mapping) => [mapping.key, toSize(mapping, catalogue)]))
  const finishByValue = new Map(finishes.map(({ value, name }) => [value, name]))
  const owners = new Map(facts.skuOwners)

  const products = file.products.map((source): DecidedProduct => {
    const present = facts.present.get(source.key)
    const sizeOf = (variant: SourceProduct['variants'][number]) => sizeByKey.get(sizeKeyOf(source, variant))
    const finishOf = ({ finish }: { finish: string }) => finishByValue.get(finish) ?? finish
    const isTakenSku = (sku: string) => {
      const owner = owners.get(sku.toLowerCase())
      return owner !== undefined && owner !== present?.id
    }
    const { pictures, category } = facts
    const context = { sizeOf, finishOf, pictures, units: choices.units, category, isTakenSku }
    const decision = decideMove(source, present, context)
    // The next row of this file may not have the same SKU.
    const sku = decision.kind === 'add' ? decision.values.sku : decision.kind === 'change' ? decision.after.sku : ''
    if (sku) owners.set(sku.toLowerCase(), present?.id ?? -1)
    const mappings = {
      sizes: Object.fromEntries(
        source.variants.flatMap((variant) => {
          const size = sizeOf(variant)
          return size ? [[sizeKeyOf(source, variant), size.code]] : []
        }),
      ),
      finishes: Object.fromEntries(source.variants.map((variant) => [variant.finish, finishOf(variant)])),
      pictures: 'pictures' in decision ? { ...present?.pictures, ...decision.pictures } : (present?.pictures ?? {}),
    }
    return { source, id: present?.id, decision, mappings }
  })
  return { products, sizes, finishes, added: neededOf(products, sizes, finishes, catalogue) }
}

function toSize({ code, added }: SizeMapping, catalogue: Catalogue): Size | undefined {
  if (added) return { ...added, isRetired: false }
  return code === undefined ? undefined : findSize(catalogue, code)
}

function neededOf(
  products: readonly DecidedProduct[],
  sizes: readonly SizeMapping[],
  finishes: readonly FinishMapping[],
  catalogue: MoveFacts['catalogue'],
): DecidedFile['added'] {
  const cells = products.flatMap(({ decision }) => ('cells' in decision ? decision.cells : []))
  const codes = new Set(cells.map(({ sizeCode }) => sizeCode))
  const names = new Set(cells.map(({ finish }) => finish))
  const newSizes = sizes.flatMap(({ added }) => (added && codes.has(added.code) ? [added] : []))
  const families = [...new Set(newSizes.map(({ family }) => family))]
  return {
    families: families.filter((family) => !catalogue.families.includes(family)),
    sizes: newSizes,
    finishes: newFinishes(finishes).filter(({ name }) => names.has(name)),
  }
}
