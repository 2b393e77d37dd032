import { createHash, randomUUID } from 'node:crypto'
import { MAX_IMAGES } from '#domain/catalog/forms/image-limits.ts'
import { type MoveChoices, NO_CHOICES, parseChoices } from '#domain/catalog/moving/choices.ts'
import { matchPictures, type ZipProblem } from '#domain/catalog/moving/picture-names.ts'
import { startOf } from '#domain/short-text.ts'
import { calendarDay, DAY_MS } from '#domain/time.ts'
import { insertUploads } from '#server/catalog/images/queries.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import type { UploadedFile } from '#server/http/uploads/spooled-form.ts'
import type { Shop } from '#server/shop.ts'
import { readFacts } from './facts.ts'
import {
  findMove,
  insertMove,
  insertPictures,
  listOldMoves,
  listPictures,
  lockMove,
  type MovePicture,
  removeMove,
  type StoredMove,
  updateChoices,
} from './queries.ts'
import { readSourceFile } from './read-file.ts'
import { openZip, UnreadableZipError } from './zip.ts'

type MoveShop = Pick<Shop, 'db' | 'images' | 'log' | 'now'>

/** Days for which files that were not imported, and reports of imported ones, are kept. */
const KEPT_DAYS = 7

/** Stores the file, so that neither its preview nor the import needs another upload. */
export async function startMove(
  shop: MoveShop,
  upload: UploadedFile,
): Promise<{ ok: true; id: string } | { ok: false; problem: string }> {
  await removeOldMoves(shop)
  const read = await readSourceFile(upload, calendarDay(shop.now()))
  if (!read.ok) return read
  const id = randomUUID()
  await insertMove(shop.db, { id, fileName: startOf(upload.name, 200), file: read.file, choices: NO_CHOICES })
  return { ok: true, id }
}

export type SentPictures =
  | { ok: true; found: number }
  | { ok: false; problem: ZipProblem }
  /** The file was imported meanwhile, or is gone. */
  | { ok: false; problem: undefined }

/** Takes the pictures of the file's products from a ZIP, and no others; a job prepares them. */
export async function addPictures(shop: MoveShop, id: string, upload: UploadedFile): Promise<SentPictures> {
  const move = await findMove(shop.db, id)
  if (!move || move.result) return { ok: false, problem: undefined }
  const wanted = await listWanted(shop.db, move)
  const folder = `moves/${id}-${randomUUID()}`
  const taken: Pick<MovePicture, 'moveId' | 'name' | 'storeKey' | 'problem'>[] = []
  const remove = () => shop.images.remove(taken.flatMap(({ storeKey, problem }) => (problem ? [] : [storeKey])))
  try {
    const zip = await openZip(upload)
    for (const [name, index] of matchPictures(wanted, zip.files)) {
      const storeKey = `${folder}/${createHash('sha256').update(name).digest('hex').slice(0, 32)}`
      const picture = await zip.read(index)
      if (picture.ok) await shop.images.put(storeKey, picture.bytes)
      taken.push({ moveId: id, name, storeKey, problem: picture.ok ? null : picture.problem })
    }
    const isOpen = await shop.db.transaction(async (tx) => {
      const locked = await lockMove(tx, id)
      if (!locked || locked.result) return false
      for (let start = 0; start < taken.length; start += 500) await insertPictures(tx, taken.slice(start, start + 500))
      await enqueueJob(tx, { job: 'prepare-pictures', moveId: id })
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
async function listWanted(db: Db, move: StoredMove): Promise<Map<string, string>> {
  const { present } = await readFacts(db, move)
  const sent = await listPictures(db, move.id)
  const names = new Set(sent.flatMap(({ name, problem }) => (problem === null ? [name] : [])))
  const wanted = new Map<string, string>()
  for (const { key, pictures } of move.file.products)
    for (const { name, address } of pictures.slice(0, MAX_IMAGES)) {
      const known = present.get(key)
      const stored = known?.pictures[name]
      const isPresent = stored !== undefined && known?.productImageUrl.includes(stored)
      if (!isPresent && !names.has(name)) wanted.set(name, address)
    }
  return wanted
}

/** False: the file was imported meanwhile, or is gone. */
export async function saveChoices(
  { db }: Pick<Shop, 'db'>,
  id: string,
  form: FormData,
): Promise<{ ok: true; choices: MoveChoices } | { ok: false; problems?: Record<string, string> }> {
  return db.transaction(async (tx) => {
    const move = await lockMove(tx, id)
    if (!move || move.result) return { ok: false }
    const parsed = parseChoices(form, move.choices)
    if (!parsed.ok) return parsed
    await updateChoices(tx, id, parsed.value)
    return { ok: true, choices: parsed.value }
  })
}

/** Removes a file and its pictures. False: it is not there. */
export async function discardMove(shop: Pick<Shop, 'db'>, id: string): Promise<boolean> {
  return shop.db.transaction(async (tx) => {
    const move = await lockMove(tx, id)
    if (!move) return false
    if (!move.result) await releasePictures(tx, await listPictures(tx, id))
    await removeMove(tx, id)
    return true
  })
}

/** Hands prepared pictures to the clean-up of failed uploads, which removes them a day later. */
export async function releasePictures(tx: Transaction, pictures: readonly Pick<MovePicture, 'address'>[]) {
  const folders = pictures.flatMap(({ address }) => (address === null ? [] : [address.slice(1)]))
  if (folders.length > 0) await insertUploads(tx, folders)
}

async function removeOldMoves(shop: MoveShop): Promise<void> {
  for (const id of await listOldMoves(shop.db, new Date(shop.now().getTime() - KEPT_DAYS * DAY_MS)))
    await discardMove(shop, id)
  await removeLeftovers(shop)
}

/** Removes unprepared pictures of files that are gone or imported, also if a process ended before it could do so. */
async function removeLeftovers({ db, images, log }: MoveShop): Promise<void> {
  try {
    const byMove = new Map<string, string[]>()
    for await (const key of images.list('moves')) {
      const id = /^moves\/([0-9a-f-]{36})-/.exec(key)?.[1] ?? ''
      byMove.set(id, [...(byMove.get(id) ?? []), key])
    }
    for (const [id, keys] of byMove) {
      const move = id === '' ? undefined : await findMove(db, id)
      if (!move || move.result) await images.remove(keys)
    }
  } catch (error) {
    log.error('Pictures of earlier imports could not be removed', error)
  }
}
