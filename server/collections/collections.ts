import type { User } from '#domain/accounts/user.ts'
import { type Collection, type CollectionValues, collectionPath } from '#domain/catalog/collection.ts'
import { changedFields } from '#domain/changed-fields.ts'
import { claimUploads } from '#server/catalog/images/queries.ts'
import { type ImageFailure, withImages } from '#server/catalog/images/save.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import { answerIfViolated } from '#server/db/constraints.ts'
import { COLLECTION_ADDRESS } from '#server/db/schema/collections.ts'
import type { UploadedFile } from '#server/http/uploads/spooled-form.ts'
import { moveAddress } from '#server/seo/redirects.ts'
import type { Shop } from '#server/shop.ts'
import {
  findCollection,
  findCollectionAt,
  insertCollection,
  listChosen,
  lockCollection,
  removeCollection,
  replaceChosen,
  updateCollection,
} from './queries.ts'

type CollectionShop = Pick<Shop, 'db' | 'decoder' | 'images' | 'log' | 'now'>

export type CollectionSaved =
  | { ok: true; id: number }
  | { ok: false; reason: 'address-taken' | 'not-found' }
  /** Somebody else has saved it since the form was opened. */
  | { ok: false; reason: 'conflict'; current: Collection }
  | ImageFailure

type Edit = {
  values: CollectionValues
  /** Of the collection, and the version that the form was opened with; undefined: a new one. */
  opened?: { id: number; version: number } | undefined
  picture?: UploadedFile | undefined
  removesPicture: boolean
}

/** An address that changes leads to the new one from then on. */
export async function saveCollection(shop: CollectionShop, admin: User, edit: Edit): Promise<CollectionSaved> {
  const { values, opened, picture, removesPicture } = edit
  // Checked before the picture is processed, and again under the lock.
  const refused = await findRefusal(shop, edit)
  if (refused) return refused
  const { products, ...fields } = values
  return answerIfViolated<CollectionSaved>(COLLECTION_ADDRESS, { ok: false, reason: 'address-taken' }, () =>
    withImages<CollectionSaved>(shop, picture ? [picture] : [], ([uploaded], folders) =>
      shop.db.transaction(async (tx) => {
        const current = opened && (await lockCollection(tx, opened.id))
        if (opened && !current) return { ok: false, reason: 'not-found' }
        if (opened && current && current.version !== opened.version) return { ok: false, reason: 'conflict', current }
        await claimUploads(tx, folders)
        const stored = { ...fields, picture: uploaded ?? (removesPicture ? '' : (current?.picture ?? '')) }
        const subject = `collection ${values.name}`
        if (!current) {
          const id = await insertCollection(tx, stored)
          await replaceChosen(tx, id, products)
          await insertAudit(tx, admin, { action: 'add collection', subject, after: { ...stored, products } })
          return { ok: true, id }
        }
        const before = (await listChosen(tx, current.id)).map(({ id }) => id)
        const changed = changedFields({ ...current, products: before }, { ...stored, products })
        if (Object.keys(changed.after).length === 0) return { ok: true, id: current.id }
        await updateCollection(tx, current.id, stored)
        await replaceChosen(tx, current.id, products)
        await moveAddress(tx, collectionPath(current), collectionPath(values))
        await insertAudit(tx, admin, { action: 'change collection', subject, ...changed })
        return { ok: true, id: current.id }
      }),
    ),
  )
}

async function findRefusal({ db }: CollectionShop, { values, opened }: Edit): Promise<CollectionSaved | undefined> {
  const current = opened && (await findCollection(db, opened.id))
  if (opened && !current) return { ok: false, reason: 'not-found' }
  if (current && current.version !== opened.version) return { ok: false, reason: 'conflict', current }
  const owner = await findCollectionAt(db, values.address)
  return owner && owner.id !== opened?.id ? { ok: false, reason: 'address-taken' } : undefined
}

/** False: it was deleted already. Its products stay. */
export async function deleteCollection({ db }: Pick<Shop, 'db'>, admin: User, id: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const current = await lockCollection(tx, id)
    if (!current) return false
    const products = (await listChosen(tx, id)).map((product) => product.id)
    await removeCollection(tx, id)
    await insertAudit(tx, admin, {
      action: 'delete collection',
      subject: `collection ${current.name}`,
      before: { ...current, products },
    })
    return true
  })
}
