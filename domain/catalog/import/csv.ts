import * as v from 'valibot'
import { isPotImage } from '#domain/catalog/catalogue-images.ts'
import { altTextSchema, decideAltTexts } from '#domain/catalog/forms/alt-text-form.ts'
import { IMAGES_MOST, MAX_IMAGES, maxImagesOf, tooManyImages } from '#domain/catalog/forms/image-limits.ts'
import { UNITS_MISSING } from '#domain/catalog/forms/product-form.ts'
import { isSet } from '#domain/catalog/kind.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import {
  CATEGORY_MAX,
  fieldSchemas,
  findMrpProblem,
  PRODUCT_FIELD_NAMES,
  PRODUCT_FIELDS,
  REQUIRED_FIELD_NAMES,
} from '#domain/catalog/product-fields.ts'
import { findSize, type Size, sizeLabelOf } from '#domain/catalog/sizes.ts'
import { formatStock, parseStockText, type StockedVariant, toEdits } from '#domain/catalog/stock/stock-form.ts'
import { unescapeFormula } from '#domain/cells.ts'
import { changedFields } from '#domain/changed-fields.ts'
import { type Parsed, parseWith } from '#domain/form-fields.ts'
import { lengthOf } from '#domain/text.ts'
import type { Decision, ImportedProduct } from './row.ts'

/** Columns of the products file that an import reads. */
export const IMPORT_COLUMNS = [
  'id',
  'version',
  ...PRODUCT_FIELD_NAMES,
  'productImageUrl',
  'altText',
  'approved',
  'featured',
  'onSale',
  'cells',
  'stockVersion',
] as const
/** Exported columns that an import ignores. */
export const READ_ONLY_COLUMNS = ['sizeLabel', 'quantity', 'userId', 'username', 'email', 'time'] as const

/** One row; columns that the file does not have are left unchanged. `altText`: one for each image, in their order. */
export type ImportRow = { id: ProductId | null; version: number | null; altText?: string[] | undefined } & Partial<
  Omit<ImportedProduct, 'altTexts'>
> &
  ImportedStock

/** Counted variants. `stockVersion`: the last change of the product's stock before the export; null: none. */
type ImportedStock = { cells?: StockedVariant[]; stockVersion?: number | null }

const number = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^\d{0,15}$/, 'Enter a whole number, or leave it empty.'),
  v.transform((text) => (text === '' ? null : Number(text))),
)

const flag = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.regex(/^(true|false)?$/, 'Enter true or false.'),
  v.transform((text) => (text === '' ? undefined : text === 'true')),
)

const UPLOADED_IMAGE = /^\/productImages\/[\w-]{1,200}$/

const columns = {
  id: number,
  version: number,
  ...fieldSchemas(),
  category: v.pipe(
    PRODUCT_FIELDS.category.schema,
    v.check((text) => lengthOf(text) <= CATEGORY_MAX, `A category can have at most ${CATEGORY_MAX} characters.`),
  ),
  productImageUrl: v.pipe(
    v.string(),
    v.trim(),
    v.transform((text) => (text === '' ? [] : [...new Set(text.split(/\s+/))])),
    v.minLength(1, 'Enter at least one image.'),
    v.maxLength(IMAGES_MOST, tooManyImages(IMAGES_MOST)),
  ),
  /** Of a set, which an import neither adds nor prices. */
  stock: v.union([v.pipe(v.string(), v.trim(), v.literal('set')), PRODUCT_FIELDS.stock.schema]),
  /** Empty: a product of another kind. */
  sizeCode: v.union([v.pipe(v.string(), v.trim(), v.literal('')), PRODUCT_FIELDS.sizeCode.schema]),
  altText: v.pipe(
    v.string(),
    // Not trimmed: an empty first line says that the first image has none.
    v.transform((text) => (text.trim() === '' ? [] : text.split(/\r\n?|\n/))),
    v.array(altTextSchema),
  ),
  approved: flag,
  featured: flag,
  onSale: flag,
  cells: v.pipe(
    v.string(),
    v.transform(parseStockText),
    v.check(
      (cells) => cells !== undefined,
      'Write each choice once, such as C01/Grey Stone=5; C01/Sandstone=0@450#SKU-1.',
    ),
  ),
  stockVersion: number,
}

/** The cell of a product's alt texts: a line for each image, in their order. */
export function altTextCell(product: Pick<ImportedProduct, 'productImageUrl' | 'altTexts'>): string {
  return product.productImageUrl
    .map((image) => product.altTexts[image] ?? '')
    .join('\n')
    .trimEnd()
}

/**
 * @param record cells by column name, escaped or not
 * @param sizes of the shop
 * @param maxImages that a pot may have
 */
export function parseImportRow(
  record: Readonly<Record<string, string>>,
  sizes: readonly Size[],
  maxImages = MAX_IMAGES,
): Parsed<ImportRow> {
  const names = IMPORT_COLUMNS.filter((name) => name in record)
  const schema = v.object(Object.fromEntries(names.map((name) => [name, columns[name]])))
  const cells = Object.fromEntries(names.map((name) => [name, unescapeFormula(record[name] ?? '')]))
  const parsed = parseWith(schema, cells)
  if (!parsed.ok) return parsed
  const { id = null, version = null, ...values } = parsed.value as Partial<ImportRow>
  const most = maxImagesOf({ sizeCode: values.sizeCode ?? 'pot' }, maxImages)
  if ((values.productImageUrl?.length ?? 0) > most)
    return { ok: false, problems: { productImageUrl: tooManyImages(most) } }
  if (values.sizeCode === undefined) return { ok: true, value: { id, version, ...values } }
  if (values.sizeCode === '') return { ok: true, value: { id, version, ...values, sizeLabel: '' } }
  const size = findSize({ sizes }, values.sizeCode)
  if (!size) return { ok: false, problems: { sizeCode: 'Choose a size.' } }
  return { ok: true, value: { id, version, ...values, sizeLabel: sizeLabelOf(size) } }
}

const REQUIRED = [...REQUIRED_FIELD_NAMES, 'productImageUrl'] as const

/** @param current the stored product with this id */
export function decideImport(row: ImportRow, current: CurrentProduct | undefined): Decision {
  const { id, version, cells, stockVersion = null } = row
  if (id === null) return decideNew(row)
  if (!current) return problemAt('id', `There is no product ${id}. Leave the id empty to add a product.`)
  const values = withAltTexts(row, current)
  if (!values) return tooManyAltTexts
  const { before, after } = changedFields<ImportedProduct, Partial<ImportedProduct>>(current, values)
  const hasOtherCells = cells !== undefined && formatStock(cells) !== formatStock(current.cells ?? [])
  if (Object.keys(after).length === 0 && !hasOtherCells) return { kind: 'unchanged' }
  if (version === null)
    return problemAt('version', 'Keep the exported version number, so that no other change is overwritten.')
  if (version !== current.version)
    return problemAt('version', 'This product has changed since the export. Export it again.')
  if (hasOtherCells && stockVersion !== (current.stockVersion ?? null)) return problemAt('cells', OLD_NUMBERS)
  const lost = (['approved', 'featured'] as const).find((name) => after[name] === false)
  if (lost)
    return problemAt(
      lost,
      `A product that is ${lost} cannot be changed back. If it was not ${lost} when you exported it, export again.`,
    )
  const isPriced = 'price' in after || 'mrp' in after
  const wrong =
    findSet(after, current) ??
    findOtherKind({ ...current, ...after }, cells, current) ??
    findForeignImage(values, current.productImageUrl) ??
    findForeignPicture(cells, current.cells) ??
    findMissingUnits(after, cells ?? current.cells) ??
    (isPriced && findLowMrp({ ...current, ...after }))
  return wrong || { kind: 'change', before, after, cells: hasOtherCells ? toEdits(current.cells ?? [], cells) : [] }
}

const OLD_NUMBERS = 'Some of these were sold or counted since the export, so these numbers are old. Export it again.'

function problemAt(column: string, problem: string) {
  return { kind: 'problem' as const, column, problem }
}

/** The stored product; it has no variants if `cells` is absent. */
type CurrentProduct = ImportedProduct & ImportedStock & { version: number }

function decideNew(row: ImportRow): Decision {
  const { cells = [] } = row
  const values = withAltTexts(row, { productImageUrl: [], altTexts: {} })
  if (!values) return tooManyAltTexts
  const missing = REQUIRED.find((name) => values[name] === undefined)
  if (missing) return problemAt(missing, 'A new product needs this column.')
  const foreign = findForeignImage(values, []) ?? findForeignPicture(cells)
  if (foreign) return foreign
  const { approved = true, featured = false, onSale = true, ...rest } = values
  const optional = PRODUCT_FIELD_NAMES.filter((name) => rest[name] === undefined)
  const empty = v.parse(v.object(fieldSchemas(optional)), {})
  const added = { ...empty, ...rest, approved, featured, onSale } as ImportedProduct
  return (
    findSet(added) ??
    findOtherKind(added, cells) ??
    findMissingUnits(added, cells) ??
    findLowMrp(added) ?? { kind: 'add', values: added, cells: toEdits([], cells) }
  )
}

const tooManyAltTexts = problemAt('altText', 'Enter at most one line for each image.')

/** The row's fields with the alt texts of its images, by their address; undefined: more texts than images. */
function withAltTexts(
  { id, version, altText, cells, stockVersion, ...values }: ImportRow,
  current: Pick<ImportedProduct, 'productImageUrl' | 'altTexts'>,
): Partial<ImportedProduct> | undefined {
  const images = values.productImageUrl ?? current.productImageUrl
  if (altText && altText.length > images.length) return undefined
  const sent = altText && Object.fromEntries(images.map((image, index) => [image, altText[index] ?? '']))
  return { ...values, altTexts: decideAltTexts(images, current.altTexts, sent) }
}

/** The parts of a set are not in the file. */
function findSet(after: Partial<ImportedProduct>, current?: Pick<ImportedProduct, 'stock'>) {
  if (after.stock !== undefined && isSet(after) !== (current !== undefined && isSet(current)))
    return problemAt('stock', 'Add a set, or end one, on its own page: its parts are not in this file.')
  if (!current || !isSet(current) || after.price === undefined) return undefined
  return problemAt('price', 'Open the set to change its price.')
}

/** Until its numbers are entered, a counted product would be Sold. */
function findMissingUnits({ stock }: Partial<ImportedProduct>, cells: readonly StockedVariant[] = []) {
  return stock === 'counted' && cells.length === 0 ? problemAt('cells', UNITS_MISSING) : undefined
}

/** A product without a size is of another kind, and stays so; its variants have no size either, and say what it is sold in. */
function findOtherKind(
  { sizeCode }: Pick<ImportedProduct, 'sizeCode'>,
  cells: readonly StockedVariant[] | undefined,
  current?: Pick<ImportedProduct, 'sizeCode'>,
) {
  const isOther = sizeCode === ''
  if (current ? isOther !== (current.sizeCode === '') : isOther && !cells?.length)
    return problemAt('sizeCode', 'Choose a size.')
  if (cells?.every((cell) => isOther === (cell.sizeCode === '')) ?? true) return undefined
  return isOther
    ? problemAt('cells', 'Write each choice without a size, such as /Pack: 5 kg=5.')
    : problemAt('cells', 'Write each choice with its size, such as C01/Grey Stone=5.')
}

function findLowMrp(product: Pick<ImportedProduct, 'price' | 'mrp'>) {
  const problem = findMrpProblem(product)
  return problem === undefined ? undefined : problemAt('mrp', problem)
}

/** Images that the product already has are accepted in any format. */
function findForeignImage({ productImageUrl = [] }: Partial<ImportedProduct>, current: readonly string[]) {
  if (productImageUrl.every((address) => current.includes(address) || isShopImage(address))) return undefined
  return problemAt(
    'productImageUrl',
    'Use image addresses of this shop, such as /productImages/1763700000000-bowl-4f1c9a.',
  )
}

/** Of variants. */
function findForeignPicture(cells: readonly StockedVariant[] = [], current: readonly StockedVariant[] = []) {
  const known = current.map(({ image }) => image)
  const isOurs = (image: string | null | undefined) => !image || known.includes(image) || isShopImage(image)
  if (cells.every(({ image }) => isOurs(image))) return undefined
  return problemAt('cells', 'Use pictures of this shop, such as /productImages/1763700000000-bowl-4f1c9a.')
}

/** An uploaded image, whose existence the import checks, or one of the built-in pot images. */
function isShopImage(address: string): boolean {
  return UPLOADED_IMAGE.test(address) || isPotImage(address)
}
