import type { User } from '#domain/account.ts'
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
import type { StockCell } from '#domain/catalog/stock.ts'
import { cellFieldName, decideCells, findUnknownCell, UNKNOWN_CELL } from '#domain/catalog/stock-form.ts'
import { changedFields } from '#domain/changed-fields.ts'
import type { Problems } from '#domain/text.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { Transaction } from '#server/db/connection.ts'
import type { UploadedFile } from '#server/http/uploads/spooled-form.ts'
import type { Shop } from '#server/shop.ts'
import { claimUploads } from './images/queries.ts'
import { type ImageFailure, withImages } from './images/save.ts'
import {
  findDeleted,
  findStored,
  insertProduct,
  insertRestored,
  lockProduct,
  type ProductValues,
  removeProduct,
  type StoredProduct,
  setApprovedOrFeatured,
  updateEdited,
  updateRestocked,
} from './queries.ts'
import { auditCells, restoreCells, saveCells } from './stock/grid.ts'
import { listCells, lockCellsOf } from './stock/queries.ts'
import { tellWaiting } from './stock/stock.ts'
import { listSold } from './storefront-queries.ts'

type CatalogShop = Pick<Shop, 'catalogue' | 'db' | 'decoder' | 'images' | 'log' | 'now'>

export type Added = { ok: true; id: ProductId } | ImageFailure

/** An admin's product is approved at once; a seller's product needs approval. */
export async function addProduct(
  shop: CatalogShop,
  user: User,
  { cells = [], ...form }: NewProduct,
  files: readonly UploadedFile[],
): Promise<Added> {
  const sizeLabel = labelOf(await shop.catalogue.read(), form.sizeCode)
  return withImages(shop, files, (productImageUrl, folders) =>
    shop.db.transaction(async (tx) => {
      await claimUploads(tx, folders)
      const product = await insertProduct(tx, {
        ...form,
        productImageUrl,
        sizeLabel,
        userId: user.uid,
        username: user.name,
        email: user.email,
        approved: user.role === 'admin',
      })
      const counted = decideCells([], cells)
      const changes = counted.ok ? counted.changes : []
      await saveCells(tx, product.id, changes, user.uid)
      await insertAudit(tx, user, {
        action: 'add product',
        subject: `product ${product.id}`,
        after: { ...product, ...auditCells([], changes).after },
      })
      return { ok: true as const, id: product.id }
    }),
  )
}

/** Undefined: unknown, or another seller's. */
export async function findEditableProduct(
  shop: Pick<Shop, 'db'>,
  user: User,
  id: ProductId,
): Promise<EditableProduct | undefined> {
  const [product, cells] = await Promise.all([findStored(shop.db, id), listCells(shop.db, [id])])
  return product && mayEdit(user, product) ? toEditable(product, cells) : undefined
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
  | { ok: false; reason: 'stock'; problems: Problems; seen: Record<string, string> }
  | ImageFailure

/** Saves an edit unless the product has changed meanwhile. Another seller's product is answered as not found. */
export async function updateProduct(
  shop: CatalogShop,
  user: User,
  id: ProductId,
  { cells: edits = [], ...update }: ProductUpdate,
  files: readonly UploadedFile[],
): Promise<Updated> {
  // Checked before the images are processed, and again under the lock.
  const catalogue = await shop.catalogue.read()
  const [stored, seen] = await Promise.all([findStored(shop.db, id), listCells(shop.db, [id])])
  const precheck = decideUpdate(user, stored, seen, update, files.map(String), catalogue)
  if (!precheck.ok) return precheck.answer

  return withImages(shop, files, (added, folders) =>
    shop.db.transaction(async (tx): Promise<Updated> => {
      const product = await lockProduct(tx, id)
      const cells = product ? await lockCellsOf(tx, id) : []
      const decision = decideUpdate(user, product, cells, update, added, catalogue)
      if (!decision.ok) return decision.answer
      const unknown = findUnknownCell(edits, catalogue)
      if (unknown) {
        return { ok: false, reason: 'stock', problems: { [cellFieldName('units', unknown)]: UNKNOWN_CELL }, seen: {} }
      }
      const counted = decideCells(cells, edits)
      if (!counted.ok) return { ...counted, reason: 'stock' }
      const { before, after } = decision
      await claimUploads(tx, folders)
      if (Object.keys(after).length === 0 && counted.changes.length === 0) return { ok: true, waits: false }
      await updateEdited(tx, id, after)
      await saveCells(tx, id, counted.changes, user.uid)
      const grid = auditCells(cells, counted.changes)
      await insertAudit(tx, user, {
        action: 'update product',
        subject: `product ${id}`,
        before: { ...before, ...grid.before },
        after: { ...after, ...grid.after },
      })
      if (after.stock || counted.changes.length > 0) await tellWaiting(tx, [id])
      return { ok: true, waits: before.approved === true }
    }),
  )
}

type UpdateDecision =
  | { ok: true; before: Partial<StoredProduct>; after: Partial<ProductValues> }
  | { ok: false; answer: Extract<Updated, { reason: 'not-found' | 'conflict' | 'lost-images' }> }

function decideUpdate(
  user: User,
  product: StoredProduct | undefined,
  cells: readonly StockCell[],
  { version, images, ...fields }: Omit<ProductUpdate, 'cells'>,
  added: readonly string[],
  catalogue: Catalogue,
): UpdateDecision {
  if (!product || !mayEdit(user, product)) return { ok: false, answer: { ok: false, reason: 'not-found' } }
  if (product.version !== version) {
    return { ok: false, answer: { ok: false, reason: 'conflict', current: toEditable(product, cells) } }
  }
  const productImageUrl = decideImages(product.productImageUrl, images, added)
  if (!productImageUrl) {
    const lost = images?.filter((name) => !product.productImageUrl.includes(name) && !/^new-/.test(name)) ?? []
    return { ok: false, answer: { ok: false, reason: 'lost-images', lost } }
  }
  const sizeLabel = fields.sizeCode && labelOf(catalogue, fields.sizeCode)
  const changed = changedFields(product, { ...fields, ...(sizeLabel && { sizeLabel }), productImageUrl })
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
    await setApprovedOrFeatured(tx, id, { approved: true })
    await insertAudit(tx, admin, { action: 'approve product', subject: `product ${id}`, ...flagChange('approved') })
    return { ok: true }
  })
}

/** Cannot be undone. */
export async function featureProduct(shop: Pick<Shop, 'db'>, admin: User, id: ProductId): Promise<Changed> {
  return change(shop, id, async (tx, product) => {
    if (product.featured) return
    await setApprovedOrFeatured(tx, id, { featured: true })
    await insertAudit(tx, admin, { action: 'feature product', subject: `product ${id}`, ...flagChange('featured') })
  })
}

function flagChange(name: 'approved' | 'featured') {
  return { before: { [name]: false }, after: { [name]: true } }
}

/** Makes a Sold product available again, until its next delivery. The units of a counted one are entered in its form. */
export async function restockProduct(shop: Pick<Shop, 'db'>, admin: User, id: ProductId): Promise<Changed> {
  return shop.db.transaction(async (tx) => {
    const product = await lockProduct(tx, id)
    if (!product) return { ok: false, reason: 'not-found' }
    if (product.stock !== 'as-delivered') return { ok: false, reason: 'changed' }
    // Read under the lock, so that a concurrent delivery is seen.
    if (!(await listSold(tx, [id])).has(id)) return { ok: true }
    await updateRestocked(tx, id)
    const sold = { before: { sold: true }, after: { sold: false } }
    await insertAudit(tx, admin, { action: 'restock product', subject: `product ${id}`, ...sold })
    await tellWaiting(tx, [id])
    return { ok: true }
  })
}

/** Deletes the product; the audit log keeps a copy for `restoreProduct`. */
export async function deleteProduct(shop: Pick<Shop, 'db'>, admin: User, id: ProductId): Promise<Changed> {
  return change(shop, id, async (tx, product) => {
    // Deleting them locks them in any sequence, so they are locked before.
    const cells = (await lockCellsOf(tx, id)).map(toStockCell)
    await insertAudit(tx, admin, {
      action: 'delete product',
      subject: `product ${id}`,
      before: { ...product, ...(cells.length > 0 && { cells }) },
    })
    await removeProduct(tx, id)
  })
}

/** Restores a deleted product under its old id. Its images still exist, because orders show them too. */
export async function restoreProduct(shop: Pick<Shop, 'db'>, admin: User, id: ProductId): Promise<Changed> {
  return shop.db.transaction(async (tx) => {
    const deleted = await findDeleted(tx, id)
    if (!deleted) return { ok: false, reason: 'not-found' }
    const product = await insertRestored(tx, deleted.product)
    if (!product) return { ok: true }
    await restoreCells(tx, id, deleted.cells)
    await insertAudit(tx, admin, { action: 'restore product', subject: `product ${id}`, after: product })
    return { ok: true }
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

function toEditable(product: StoredProduct, cells: readonly StockCell[]): EditableProduct {
  const { id, productImageUrl, sizeLabel, version, approved, featured } = product
  const editable = { id, productImageUrl, sizeLabel, version, approved, featured, cells: cells.map(toStockCell) }
  return { ...pickFields(product), ...editable }
}

function toStockCell({ sizeCode, finish, units, price, sku }: StockCell): StockCell {
  return { sizeCode, finish, units, price, sku }
}
