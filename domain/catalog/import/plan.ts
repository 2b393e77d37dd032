import type { AltTexts } from '#domain/catalog/alt-texts.ts'
import { TAG_MAX, TAGS_MAX } from '#domain/catalog/attributes.ts'
import { ALT_TEXT_MAX } from '#domain/catalog/forms/alt-text-form.ts'
import { MAX_IMAGES, maxImagesOf } from '#domain/catalog/forms/image-limits.ts'
import type { FinishValues, SizeValues } from '#domain/catalog/forms/size-form.ts'
import { kindOf } from '#domain/catalog/kind.ts'
import { type ProductId, priceOfSize } from '#domain/catalog/product.ts'
import { CATEGORY_MAX, DESCRIPTION_MAX, EMPTY_FIELDS, SKU_MAX, TITLE_MAX } from '#domain/catalog/product-fields.ts'
import { type Catalogue, findSize, type Size } from '#domain/catalog/sizes.ts'
import type { StockedVariant, VariantEdit } from '#domain/catalog/stock/stock-form.ts'
import { findVariant } from '#domain/catalog/variant.ts'
import { changedFields } from '#domain/changed-fields.ts'
import { formatRupees, type Rupees } from '#domain/money.ts'
import { startInWords } from '#domain/short-text.ts'
import { cleanLine, lengthOf } from '#domain/text.ts'
import {
  type FinishMapping,
  type ImportChoices,
  mapFinishes,
  mapSizes,
  newFinishes,
  type SizeMapping,
  sizeKeyOf,
} from './mapping.ts'
import { isOtherKind, ownCellsOf } from './other-kind.ts'
import {
  countKinds,
  type Decision,
  editOf,
  editsOf,
  type ImportedProduct,
  MAX_VARIANTS,
  type RowNote,
  type SourceFile,
  type SourceProduct,
  type SourceVariant,
  valuesOf,
} from './row.ts'

/** Stands for the pictures of a product that has none. */
export const NO_PICTURE = '/no-picture.svg'

/** The stored product, and its pictures from earlier imports: their addresses by name. */
export type PresentProduct = ImportedProduct & { cells: StockedVariant[]; pictures: Readonly<Record<string, string>> }

/** How an import mapped a product of the source shop, for the next file. */
export type ImportMappings = {
  /** Codes by the key of the size, finishes by the file's value, addresses by the picture's name. */
  sizes: Record<string, string>
  finishes: Record<string, string>
  pictures: Record<string, string>
}

export type ImportFacts = {
  file: SourceFile
  catalogue: Catalogue & { families: readonly string[] }
  choices: ImportChoices
  earlier: readonly ImportMappings[]
  /** Products that the shop has already, by the file's key. */
  present: ReadonlyMap<string, PresentProduct & { id: ProductId }>
  /** Addresses of the pictures that were sent, by name. */
  pictures: ReadonlyMap<string, string>
  /** For products without a category. */
  category: string
  /** That a pot may have. */
  maxImages?: number
  skuOwners: ReadonlyMap<string, ProductId>
}

export type DecidedProduct = {
  source: SourceProduct
  id: ProductId | undefined
  decision: ProductDecision
  mappings: ImportMappings
}

export type DecidedFile = {
  products: DecidedProduct[]
  sizes: SizeMapping[]
  finishes: FinishMapping[]
  /** Sizes and finishes that products need and the catalogue lacks. */
  added: { families: string[]; sizes: SizeValues[]; finishes: FinishValues[] }
  counts: { add: number; change: number; unchanged: number; skip: number }
  /** Rows and products that are left out, in the order of the file. */
  skipped: RowNote[]
}

/** Decides about a whole file; the preview shows it, and the import writes it. */
export function decideFile(facts: ImportFacts): DecidedFile {
  const { file, catalogue, choices, earlier } = facts
  const knownSizes = new Map(earlier.flatMap(({ sizes }) => Object.entries(sizes)))
  const knownFinishes = new Map(earlier.flatMap((one) => Object.entries(one.finishes)))
  const readSizes = (products: readonly SourceProduct[]) => mapSizes(products, catalogue, knownSizes, choices.sizes)
  const sized = new Set(readSizes(file.products).flatMap(({ key, code }) => (code === undefined ? [] : key)))
  const others = new Set(
    file.products.filter((source) => {
      const present = facts.present.get(source.key)
      return present
        ? kindOf(present) === 'Other'
        : isOtherKind(source, (variant) => sized.has(sizeKeyOf(source, variant)))
    }),
  )
  const pots = file.products.filter((source) => !others.has(source))
  const sizes = readSizes(pots)
  const finishes = mapFinishes(pots, catalogue, knownFinishes, choices.finishes)
  const sizeByKey = new Map(sizes.map((mapping) => [mapping.key, toSize(mapping, catalogue)]))
  const finishByValue = new Map(finishes.map(({ value, name }) => [value, name]))
  const owners = new Map(facts.skuOwners)

  const products = file.products.map((source): DecidedProduct => {
    const present = facts.present.get(source.key)
    const sizeOf = (variant: SourceVariant) => sizeByKey.get(sizeKeyOf(source, variant))
    const finishOf = ({ finish }: { finish: string }) => finishByValue.get(finish) ?? finish
    const isTakenSku = (sku: string) => {
      const owner = owners.get(sku.toLowerCase())
      return owner !== undefined && owner !== present?.id
    }
    const { pictures, category, maxImages = MAX_IMAGES } = facts
    const context = { sizeOf, finishOf, pictures, units: choices.units, category, isTakenSku, maxImages }
    const decision = others.has(source)
      ? decideOther(source, present, context)
      : decideProduct(source, present, context)
    // The next row of this file may not have the same SKU.
    const { sku } = valuesOf(decision)
    if (sku) owners.set(sku.toLowerCase(), present?.id ?? -1)
    const mappings = {
      sizes: Object.fromEntries(
        source.variants.flatMap((variant) => {
          const size = sizeOf(variant)
          return size ? [[sizeKeyOf(source, variant), size.code]] : []
        }),
      ),
      finishes: Object.fromEntries(source.variants.map((variant) => [variant.finish, finishOf(variant)])),
      pictures: { ...present?.pictures, ...decision.pictures },
    }
    return { source, id: present?.id, decision, mappings }
  })
  const { problem, ...counts } = countKinds(products)
  const leftOut = products.flatMap(({ source: { row, title }, decision }) =>
    decision.kind === 'problem' ? [{ row, title, note: decision.problem }] : [],
  )
  const skipped = [...file.skipped, ...leftOut].toSorted((a, b) => a.row - b.row)
  return {
    products,
    sizes,
    finishes,
    added: neededOf(products, sizes, finishes, catalogue),
    counts: { ...counts, skip: skipped.length },
    skipped,
  }
}

function toSize({ code, added }: SizeMapping, catalogue: Catalogue): Size | undefined {
  if (added) return { ...added, isRetired: false }
  return code === undefined ? undefined : findSize(catalogue, code)
}

function neededOf(
  products: readonly DecidedProduct[],
  sizes: readonly SizeMapping[],
  finishes: readonly FinishMapping[],
  catalogue: ImportFacts['catalogue'],
): DecidedFile['added'] {
  const cells = products.flatMap(({ decision }) => editsOf(decision))
  const codes = new Set(cells.map(({ sizeCode }) => sizeCode))
  const names = new Set(cells.map(({ finish }) => finish))
  const newSizes = sizes.flatMap(({ added }) => (added && codes.has(added.code) ? [added] : []))
  const families = [...new Set(newSizes.map(({ family }) => family))]
  return {
    families: families.filter((family) => !catalogue.families.includes(family)),
    sizes: newSizes,
    finishes: newFinishes(finishes).filter(({ name }) => names.has(name)),
  }
}

export type ImportResult = {
  added: number
  changed: number
  unchanged: number
  skipped: number
  /** Off sale because none of its pictures was sent. */
  withoutPictures: number
  redirects: number
  /** Redirects that could not be added, with why. */
  refusedRedirects: { from: string; why: string }[]
  /** At most the first of them. */
  notes: RowNote[]
  /** ISO 8601. */
  time: string
}

type Context = {
  sizeOf: (variant: SourceVariant) => Size | undefined
  finishOf: (variant: SourceVariant) => string
  /** Addresses of the pictures that were sent, by name. */
  pictures: ReadonlyMap<string, string>
  /** For choices of which the file has no number. */
  units: number
  /** For products of which the file has no category. */
  category: string
  maxImages: number
  /** Does another product have this SKU? */
  isTakenSku: (sku: string) => boolean
}

export type ProductDecision = Decision & {
  /** Sentences about values that this shop cannot store as they were. */
  notes: string[]
  /** Addresses by name. */
  pictures: Record<string, string>
  missingPictures: string[]
  /** Pictures of a pot in its finishes that this file brings: addresses by finish. */
  finishPictures?: Record<string, string>
}

/** Decides what becomes of a product of the file. @param present the same product, if the shop has it already */
function decideProduct(source: SourceProduct, present: PresentProduct | undefined, context: Context): ProductDecision {
  const notes = [...source.notes]
  const cells = cellsOf(source, present, context, notes)
  if ('problem' in cells) return leftOut(cells.problem)
  const images = imagesOf(source, present, context, notes, context.maxImages)
  const { ownSize, price } = cells
  const mrp = mrpOf(source, ownSize, context, price)
  const values = {
    ...textsOf(source, present, context, notes),
    sizeCode: ownSize.code,
    sizeLabel: `${ownSize.family} ${ownSize.code}`,
    price,
    sku: skuOf(source, present, context, notes),
    mrp: mrp ?? present?.mrp ?? null,
    ...shownOf(source, images),
  }
  if (values.mrp !== null && values.mrp < price) values.mrp = null
  const finishPictures = Object.fromEntries(
    source.variants.flatMap((variant) => {
      const { picture = '' } = variant
      const address = images.pictures[picture]
      return address && present?.pictures[picture] !== address ? [[context.finishOf(variant), address]] : []
    }),
  )
  return { ...compare(source, present, values, cells.edits, images, notes), finishPictures }
}

function leftOut(problem: string): ProductDecision {
  return { kind: 'problem', problem, notes: [], pictures: {}, missingPictures: [] }
}

/** A product of another kind, which has its own options instead of a size. */
function decideOther(source: SourceProduct, present: PresentProduct | undefined, context: Context): ProductDecision {
  const notes = [...source.notes]
  if (source.variants.length > MAX_VARIANTS) return leftOut(TOO_MANY_VARIANTS)
  const images = imagesOf(source, present, context, notes, maxImagesOf({ sizeCode: '' }, context.maxImages))
  const addressOf = (name: string) => images.pictures[name]
  const cells = ownCellsOf(source, present?.cells, { units: context.units, addressOf }, notes)
  if ('problem' in cells) return leftOut(cells.problem)
  const mrp = Math.max(...source.variants.map(({ compareAt }) => compareAt ?? 0))
  const values = {
    ...textsOf(source, present, context, notes),
    sizeCode: '',
    sizeLabel: '',
    price: cells.price,
    sku: cells.isPlain ? skuOf(source, present, context, notes) : '',
    mrp: mrp > cells.highest ? mrp : (present?.mrp ?? null),
    ...shownOf(source, images),
  }
  if (values.mrp !== null && values.mrp < cells.highest) values.mrp = null
  return compare(source, present, values, cells.edits, images, notes)
}

type Images = ReturnType<typeof imagesOf>

function textsOf(source: SourceProduct, present: PresentProduct | undefined, context: Context, notes: string[]) {
  return {
    title: cut(source.title, TITLE_MAX, 'title', notes),
    category: cut(source.category || context.category, CATEGORY_MAX, 'category', notes),
    stock: 'counted' as const,
    description: cut(source.description || source.title, DESCRIPTION_MAX, 'description', notes),
    tags: tagsOf(source, present, notes),
  }
}

function shownOf(source: SourceProduct, images: Images) {
  return {
    onSale: source.isPublished && !images.list.includes(NO_PICTURE),
    productImageUrl: images.list,
    altTexts: images.altTexts,
    approved: true,
  }
}

/** Tags that the owner has added here stay. */
function tagsOf({ tags = [] }: SourceProduct, present: PresentProduct | undefined, notes: string[]): string {
  const known = (present?.tags ?? '').split(', ')
  const short = tags.map((tag) => startInWords(cleanLine(tag.replaceAll(',', ' ')), TAG_MAX - 1))
  const lower = new Set<string>()
  const all = [...known, ...short].filter((tag) => tag !== '' && lower.size !== lower.add(tag.toLowerCase()).size)
  if (all.length > TAGS_MAX) notes.push(`It has ${all.length} tags; the first ${TAGS_MAX} are taken.`)
  return all.slice(0, TAGS_MAX).join(', ')
}

/** @param values of the file @param edits of its variants */
function compare(
  source: SourceProduct,
  present: PresentProduct | undefined,
  values: Omit<ImportedProduct, keyof typeof EMPTY_FIELDS | 'featured'> & Partial<ImportedProduct>,
  edits: readonly VariantEdit[],
  { missing: missingPictures, pictures }: Images,
  notes: string[],
): ProductDecision {
  const more = { notes, pictures, missingPictures }
  const cells = edits.filter((edit) => !isSame(edit, findVariant(present?.cells ?? [], edit)))
  if (!present)
    return { kind: 'add', values: { ...EMPTY_FIELDS, ...values, featured: source.isFeatured }, cells, ...more }
  const { before, after } = changedFields<ImportedProduct, Partial<ImportedProduct>>(present, values)
  const hasNewPictures = Object.keys(pictures).some((name) => present.pictures[name] !== pictures[name])
  const isChanged = Object.keys(after).length > 0 || cells.length > 0 || hasNewPictures
  return isChanged ? { kind: 'change', before, after, cells, ...more } : { kind: 'unchanged', ...more }
}

const TOO_MANY_VARIANTS = `It has more than ${MAX_VARIANTS} choices. Make two products of it.`

type DecidedCells = { edits: VariantEdit[]; ownSize: Size; price: Rupees }

function cellsOf(
  source: SourceProduct,
  present: PresentProduct | undefined,
  { sizeOf, finishOf, units: unitsWithoutNumber }: Context,
  notes: string[],
): DecidedCells | { problem: string } {
  if (source.variants.length > MAX_VARIANTS) return { problem: TOO_MANY_VARIANTS }
  const sized = source.variants.flatMap((variant) => {
    const size = sizeOf(variant)
    return size ? [{ variant, size, finish: finishOf(variant) }] : []
  })
  const unknown = source.variants.find((variant) => !sizeOf(variant))
  if (unknown)
    return {
      problem: unknown.size
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
    const stored = findVariant(present?.cells ?? [], name)
    const usual = priceOfSize({ sizeCode: ownSize.code, price }, size)
    edits.push({
      ...name,
      ...editOf(variant, stored, unitsWithoutNumber),
      ...(variant.price === usual && { price: null }),
    })
  }
  return { edits, ownSize, price }
}

function isSame(edit: VariantEdit, stored: StockedVariant | undefined): boolean {
  return (
    stored !== undefined &&
    (['price', 'sku', 'units'] as const).every((name) => stored[name] === edit[name]) &&
    (['barcode', 'weight', 'image'] as const).every((name) => edit[name] === undefined || stored[name] === edit[name])
  )
}

function imagesOf(
  source: SourceProduct,
  present: PresentProduct | undefined,
  { pictures }: Context,
  notes: string[],
  most: number,
) {
  const wanted = source.pictures.slice(0, most)
  if (source.pictures.length > most)
    notes.push(`It has ${source.pictures.length} pictures; the first ${most} are taken.`)
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
  const list = isNew || before.length === 0 ? [...addresses, ...own].slice(0, most) : [...before]
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
function mrpOf(source: SourceProduct, ownSize: Size, { sizeOf }: Context, price: Rupees): Rupees | undefined {
  const own = source.variants.find((variant) => sizeOf(variant)?.code === ownSize.code && variant.price === price)
  return own?.compareAt && own.compareAt > price ? own.compareAt : undefined
}

function skuOf(
  source: SourceProduct,
  present: PresentProduct | undefined,
  { isTakenSku }: Context,
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
  const low = Math.min(...prices)
  const high = Math.max(...prices)
  return low === high ? formatRupees(low) : `${formatRupees(low)} to ${formatRupees(high)}`
}

/** Will the product be off sale because it has no picture? */
export function lacksPicture(decision: Decision): boolean {
  return valuesOf(decision).productImageUrl?.includes(NO_PICTURE) ?? false
}
