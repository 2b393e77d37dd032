import type { User } from '#domain/account.ts'
import { decideAltTexts } from '#domain/catalog/alt-texts.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import { pickFields } from '#domain/catalog/product-fields.ts'
import {
  decideImages,
  type EditableProduct,
  type NewProduct,
  needsApproval,
  type ProductUpdate,
} from '#domain/catalog/product-form.ts'
import { type Catalogue, findSize, sizeLabelOf } from '#domain/catalog/sizes.ts'
import { changedFields } from '#domain/changed-fields.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { violatesForeignKey, violatesUnique } from '#server/db/constraints.ts'
import { SKU_INDEX } from '#server/db/schema/shop.ts'
import type { UploadedFile } from '#server/http/uploads/spooled-form.ts'
import type { Shop } from '#server/shop.ts'
import { claimUploads } from './images/queries.ts'
import { type ImageFailure, withImages } from './images/save.ts'
import {
  findDeleted,
  findStored,
  insertProduct,
  insertRestored,
  listBySku,
  lockProduct,
  type ProductValues,
  removeProduct,
  type StoredProduct,
  setFlag,
  updateEdited,
  updateRestocked,
} from './queries.ts'
import { listSold } from './storefront-queries.ts'

type CatalogShop = Pick<Shop, 'catalogue' | 'db' | 'decoder' | 'images' | 'log' | 'now'>

/** Another product has this SKU. */
type SkuTaken = { ok: false; reason: 'sku-taken' }

export type Added = { ok: true; id: ProductId } | SkuTaken | ImageFailure

/** An admin's product is approved at once; a seller's product needs approval. */
export async function addProduct(
  shop: CatalogShop,
  user: User,
  { altTexts, ...form }: NewProduct,
  files: readonly UploadedFile[],
): Promise<Added> {
  const sizeLabel = labelOf(await shop.catalogue.read(), form.sizeCode)
  return withOwnSku(shop.db, form.sku, undefined, () =>
    withImages(shop, files, (productImageUrl, folders) =>
      shop.db.transaction(async (tx) => {
        await claimUploads(tx, folders)
        const product = await insertProduct(tx, {
          ...form,
          productImageUrl,
          altTexts: decideAltTexts(productImageUrl, {}, altTexts, productImageUrl),
          sizeLabel,
          userId: user.uid,
          username: user.name,
          email: user.email,
          approved: user.role === 'admin',
        })
        await insertAudit(tx, user, { action: 'add product', subject: `product ${product.id}`, after: product })
        return { ok: true as const, id: product.id }
      }),
    ),
  )
}

/** Checked before the images are processed; the index has the last word. */
async function withOwnSku<T>(
  db: Db,
  sku: string,
  id: ProductId | undefined,
  save: () => Promise<T>,
): Promise<T | SkuTaken> {
  const [owner] = (await listBySku(db, [sku])).values()
  if (owner !== undefined && owner !== id) return { ok: false, reason: 'sku-taken' }
  try {
    return await save()
  } catch (error) {
    if (violatesUnique(error, SKU_INDEX)) return { ok: false, reason: 'sku-taken' }
    throw error
  }
}

/** Undefined: unknown, or another seller's. */
export async function findEditableProduct(
  shop: Pick<Shop, 'db'>,
  user: User,
  id: ProductId,
): Promise<EditableProduct | undefined> {
  const product = await findStored(shop.db, id)
  return product && mayEdit(user, product) ? toEditable(product) : undefined
}

/**
 * `waits`: the product was approved and now needs approval again.
 * `conflict`: somebody else has saved since the form was opened; `current` is the stored product.
 * `lost-images`: the form refers to images that the product does not have.
 */
export type Updated =
  | { ok: true; waits: boolean }
  | { ok: false; reason: 'not-found' }
  | { ok: false; reason: 'conflict'; current: EditableProduct }
  | { ok: false; reason: 'lost-images'; lost: string[] }
  | SkuTaken
  | ImageFailure

/** Saves an edit unless the product has changed meanwhile. Another seller's product is answered as not found. */
export async function updateProduct(
  shop: CatalogShop,
  user: User,
  id: ProductId,
  update: ProductUpdate,
  files: readonly UploadedFile[],
): Promise<Updated> {
  // Checked before the images are processed, and again under the lock.
  const catalogue = await shop.catalogue.read()
  const precheck = decideUpdate(user, await findStored(shop.db, id), update, files.map(String), catalogue)
  if (!precheck.ok) return precheck.answer

  return withOwnSku(shop.db, update.sku ?? '', id, () =>
    withImages(shop, files, (added, folders) =>
      shop.db.transaction(async (tx): Promise<Updated> => {
        const product = await lockProduct(tx, id)
        const decision = decideUpdate(user, product, update, added, catalogue)
        if (!decision.ok) return decision.answer
        const { before, after } = decision
        await claimUploads(tx, folders)
        if (Object.keys(after).length === 0) return { ok: true, waits: false }
        await updateEdited(tx, id, after)
        await insertAudit(tx, user, { action: 'update product', subject: `product ${id}`, before, after })
        return { ok: true, waits: before.approved === true }
      }),
    ),
  )
}

type UpdateDecision =
  | { ok: true; before: Partial<StoredProduct>; after: Partial<ProductValues> }
  | { ok: false; answer: Extract<Updated, { reason: 'not-found' | 'conflict' | 'lost-images' }> }

function decideUpdate(
  user: User,
  product: StoredProduct | undefined,
  { version, images, altTexts: sentTexts, ...fields }: ProductUpdate,
  added: readonly string[],
  catalogue: Catalogue,
): UpdateDecision {
  if (!product || !mayEdit(user, product)) return { ok: false, answer: { ok: false, reason: 'not-found' } }
  if (product.version !== version) {
    return { ok: false, answer: { ok: false, reason: 'conflict', current: toEditable(product) } }
  }
  const productImageUrl = decideImages(product.productImageUrl, images, added)
  if (!productImageUrl) {
    const lost = images?.filter((name) => !product.productImageUrl.includes(name) && !/^new-/.test(name)) ?? []
    return { ok: false, answer: { ok: false, reason: 'lost-images', lost } }
  }
  const sizeLabel = fields.sizeCode && labelOf(catalogue, fields.sizeCode)
  const altTexts = decideAltTexts(productImageUrl, product.altTexts, sentTexts, added)
  const changed = changedFields(product, { ...fields, ...(sizeLabel && { sizeLabel }), productImageUrl, altTexts })
  // Otherwise a seller could show one product for approval and another one to shoppers.
  if (user.role === 'admin' || !product.approved || !needsApproval(changed.after)) return { ok: true, ...changed }
  const { before, after } = changed
  return { ok: true, before: { ...before, approved: true }, after: { ...after, approved: false } }
}

/** @throws when the size is unknown: forms offer known ones only */
function labelOf(catalogue: Catalogue, sizeCode: string): string {
  const size = findSize(catalogue, sizeCode)
  if (!size) throw new Error(`There is no size ${sizeCode}`)
  return sizeLabelOf(size)
}

export type Changed = { ok: true } | { ok: false; reason: 'not-found' | 'changed' }

/**
 * Approving twice changes nothing.
 *
 * @param seenVersion the version that the admin has reviewed; a newer one is not approved
 */
export async function approveProduct(
  shop: Pick<Shop, 'db'>,
  admin: User,
  id: ProductId,
  seenVersion?: number,
): Promise<Changed> {
  return shop.db.transaction(async (tx) => {
    const product = await lockProduct(tx, id)
    if (!product) return { ok: false, reason: 'not-found' }
    if (seenVersion !== undefined && product.version !== seenVersion) return { ok: false, reason: 'changed' }
    if (product.approved) return { ok: true }
    await setFlag(tx, id, { approved: true })
    await insertAudit(tx, admin, { action: 'approve product', subject: `product ${id}`, ...flagChange('approved') })
    return { ok: true }
  })
}

/** Cannot be undone. */
export async function featureProduct(shop: Pick<Shop, 'db'>, admin: User, id: ProductId): Promise<Changed> {
  return change(shop, id, async (tx, product) => {
    if (product.featured) return
    await setFlag(tx, id, { featured: true })
    await insertAudit(tx, admin, { action: 'feature product', subject: `product ${id}`, ...flagChange('featured') })
  })
}

function flagChange(name: 'approved' | 'featured') {
  return { before: { [name]: false }, after: { [name]: true } }
}

/** It leaves the shop at once and keeps its approval. Twice changes nothing. */
export async function takeOffSale(shop: Pick<Shop, 'db'>, admin: User, id: ProductId): Promise<Changed> {
  return setOnSale(shop, admin, id, false)
}

export async function putOnSale(shop: Pick<Shop, 'db'>, admin: User, id: ProductId): Promise<Changed> {
  return setOnSale(shop, admin, id, true)
}

function setOnSale(shop: Pick<Shop, 'db'>, admin: User, id: ProductId, onSale: boolean): Promise<Changed> {
  const action = onSale ? 'put product on sale' : 'take product off sale'
  return change(shop, id, async (tx, product) => {
    if (product.onSale === onSale) return
    await setFlag(tx, id, { onSale })
    const record = { before: { onSale: product.onSale }, after: { onSale } }
    await insertAudit(tx, admin, { action, subject: `product ${id}`, ...record })
  })
}

/** Makes a Sold product available again, until its next delivery. */
export async function restockProduct(shop: Pick<Shop, 'db'>, admin: User, id: ProductId): Promise<Changed> {
  return change(shop, id, async (tx) => {
    // Read under the lock, so that a concurrent delivery is seen.
    if (!(await listSold(tx, [id])).has(id)) return
    await updateRestocked(tx, id)
    const sold = { before: { sold: true }, after: { sold: false } }
    await insertAudit(tx, admin, { action: 'restock product', subject: `product ${id}`, ...sold })
  })
}

/** Deletes the product; the audit log keeps a copy for `restoreProduct`. */
export async function deleteProduct(shop: Pick<Shop, 'db'>, admin: User, id: ProductId): Promise<Changed> {
  return change(shop, id, async (tx, product) => {
    await insertAudit(tx, admin, { action: 'delete product', subject: `product ${id}`, before: product })
    await removeProduct(tx, id)
  })
}

/** Restores a deleted product under its old id. Its images still exist, because orders show them too. */
export async function restoreProduct(shop: Pick<Shop, 'db'>, admin: User, id: ProductId): Promise<Changed> {
  return shop.db
    .transaction(async (tx): Promise<Changed> => {
      const deleted = await findDeleted(tx, id)
      if (!deleted) return { ok: false, reason: 'not-found' }
      const product = await insertRestored(tx, deleted)
      if (!product) return { ok: true }
      await insertAudit(tx, admin, { action: 'restore product', subject: `product ${id}`, after: product })
      return { ok: true }
    })
    .catch((error): Changed => {
      // Its size was deleted since.
      if (violatesForeignKey(error, 'products_size')) return { ok: false, reason: 'not-found' }
      throw error
    })
}

async function change(
  shop: Pick<Shop, 'db'>,
  id: ProductId,
  work: (tx: Transaction, product: StoredProduct) => Promise<void>,
): Promise<Changed> {
  return shop.db.transaction(async (tx) => {
    const product = await lockProduct(tx, id)
    if (!product) return { ok: false, reason: 'not-found' }
    await work(tx, product)
    return { ok: true }
  })
}

function mayEdit(user: User, product: StoredProduct): boolean {
  return user.role === 'admin' || (user.role === 'seller' && product.userId === user.uid)
}

function toEditable(product: StoredProduct): EditableProduct {
  const { id, productImageUrl, altTexts, sizeLabel, version, approved, featured, onSale } = product
  return { ...pickFields(product), id, productImageUrl, altTexts, sizeLabel, version, approved, featured, onSale }
}
