import { cleanLine } from '#domain/text.ts'
import { toKilograms } from './measures.ts'
import { pictureName } from './pictures.ts'
import {
  cellOf,
  lastCategory,
  type ReadProduct,
  type ReadVariant,
  readPrice,
  readUnits,
  SOLD_OUT_HERE,
  type SourceFile,
  type SourcePicture,
  type SourceRow,
  slugOf,
  sortOptions,
  toPictures,
  toReadProduct,
  toSourceFile,
} from './row.ts'

/** Reads an export of Shopify, with the headings of before 2025 or those since then. */
export function readShopify(rows: readonly SourceRow[]): SourceFile {
  const byHandle = Map.groupBy(rows, (row) => cleanLine(cellOf(row, 'handle', 'url handle')).toLowerCase())
  const nameless = byHandle.get('') ?? []
  const note = 'The row has no handle.'
  const skipped = nameless.map((row) => ({ row: row.row, title: cellOf(row, 'title'), note }))
  byHandle.delete('')
  const read = [...byHandle].map(([handle, group]) => readProduct(handle, group))
  return toSourceFile('shopify', read, skipped)
}

function readProduct(handle: string, rows: SourceRow[]): ReadProduct {
  const head = rows.find((row) => cellOf(row, 'title') !== '') ?? (rows[0] as SourceRow)
  const { row } = head
  const title = cleanLine(cellOf(head, 'title'))
  if (title === '') return { row, title: handle, note: 'The product has no title.' }
  if (isTrue(cellOf(head, 'gift card'))) return { row, title, note: 'Gift cards are not sold here.' }
  const type = cleanLine(cellOf(head, 'type'))
  const published = cellOf(head, 'published', 'published on online store')
  const product = {
    row,
    key: handle,
    title,
    description: cellOf(head, 'body (html)', 'description'),
    category: type || lastCategory(cellOf(head, 'product category')),
    addresses: [`/products/${handle}`],
    categoryAddress: type ? `/collections/${slugOf(type)}` : undefined,
    isPublished: (published === '' || isTrue(published)) && /^(active)?$/i.test(cellOf(head, 'status')),
    isFeatured: false,
    pictures: readPictures(rows),
    tags: cellOf(head, 'tags').split(',').map(cleanLine),
    notes: [],
  }
  const names = [1, 2, 3].map((place) => cellOf(head, `option${place} name`))
  return toReadProduct(
    product,
    rows.flatMap((row) => readVariant(row, names)),
  )
}

function readVariant(row: SourceRow, names: readonly string[]): ReadVariant | [] {
  const price = cellOf(row, 'variant price', 'price')
  const sku = cleanLine(cellOf(row, 'variant sku', 'sku'))
  const values = names.map((name, index) => ({ name, value: cleanLine(cellOf(row, `option${index + 1} value`)) }))
  // Further pictures have rows of their own.
  if (price === '' && sku === '' && values.every(({ value }) => value === '')) return []
  const compareAt = readPrice(cellOf(row, 'variant compare at price', 'compare-at price'))
  const whenSoldOut = cellOf(row, 'variant inventory policy', 'continue selling when out of stock')
  const grams = Number(cellOf(row, 'variant grams', 'weight value (grams)')) || 0
  return {
    row: row.row,
    ...sortOptions(values),
    sku,
    price: readPrice(price),
    compareAt: compareAt?.ok ? compareAt.rupees : null,
    units: readUnits(cellOf(row, 'variant inventory qty', 'inventory quantity')),
    measures: {},
    weight: toKilograms(grams, 'g') ?? null,
    barcode: cellOf(row, 'variant barcode', 'barcode'),
    picture: pictureName(cellOf(row, 'variant image', 'variant image url')),
    notes: /^(continue|true)$/i.test(whenSoldOut) ? [SOLD_OUT_HERE] : [],
  }
}

function readPictures(rows: readonly SourceRow[]): SourcePicture[] {
  const placed = rows.map((row) => ({
    address: cellOf(row, 'image src', 'product image url'),
    place: Number(cellOf(row, 'image position')) || Number.MAX_SAFE_INTEGER,
    alt: cleanLine(cellOf(row, 'image alt text')),
  }))
  const ofVariants = rows.map((row) => ({ address: cellOf(row, 'variant image', 'variant image url'), alt: '' }))
  return toPictures([...placed.toSorted((a, b) => a.place - b.place), ...ofVariants])
}

function isTrue(cell: string): boolean {
  return /^(true|yes|1)$/i.test(cell)
}
