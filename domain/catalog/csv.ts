import * as v from 'valibot'
import { changedFields } from '#domain/changed-fields.ts'
import { type Parsed, parseWith } from '#domain/text.ts'
import { MAX_IMAGES, type Product, type ProductId } from './product.ts'
import { type NewProduct, productFields } from './product-form.ts'
import { getSize, isPotPicture, sizeLabelOf } from './sizes.ts'

/** What a spreadsheet takes for the beginning of a formula; some take the full-width signs for the same. */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/
/** Spreadsheets that part cells by semicolons or tabs begin a cell here. */
const INNER = /([;\t])(?=['=+\-@＝＋－＠])/g
const INNER_DEFUSED = /([;\t])'/g

/** A cell that no spreadsheet runs. One that looks like this already gets one apostrophe more, so that none is lost. */
export function defuse(text: string): string {
  const inner = text.replace(INNER, "$1'")
  return FORMULA.test(inner) ? `'${inner}` : inner
}

/** The opposite of `defuse`. */
export function undefuse(cell: string): string {
  const inner = cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
  return inner.replace(INNER_DEFUSED, '$1')
}

/** The largest file that may be imported. */
export const IMPORT_MAX_BYTES = 10 * 1024 * 1024

/** Columns of the products' file that an import reads, and those that only tell. */
export const IMPORT_COLUMNS = [
  'id',
  'version',
  'title',
  'price',
  'sizeCode',
  'category',
  'description',
  'discount',
  'productImageUrl',
  'approved',
  'featured',
] as const
export const TOLD_COLUMNS = ['sizeLabel', 'quantity', 'userId', 'username', 'email', 'time'] as const

/** A product as an import compares it with its row. */
export type ImportedProduct = Pick<
  Product,
  'title' | 'price' | 'sizeCode' | 'sizeLabel' | 'category' | 'description' | 'productImageUrl' | 'featured'
> & { discount: number | null; approved: boolean }

/** One row: whatever column the file does not have stays as it is. */
export type ImportRow = { id: ProductId | null; version: number | null } & Partial<ImportedProduct>

const number = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^\d{0,15}$/, 'Use a whole number, or leave it empty.'),
  v.transform((text) => (text === '' ? null : Number(text))),
)

const mark = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.regex(/^(true|false)?$/, 'Write true or false.'),
  v.transform((text) => (text === '' ? undefined : text === 'true')),
)

const KEPT_PICTURE = /^\/productImages\/[\w-]{1,200}$/

const columns = {
  id: number,
  version: number,
  ...productFields,
  category: v.pipe(
    productFields.category,
    v.check((text) => Array.from(text).length <= 100, 'A category can have at most 100 characters.'),
  ),
  productImageUrl: v.pipe(
    v.string(),
    v.trim(),
    v.transform((text) => (text === '' ? [] : [...new Set(text.split(/\s+/))])),
    v.minLength(1, 'Name at least one picture.'),
    v.maxLength(MAX_IMAGES, `A product can have at most ${MAX_IMAGES} pictures.`),
  ),
  approved: mark,
  featured: mark,
}

/** @param record column names and cells, defused or not */
export function parseImportRow(record: Readonly<Record<string, string>>): Parsed<ImportRow> {
  const names = IMPORT_COLUMNS.filter((name) => name in record)
  const schema = v.object(Object.fromEntries(names.map((name) => [name, columns[name]])))
  const cells = Object.fromEntries(names.map((name) => [name, undefuse(record[name] ?? '')]))
  const parsed = parseWith(schema, cells)
  if (!parsed.ok) return parsed
  const { id = null, version = null, ...values } = parsed.value as Partial<ImportRow>
  const sizeLabel = values.sizeCode && sizeLabelOf(getSize(values.sizeCode))
  return { ok: true, value: { id, version, ...values, ...(sizeLabel && { sizeLabel }) } }
}

export type ImportDecision =
  | { kind: 'add'; values: NewProduct & ImportedProduct }
  | { kind: 'change'; before: Partial<ImportedProduct>; after: Partial<ImportedProduct> }
  | { kind: 'unchanged' }
  | { kind: 'problem'; column?: string; problem: string }

const NEEDED = ['title', 'price', 'sizeCode', 'category', 'description', 'productImageUrl'] as const

/** @param present the product of that id as it is now */
export function decideImport(
  { id, version, ...values }: ImportRow,
  present: (ImportedProduct & { version: number }) | undefined,
): ImportDecision {
  if (id === null) return decideNew(values)
  if (!present) {
    return { kind: 'problem', column: 'id', problem: `There is no product ${id}. To add one, leave the id empty.` }
  }
  const { before, after } = changedFields<ImportedProduct, Partial<ImportedProduct>>(present, values)
  if (Object.keys(after).length === 0) return { kind: 'unchanged' }
  if (version !== present.version) {
    const problem =
      version === null
        ? 'Keep the version that was exported, so that nobody else’s change is lost.'
        : 'Somebody has changed this product since the file was exported. Export again.'
    return { kind: 'problem', column: 'version', problem }
  }
  for (const name of ['approved', 'featured'] as const) {
    if (after[name] === false)
      return {
        kind: 'problem',
        column: name,
        problem: `A product that is ${name} stays so. If it was not yet, export again.`,
      }
  }
  return foreignPicture(values, present.productImageUrl) ?? { kind: 'change', before, after }
}

function decideNew(values: Partial<ImportedProduct>): ImportDecision {
  const missing = NEEDED.find((name) => values[name] === undefined)
  if (missing) return { kind: 'problem', column: missing, problem: 'A new product needs this column.' }
  const foreign = foreignPicture(values, [])
  if (foreign) return foreign
  const { approved = true, featured = false, discount = null, ...rest } = values
  return { kind: 'add', values: { ...rest, approved, featured, discount } as NewProduct & ImportedProduct }
}

/** Old addresses are left alone, whatever they look like. */
function foreignPicture({ productImageUrl = [] }: Partial<ImportedProduct>, present: readonly string[]) {
  if (productImageUrl.every((address) => present.includes(address) || isOfTheShop(address))) return undefined
  const problem = 'Pictures are named as the shop names them, such as /productImages/1763700000000-bowl-4f1c9a.'
  return { kind: 'problem' as const, column: 'productImageUrl', problem }
}

/** Kept by the shop, which an import still looks for, or the catalogue's own. */
function isOfTheShop(address: string): boolean {
  return KEPT_PICTURE.test(address) || isPotPicture(address)
}
