import type { User } from '#domain/accounts/user.ts'
import { decideAltTexts } from '#domain/catalog/forms/alt-text-form.ts'
import {
  changesWhatIsShown,
  decideOwn,
  type OwnDecision,
  type OwnVariants,
  ownText,
} from '#domain/catalog/forms/own-variants.ts'
import {
  decideImages,
  type EditableProduct,
  type FinishPictures,
  type NewProduct,
  needsApproval,
  type ProductUpdate,
} from '#domain/catalog/forms/product-form.ts'
import { holdsOthers, setText } from '#domain/catalog/forms/set-form.ts'
import { isSet, kindOf } from '#domain/catalog/kind.ts'
import { MEDIA_NAMES, type Media, type MediaName, mediaFolder, mediaOf } from '#domain/catalog/media.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import { pickFields } from '#domain/catalog/product-fields.ts'
import type { SetContents } from '#domain/catalog/sets.ts'
import { type Catalogue, findSize, sizeLabelOf } from '#domain/catalog/sizes.ts'
import {
  decideStocked,
  findUnknownVariant,
  type StockedVariant,
  stockFieldName,
  UNKNOWN_VARIANT,
  type VariantChange,
} from '#domain/catalog/stock/stock-form.ts'
import { changedFields } from '#domain/changed-fields.ts'
import type { Problems } from '#domain/form-fields.ts'
import { hasRight } from '#domain/permissions.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { answerIfViolated } from '#server/db/constraints.ts'
import { SKU_INDEX } from '#server/db/schema/shop.ts'
import type { UploadedFile } from '#server/http/uploads/spooled-form.ts'
import type { Shop } from '#server/shop.ts'
import { claimUploads, insertUploads } from './images/queries.ts'
import { type ImageFailure, type MediaFile, withImages } from './images/save.ts'
import {
  findStored,
  insertProduct,
  listBySku,
  lockProduct,
  type ProductValues,
  type StoredProduct,
  updateEdited,
} from './queries.ts'
import { findOverQuota, type OverQuota } from './seller-quota.ts'
import { decideSetNow } from './sets.ts'
import { holdCatalogue } from './sizes/queries.ts'
import { auditStocked, saveStocked, toStocked } from './stock/grid-queries.ts'
import { listFinishPictures, listOwn, lockOwn, writeFinishPictures, writeOwn } from './stock/own-queries.ts'
import { listStocked, lockVariantsOf } from './stock/queries.ts'
import { findSetContents, replaceParts, updateSetPrice } from './stock/set-queries.ts'
import { notifyWaiting } from './stock/stock.ts'

type CatalogShop = Pick<Shop, 'catalogue' | 'db' | 'decoder' | 'images' | 'log' | 'now'>

/** Another product has this SKU. */
type SkuTaken = { ok: false; reason: 'sku-taken' }

/** The parts or the price of a set are wrong. */
type WrongSet = { ok: false; reason: 'set'; problems: Problems }

export type Added = { ok: true; id: ProductId } | SkuTaken | WrongSet | OverQuota | ImageFailure

/** The picture of a variant, by the variant's key. */
export type VariantPicture = { key: string; file: UploadedFile }

/** All files of a product's form. */
export type ProductFiles = {
  images: readonly UploadedFile[]
  pictures: readonly VariantPicture[]
  media: readonly MediaFile[]
}

function listFiles({ images, pictures, media }: ProductFiles) {
  return [...images, ...pictures.map(({ file }) => file), ...media]
}

/** The addresses of a form's files, which are stored in the order of `listFiles`. */
function addressesOf({ images, pictures, media }: ProductFiles, all: readonly string[]) {
  const ofVariants = all.slice(images.length)
  const others = ofVariants.slice(pictures.length)
  return {
    images: all.slice(0, images.length),
    pictures: new Map(pictures.map(({ key }, index) => [key, ofVariants[index] ?? ''])),
    media: Object.fromEntries(media.map((sent, index) => [sent.media, others[index] ?? ''])) as Partial<Media>,
  }
}

/** An admin's product is approved at once; a seller's product needs approval. */
export async function addProduct(
  shop: CatalogShop,
  user: User,
  { altTexts, cells = [], own, set: setForm, ...form }: NewProduct,
  images: readonly UploadedFile[],
  pictures: readonly VariantPicture[] = [],
  media: readonly MediaFile[] = [],
): Promise<Added> {
  const sent = { images, pictures, media }
  const files = listFiles(sent)
  const overQuota = await findOverQuota(shop.db, user, { files, isNew: true })
  if (overQuota) return overQuota
  const sizeLabel = labelOf(await shop.catalogue.read(), form.sizeCode)
  // Checked before the images are processed, and again in the transaction.
  const precheck = setForm && (await decideSetNow(shop.db, user, setForm))
  if (precheck?.ok === false) return { ...precheck, reason: 'set' }
  return withOwnSku(shop.db, form.sku, undefined, () =>
    withImages(shop, files, (addresses, folders) =>
      shop.db.transaction(async (tx): Promise<Added> => {
        const set = setForm && (await decideSetNow(tx, user, setForm))
        if (set?.ok === false) return { ...set, reason: 'set' }
        await claimUploads(tx, folders)
        const { images: productImageUrl, pictures: ofVariants, media: addressed } = addressesOf(sent, addresses)
        const product = await insertProduct(tx, {
          ...form,
          ...addressed,
          sizeCode: form.sizeCode || null,
          productImageUrl,
          altTexts: decideAltTexts(productImageUrl, {}, altTexts, productImageUrl),
          sizeLabel,
          userId: user.userId,
          username: user.name,
          email: user.email,
          approved: hasRight(user, 'approve products'),
          ...(set && priceOf(set.contents)),
        })
        const counted = decideStocked([], cells)
        const changes = counted.ok ? counted.changes : []
        await saveStocked(tx, [{ id: product.id, changes }], user.userId)
        const grid = set ? SET_VARIANT : own && decideOwn([], own, ofVariants)
        if (grid?.ok) await writeOwn(tx, product.id, grid, user.userId)
        else await writeFinishPictures(tx, product.id, ofVariants)
        if (set) await writeSet(tx, product.id, set.contents)
        const variants = set
          ? { set: setText(set.contents) }
          : grid && { variants: ownText(await listOwn(tx, product.id)) }
        await insertAudit(tx, user, {
          action: 'add product',
          subject: `product ${product.id}`,
          after: { ...product, ...auditStocked([], changes).after, ...variants },
        })
        return { ok: true, id: product.id }
      }),
    ),
  )
}

/** The one way to buy a set. Its units are those of its parts. */
const SET_VARIANT = decideOwn(
  [],
  {
    names: [],
    edits: [
      {
        id: null,
        options: [],
        isOffered: false,
        units: 0,
        seen: 0,
        hasNoPicture: false,
        price: null,
        sku: null,
        barcode: null,
        weight: null,
      },
    ],
  },
  new Map(),
)

function priceOf({ price, percent }: SetContents): Pick<ProductValues, 'setPrice' | 'setPercent'> {
  return { setPrice: price, setPercent: percent }
}

async function writeSet(tx: Transaction, id: ProductId, { parts }: SetContents): Promise<void> {
  await replaceParts(tx, id, parts)
  await updateSetPrice(tx, id)
}

/** Checked before the images are processed; the unique index decides in the end. */
async function withOwnSku<T>(
  db: Db,
  sku: string,
  id: ProductId | undefined,
  save: () => Promise<T>,
): Promise<T | SkuTaken> {
  const [owner] = (await listBySku(db, [sku])).values()
  if (owner !== undefined && owner !== id) return { ok: false, reason: 'sku-taken' }
  return answerIfViolated<T | SkuTaken>(SKU_INDEX, { ok: false, reason: 'sku-taken' }, save)
}

/** Undefined: the product is unknown, or another seller's. */
export async function findEditableProduct(
  { db }: Pick<Shop, 'db'>,
  user: User,
  id: ProductId,
): Promise<EditableProduct | undefined> {
  const stored = await readStored(db, id)
  return stored && mayEdit(user, stored.product) ? toEditable(stored) : undefined
}

/** A product with what its kind has: counted variants, variants of its own, or parts. `pictures`: of a pot in its finishes. */
type Stored = {
  product: StoredProduct
  own: OwnVariants | undefined
  cells: readonly StockedVariant[]
  set: SetContents | undefined
  pictures: FinishPictures
}

async function readStored(db: Db, id: ProductId): Promise<Stored | undefined> {
  const product = await findStored(db, id)
  return (
    product && {
      product,
      own: hasOwn(product) ? await listOwn(db, id) : undefined,
      cells: await listStocked(db, [id]),
      set: isSet(product) ? await findSetContents(db, product) : undefined,
      pictures: kindOf(product) === 'Pot' ? await listFinishPictures(db, id) : {},
    }
  )
}

/** Locks the product and its variants until the transaction ends. */
async function lockStored(tx: Transaction, id: ProductId): Promise<Stored | undefined> {
  const product = await lockProduct(tx, id)
  if (!product) return undefined
  await (hasOwn(product) ? lockOwn(tx, id) : lockVariantsOf(tx, id))
  return readStored(tx, id)
}

function hasOwn(product: StoredProduct): boolean {
  return kindOf(product) === 'Other' && !isSet(product)
}

/**
 * `waits`: the product was approved and now needs approval again.
 * `conflict`: somebody else has saved since the form was opened; `current` is the stored product.
 * `lost-images`: the form refers to images that the product does not have.
 * `stock`: so many units were sold meanwhile that the typed ones cannot be.
 */
export type Updated =
  | { ok: true; waits: boolean }
  | { ok: false; reason: 'not-found' }
  | { ok: false; reason: 'conflict'; current: EditableProduct }
  | { ok: false; reason: 'lost-images'; lost: string[] }
  | SkuTaken
  | WrongSet
  | { ok: false; reason: 'stock'; problems: Problems; seen: Record<string, string> }
  | OverQuota
  | ImageFailure

/** Saves an edit unless the product has changed meanwhile. Another seller's product is answered as not found. */
export async function updateProduct(
  shop: CatalogShop,
  user: User,
  id: ProductId,
  { cells = [], own, set, removedPictures = [], removedMedia = [], ...fields }: ProductUpdate,
  images: readonly UploadedFile[],
  variantPictures: readonly VariantPicture[] = [],
  mediaFiles: readonly MediaFile[] = [],
): Promise<Updated> {
  const sent = { images, pictures: variantPictures, media: mediaFiles }
  const files = listFiles(sent)
  // The price of a set follows from its form.
  const { price: _, ...withoutPrice } = fields
  const update = set ? withoutPrice : fields
  // Checked before the images are processed, and again under the lock.
  const catalogue = await shop.catalogue.read()
  const seen = await readStored(shop.db, id)
  const precheck = decideFields(user, seen, update, images.map(String), catalogue)
  if (!precheck.ok) return precheck
  const setCheck = seen?.set && set && (await decideSetNow(shop.db, user, set, id))
  if (setCheck?.ok === false) return { ...setCheck, reason: 'set' }
  const overQuota = await findOverQuota(shop.db, user, { files, isNew: false })
  if (overQuota) return overQuota

  return withOwnSku(shop.db, update.sku ?? '', id, () =>
    withImages(shop, files, (addresses, folders) =>
      shop.db.transaction(async (tx): Promise<Updated> => {
        if (update.sizeCode) await holdCatalogue(tx)
        const stored = await lockStored(tx, id)
        const { images: added, pictures, media: sentMedia } = addressesOf(sent, addresses)
        const media = { ...Object.fromEntries(removedMedia.map((name) => [name, null])), ...sentMedia }
        const decided = decideFields(user, stored, { ...update, ...media }, added, catalogue)
        if (!decided.ok) return decided
        const variants = await decideVariants(tx, user, decided.stored, { cells, own, set, pictures, catalogue })
        if (!variants.ok) return variants
        await claimUploads(tx, folders)
        await leaveMedia(tx, decided.before)
        const finishPictures = new Map([...removedPictures.map((finish) => [finish, null] as const), ...pictures])
        return saveUpdate(tx, user, decided, { ...variants, finishPictures })
      }),
    ),
  )
}

type VariantsForm = Pick<NewProduct, 'cells' | 'own' | 'set'> & {
  pictures: ReadonlyMap<string, string>
  catalogue: Catalogue
}

type DecidedVariants = {
  ok: true
  set: SetContents | undefined
  own: Extract<OwnDecision, { ok: true }> | undefined
  changes: VariantChange[]
}

async function decideVariants(
  tx: Transaction,
  user: User,
  { product, cells, own, set }: Stored,
  form: VariantsForm,
): Promise<DecidedVariants | Extract<Updated, { reason: 'set' | 'stock' }>> {
  const newSet = set && form.set && (await decideSetNow(tx, user, form.set, product.id))
  if (newSet?.ok === false) return { ...newSet, reason: 'set' }
  const newOwn = own && form.own && decideOwn(own.variants, form.own, form.pictures)
  if (newOwn?.ok === false) return { ...newOwn, reason: 'stock' }
  const edits = form.cells ?? []
  const unknown = findUnknownVariant(edits, form.catalogue)
  if (unknown) {
    const problems = { [stockFieldName('units', unknown)]: UNKNOWN_VARIANT }
    return { ok: false, reason: 'stock', problems, seen: {} }
  }
  const counted = decideStocked(cells, edits)
  if (!counted.ok) return { ...counted, reason: 'stock' }
  return { ok: true, set: newSet?.contents, own: newOwn, changes: counted.changes }
}

/** Writes what has changed, and records it. */
async function saveUpdate(
  tx: Transaction,
  user: User,
  { stored, before, after }: Extract<FieldsDecision, { ok: true }>,
  { set, own, changes, finishPictures }: DecidedVariants & { finishPictures: ReadonlyMap<string, string | null> },
): Promise<Updated> {
  const { product, cells } = stored
  const { id } = product
  if (own) await writeOwn(tx, id, own, user.userId)
  const isPot = kindOf(product) === 'Pot'
  if (isPot) await writeFinishPictures(tx, id, finishPictures)
  const now = {
    own: own && (await listOwn(tx, id)),
    set,
    pictures: isPot ? await listFinishPictures(tx, id) : {},
  }
  const shown = changedFields(textsOf(stored), textsOf(now))
  const isSetChanged = shown.after.set !== undefined
  const isCountChanged = changes.length > 0 || shown.after.variants !== undefined || isSetChanged
  const isPictured = shown.after.pictures !== undefined
  if (Object.keys(after).length === 0 && !isCountChanged && !isPictured) return { ok: true, waits: false }
  const isShownAnew =
    isPictured ||
    (stored.own && now.own && changesWhatIsShown(stored.own, now.own)) ||
    (isSetChanged && stored.set && set && holdsOthers(stored.set, set))
  const mustWait = isShownAnew === true && asksApproval(user, product)
  const approval = (approved: boolean) => mustWait && { approved }
  await updateEdited(tx, id, { ...after, ...(isSetChanged && set && priceOf(set)), ...approval(false) })
  if (isSetChanged && set) await writeSet(tx, id, set)
  await saveStocked(tx, [{ id, changes }], user.userId)
  const grid = auditStocked(cells, changes)
  await insertAudit(tx, user, {
    action: 'update product',
    subject: `product ${id}`,
    before: { ...before, ...approval(true), ...grid.before, ...shown.before },
    after: { ...after, ...approval(false), ...grid.after, ...shown.after },
  })
  if (after.stock || isCountChanged) await notifyWaiting(tx, [id])
  return { ok: true, waits: before.approved === true || mustWait }
}

/** As the audit log tells them. */
function textsOf({ own, set, pictures }: Pick<Stored, 'own' | 'set' | 'pictures'>) {
  return { variants: own && ownText(own), set: set && setText(set), pictures }
}

/** Files that no product shows any more are removed a day later, when nobody can undo it. */
export async function leaveMedia(tx: Transaction, media: Partial<Media>): Promise<void> {
  const left = MEDIA_NAMES.flatMap((name: MediaName) => media[name] ?? [])
  if (left.length > 0) await insertUploads(tx, left.map(mediaFolder))
}

type FieldsDecision =
  | { ok: true; stored: Stored; before: Partial<StoredProduct>; after: Partial<ProductValues> }
  | Extract<Updated, { reason: 'not-found' | 'conflict' | 'lost-images' }>

function decideFields(
  user: User,
  stored: Stored | undefined,
  {
    version,
    images,
    altTexts: sentTexts,
    ...fields
  }: Omit<ProductUpdate, 'cells' | 'own' | 'set' | `removed${string}`> & Partial<Media>,
  added: readonly string[],
  catalogue: Catalogue,
): FieldsDecision {
  if (!stored || !mayEdit(user, stored.product)) return { ok: false, reason: 'not-found' }
  const { product } = stored
  if (product.version !== version) return { ok: false, reason: 'conflict', current: toEditable(stored) }
  const productImageUrl = decideImages(product.productImageUrl, images, added)
  if (!productImageUrl) {
    const lost = images?.filter((name) => !product.productImageUrl.includes(name) && !/^new-/.test(name)) ?? []
    return { ok: false, reason: 'lost-images', lost }
  }
  const sizeLabel = fields.sizeCode && labelOf(catalogue, fields.sizeCode)
  const altTexts = decideAltTexts(productImageUrl, product.altTexts, sentTexts, added)
  const changed = changedFields(product, { ...fields, ...(sizeLabel && { sizeLabel }), productImageUrl, altTexts })
  // Otherwise a seller could show one product for approval and another one to shoppers.
  if (!asksApproval(user, product) || !needsApproval(changed.after)) return { ok: true, stored, ...changed }
  const { before, after } = changed
  return { ok: true, stored, before: { ...before, approved: true }, after: { ...after, approved: false } }
}

function asksApproval(user: User, product: StoredProduct): boolean {
  return product.approved && !hasRight(user, 'approve products')
}

/** @throws when the size is unknown: forms offer known ones only */
function labelOf(catalogue: Catalogue, sizeCode: string): string {
  if (kindOf({ sizeCode }) === 'Other') return ''
  const size = findSize(catalogue, sizeCode)
  if (!size) throw new Error(`There is no size ${sizeCode}`)
  return sizeLabelOf(size)
}

function mayEdit(user: User, product: StoredProduct): boolean {
  return hasRight(user, 'change products') || (user.role === 'seller' && product.userId === user.userId)
}

function toEditable({ product, cells, own, set, pictures }: Stored): EditableProduct {
  const { id, productImageUrl, altTexts, sizeLabel, version, approved, featured, onSale } = product
  return {
    ...pickFields(product),
    ...mediaOf(product),
    id,
    productImageUrl,
    altTexts,
    sizeLabel,
    version,
    approved,
    featured,
    onSale,
    cells: cells.map(toStocked),
    ...(own && { own }),
    ...(set && { set }),
    ...(Object.keys(pictures).length > 0 && { pictures }),
  }
}
