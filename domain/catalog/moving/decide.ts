import type { AltTexts } from '#domain/catalog/alt-texts.ts'
import type { ImportedProduct } from '#domain/catalog/csv.ts'
import { ALT_TEXT_MAX } from '#domain/catalog/forms/alt-text-form.ts'
import { MAX_IMAGES } from '#domain/catalog/forms/image-limits.ts'
import { priceOfSize } from '#domain/catalog/product.ts'
import { CATEGORY_MAX, DESCRIPTION_MAX, EMPTY_FIELDS, SKU_MAX, TITLE_MAX } from '#domain/catalog/product-fields.ts'
import type { Size } from '#domain/catalog/sizes.ts'
import { findVariant, type StockedVariant } from '#domain/catalog/stock/stock.ts'
import type { VariantEdit } from '#domain/catalog/stock/stock-form.ts'
import { changedFields } from '#domain/changed-fields.ts'
import { formatRupees, type Rupees } from '#domain/money.ts'
import { startInWords } from '#domain/short-text.ts'
import { cleanLine, lengthOf } from '#domain/text.ts'
import { MAX_VARIANTS, type SourceProduct, type SourceVariant } from './source.ts'

/** Stands for the pictures of a product that has none. */
export const NO_PICTURE = '/no-picture.svg'
const CELL_SKU_MAX = 60

/** The stored product, and its pictures from earlier imports: their addresses by name. */
export type PresentProduct = ImportedProduct & { cells: StockedVariant[]; pictures: Readonly<Record<string, string>> }

export type MoveContext = {
  sizeOf: (variant: SourceVariant) => Size | undefined
  finishOf: (variant: SourceVariant) => string
  /** Addresses of the pictures that were sent, by name. */
  pictures: ReadonlyMap<string, string>
  /** For choices of which the file has no number. */
  units: number
  /** For products of which the file has no category. */
  category: string
  /** Does another product have this SKU? */
  isTakenSku: (sku: string) => boolean
}

export type MoveDecision = {
  /** Sentences about values that this shop cannot store as they were. */
  notes: string[]
  missingPictures: string[]
} & (
  | { kind: 'add'; values: ImportedProduct; cells: VariantEdit[]; pictures: Record<string, string> }
  | {
      kind: 'change'
      before: Partial<ImportedProduct>
      after: Partial<ImportedProduct>
      cells: VariantEdit[]
      pictures: Record<string, string>
    }
  | { kind: 'unchanged' }
  | { kind: 'skip'; reason: string }
)

/** Decides what becomes of a product of the file. @param present the same product, if the shop has it already */
export function decideMove(
  source: SourceProduct,
  present: PresentProduct | undefined,
  context: MoveContext,
): MoveDecision {
  const notes = [...source.notes]
  const cells = cellsOf(source, present, context, notes)
  if ('reason' in cells) return { kind: 'skip', reason: cells.reason, notes: [], missingPictures: [] }
  const images = imagesOf(source, present, context, notes)
  const { ownSize, price } = cells
  const mrp = mrpOf(source, ownSize, context, price)
  const values = {
    title: cut(source.title, TITLE_MAX, 'title', notes),
    sizeCode: ownSize.code,
    sizeLabel: `${ownSize.family} ${ownSize.code}`,
    price,
    category: cut(source.category || context.category, CATEGORY_MAX, 'category', notes),
    stock: 'counted' as const,
    description: cut(source.description || source.title, DESCRIPTION_MAX, 'description', notes),
    sku: skuOf(source, present, context, notes),
    mrp: mrp ?? present?.mrp ?? null,
    onSale: source.isPublished && !images.list.includes(NO_PICTURE),
    productImageUrl: images.list,
    altTexts: images.altTexts,
  }
  if (values.mrp !== null && values.mrp < price) values.mrp = null
  const { missing: missingPictures, pictures } = images
  const edits = cells.edits.filter((edit) => !isSame(edit, findVariant(present?.cells ?? [], edit)))
  if (!present) {
    const added = { ...EMPTY_FIELDS, ...values, approved: true, featured: source.isFeatured }
    return { kind: 'add', values: added, cells: edits, pictures, notes, missingPictures }
  }
  const { before, after } = changedFields<ImportedProduct, Partial<ImportedProduct>>(present, {
    ...values,
    approved: true,
  })
  const hasNewPictures = Object.keys(pictures).some((name) => present.pictures[name] !== pictures[name])
  return Object.keys(after).length > 0 || edits.length > 0 || hasNewPictures
    ? { kind: 'change', before, after, cells: edits, pictures, notes, missingPictures }
    : { kind: 'unchanged', notes, missingPictures }
}

type DecidedCells = { edits: VariantEdit[]; ownSize: Size; price: Rupees }

function cellsOf(
  source: SourceProduct,
  present: PresentProduct | undefined,
  { sizeOf, finishOf, units: unitsWithoutNumber }: MoveContext,
  notes: string[],
): DecidedCells | { reason: string } {
  if (source.variants.length > MAX_VARIANTS)
    return { reason: `It has more than ${MAX_VARIANTS} choices. Make two products of it.` }
  const sized = source.variants.flatMap((variant) => {
    const size = sizeOf(variant)
    return size ? [{ variant, size, finish: finishOf(variant) }] : []
  })
  const unknown = source.variants.find((variant) => !sizeOf(variant))
  if (unknown)
    return {
      reason: unknown.size
        ? `The measures of “${unknown.size}” are missing. Enter them under Sizes in the preview.`
        : 'Its measures are missing. Enter them under Sizes in the preview.',
    }
  const ownSize = (sized.find(({ size }) => size.code === present?.sizeCode) ?? sized[0])?.size as Size
  const fitting = sized.filter(({ size }) => size.family === ownSize.family)
  for (const { size, variant } of sized)
    if (size.family !== ownSize.family)
      notes.push(`“${variant.size}” is left out: ${size.code} belongs to another family than ${ownSize.code}.`)

  const price = fitting.find(({ size }) => size.code === ownSize.code)?.variant.price as Rupees
  const edits: VariantEdit[] = []
  for (const { variant, size, finish } of fitting) {
    const name = { sizeCode: size.code, finish }
    if (findVariant(edits as StockedVariant[], name)) {
      notes.push(`Row ${variant.row} is left out: another row is ${size.code} in ${finish}, too.`)
      continue
    }
    // Units sold here since an earlier import stay sold.
    const stored = findVariant(present?.cells ?? [], name)
    const usual = priceOfSize({ sizeCode: ownSize.code, price }, size)
    edits.push({
      ...name,
      seen: stored?.units ?? null,
      units: stored?.units ?? variant.units ?? unitsWithoutNumber,
      price: variant.price === usual ? null : variant.price,
      sku: variant.sku.replaceAll(';', '').slice(0, CELL_SKU_MAX) || null,
    })
  }
  return { edits, ownSize, price }
}

function isSame(edit: VariantEdit, stored: StockedVariant | undefined): boolean {
  return stored !== undefined && stored.price === edit.price && stored.sku === edit.sku && stored.units === edit.units
}

function imagesOf(
  source: SourceProduct,
  present: PresentProduct | undefined,
  { pictures }: MoveContext,
  notes: string[],
) {
  const wanted = source.pictures.slice(0, MAX_IMAGES)
  if (source.pictures.length > MAX_IMAGES)
    notes.push(`It has ${source.pictures.length} pictures; the first ${MAX_IMAGES} are taken.`)
  const before = present?.productImageUrl ?? []
  const addressOf = (name: string) => {
    const known = present && Object.hasOwn(present.pictures, name) ? present.pictures[name] : undefined
    return known !== undefined && before.includes(known) ? known : pictures.get(name)
  }
  const found = wanted.flatMap(({ name, alt }) => {
    const address = addressOf(name)
    return address === undefined ? [] : [{ name, alt, address }]
  })
  const addresses = new Set(found.map(({ address }) => address))
  // Pictures that the owner added here stay, at the end.
  const own = before.filter((address) => !addresses.has(address) && address !== NO_PICTURE)
  const isNew = found.some(({ address }) => !before.includes(address))
  const list = isNew || before.length === 0 ? [...addresses, ...own].slice(0, MAX_IMAGES) : [...before]
  const altTexts: AltTexts = { ...(present?.altTexts ?? {}) }
  for (const { address, alt } of found)
    if (!before.includes(address) && alt) altTexts[address] = startInWords(cleanLine(alt), ALT_TEXT_MAX - 1)
  return {
    list: list.length > 0 ? list : [NO_PICTURE],
    altTexts: Object.fromEntries(Object.entries(altTexts).filter(([address]) => list.includes(address))),
    pictures: Object.fromEntries(
      found.filter(({ address }) => list.includes(address)).map((one) => [one.name, one.address]),
    ),
    missing: wanted.filter(({ name }) => addressOf(name) === undefined).map(({ name }) => name),
  }
}

/** The price before a reduction, of the product's own size; what is not above the price is none. */
function mrpOf(source: SourceProduct, ownSize: Size, { sizeOf }: MoveContext, price: Rupees): Rupees | undefined {
  const own = source.variants.find((variant) => sizeOf(variant)?.code === ownSize.code && variant.price === price)
  return own?.compareAt && own.compareAt > price ? own.compareAt : undefined
}

function skuOf(
  source: SourceProduct,
  present: PresentProduct | undefined,
  { isTakenSku }: MoveContext,
  notes: string[],
): string {
  const sku = source.variants[0]?.sku ?? ''
  if (sku === '' || present?.sku.toLowerCase() === sku.toLowerCase()) return present?.sku ?? ''
  if (isTakenSku(sku)) {
    notes.push(`Another product has the SKU ${sku}, so it has none.`)
    return present?.sku ?? ''
  }
  return sku.length <= SKU_MAX && /^[A-Za-z0-9._/-]+$/.test(sku) ? sku : (present?.sku ?? '')
}

function cut(text: string, max: number, what: string, notes: string[]): string {
  if (lengthOf(text) <= max) return text
  notes.push(`The ${what} is cut to ${max.toLocaleString('en-IN')} characters.`)
  return startInWords(text, max - 1)
}

/** `₹499 to ₹999`, as a preview tells the prices of a product. */
export function priceRange({ variants }: Pick<SourceProduct, 'variants'>): string {
  const prices = variants.map(({ price }) => price)
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  return low === high ? formatRupees(low) : `${formatRupees(low)} to ${formatRupees(high)}`
}
