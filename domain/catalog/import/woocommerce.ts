import { cleanLine, cleanText } from '#domain/text.ts'
import { type Measures, readNumber, toCentimetres, toKilograms } from './measures.ts'
import { pictureName } from './pictures.ts'
import {
  cellOf,
  lastCategory,
  MAX_VARIANTS,
  type ReadPrice,
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

/** Reads an export of WooCommerce. @param today as in `2026-11-22`: sale prices may be over */
export function readWoocommerce(rows: readonly SourceRow[], today: string): SourceFile {
  const isVariation = (row: SourceRow) => typesOf(row).includes('variation')
  const variations = Map.groupBy(rows.filter(isVariation), (row) => cellOf(row, 'parent').toLowerCase())
  const heads = rows.filter((row) => !isVariation(row))
  const namesOf = (row: SourceRow) =>
    [`id:${cellOf(row, 'id')}`, cellOf(row, 'sku').toLowerCase()].filter((name) => name !== '' && name !== 'id:')
  const read = heads.map((row) =>
    readProduct(
      row,
      namesOf(row).flatMap((name) => variations.get(name) ?? []),
      today,
    ),
  )
  for (const name of heads.flatMap(namesOf)) variations.delete(name)
  const note = 'The product of this variation is not in the file.'
  const alone = [...variations.values()].flat().map((row) => ({ row: row.row, title: cellOf(row, 'name'), note }))
  return toSourceFile('woocommerce', read, alone)
}

function typesOf(row: SourceRow): string[] {
  return cellOf(row, 'type')
    .toLowerCase()
    .split(',')
    .map((type) => type.trim())
}

const NOT_SOLD: Record<string, string> = {
  grouped: 'Grouped products are not imported; the products in them are.',
  external: 'External products are not imported, because another shop sells them.',
  virtual: 'Virtual products are not imported, because nothing would be delivered.',
  downloadable: 'Downloadable products are not imported, because nothing would be delivered.',
}

function readProduct(head: SourceRow, variations: SourceRow[], today: string): ReadProduct {
  const { row } = head
  const title = cleanLine(cellOf(head, 'name'))
  if (title === '') return { row, title, note: 'The product has no name.' }
  const notSold = typesOf(head).find((type) => Object.hasOwn(NOT_SOLD, type))
  if (notSold) return { row, title, note: NOT_SOLD[notSold] as string }
  const isVariable = typesOf(head).includes('variable')
  if (isVariable && variations.length === 0) {
    const note = 'Its variations are not in the file. Export all product types, then choose the new file.'
    return { row, title, note }
  }
  const categories = listOf(cellOf(head, 'categories'))
  const [category = '', ...others] = categories
  const product = {
    row,
    key: cellOf(head, 'id') || slugOf(title),
    title,
    description: descriptionOf(head),
    category: lastCategory(category),
    addresses: addressesOf(head, title),
    categoryAddress: category === '' ? undefined : `/product-category/${category.split('>').map(slugOf).join('/')}`,
    isPublished:
      cellOf(head, 'published') === '1' &&
      !/^hidden$/i.test(cellOf(head, 'visibility in catalog', 'visibility in catalogue')),
    isFeatured: cellOf(head, 'is featured?') === '1',
    pictures: readPictures([head, ...variations]),
    tags: [...listOf(cellOf(head, 'tags')), ...others.map(lastCategory)],
    notes:
      others.length > 0
        ? [`It was in ${categories.length} categories; here it is in the first one, and the others are tags.`]
        : [],
  }
  const variants = (isVariable ? variations : [head]).flatMap((row) => readVariants(head, row, isVariable, today))
  return toReadProduct(product, variants.slice(0, MAX_VARIANTS + 1))
}

function readVariants(head: SourceRow, row: SourceRow, isVariable: boolean, today: string): ReadVariant[] {
  const units = cellOf(row, 'in stock?') === '0' ? 0 : readUnits(cellOf(row, 'stock'))
  const choices = choicesOf(head, row, isVariable)
  const notes: string[] = []
  if (/^parent$/i.test(cellOf(row, 'stock')))
    notes.push('Its variations shared one stock count, which cannot be divided. Enter the stock of each one.')
  if (/^(1|notify)$/.test(cellOf(row, 'backorders allowed?'))) notes.push(SOLD_OUT_HERE)
  if (choices.length > 1 && units)
    notes.push(`The ${units} units of row ${row.row} were for several choices. The first one has them all.`)
  return choices.map((choice, index) => ({
    row: row.row,
    ...choice,
    sku: cleanLine(cellOf(row, 'sku')),
    ...pricesOf(row, today),
    units: index === 0 || units === null ? units : 0,
    measures: measuresOf(row) ?? measuresOf(head) ?? {},
    weight: weightOf(row) ?? weightOf(head) ?? null,
    barcode: cellOf(row, 'gtin, upc, ean, or isbn', 'meta: _global_unique_id'),
    ...(isVariable && { picture: pictureName(listOf(cellOf(row, 'images'))[0] ?? '') }),
    notes,
  }))
}

function pricesOf(row: SourceRow, today: string): Pick<ReadVariant, 'compareAt'> & { price: ReadPrice } {
  const regular = readPrice(cellOf(row, 'regular price'))
  const sale = readPrice(cellOf(row, 'sale price'))
  const [starts, ends] = ['starts', 'ends'].map((end) => cellOf(row, `date sale price ${end}`).slice(0, 10))
  const isOnSale = sale !== undefined && (!starts || starts <= today) && (!ends || ends >= today)
  const price = (isOnSale ? sale : regular) ?? { ok: false, problem: 'It has no price.' }
  return { price, compareAt: isOnSale && regular?.ok ? regular.rupees : null }
}

/** A variation that names no value of an option stands for all of them. */
function choicesOf(head: SourceRow, row: SourceRow, isVariable: boolean): ReturnType<typeof sortOptions>[] {
  const attributes = Object.keys(head.cells).flatMap((heading) => {
    const place = /^attribute (\d{1,2}) name$/.exec(heading)?.[1]
    const name = cleanLine(head.cells[heading] ?? '')
    return place && name !== '' ? [{ name, heading: `attribute ${place} value(s)` }] : []
  })
  let choices: { name: string; value: string }[][] = [[]]
  for (const { name, heading } of attributes) {
    const own = listOf(cellOf(row, heading))
    const values = isVariable && own.length === 0 ? listOf(cellOf(head, heading)) : own
    // A list of a product without variations describes it; it is not a choice.
    if (values.length === 0 || (!isVariable && values.length > 1)) continue
    choices = choices.flatMap((rest) => values.map((value) => [...rest, { name, value }])).slice(0, MAX_VARIANTS + 1)
  }
  return choices.map(sortOptions)
}

function measuresOf(row: SourceRow): Measures | undefined {
  const [length, width, height] = ['length', 'width', 'height'].map((name) => amountOf(row, name, toCentimetres))
  return length && width && height ? { width: length, depth: width, height } : undefined
}

function weightOf(row: SourceRow): number | undefined {
  return amountOf(row, 'weight', toKilograms)
}

/** The heading says the unit: `Weight (kg)`. */
function amountOf({ cells }: SourceRow, name: string, convert: typeof toKilograms): number | undefined {
  const heading = Object.keys(cells).find((key) => key === name || (key.startsWith(`${name} (`) && key.endsWith(')')))
  const amount = heading === undefined ? undefined : readNumber((cells[heading] ?? '').trim())
  return amount === undefined ? undefined : convert(amount, heading?.slice(name.length + 2, -1) ?? '')
}

function descriptionOf(head: SourceRow): string {
  const short = cellOf(head, 'short description')
  const long = cellOf(head, 'description')
  return long.includes(short) ? long : cleanText(`${short}\n\n${long}`)
}

/** The export does not tell the address; WordPress makes it from the name, and some add-ons write it. */
function addressesOf(head: SourceRow, title: string): string[] {
  const told = cellOf(head, 'permalink', 'product url', 'url', 'meta: _permalink')
  const path = /^https?:/i.test(told) ? URL.parse(told)?.pathname : told
  return [path?.startsWith('/') ? path : `/product/${cellOf(head, 'slug', 'meta: _slug') || slugOf(title)}`]
}

function readPictures(rows: readonly SourceRow[]): SourcePicture[] {
  const addresses = rows.flatMap((row) => listOf(cellOf(row, 'images')))
  return toPictures(addresses.map((address) => ({ address, alt: '' })))
}

/** Values are separated by commas; one within a value has a backslash before it. */
function listOf(cell: string): string[] {
  return cell
    .split(/(?<!\\),/)
    .map((value) => cleanLine(value.replaceAll('\\,', ',')))
    .filter((value) => value !== '')
}
