import * as v from 'valibot'
import { messages } from '#domain/messages.ts'
import { cleanText, type Parsed, type Problems, parseWith } from '#domain/text.ts'
import { MAX_IMAGES, tooManyImages } from './images.ts'
import type { Product } from './product.ts'
import {
  fieldOf,
  fieldSchemas,
  PRODUCT_FIELD_NAMES,
  type ProductFields,
  REQUIRED_FIELD_NAMES,
} from './product-fields.ts'
import type { Size } from './sizes.ts'
import type { StockCell } from './stock.ts'
import { type CellEdit, parseCells } from './stock-form.ts'

/** Categories for a new product. */
export const NEW_CATEGORIES = ['POT'] as const
const UPDATE_CATEGORIES = ['plant', 'laptop']

/** The specification's categories for an update, after the product's own. */
export function categoriesForUpdate(current: string): string[] {
  return [...new Set([current, ...UPDATE_CATEGORIES])]
}

/** The edited fields; fields that were not sent are left unchanged. */
export type ProductUpdate = Partial<ProductFields> & {
  /** The version that the form was opened with, for optimistic locking. */
  version: number
  /** The images in order: addresses that the product has, and `new-0`, `new-1`… for the uploaded files. */
  images?: string[]
} & CountedFields

/** The grid of a counted product; absent: unchanged. */
type CountedFields = { cells?: CellEdit[] }
export type NewProduct = ProductFields & CountedFields

/** A product as the update form shows it. */
export type EditableProduct = ProductFields &
  Pick<Product, 'id' | 'productImageUrl' | 'sizeLabel' | 'featured'> & {
    version: number
    approved: boolean
    cells: StockCell[]
  }

const newProductSchema = v.object(fieldSchemas())

/** What the owner lets products choose from. */
export type ProductChoices = { sizes: readonly Size[] }

/** @param images number of uploaded files */
export function parseNewProduct(form: unknown, images: number, choices: ProductChoices): Parsed<NewProduct> {
  const parsed = parseWith(newProductSchema, form)
  const cells = parseCells(entriesOf(form))
  const problems = {
    ...(parsed.ok ? {} : parsed.problems),
    ...(cells && !cells.ok ? cells.problems : {}),
    ...imageProblem(images),
  }
  if (parsed.ok && !isOneOf(NEW_CATEGORIES, parsed.value.category)) problems.category = 'Choose a category.'
  if (parsed.ok && !mayChooseSize(choices, parsed.value.sizeCode)) problems.sizeCode = 'Choose a size.'
  if (!parsed.ok || !isEmpty(problems)) return { ok: false, problems }
  return { ok: true, value: { ...parsed.value, ...(cells?.ok && { cells: cells.cells }) } }
}

/** The toast for an invalid add form; the problems themselves are shown at their fields. */
export function newProductToast(form: unknown, images: number): string {
  const sent = entriesOf(form)
  return images === 0 || REQUIRED_FIELD_NAMES.some((name) => isBlank(sent[name]))
    ? messages.productOrAddressFieldsRequired
    : messages.addFailed
}

/**
 * @param form with the order of the images as repeated `imageOrder` fields
 * @param product as stored
 * @param files number of uploaded files
 */
export function parseProductUpdate(
  form: unknown,
  product: Pick<EditableProduct, 'category' | 'sizeCode'>,
  files: number,
  choices: ProductChoices,
): Parsed<ProductUpdate> {
  const sent = entriesOf(form)
  const names = PRODUCT_FIELD_NAMES.filter((name) => name in sent)
  const parsed = parseWith(v.object(fieldSchemas(names)), sent)
  const problems: Problems = parsed.ok ? {} : { ...parsed.problems }

  const category = 'category' in sent && !problems.category ? String(parsed.ok && parsed.value.category) : undefined
  if (parsed.ok && category && !categoriesForUpdate(product.category).includes(category)) {
    problems.category = 'Choose a category.'
  }
  const sizeCode = parsed.ok ? (parsed.value as Partial<ProductFields>).sizeCode : undefined
  if (sizeCode !== undefined && !mayChooseSize(choices, sizeCode, product.sizeCode)) {
    problems.sizeCode = 'Choose a size.'
  }
  const version = Number(sent.version)
  if (!Number.isSafeInteger(version) || version < 1) problems.form = 'The form is incomplete. Please reload the page.'
  const images = parseImageOrder(form, files)
  const cells = parseCells(sent)
  if (cells && !cells.ok) Object.assign(problems, cells.problems)
  if (images || files > 0) Object.assign(problems, imageProblem(images?.length ?? files))

  if (!parsed.ok || !isEmpty(problems)) return { ok: false, problems }
  const fields = parsed.value as Partial<ProductFields>
  return {
    ok: true,
    value: { ...fields, version, ...(images && { images }), ...(cells?.ok && { cells: cells.cells }) },
  }
}

/** A product keeps its own size although it was retired. */
function mayChooseSize({ sizes }: ProductChoices, code: string, own?: string): boolean {
  return sizes.some((size) => size.code === code && (!size.isRetired || code === own))
}

/** The toast for an invalid update form. The specification does not require a size here. */
export function productUpdateToast(form: unknown): string {
  const sent = entriesOf(form)
  const isMissing = REQUIRED_FIELD_NAMES.some((name) => name !== 'sizeCode' && name in sent && isBlank(sent[name]))
  return isMissing ? messages.productOrAddressFieldsRequired : messages.updateFailed
}

/** The order of the images; files that it does not name come last. */
function parseImageOrder(form: unknown, files: number): string[] | undefined {
  if (!(form instanceof FormData)) return undefined
  // A page that was open before the field got its present name still sends `pictures`.
  const sent = [...form.getAll('imageOrder'), ...form.getAll('pictures')]
  const named = sent.filter((name) => typeof name === 'string')
  if (named.length === 0) return undefined
  const all = Array.from({ length: files }, (_, index) => newImage(index))
  const known = named.filter((name) => !/^new-/.test(name) || all.includes(name))
  return [...new Set([...known, ...all])]
}

/** The name of an uploaded file in the order of the images. */
export function newImage(index: number): string {
  return `new-${index}`
}

/**
 * The images of a product after an update. Without an order, uploaded images replace the old ones.
 *
 * @param added addresses of the uploaded files
 * @returns undefined when the order names an image that the product does not have
 */
export function decideImages(
  current: readonly string[],
  order: readonly string[] | undefined,
  added: readonly string[],
): string[] | undefined {
  if (!order) return added.length > 0 ? [...added] : [...current]
  const addresses = new Map([
    ...current.map((address) => [address, address] as const),
    ...added.map((address, index) => [newImage(index), address] as const),
  ])
  const images = order.flatMap((name) => addresses.get(name) ?? [])
  return images.length === order.length ? images : undefined
}

/** Must a seller's change be approved again? @param changed fields only */
export function needsApproval(changed: object): boolean {
  return (
    'productImageUrl' in changed || PRODUCT_FIELD_NAMES.some((name) => name in changed && !fieldOf(name).changesAtOnce)
  )
}

function imageProblem(count: number): Problems {
  if (count === 0) return { images: 'Add at least one image.' }
  if (count > MAX_IMAGES) return { images: tooManyImages }
  return {}
}

function entriesOf(form: unknown): Record<string, unknown> {
  return form instanceof FormData ? Object.fromEntries(form) : { ...(form as object) }
}

function isBlank(value: unknown): boolean {
  return typeof value !== 'string' || cleanText(value) === ''
}

function isEmpty(problems: Problems): boolean {
  return Object.keys(problems).length === 0
}

function isOneOf(values: readonly string[], value: string): boolean {
  return values.includes(value)
}
