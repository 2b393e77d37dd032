import type { EditableProduct, NewProduct, ProductUpdate } from '#domain/product-form.ts'
import type { ProductId } from '#domain/product.ts'
import type { User } from './contexts.ts'
import type { PictureFailure } from './images/save.ts'
import type { Shop } from './shop.ts'

export type Added = { ok: true; id: ProductId } | PictureFailure

/** `conflict`: somebody else has saved since the form was opened; `current` is what it holds now. */
export type Updated =
  | { ok: true }
  | { ok: false; reason: 'not-found' }
  | { ok: false; reason: 'conflict'; current: EditableProduct }
  | PictureFailure

export type Changed = { ok: true } | { ok: false; reason: 'not-found' }

type Catalogue = Pick<Shop, 'db' | 'images' | 'log'>

/** An admin's product is for sale at once, a seller's waits to be approved. */
export async function addProduct(
  _shop: Catalogue,
  _user: User,
  _form: NewProduct,
  _files: readonly File[],
): Promise<Added> {
  throw new Error('Being written')
}

/** Undefined: not there, or another seller's. */
export async function findEditable(
  _shop: Pick<Shop, 'db'>,
  _user: User,
  _id: ProductId,
): Promise<EditableProduct | undefined> {
  throw new Error('Being written')
}

/** Writes what was edited, and nothing if somebody else has saved meanwhile. Another seller's product is not there. */
export async function updateProduct(
  _shop: Catalogue,
  _user: User,
  _id: ProductId,
  _update: ProductUpdate,
  _files: readonly File[],
): Promise<Updated> {
  throw new Error('Being written')
}

/** Approving twice changes nothing. */
export async function approveProduct(_shop: Pick<Shop, 'db'>, _admin: User, _id: ProductId): Promise<Changed> {
  throw new Error('Being written')
}

/** One way: nothing takes it back. */
export async function featureProduct(_shop: Pick<Shop, 'db'>, _admin: User, _id: ProductId): Promise<Changed> {
  throw new Error('Being written')
}

/** Only deliveries from now on make it Sold. */
export async function restockProduct(_shop: Pick<Shop, 'db'>, _admin: User, _id: ProductId): Promise<Changed> {
  throw new Error('Being written')
}

/** Removes it from every screen; the audit keeps what it held, so that `restoreProduct` can undo it. */
export async function deleteProduct(_shop: Pick<Shop, 'db'>, _admin: User, _id: ProductId): Promise<Changed> {
  throw new Error('Being written')
}

/** Puts a deleted product back as it was, under its own id. */
export async function restoreProduct(_shop: Pick<Shop, 'db'>, _admin: User, _id: ProductId): Promise<Changed> {
  throw new Error('Being written')
}
