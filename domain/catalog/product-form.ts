import * as v from 'valibot'
import { messages } from '#domain/messages.ts'
import type { Rupees } from '#domain/money.ts'
import { cleanText, line, type Parsed, type Problems, paragraph, parseWith } from '#domain/text.ts'
import { MAX_IMAGES, type Product } from './product.ts'
import { isSizeCode, type SizeCode } from './sizes.ts'

export const TITLE_MAX = 200
export const DESCRIPTION_MAX = 5000
export const PRICE_MAX: Rupees = 9_999_999

/** Categories for a new product. */
export const NEW_CATEGORIES = ['POT'] as const
const UPDATE_CATEGORIES = ['plant', 'laptop']

/** The specification's categories for an update, after the product's own. */
export function categoriesForUpdate(current: string): string[] {
  return [...new Set([current, ...UPDATE_CATEGORIES])]
}

/** The form fields of a new product; its images are uploaded as files. */
export type NewProduct = {
  title: string
  price: Rupees
  sizeCode: SizeCode
  category: string
  description: string
  /** Percent; null: none. */
  discount: number | null
}

/** The edited fields; fields that were not sent are left unchanged. */
export type ProductUpdate = Partial<NewProduct> & {
  /** The version that the form was opened with, for optimistic locking. */
  version: number
  /** The images in order: addresses that the product has, and `new-0`, `new-1`… for the uploaded files. */
  pictures?: string[]
}

/** A product as the update form shows it. */
export type EditableProduct = Pick<
  Product,
  'id' | 'title' | 'price' | 'productImageUrl' | 'category' | 'description' | 'sizeCode' | 'sizeLabel'
> & { discount: number | null; version: number; approved: boolean; featured: boolean }

/** Validation of each field, for the form and for CSV import. */
export const productFields = {
  title: v.pipe(
    line,
    v.minLength(1, 'Enter a title.'),
    v.check((text) => lengthOf(text) <= TITLE_MAX, `A title can have at most ${TITLE_MAX} characters.`),
  ),
  price: v.pipe(
    line,
    v.minLength(1, 'Enter a price in rupees.'),
    // Accepts `₹1,23,456`.
    v.transform((text) => text.replace(/[₹,\s]/g, '')),
    v.regex(/^\d{1,15}$/, 'Enter the price in whole rupees, such as 849.'),
    v.transform(Number),
    v.minValue(1, 'The price must be at least ₹1.'),
    v.maxValue(PRICE_MAX, 'The price can be at most ₹99,99,999.'),
  ),
  sizeCode: v.pipe(line, v.custom<SizeCode>(isSizeCode, 'Choose a size.')),
  category: v.pipe(line, v.minLength(1, 'Choose a category.')),
  description: v.pipe(
    paragraph,
    v.minLength(1, 'Enter a description.'),
    v.check((text) => lengthOf(text) <= DESCRIPTION_MAX, 'A description can have at most 5,000 characters.'),
  ),
  discount: v.pipe(
    line,
    v.regex(/^(\d{1,3})?$/, 'Enter a whole number of percent, or leave it empty.'),
    v.transform((text) => (text === '' ? null : Number(text))),
    v.nullable(v.pipe(v.number(), v.maxValue(100, 'The discount can be at most 100 percent.'))),
  ),
}

/** Counted as PostgreSQL counts: an emoji is one character. */
function lengthOf(text: string): number {
  return Array.from(text).length
}

const newProductSchema = v.object(productFields)

/** @param images number of uploaded files */
export function parseNewProduct(form: unknown, images: number): Parsed<NewProduct> {
  const parsed = parseWith(newProductSchema, form)
  const problems = { ...(parsed.ok ? {} : parsed.problems), ...imageProblem(images) }
  if (parsed.ok && !isOneOf(NEW_CATEGORIES, parsed.value.category)) problems.category = 'Choose a category.'
  return parsed.ok && isEmpty(problems) ? parsed : { ok: false, problems }
}

/** The toast for an invalid add form; the problems themselves are shown at their fields. */
export function newProductToast(form: unknown, images: number): string {
  const sent = entriesOf(form)
  const required = ['title', 'price', 'sizeCode', 'category', 'description']
  return images === 0 || required.some((name) => isBlank(sent[name])) ? messages.allFieldsNeeded : messages.addFailed
}

/**
 * @param form with the order of the images as repeated `pictures` fields
 * @param product as stored
 * @param files number of uploaded files
 */
export function parseProductUpdate(
  form: unknown,
  product: Pick<EditableProduct, 'category'>,
  files: number,
): Parsed<ProductUpdate> {
  const sent = entriesOf(form)
  const names = Object.keys(productFields).filter((name) => name in sent) as (keyof typeof productFields)[]
  const schema = v.object(Object.fromEntries(names.map((name) => [name, productFields[name]])))
  const parsed = parseWith(schema, sent)
  const problems: Problems = parsed.ok ? {} : { ...parsed.problems }

  const category = 'category' in sent && !problems.category ? String(parsed.ok && parsed.value.category) : undefined
  if (parsed.ok && category && !categoriesForUpdate(product.category).includes(category)) {
    problems.category = 'Choose a category.'
  }
  const version = Number(sent.version)
  if (!Number.isSafeInteger(version) || version < 1) problems.form = 'The form is incomplete. Please reload the page.'
  const pictures = parseImageOrder(form, files)
  if (pictures || files > 0) Object.assign(problems, imageProblem(pictures?.length ?? files))

  if (!parsed.ok || !isEmpty(problems)) return { ok: false, problems }
  return { ok: true, value: { ...(parsed.value as Partial<NewProduct>), version, ...(pictures && { pictures }) } }
}

/** The toast for an invalid update form. */
export function productUpdateToast(form: unknown): string {
  const sent = entriesOf(form)
  const required = ['title', 'price', 'category', 'description']
  return required.some((name) => name in sent && isBlank(sent[name])) ? messages.allFieldsNeeded : messages.updateFailed
}

/** The order of the images; files that it does not name come last. */
function parseImageOrder(form: unknown, files: number): string[] | undefined {
  const named = form instanceof FormData ? form.getAll('pictures').filter((name) => typeof name === 'string') : []
  if (named.length === 0) return undefined
  const all = Array.from({ length: files }, (_, index) => newPicture(index))
  const known = named.filter((name) => !/^new-/.test(name) || all.includes(name))
  return [...new Set([...known, ...all])]
}

/** The name of an uploaded file in the order of the images. */
export function newPicture(index: number): string {
  return `new-${index}`
}

/**
 * The images of a product after an update. Without an order, uploaded images replace the old ones.
 *
 * @param added addresses of the uploaded files
 * @returns undefined when the order names an image that the product does not have
 */
export function decidePictures(
  current: readonly string[],
  order: readonly string[] | undefined,
  added: readonly string[],
): string[] | undefined {
  if (!order) return added.length > 0 ? [...added] : [...current]
  const addresses = new Map([
    ...current.map((address) => [address, address] as const),
    ...added.map((address, index) => [newPicture(index), address] as const),
  ])
  const pictures = order.flatMap((name) => addresses.get(name) ?? [])
  return pictures.length === order.length ? pictures : undefined
}

/** The fields that an admin reviews before approving a product. */
const APPROVED_FIELDS = ['title', 'description', 'category', 'productImageUrl'] as const

/** Must a seller's change be approved again? Price, size and discount need no approval. @param changed fields only */
export function needsApproval(changed: object): boolean {
  return APPROVED_FIELDS.some((name) => name in changed)
}

function imageProblem(count: number): Problems {
  if (count === 0) return { images: 'Add at least one picture.' }
  if (count > MAX_IMAGES) return { images: `A product can have at most ${MAX_IMAGES} pictures.` }
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
