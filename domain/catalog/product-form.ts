import * as v from 'valibot'
import { messages } from '#domain/messages.ts'
import type { Rupees } from '#domain/money.ts'
import { cleanText, line, type Parsed, type Problems, paragraph, parseWith } from '#domain/text.ts'
import { MAX_IMAGES, type Product } from './product.ts'
import { isSizeCode, type SizeCode } from './sizes.ts'

export const TITLE_MAX = 200
export const DESCRIPTION_MAX = 5000
export const PRICE_MAX: Rupees = 9_999_999

/** What a new product may be; an update adds the category that the product has. */
export const NEW_CATEGORIES = ['POT'] as const
const UPDATE_CATEGORIES = ['plant', 'laptop']

export function categoriesForUpdate(present: string): string[] {
  return [...new Set([present, ...UPDATE_CATEGORIES])]
}

/** What an admin or seller types to add a product. Its pictures come as files beside it. */
export type NewProduct = {
  title: string
  price: Rupees
  sizeCode: SizeCode
  category: string
  description: string
  /** Percent; null: none. */
  discount: number | null
}

/** What somebody edited. Fields that were not sent stay as they are. */
export type ProductUpdate = Partial<NewProduct> & {
  /** Of the product as the form showed it: if somebody else has saved since, nothing is written. */
  version: number
  /** The pictures in their order: addresses that the product has, and `new-0`, `new-1`… for the files sent along. */
  pictures?: string[]
}

/** A product as its update form shows it. */
export type EditableProduct = Pick<
  Product,
  'id' | 'title' | 'price' | 'productImageUrl' | 'category' | 'description' | 'sizeCode' | 'sizeLabel'
> & { discount: number | null; version: number; approved: boolean; featured: boolean }

/** What may be typed into each field, in a form or in a spreadsheet. */
export const productFields = {
  title: v.pipe(
    line,
    v.minLength(1, 'Enter a title.'),
    v.check((text) => lengthOf(text) <= TITLE_MAX, `A title can have at most ${TITLE_MAX} characters.`),
  ),
  price: v.pipe(
    line,
    v.minLength(1, 'Enter a price in rupees.'),
    // As people write prices: `₹1,23,456`.
    v.transform((text) => text.replace(/[₹,\s]/g, '')),
    v.regex(/^\d{1,15}$/, 'Enter the price in whole rupees, such as 849.'),
    v.transform(Number),
    v.minValue(1, 'The price is at least ₹1.'),
    v.maxValue(PRICE_MAX, 'The price can be at most ₹99,99,999.'),
  ),
  sizeCode: v.pipe(line, v.custom<SizeCode>(isSizeCode, 'Choose a size.')),
  category: v.pipe(line, v.minLength(1, 'Choose a category.')),
  description: v.pipe(
    paragraph,
    v.minLength(1, 'Describe the pot.'),
    v.check((text) => lengthOf(text) <= DESCRIPTION_MAX, 'A description can have at most 5,000 characters.'),
  ),
  discount: v.pipe(
    line,
    v.regex(/^(\d{1,3})?$/, 'Enter a whole number of percent, or leave it empty.'),
    v.transform((text) => (text === '' ? null : Number(text))),
    v.nullable(v.pipe(v.number(), v.maxValue(100, 'A discount is at most 100 percent.'))),
  ),
}

/** Counted as PostgreSQL counts: an emoji is one character. */
function lengthOf(text: string): number {
  return Array.from(text).length
}

const newProductSchema = v.object(productFields)

/** @param pictures how many files were sent along */
export function parseNewProduct(form: unknown, pictures: number): Parsed<NewProduct> {
  const parsed = parseWith(newProductSchema, form)
  const problems = { ...(parsed.ok ? {} : parsed.problems), ...imageProblem(pictures) }
  if (parsed.ok && !isOneOf(NEW_CATEGORIES, parsed.value.category)) problems.category = 'Choose a category.'
  return parsed.ok && isEmpty(problems) ? parsed : { ok: false, problems }
}

/** The toast of an add form that was refused: emptiness first; whatever else is wrong stands at its field. */
export function newProductToast(form: unknown, pictures: number): string {
  const sent = entriesOf(form)
  const needed = ['title', 'price', 'sizeCode', 'category', 'description']
  return pictures === 0 || needed.some((name) => isBlank(sent[name])) ? messages.allFieldsNeeded : messages.addFailed
}

/**
 * @param form what was sent; the order of pictures as repeated `pictures` fields
 * @param product as it is now
 * @param files how many new pictures were sent along
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
  const pictures = pictureOrder(form, files)
  if (pictures || files > 0) Object.assign(problems, imageProblem(pictures?.length ?? files))

  if (!parsed.ok || !isEmpty(problems)) return { ok: false, problems }
  return { ok: true, value: { ...(parsed.value as Partial<NewProduct>), version, ...(pictures && { pictures }) } }
}

/** The toast of an update form that was refused. */
export function productUpdateToast(form: unknown): string {
  const sent = entriesOf(form)
  const needed = ['title', 'price', 'category', 'description']
  return needed.some((name) => name in sent && isBlank(sent[name])) ? messages.allFieldsNeeded : messages.updateFailed
}

/** Every file has its place: one that the order does not name comes last. */
function pictureOrder(form: unknown, files: number): string[] | undefined {
  const named = form instanceof FormData ? form.getAll('pictures').filter((name) => typeof name === 'string') : []
  if (named.length === 0) return undefined
  const all = Array.from({ length: files }, (_, index) => newPicture(index))
  const known = named.filter((name) => !/^new-/.test(name) || all.includes(name))
  return [...new Set([...known, ...all])]
}

/** How the order of pictures names a file that was sent along. */
export function newPicture(index: number): string {
  return `new-${index}`
}

/**
 * The pictures of a product after an update. Without an order, new ones take the place of the old.
 *
 * @param added addresses of the files that were sent along
 * @returns undefined when the order names a picture that the product does not have
 */
export function decidePictures(
  present: readonly string[],
  order: readonly string[] | undefined,
  added: readonly string[],
): string[] | undefined {
  if (!order) return added.length > 0 ? [...added] : [...present]
  const addresses = new Map([
    ...present.map((address) => [address, address] as const),
    ...added.map((address, index) => [newPicture(index), address] as const),
  ])
  const pictures = order.flatMap((name) => addresses.get(name) ?? [])
  return pictures.length === order.length ? pictures : undefined
}

/** What an admin has looked at when approving a product. */
const APPROVED_FIELDS = ['title', 'description', 'category', 'productImageUrl'] as const

/**
 * Must what a seller changed be looked at again? Price, size and discount are the seller's own business.
 *
 * @param changed only what is not as it was
 */
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
