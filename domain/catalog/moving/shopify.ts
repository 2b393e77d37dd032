import { cleanLine } from '#domain/text.ts'
import { readPrice, toKilograms } from './amounts.ts'
import { htmlToText } from './html-text.ts'
import {
  cellOf,
  lastCategory,
  type ReadProduct,
  type RowNote,
  type SourceFile,
  type SourcePicture,
  type SourceProduct,
  type SourceRow,
  type SourceVariant,
  slugOf,
  sortOptions,
  toPictures,
  toSourceFile,
} from './source.ts'
import { measuresOfVariant, readUnits } from './variants.ts'

/** Reads an export of Shopify, with the headings of before 2025 or those since then. */
export function readShopify(rows: readonly SourceRow[]): SourceFile {
  const skipped: RowNote[] = []
  const named = rows.filter((row) => {
    if (handleOf(row) !== '') return true
    skipped.push({ row: row.row, title: cellOf(row, 'title'), note: 'The row has no handle.' })
    return false
  })
  const groups = [...Map.groupBy(named, handleOf)]
  const read = groups.map(([handle, group]) => readProduct(handle, group))
  return toSourceFile('shopify', read, skipped)
}

function handleOf(row: SourceRow): string {
  return cleanLine(cellOf(row, 'handle', 'url handle')).toLowerCase()
}

function readProduct(handle: string, rows: SourceRow[]): ReadProduct {
  const head = rows.find((row) => cellOf(row, 'title') !== '') ?? (rows[0] as SourceRow)
  const title = cleanLine(cellOf(head, 'title'))
  const leave = (note: string) => ({ row: head.row, title: title || handle, note })
  if (title === '') return leave('The product has no title.')
  if (isTrue(cellOf(head, 'gift card'))) return leave('Gift cards are not sold here.')

  const { variants, skipped, notes } = readVariants(rows, title, head)
  if (variants.length === 0) return skipped[0] ? { ...skipped[0], row: head.row } : leave('The product has no price.')
  const type = cleanLine(cellOf(head, 'type'))
  const status = cellOf(head, 'status').trim().toLowerCase()
  const published = cellOf(head, 'published', 'published on online store')
  const product: SourceProduct = {
    row: head.row,
    key: handle,
    title,
    description: htmlToText(cellOf(head, 'body (html)', 'description')),
    category: type || lastCategory(cellOf(head, 'product category')),
    addresses: [`/products/${handle}`],
    categoryAddress: type ? `/collections/${slugOf(type)}` : undefined,
    isPublished: (published === '' || isTrue(published)) && (status === '' || status === 'active'),
    isFeatured: false,
    pictures: readPictures(rows),
    variants,
    notes,
  }
  return { product, skipped }
}

function readVariants(rows: readonly SourceRow[], title: string, head: SourceRow) {
  const skipped: RowNote[] = []
  const notes = new Set<string>()
  const variants: SourceVariant[] = []
  const options = [1, 2, 3].map((place) => cellOf(head, `option${place} name`))
  for (const row of rows) {
    const price = cellOf(row, 'variant price', 'price')
    const values = options.map((name, index) => ({ name, value: cleanLine(cellOf(row, `option${index + 1} value`)) }))
    // Further pictures have rows of their own.
    if (price === '' && values.every(({ value }) => value === '') && cellOf(row, 'variant sku', 'sku') === '') continue
    const read = readPrice(price)
    if (!read?.ok) {
      skipped.push({ row: row.row, title, note: read?.problem ?? 'This choice has no price.' })
      continue
    }
    if (read.note) notes.add(read.note)
    const compareAt = readPrice(cellOf(row, 'variant compare at price', 'compare-at price'))
    const told = sortOptions(values)
    if (/^(continue|true)$/i.test(cellOf(row, 'variant inventory policy', 'continue selling when out of stock').trim()))
      notes.add('It could be ordered when out of stock. Here it will show as sold out.')
    const grams = Number(cellOf(row, 'variant grams', 'weight value (grams)')) || 0
    variants.push({
      row: row.row,
      ...told,
      sku: cleanLine(cellOf(row, 'variant sku', 'sku')),
      price: read.rupees,
      compareAt: compareAt?.ok ? compareAt.rupees : null,
      units: readUnits(cellOf(row, 'variant inventory qty', 'inventory quantity')),
      measures: {},
      weight: (grams > 0 && toKilograms(grams, 'g')) || null,
    })
  }
  const sizes = new Set(variants.map(({ size }) => size))
  const texts = sizes.size === 1 ? [title, htmlToText(cellOf(head, 'body (html)', 'description'))] : []
  return {
    variants: variants.map((variant) => ({ ...variant, measures: measuresOfVariant(variant.size, texts) })),
    skipped,
    notes: [...notes],
  }
}

function readPictures(rows: readonly SourceRow[]): SourcePicture[] {
  const placed = rows.flatMap((row) => {
    const address = cellOf(row, 'image src', 'product image url').trim()
    const place = Number(cellOf(row, 'image position')) || Number.MAX_SAFE_INTEGER
    return address === '' ? [] : [{ address, place, alt: cleanLine(cellOf(row, 'image alt text')) }]
  })
  const ofVariants = rows.flatMap((row) => {
    const address = cellOf(row, 'variant image', 'variant image url').trim()
    return address === '' ? [] : [{ address, alt: '' }]
  })
  return toPictures([...placed.toSorted((a, b) => a.place - b.place), ...ofVariants])
}

function isTrue(cell: string): boolean {
  return /^(true|yes|1)$/i.test(cell.trim())
}
