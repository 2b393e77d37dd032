import { buffer } from 'node:stream/consumers'
import { claimUploads } from '#server/catalog/images/queries.ts'
import { withImages } from '#server/catalog/images/save.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import type { Shop } from '#server/shop.ts'
import { listPictures, listWaiting, type MovePicture, setPrepared } from './queries.ts'

type PrepareShop = Pick<Shop, 'db' | 'decoder' | 'images' | 'log' | 'now'>

/** Pictures per run. */
const PICTURES_AT_ONCE = 10

/**
 * A job: checks the next pictures of a file and makes their sizes, with the same limits as every upload.
 *
 * @param signal ends this run; the next one does the rest
 */
export async function preparePictures(shop: PrepareShop, moveId: string, signal?: AbortSignal): Promise<void> {
  for (const picture of await listWaiting(shop.db, moveId, PICTURES_AT_ONCE))
    if (!signal?.aborted) await prepare(shop, picture)
  const [next] = await listWaiting(shop.db, moveId, 1)
  if (!next) return removeBytes(shop, moveId)
  await shop.db.transaction((tx) => enqueueJob(tx, { job: 'prepare-pictures', moveId }))
}

async function prepare(shop: PrepareShop, picture: MovePicture): Promise<void> {
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
async function removeBytes({ db, images }: PrepareShop, moveId: string): Promise<void> {
  const folders = Map.groupBy(await listPictures(db, moveId), ({ storeKey }) =>
    storeKey.split('/').slice(0, -1).join('/'),
  )
  for (const list of folders.values())
    if (list.every(({ address, problem }) => address !== null || problem !== null))
      await images.remove(list.map(({ storeKey }) => storeKey))
}
