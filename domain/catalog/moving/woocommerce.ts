import { cleanLine, cleanText } from '#domain/text.ts'
import { type Measures, readNumber, readPrice, toCentimetres, toKilograms } from './amounts.ts'
import { htmlToText } from './html-text.ts'
import {
  cellOf,
  lastCategory,
  MAX_VARIANTS,
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
import { isWhole, measuresOfVariant, readUnits } from './variants.ts'

/** Reads an export of WooCommerce. @param today as in `2026-11-22`: sale prices may be over */
export function readWoocommerce(rows: readonly SourceRow[], today: string): SourceFile {
  const read: ReadProduct[] = []
  const variations = Map.groupBy(rows.filter(isVariation), (row) => cellOf(row, 'parent').trim().toLowerCase())
  const used = new Set<SourceRow>()
  for (const row of rows) {
    if (isVariation(row)) continue
    const own = [`id:${cellOf(row, 'id').trim()}`, cellOf(row, 'sku').trim().toLowerCase()]
      .filter((name) => name !== '' && name !== 'id:')
      .flatMap((name) => variations.get(name) ?? [])
    for (const variation of own) used.add(variation)
    read.push(readProduct(row, own, today))
  }
  const note = 'The product of this variation is not in the file.'
  const alone = rows.filter((row) => isVariation(row) && !used.has(row))
  const skipped = alone.map((row) => ({ row: row.row, title: cellOf(row, 'name'), note }))
  return toSourceFile('woocommerce', read, skipped)
}

function typesOf(row: SourceRow): string[] {
  return cellOf(row, 'type')
    .toLowerCase()
    .split(',')
    .map((type) => type.trim())
}

function isVariation(row: SourceRow): boolean {
  return typesOf(row).includes('variation')
}

const NOT_SOLD: Record<string, string> = {
  grouped: 'Grouped products are not imported; the products in them are.',
  external: 'External products are not imported, because another shop sells them.',
  virtual: 'Virtual products are not imported, because nothing would be delivered.',
  downloadable: 'Downloadable products are not imported, because nothing would be delivered.',
}

function readProduct(head: SourceRow, variations: SourceRow[], today: string): ReadProduct {
  const title = cleanLine(cellOf(head, 'name'))
  const leave = (note: string) => ({ row: head.row, title, note })
  if (title === '') return leave('The product has no name.')
  const wrong = typesOf(head).find((type) => Object.hasOwn(NOT_SOLD, type))
  if (wrong) return leave(NOT_SOLD[wrong] as string)
  const isVariable = typesOf(head).includes('variable')
  if (isVariable && variations.length === 0)
    return leave('Its variations are not in the file. Export all product types, then choose the new file.')

  const { variants, skipped, notes } = readVariants(head, isVariable ? variations : [], title, today)
  if (variants.length === 0) return skipped[0] ? { ...skipped[0], row: head.row } : leave('The product has no price.')
  const categories = listOf(cellOf(head, 'categories'))
  const [category = ''] = categories
  if (categories.length > 1) notes.push(`It was in ${categories.length} categories; here it is in the first one.`)
  const visibility = cellOf(head, 'visibility in catalog', 'visibility in catalogue').trim().toLowerCase()
  const product: SourceProduct = {
    row: head.row,
    key: cellOf(head, 'id').trim() || slugOf(title),
    title,
    description: descriptionOf(head),
    category: lastCategory(category),
    addresses: addressesOf(head, title),
    categoryAddress: category === '' ? undefined : `/product-category/${category.split('>').map(slugOf).join('/')}`,
    isPublished: cellOf(head, 'published').trim() === '1' && visibility !== 'hidden',
    isFeatured: cellOf(head, 'is featured?').trim() === '1',
    pictures: readPictures([head, ...variations]),
    variants,
    notes,
  }
  return { product, skipped }
}

function readVariants(head: SourceRow, variations: readonly SourceRow[], title: string, today: string) {
  const skipped: RowNote[] = []
  const notes = new Set<string>()
  const variants: SourceVariant[] = []
  const isVariable = variations.length > 0
  for (const row of isVariable ? variations : [head]) {
    const price = priceOf(row, today)
    if (price.problem !== undefined) {
      skipped.push({ row: row.row, title, note: price.problem })
      continue
    }
    if (price.note) notes.add(price.note)
    const units = unitsOf(row)
    if (cellOf(row, 'stock').trim().toLowerCase() === 'parent')
      notes.add('Its variations shared one stock count, which cannot be divided. Enter the stock of each one.')
    if (/^(1|notify)$/.test(cellOf(row, 'backorders allowed?').trim()))
      notes.add('It could be ordered when out of stock. Here it will show as sold out.')
    const measures = measuresOf(row) ?? measuresOf(head)
    for (const [index, choice] of choicesOf(head, row, isVariable).entries()) {
      if (index === 1 && units)
        notes.add(`The ${units} units of row ${row.row} were for several choices. The first one has them all.`)
      variants.push({
        row: row.row,
        ...choice,
        sku: cleanLine(cellOf(row, 'sku')),
        price: price.rupees,
        compareAt: price.compareAt,
        units: index === 0 || units === null ? units : 0,
        measures: measures ?? {},
        weight: weightOf(row) ?? weightOf(head) ?? null,
      })
    }
  }
  const sizes = new Set(variants.map(({ size }) => size))
  const texts = sizes.size === 1 ? [title, descriptionOf(head)] : []
  return {
    variants: variants.slice(0, MAX_VARIANTS + 1).map((variant) => ({
      ...variant,
      measures: isWhole(variant.measures) ? variant.measures : measuresOfVariant(variant.size, texts),
    })),
    skipped,
    notes: [...notes],
  }
}

function priceOf(row: SourceRow, today: string) {
  const regular = readPrice(cellOf(row, 'regular price'))
  const sale = readPrice(cellOf(row, 'sale price'))
  const starts = cellOf(row, 'date sale price starts').trim().slice(0, 10)
  const ends = cellOf(row, 'date sale price ends').trim().slice(0, 10)
  const isOnSale = sale !== undefined && (starts === '' || starts <= today) && (ends === '' || ends >= today)
  const price = isOnSale ? sale : regular
  if (!price) return { problem: 'It has no price.' }
  if (!price.ok) return { problem: price.problem }
  const compareAt = isOnSale && regular?.ok ? regular.rupees : null
  return { rupees: price.rupees, compareAt, note: price.note ?? '' }
}

function unitsOf(row: SourceRow): number | null {
  if (cellOf(row, 'in stock?').trim() === '0') return 0
  return readUnits(cellOf(row, 'stock'))
}

/** A variation that names no value of an option stands for all of them. */
function choicesOf(head: SourceRow, row: SourceRow, isVariable: boolean): { size: string; finish: string }[] {
  const attributes = Object.keys(head.cells).flatMap((heading) => {
    const place = /^attribute (\d{1,2}) name$/.exec(heading)?.[1]
    const name = cleanLine(head.cells[heading] ?? '')
    return place && name !== '' ? [{ name, heading: `attribute ${place} value(s)` }] : []
  })
  let choices: { name: string; value: string }[][] = [[]]
  for (const { name, heading } of attributes) {
    const own = listOf(cellOf(row, heading))
    const all = isVariable ? listOf(cellOf(head, heading)) : []
    const values = own.length === 1 ? own : isVariable ? (own.length > 1 ? own : all) : []
    if (values.length === 0) continue
    choices = choices.flatMap((rest) => values.map((value) => [...rest, { name, value }])).slice(0, MAX_VARIANTS + 1)
  }
  return choices.map(sortOptions)
}

function measuresOf(row: SourceRow): Measures | undefined {
  const [length, width, height] = ['length', 'width', 'height'].map((name) => {
    const { unit, cell } = withUnit(row, name)
    const amount = readNumber(cell)
    return amount === undefined ? undefined : toCentimetres(amount, unit)
  })
  return length && width && height ? { width: length, depth: width, height } : undefined
}

function weightOf(row: SourceRow): number | undefined {
  const { unit, cell } = withUnit(row, 'weight')
  const amount = readNumber(cell)
  return amount ? toKilograms(amount, unit || 'kg') : undefined
}

/** The heading says the unit: `Weight (kg)`. */
function withUnit({ cells }: SourceRow, name: string): { unit: string; cell: string } {
  const heading = Object.keys(cells).find((key) => key.startsWith(`${name} (`) && key.endsWith(')'))
  return heading
    ? { unit: heading.slice(name.length + 2, -1), cell: (cells[heading] ?? '').trim() }
    : { unit: '', cell: (cells[name] ?? '').trim() }
}

function descriptionOf(head: SourceRow): string {
  const texts = [cellOf(head, 'short description'), cellOf(head, 'description')]
  // The export writes line breaks as a backslash and an n.
  const [short = '', long = ''] = texts.map((text) => htmlToText(text.replaceAll('\\r', '').replaceAll('\\n', '\n')))
  return long.includes(short) ? long : cleanText(`${short}\n\n${long}`)
}

/** The export does not tell the address; WordPress makes it from the name, and some add-ons write it. */
function addressesOf(head: SourceRow, title: string): string[] {
  const told = cellOf(head, 'permalink', 'product url', 'url', 'meta: _permalink').trim()
  const path = /^https?:/i.test(told) ? URL.parse(told)?.pathname : told
  const slug = cellOf(head, 'slug', 'meta: _slug').trim()
  return [path?.startsWith('/') ? path : `/product/${slug || slugOf(title)}`]
}

function readPictures(rows: readonly SourceRow[]): SourcePicture[] {
  const addresses = rows.flatMap((row) => listOf(cellOf(row, 'images')))
  return toPictures(addresses.map((address) => ({ address, alt: '' })))
}

/** Values are separated by commas; one within a value has a backslash before it. */
function listOf(cell: string): string[] {
  return cell
    .replaceAll('\\,', '\u0001')
    .split(',')
    .map((value) => cleanLine(value.replaceAll('\u0001', ',')))
    .filter((value) => value !== '')
}
