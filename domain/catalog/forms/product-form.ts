import * as v from 'valibot'
import type { AltTexts } from '#domain/catalog/alt-texts.ts'
import { MAX_IMAGES, maxImagesOf, tooManyImages } from '#domain/catalog/forms/image-limits.ts'
import { isSet, type Kind, kindOf } from '#domain/catalog/kind.ts'
import { MEDIA_NAMES, type Media, type MediaName, noMediaField } from '#domain/catalog/media.ts'
import { type PickedProduct, readPicked } from '#domain/catalog/picked-products.ts'
import type { Product } from '#domain/catalog/product.ts'
import {
  fieldOf,
  fieldSchemas,
  findMrpProblem,
  PRODUCT_FIELD_NAMES,
  type ProductFieldName,
  type ProductFields,
  REQUIRED_FIELD_NAMES,
} from '#domain/catalog/product-fields.ts'
import type { SetContents } from '#domain/catalog/sets.ts'
import type { Finish, Size } from '#domain/catalog/sizes.ts'
import { parseStockFields, type StockedVariant, type VariantEdit } from '#domain/catalog/stock/stock-form.ts'
import { line, type Parsed, type Problems, parseWith } from '#domain/form-fields.ts'
import { messages } from '#domain/messages.ts'
import type { Rupees } from '#domain/money.ts'
import { cleanText } from '#domain/text.ts'
import { parseAltTexts } from './alt-text-form.ts'
import {
  isOtherKind,
  type OwnForm,
  type OwnParsed,
  type OwnVariants,
  parseOwnVariants,
  removedPictures,
} from './own-variants.ts'
import { hasSetFields, isSetKind, type ParsedSet, parseSetForm, partFieldsOf, type SetForm } from './set-form.ts'

const NEW_CATEGORIES = ['POT']
const UPDATE_CATEGORIES = ['plant', 'laptop']

/** The categories to choose from for a new product. @param ofShop those of the settings; empty: the specification's */
export function categoriesForNew(ofShop: readonly string[]): readonly string[] {
  return ofShop.length > 0 ? ofShop : NEW_CATEGORIES
}

/** The categories to choose from in an update: the product's own, then those of the shop or of the specification. */
export function categoriesForUpdate(current: string, ofShop: readonly string[]): string[] {
  return [...new Set([current, ...(ofShop.length > 0 ? ofShop : UPDATE_CATEGORIES)])]
}

/** The edited fields; fields that were not sent are left unchanged. */
export type ProductUpdate = Partial<ProductFields> & {
  /** The version that the form was opened with, for optimistic locking. */
  version: number
  /** The images in order: addresses that the product has, and `new-0`, `new-1`… for the uploaded files. */
  images?: string[]
  /** As sent for each image of that order; absent: unchanged. */
  altTexts?: AltTexts
  /** Finishes of a pot whose own pictures shall go. */
  removedPictures?: string[]
  removedMedia?: MediaName[]
} & CountedFields

/** The grid of a counted pot, options and variants of another kind, and the parts of a set; absent: unchanged. */
type CountedFields = { cells?: VariantEdit[]; own?: OwnForm; set?: SetForm }

/** Pictures of a pot in its finishes, by the names of these. */
export type FinishPictures = Readonly<Record<string, string>>

/** A new product; the alt texts are named by the places of the uploaded files. */
export type NewProduct = ProductFields & CountedFields & { altTexts?: AltTexts }

/** A product as the update form shows it. */
export type EditableProduct = ProductFields &
  Pick<Product, 'id' | 'productImageUrl' | 'sizeLabel' | 'featured'> &
  Media & {
    version: number
    approved: boolean
    onSale: boolean
    altTexts: AltTexts
    cells: StockedVariant[]
    /** Of a product of another kind. */
    own?: OwnVariants
    set?: SetContents
    /** Of a pot. */
    pictures?: FinishPictures
  }

const newProductSchema = v.object(fieldSchemas())
/** The variants of another kind say what it costs. */
const otherSchema = v.object({
  ...fieldSchemas(),
  sizeCode: v.pipe(
    line,
    v.transform(() => ''),
  ),
})

/** The form of another kind, with the price and SKU that its variants give it. */
function withOwnFields(sent: Record<string, unknown>, own: OwnParsed): Record<string, unknown> {
  const { sizeCode: _, ...rest } = sent
  // A wrong grid is refused at its own fields.
  return { ...rest, price: own.ok ? String(own.price) : '1', sku: own.ok ? own.sku : '' }
}

/** The form of a set. Its price is decided with its parts. */
function withSetFields(sent: Record<string, unknown>, set: ParsedSet): Record<string, unknown> {
  const { sizeCode: _, stock: __, ...rest } = sent
  return { ...rest, price: String((set.ok && set.form.price) || 1) }
}

/** A product to choose, with the words of its variants on sale. */
export type OfferedPart = PickedProduct & { choices: { words: string; price: Rupees }[] }

/** The sizes, finishes and categories that a product may have. */
export type ProductChoices = {
  sizes: readonly Size[]
  /** On sale. */
  finishes: readonly Finish[]
  /** Those of the shop's settings. */
  categories: readonly string[]
  /** That a pot may have; absent: as specified. */
  maxImages?: number
  /** The newest products, which forms offer without scripts, and those that the form's product goes with. */
  offered?: readonly PickedProduct[]
  picked?: readonly PickedProduct[]
  /** Of the form's set. */
  parts?: readonly OfferedPart[]
}

/** @param images number of uploaded files */
export function parseNewProduct(form: unknown, images: number, choices: ProductChoices): Parsed<NewProduct> {
  const sent = entriesOf(form)
  const own = isOtherKind(sent) ? parseOwnVariants(sent) : undefined
  const set = isSetKind(sent) ? parseSetForm(sent) : undefined
  const isPot = !own && !set
  const parsed = isPot
    ? parseWith(newProductSchema, sent)
    : parseWith(otherSchema, set ? withSetFields(sent, set) : own ? withOwnFields(sent, own) : sent)
  const { altTexts, problems: altProblems } = parseAltTexts(sent)
  const cells = isPot ? parseStockFields(sent) : undefined
  const problems = {
    ...(parsed.ok ? mrpProblem({ ...parsed.value, ...highestPrice(own) }) : parsed.problems),
    ...altProblems,
    ...problemsOf(cells),
    ...problemsOf(own),
    ...problemsOf(set),
    ...imageProblem(images, maxImagesOf({ sizeCode: isPot ? 'pot' : '' }, choices.maxImages ?? MAX_IMAGES)),
  }
  if (parsed.ok && isPot && parsed.value.stock === 'counted' && !hasUnits(cells)) problems.stock = UNITS_MISSING
  if (parsed.ok && !categoriesForNew(choices.categories).includes(parsed.value.category))
    problems.category = 'Choose a category.'
  if (parsed.ok && isPot && !mayChooseSize(choices, parsed.value.sizeCode)) problems.sizeCode = 'Choose a size.'
  if (!parsed.ok || !isEmpty(problems)) return { ok: false, problems }
  return {
    ok: true,
    value: {
      ...parsed.value,
      ...(altTexts && { altTexts }),
      ...(cells?.ok && { cells: cells.cells }),
      ...(own?.ok && { own: own.form }),
      ...(set?.ok && { set: set.form, stock: 'set' as const }),
    },
  }
}

function problemsOf(parsed: { ok: true } | { ok: false; problems: Problems } | undefined): Problems {
  return parsed && !parsed.ok ? parsed.problems : {}
}

/** No variant may cost more than the MRP. */
function highestPrice(own: OwnParsed | undefined): { price?: Rupees } {
  return own?.ok ? { price: own.highest } : {}
}

/**
 * Fields that another kind asks for each variant, or not at all. The parts of a set have codes and tax rates of their own, and
 * its badge is what it saves.
 */
const NOT_ASKED: Record<Kind, readonly ProductFieldName[]> = {
  Pot: [],
  Other: ['sizeCode', 'price', 'sku'],
  Set: ['sizeCode', 'price', 'discount', 'stock', 'hsn', 'gstRate', 'mrp', 'countryOfOrigin'],
}

export function isAsked(kind: Kind, name: ProductFieldName): boolean {
  return !NOT_ASKED[kind].includes(name)
}

/** The kind that the forms of a product are for. */
export function formKindOf(product: { sizeCode: string; stock: string }): Kind {
  return isSet(product) ? 'Set' : kindOf(product)
}

function sentKind(sent: Record<string, unknown>): Kind {
  return isSetKind(sent) ? 'Set' : isOtherKind(sent) ? 'Other' : 'Pot'
}

/** The toast for an invalid add form; the problems themselves are shown at their fields. */
export function newProductToast(form: unknown, images: number): string {
  const sent = entriesOf(form)
  const required = REQUIRED_FIELD_NAMES.filter((name) => isAsked(sentKind(sent), name))
  return images === 0 || required.some((name) => isBlank(sent[name]))
    ? messages.productOrAddressFieldsRequired
    : messages.addFailed
}

/**
 * @param form with the order of the images as repeated `imageOrder` fields
 * @param product as stored
 * @param files number of uploaded files
 * @param choices the sizes, finishes and categories that a product may have
 */
export function parseProductUpdate(
  form: unknown,
  product: Pick<EditableProduct, 'category' | 'sizeCode' | 'price' | 'mrp' | 'stock' | 'cells' | 'own' | 'set'>,
  files: number,
  choices: ProductChoices,
): Parsed<ProductUpdate> {
  const typed = entriesOf(form)
  const own = product.own && hasOwnFields(typed) ? parseOwnVariants(typed) : undefined
  const set = product.set && hasSetFields(typed) ? parseSetForm(typed) : undefined
  const sent = set ? withSetFields(typed, set) : own ? withOwnFields(typed, own) : typed
  const names = PRODUCT_FIELD_NAMES.filter((name) => name in sent)
  const parsed = parseWith(v.object(fieldSchemas(names)), sent)
  const problems: Problems = parsed.ok
    ? mrpProblem({ ...product, ...parsed.value, ...highestPrice(own) })
    : { ...parsed.problems }
  Object.assign(problems, problemsOf(own), problemsOf(set))
  if (product.set && !set && 'price' in sent && Number(sent.price) !== product.price)
    problems.price = 'Open the set to change its price.'
  if (product.set && 'stock' in sent) problems.stock = 'A set has the stock of its parts.'
  if (!own && product.own?.names.length && 'price' in sent) problems.price = 'Each variant has a price of its own.'
  const { altTexts, problems: altProblems } = parseAltTexts(sent)
  Object.assign(problems, altProblems)

  const category = 'category' in sent && !problems.category ? String(parsed.ok && parsed.value.category) : undefined
  if (parsed.ok && category && !categoriesForUpdate(product.category, choices.categories).includes(category)) {
    problems.category = 'Choose a category.'
  }
  const sizeCode = parsed.ok ? (parsed.value as Partial<ProductFields>).sizeCode : undefined
  if (sizeCode !== undefined && !mayChooseSize(choices, sizeCode, product.sizeCode)) {
    problems.sizeCode = 'Choose a size.'
  }
  const version = Number(sent.version)
  if (!Number.isSafeInteger(version) || version < 1) problems.form = 'The form is incomplete. Please reload the page.'
  const images = parseImageOrder(form, files)
  const cells = own || set ? undefined : parseStockFields(sent)
  Object.assign(problems, problemsOf(cells))
  if (images || files > 0)
    Object.assign(
      problems,
      imageProblem(images?.length ?? files, maxImagesOf(product, choices.maxImages ?? MAX_IMAGES)),
    )
  // Until its numbers are entered, it would be Sold.
  const becomesCounted = sent.stock === 'counted' && product.stock !== 'counted'
  if (becomesCounted && !own && product.cells.length === 0 && !hasUnits(cells)) problems.stock = UNITS_MISSING

  const removed = product.own || product.set ? [] : removedPictures(sent)
  const removedMedia = MEDIA_NAMES.filter((name) => !isBlank(sent[noMediaField(name)]))
  if (!parsed.ok || !isEmpty(problems)) return { ok: false, problems }
  return {
    ok: true,
    value: {
      ...(parsed.value as Partial<ProductFields>),
      version,
      ...(images && { images }),
      ...(altTexts && { altTexts }),
      ...(cells?.ok && { cells: cells.cells }),
      ...(own?.ok && { own: own.form }),
      ...(set?.ok && { set: set.form }),
      ...(removed.length > 0 && { removedPictures: removed }),
      ...(removedMedia.length > 0 && { removedMedia }),
    },
  }
}

function hasOwnFields(sent: Record<string, unknown>): boolean {
  return Object.keys(sent).some((name) => name.startsWith('own:'))
}

export const UNITS_MISSING = 'Enter how many you have of at least one choice; 0 if there are none yet.'

/** Is the number of at least one choice typed? */
function hasUnits(cells: ReturnType<typeof parseStockFields>): boolean {
  return cells?.ok === true && cells.cells.some(({ units }) => units !== null)
}

/** A product keeps its own size although it was retired. */
function mayChooseSize({ sizes }: Pick<ProductChoices, 'sizes'>, code: string, own?: string): boolean {
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
    'productImageUrl' in changed ||
    'altTexts' in changed ||
    MEDIA_NAMES.some((name) => name in changed) ||
    PRODUCT_FIELD_NAMES.some((name) => name in changed && !fieldOf(name).changesAtOnce)
  )
}

function mrpProblem(product: Pick<ProductFields, 'price' | 'mrp'>): Problems {
  const problem = findMrpProblem(product)
  return problem === undefined ? {} : { mrp: problem }
}

function imageProblem(count: number, max: number): Problems {
  if (count === 0) return { images: 'Add at least one image.' }
  if (count > max) return { images: tooManyImages(max) }
  return {}
}

function entriesOf(form: unknown): Record<string, unknown> {
  return form instanceof FormData ? { ...Object.fromEntries(form), ...pickedOf(form) } : { ...(form as object) }
}

/** The products that were picked, as their fields have them. */
export function pickedOf(form: FormData): Record<string, string> {
  return { ...(form.has('goesWith') && { goesWith: readPicked(form, 'goesWith').join(' ') }), ...partFieldsOf(form) }
}

function isBlank(value: unknown): boolean {
  return typeof value !== 'string' || cleanText(value) === ''
}

function isEmpty(problems: Problems): boolean {
  return Object.keys(problems).length === 0
}
