import type { Rupees } from '#domain/money.ts'
import { cleanLine } from '#domain/text.ts'
import type { Measures } from './amounts.ts'
import { pictureName } from './picture-names.ts'

/** Whose export a file is. */
export type Source = 'shopify' | 'woocommerce'
export const SOURCE_NAMES: Record<Source, string> = { shopify: 'Shopify', woocommerce: 'WooCommerce' }

/** A row as a spreadsheet counts it: the header is row 1. Cells by heading in lower case. */
export type SourceRow = { row: number; cells: Readonly<Record<string, string>> }

/** `name` as in picture-names.ts. */
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
  /** Notes on values that cannot be taken over as they were. */
  notes: string[]
}

/** A plain sentence about a row or a product. */
export type RowNote = { row: number; title: string; note: string }

/** The products of a file, and the rows that are left out. */
export type SourceFile = { source: Source; products: SourceProduct[]; skipped: RowNote[] }

/** A product, with the rows of it that are left out; or the note why all of it is left out. */
export type ReadProduct = { product: SourceProduct; skipped: RowNote[] } | RowNote

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
  for (const name of names) {
    const cell = Object.hasOwn(cells, name) ? cells[name] : undefined
    if (cell) return cell
  }
  return ''
}

/** The most choices of one product: each is a field of its form, too. */
export const MAX_VARIANTS = 100

/** Sorts a product's options by name: values of size options make the size, all others together the finish. */
export function sortOptions(options: readonly { name: string; value: string }[]): { size: string; finish: string } {
  const told = options.filter(({ value }) => value !== '' && value.toLowerCase() !== 'default title')
  const join = (isWanted: boolean) =>
    told
      .filter(({ name }) => isSizeName(name) === isWanted)
      .map(({ value }) => value)
      .join(' / ')
  return { size: cleanLine(join(true)), finish: cleanLine(join(false)) }
}

const SIZE_WORDS = [
  'size',
  'dimension',
  'height',
  'diameter',
  'width',
  'capacity',
  'volume',
  'inch',
  'आकार',
  'साइज',
  'माप',
]

function isSizeName(name: string): boolean {
  const lower = name.toLowerCase().normalize('NFC')
  return SIZE_WORDS.some((word) => lower.includes(word))
}

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
  const pictures = new Map<string, SourcePicture>()
  for (const { address, alt } of addressed) {
    const name = pictureName(address)
    if (name !== '' && !pictures.has(name)) pictures.set(name, { name, address, alt })
  }
  return [...pictures.values()]
}

/** `Home & Garden > Pots & Planters` → its last part. */
export function lastCategory(path: string): string {
  return cleanLine(path.split('>').at(-1) ?? '')
}
