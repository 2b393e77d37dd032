import type { AltTexts } from '#domain/catalog/alt-texts.ts'
import type { OptionValue } from '#domain/catalog/options.ts'
import type { Product } from '#domain/catalog/product.ts'
import { PRICE_MAX, type ProductFields } from '#domain/catalog/product-fields.ts'
import { type StockedVariant, VARIANT_SKU_MAX, type VariantEdit } from '#domain/catalog/stock/stock-form.ts'
import { formatRupees, type Rupees } from '#domain/money.ts'
import { cleanLine } from '#domain/text.ts'
import { isWhole, type Measures, measuresIn, readNumber } from './measures.ts'
import { pictureName } from './pictures.ts'

/** The fields of a product that an import can change. */
export type ImportedProduct = ProductFields &
  Pick<Product, 'sizeLabel' | 'productImageUrl' | 'featured'> & {
    approved: boolean
    onSale: boolean
    altTexts: AltTexts
  }

/** The decision about a product of a file, and about its stock. */
export type Decision =
  | { kind: 'add'; values: ImportedProduct; cells: VariantEdit[] }
  | { kind: 'change'; before: Partial<ImportedProduct>; after: Partial<ImportedProduct>; cells: VariantEdit[] }
  | { kind: 'unchanged' }
  | { kind: 'problem'; column?: string; problem: string }

/** The fields that it sets. */
export function valuesOf(decision: Decision): Partial<ImportedProduct> {
  return decision.kind === 'add' ? decision.values : decision.kind === 'change' ? decision.after : {}
}

export function editsOf(decision: Decision): VariantEdit[] {
  return 'cells' in decision ? decision.cells : []
}

export function countKinds(decided: readonly { decision: Decision }[]): Record<Decision['kind'], number> {
  const counts = { add: 0, change: 0, unchanged: 0, problem: 0 }
  for (const { decision } of decided) counts[decision.kind] += 1
  return counts
}

/** The shop software that exported a file. */
export type Source = 'shopify' | 'woocommerce'
export const SOURCE_NAMES: Record<Source, string> = { shopify: 'Shopify', woocommerce: 'WooCommerce' }

/** A row as a spreadsheet counts it: the header is row 1. Cells by heading in lower case. */
export type SourceRow = { row: number; cells: Readonly<Record<string, string>> }

/** `name` as in pictures.ts. */
export type SourcePicture = { name: string; address: string; alt: string }

/** `size` and `finish` as the file words them; empty: it tells none. */
export type SourceVariant = {
  row: number
  size: string
  finish: string
  sku: string
  price: Rupees
  /** The price before a reduction. */
  compareAt: Rupees | null
  /** Null: the file does not tell. */
  units: number | null
  measures: Partial<Measures>
  /** Kilograms. */
  weight: number | null
  /** As the file has them. Absent in files that an older version of the shop has read. */
  options?: OptionValue[]
  barcode?: string
  picture?: string
}

export type SourceProduct = {
  row: number
  /** Identifies the same product in a later file: the handle, or the id. */
  key: string
  title: string
  description: string
  category: string
  /** Addresses that it had in that shop. */
  addresses: string[]
  /** The address that its category had in that shop. */
  categoryAddress: string | undefined
  isPublished: boolean
  isFeatured: boolean
  pictures: SourcePicture[]
  variants: SourceVariant[]
  /** Its tags, and its categories after the first. */
  tags?: string[]
  /** Notes on values that cannot be taken over as they were. */
  notes: string[]
}

/** A plain sentence about a row or a product. */
export type RowNote = { row: number; title: string; note: string }

/** The products of a file, and the rows that are left out. */
export type SourceFile = { source: Source; products: SourceProduct[]; skipped: RowNote[] }

/** A product, with the rows of it that are left out; or the note why all of it is left out. */
export type ReadProduct = { product: SourceProduct; skipped: RowNote[] } | RowNote

/** A variant as it is in the file: its price may be missing or wrong. */
export type ReadVariant = Omit<SourceVariant, 'price'> & { price: ReadPrice | undefined; notes: string[] }

/** The product with the variants that have a price. A single size may have its measures in the product's texts. */
export function toReadProduct(product: Omit<SourceProduct, 'variants'>, read: readonly ReadVariant[]): ReadProduct {
  const { title, description, row } = product
  const priced = read.flatMap(({ price, notes, ...variant }) =>
    price?.ok ? { ...variant, price: price.rupees, notes: price.note ? [price.note, ...notes] : notes } : [],
  )
  const unpriced = Map.groupBy(
    read.filter(({ price }) => !price?.ok),
    (variant) => variant.row,
  )
  const skipped = [...unpriced].map(([row, [first]]) => {
    const note = first?.price && !first.price.ok ? first.price.problem : 'This choice has no price.'
    return { row, title, note }
  })
  if (priced.length === 0) return { row, title, note: skipped[0]?.note ?? 'The product has no price.' }
  const texts = new Set(priced.map(({ size }) => size)).size === 1 ? [title, description] : []
  const variants = priced.map(({ notes, ...variant }) => ({
    ...variant,
    measures: isWhole(variant.measures) ? variant.measures : measuresIn(variant.size, texts),
  }))
  const notes = [...new Set([...priced.flatMap((variant) => variant.notes), ...product.notes])]
  return { product: { ...product, variants, notes }, skipped }
}

export const SOLD_OUT_HERE = 'It could be ordered when out of stock. Here it will show as sold out.'

export function toSourceFile(source: Source, read: readonly ReadProduct[], alone: readonly RowNote[]): SourceFile {
  const products = read.flatMap((one) => ('note' in one ? [] : one.product))
  const skipped = [...alone, ...read.flatMap((one) => ('note' in one ? one : one.skipped))]
  return { source, products, skipped: skipped.toSorted((a, b) => a.row - b.row) }
}

/** Undefined: neither shop writes such headings. */
export function recogniseSource(headings: readonly string[]): Source | undefined {
  const names = new Set(headings.map(headingOf))
  const hasAny = (...wanted: string[]) => wanted.some((name) => names.has(name))
  if (hasAny('handle', 'url handle') && names.has('title')) return 'shopify'
  if (names.has('type') && names.has('name') && hasAny('regular price', 'published', 'sku')) return 'woocommerce'
  return undefined
}

export function headingOf(cell: string): string {
  return cleanLine(cell).toLowerCase()
}

/** The first of these cells that is not empty. */
export function cellOf({ cells }: SourceRow, ...names: string[]): string {
  const name = names.find((one) => Object.hasOwn(cells, one) && cells[one])
  return name === undefined ? '' : (cells[name]?.trim() ?? '')
}

/** The most variants of one product: each is a field of its form, too. */
export const MAX_VARIANTS = 100

/** The variant as the shop stores it. Units sold here since an earlier import stay sold. */
export function editOf({ units, price, sku }: SourceVariant, stored: StockedVariant | undefined, usualUnits: number) {
  return {
    seen: stored?.units ?? null,
    units: stored?.units ?? units ?? usualUnits,
    price,
    sku: sku.replaceAll(';', '').slice(0, VARIANT_SKU_MAX) || null,
  }
}

/** Sorts a pot's options by name: values of size options make the size, all others together the finish. */
export function sortOptions(all: readonly OptionValue[]): { size: string; finish: string; options: OptionValue[] } {
  const told = all.filter(({ value }) => value !== '' && value.toLowerCase() !== 'default title')
  const [sizes = [], others = []] = [true, false].map((isSize) =>
    told.filter(({ name }) => SIZE_NAME.test(name.normalize('NFC')) === isSize).map(({ value }) => value),
  )
  return { size: cleanLine(sizes.join(' / ')), finish: cleanLine(others.join(' / ')), options: told }
}

const SIZE_NAME = /size|dimension|height|diameter|width|capacity|volume|inch|आकार|साइज|माप/i

/** The address part of a name: `Indoor & Outdoor Pots` → `indoor-outdoor-pots`. */
export function slugOf(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

/** Each picture once, by its name. */
export function toPictures(addressed: readonly Omit<SourcePicture, 'name'>[]): SourcePicture[] {
  const named = addressed.map((picture) => ({ ...picture, name: pictureName(picture.address) }))
  const pictures = Map.groupBy(named, ({ name }) => name)
  return [...pictures].flatMap(([name, [first]]) => (name !== '' && first ? first : []))
}

/** `Home & Garden > Pots & Planters` → its last part. */
export function lastCategory(path: string): string {
  return cleanLine(path.split('>').at(-1) ?? '')
}

export type ReadPrice = { ok: true; rupees: Rupees; note?: string } | { ok: false; problem: string }

/** `1,299.00`, `₹1,23,456`, `Rs. 499/-` or `1299,50` as whole rupees; undefined: an empty cell. */
export function readPrice(cell: string): ReadPrice | undefined {
  const text = cleanLine(cell)
  if (text === '') return undefined
  const plain = text
    .replace(/^(₹|rs\.?|inr)/i, '')
    .replace(/(\/-|₹|inr)$/i, '')
    .trim()
  const amount = readNumber(plain)
  if (amount === undefined) return { ok: false, problem: `“${text.slice(0, 40)}” is not a price in rupees.` }
  const rupees = Math.round(amount)
  if (rupees < 1) return { ok: false, problem: 'The price is ₹0.' }
  if (rupees > PRICE_MAX) return { ok: false, problem: `The price is above ${formatRupees(PRICE_MAX)}.` }
  if (rupees === amount) return { ok: true, rupees }
  return { ok: true, rupees, note: `${text.slice(0, 40)} became ${formatRupees(rupees)}: prices are in whole rupees.` }
}

/** Null: not told. Shops that oversold write numbers below zero. */
export function readUnits(cell: string): number | null {
  if (!/^-?\d{1,9}(\.\d{1,4})?$/.test(cell)) return null
  return Math.min(999_999, Math.max(0, Math.trunc(Number(cell))))
}
