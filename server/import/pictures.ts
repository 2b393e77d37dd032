import { createHash, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { IMAGES_MOST } from '#domain/catalog/forms/image-limits.ts'
import { matchPictures, type ZipProblem } from '#domain/catalog/import/pictures.ts'
import { claimUploads, insertUploads } from '#server/catalog/images/queries.ts'
import { withImages } from '#server/catalog/images/save.ts'
import { batchesOf, type Db, type Transaction } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import type { UploadedFile } from '#server/http/uploads/spooled-form.ts'
import type { Shop } from '#server/shop.ts'
import { readFacts } from './plan.ts'
import {
  findImport,
  type ImportPicture,
  insertPictures,
  listPictures,
  listWaiting,
  lockImport,
  type StoredImport,
  setPrepared,
} from './queries.ts'
import { openZip, UnreadableZipError } from './zip.ts'

export type SentPictures =
  | { ok: true; found: number }
  | { ok: false; problem: ZipProblem }
  /** The file was imported in the meantime, or is gone. */
  | { ok: false; problem: undefined }

/** Takes the pictures of the file's products from a ZIP, and no others; a job prepares them. */
export async function addPictures(
  shop: Pick<Shop, 'db' | 'images' | 'log'>,
  id: string,
  upload: UploadedFile,
): Promise<SentPictures> {
  const stored = await findImport(shop.db, id)
  if (!stored || stored.result) return { ok: false, problem: undefined }
  const wanted = await listWanted(shop.db, stored)
  const folder = `moves/${id}-${randomUUID()}`
  const taken: Pick<ImportPicture, 'importId' | 'name' | 'storeKey' | 'problem'>[] = []
  const remove = () => shop.images.remove(taken.flatMap(({ storeKey, problem }) => (problem ? [] : [storeKey])))
  try {
    const zip = await openZip(upload)
    for (const [name, index] of matchPictures(wanted, zip.files)) {
      const storeKey = `${folder}/${createHash('sha256').update(name).digest('hex').slice(0, 32)}`
      const picture = await zip.read(index)
      if (picture.ok) await shop.images.put(storeKey, picture.bytes)
      taken.push({ importId: id, name, storeKey, problem: picture.ok ? null : picture.problem })
    }
    const isOpen = await shop.db.transaction(async (tx) => {
      const locked = await lockImport(tx, id)
      if (!locked || locked.result) return false
      for (const batch of batchesOf(taken, 500)) await insertPictures(tx, batch)
      await enqueueJob(tx, { job: 'prepare-pictures', importId: id })
      return true
    })
    if (isOpen) return { ok: true, found: taken.length }
    await remove()
    return { ok: false, problem: undefined }
  } catch (error) {
    await remove().catch((cause: unknown) => shop.log.error('Pictures of an import could not be removed', cause))
    if (error instanceof UnreadableZipError) return { ok: false, problem: error.problem }
    throw error
  }
}

/** Pictures that neither the shop nor an earlier ZIP has. */
async function listWanted(db: Db, stored: StoredImport): Promise<Map<string, string>> {
  const { present } = await readFacts(db, stored)
  const sent = await listPictures(db, stored.id)
  const names = new Set(sent.flatMap(({ name, problem }) => (problem === null ? [name] : [])))
  const wanted = new Map<string, string>()
  for (const { key, pictures } of stored.file.products)
    for (const { name, address } of pictures.slice(0, IMAGES_MOST)) {
      const known = present.get(key)
      const stored = known?.pictures[name]
      const isPresent = stored !== undefined && known?.productImageUrl.includes(stored)
      if (!isPresent && !names.has(name)) wanted.set(name, address)
    }
  return wanted
}

type PrepareShop = Pick<Shop, 'db' | 'decoder' | 'images' | 'log' | 'now'>

/** Pictures per run. */
const PICTURES_AT_ONCE = 10

/**
 * A job: checks the next pictures of a file and makes their sizes, with the same limits as every upload.
 *
 * @param signal ends this run; the next one does the rest
 */
export async function preparePictures(shop: PrepareShop, importId: string, signal?: AbortSignal): Promise<void> {
  for (const picture of await listWaiting(shop.db, importId, PICTURES_AT_ONCE))
    if (!signal?.aborted) await prepare(shop, picture)
  const [next] = await listWaiting(shop.db, importId, 1)
  if (!next) return removeBytes(shop, importId)
  await shop.db.transaction((tx) => enqueueJob(tx, { job: 'prepare-pictures', importId }))
}

async function prepare(shop: PrepareShop, picture: ImportPicture): Promise<void> {
  const stream = await shop.images.read(picture.storeKey)
  const bytes = stream && (await buffer(stream))
  if (!bytes) return void (await setPrepared(shop.db, picture, { problem: 'It was lost. Send it again.' }))
  const file = new File([new Uint8Array(bytes)], picture.name)
  const saved = await withImages(shop, [file], ([address = ''], folders) =>
    shop.db.transaction(async (tx) => {
      const isNew = await setPrepared(tx, picture, { address })
      if (isNew) await claimUploads(tx, folders)
      return { ok: isNew, reason: 'prepared-already' as const }
    }),
  )
  if (saved.ok || saved.reason === 'prepared-already') return
  if (saved.reason === 'store-failed') throw new Error(`The picture ${picture.name} could not be stored`)
  const problem = saved.problems[0]?.problem ?? 'This image cannot be read.'
  await setPrepared(shop.db, picture, { problem })
}

/**
 * Removes the files of each ZIP's folder once all of its pictures are prepared; another ZIP may have come meanwhile.
 */
async function removeBytes({ db, images }: PrepareShop, importId: string): Promise<void> {
  const folders = Map.groupBy(await listPictures(db, importId), ({ storeKey }) =>
    storeKey.split('/').slice(0, -1).join('/'),
  )
  for (const list of folders.values())
    if (list.every(({ address, problem }) => address !== null || problem !== null))
      await images.remove(list.map(({ storeKey }) => storeKey))
}

/** Hands prepared pictures to the clean-up of failed uploads, which removes them a day later. */
export async function releasePictures(tx: Transaction, pictures: readonly Pick<ImportPicture, 'address'>[]) {
  const folders = pictures.flatMap(({ address }) => (address === null ? [] : [address.slice(1)]))
  if (folders.length > 0) await insertUploads(tx, folders)
}

/** Removes unprepared pictures of files that are gone or imported, also if a process ended before it could do so. */
export async function removeLeftovers({ db, images, log }: Pick<Shop, 'db' | 'images' | 'log'>): Promise<void> {
  try {
    const byMove = new Map<string, string[]>()
    for await (const key of images.list('moves')) {
      const id = /^moves\/([0-9a-f-]{36})-/.exec(key)?.[1] ?? ''
      byMove.set(id, [...(byMove.get(id) ?? []), key])
    }
    for (const [id, keys] of byMove) {
      const stored = id === '' ? undefined : await findImport(db, id)
      if (!stored || stored.result) await images.remove(keys)
    }
  } catch (error) {
    log.error('Pictures of earlier imports could not be removed', error)
  }
}
