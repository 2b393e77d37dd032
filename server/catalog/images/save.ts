import { randomBytes } from 'node:crypto'
import { findMediaProblem, withoutNotes } from '#domain/catalog/check-media.ts'
import { MEDIA, MEDIA_MAX_BYTES, type MediaName } from '#domain/catalog/media.ts'
import type { UploadedFile } from '#server/http/uploads/spooled-form.ts'
import type { Shop } from '#server/shop.ts'
import { insertUploads, listStaleUploads, removeUploads } from './queries.ts'
import { mediaFiles, type Rendition, renditionNames } from './renditions.ts'

/** The images could not be saved, so neither was the product. `problems`: a message per file, by its index. */
export type ImageFailure =
  | { ok: false; reason: 'images'; problems: { index: number; name: string; problem: string }[] }
  /** The image store failed; nothing was saved, and a retry may help. */
  | { ok: false; reason: 'store-failed' }

export type ImageShop = Pick<Shop, 'db' | 'decoder' | 'images' | 'log' | 'now'>

const NAME_MAX = 60

/** A file that is stored as it was sent. */
export type MediaFile = { media: MediaName; file: UploadedFile }

/**
 * Saves images and lets `use` write the product, all or nothing: if a file is invalid, the store fails, or `use` fails or
 * rolls back, no file stays. If the database was lost during the commit, the outcome is unknown: the files stay, and
 * unclaimed ones are removed a day later.
 *
 * @param use gets the addresses and folders of the files and must claim the folders in its transaction
 */
export async function withImages<T extends { ok: boolean }>(
  shop: ImageShop,
  files: readonly (UploadedFile | MediaFile)[],
  use: (addresses: string[], folders: string[]) => Promise<T>,
  nameFolder = folderFor,
): Promise<T | ImageFailure> {
  if (files.length === 0) return use([], [])
  const processed = await makeImages(shop, files, nameFolder)
  if (!processed.ok) return processed

  const folders = processed.images.map(({ folder }) => folder)
  await insertUploads(shop.db, folders)
  try {
    const failure = await storeImages(shop, processed.images)
    const answer =
      failure ??
      (await use(
        processed.images.map(({ folder, renditions }, index) => addressOf(files[index], folder, renditions)),
        folders,
      ))
    const isRemoved = !answer.ok && (await removeFiles(shop, folders))
    // A store that failed may still write the files later, so the clean-up removes them once more a day later.
    if (isRemoved && !failure) await removeUploads(shop.db, folders)
    return answer
  } catch (error) {
    if (isRolledBack(error) && (await removeFiles(shop, folders))) await removeUploads(shop.db, folders)
    throw error
  } finally {
    await removeStaleUploads(shop)
  }
}

type Image = { folder: string; renditions: Rendition[] }

/** An image is the folder of its widths, anything else is one file. */
function addressOf(file: UploadedFile | MediaFile | undefined, folder: string, [only]: readonly Rendition[]): string {
  return file && 'media' in file && only ? `/${folder}/${only.name}` : `/${folder}`
}

async function makeImages(
  { decoder, now }: ImageShop,
  files: readonly (UploadedFile | MediaFile)[],
  nameFolder: typeof folderFor,
): Promise<{ ok: true; images: Image[] } | (ImageFailure & { reason: 'images' })> {
  const at = now()
  const problems = new Map<number, string>()
  for (const [index, file] of files.entries()) {
    const problem = 'media' in file ? await findProblemOf(file) : await decoder.findProblem(file)
    if (problem) problems.set(index, problem)
  }
  const images: Image[] = []
  // Skipped when any file is invalid.
  for (const [index, file] of problems.size > 0 ? [] : [...files.entries()]) {
    if ('media' in file) {
      const { media, file: sent } = file
      const bytes = new Uint8Array(await sent.arrayBuffer())
      const renditions = [{ name: MEDIA[media].file, bytes: media === 'video' ? withoutNotes(bytes) : bytes }]
      images.push({ folder: nameFolder(sent.name, at), renditions })
      continue
    }
    const made = await decoder.makeRenditions(file)
    if (made.ok) images.push({ folder: nameFolder(file.name, at), renditions: made.renditions })
    else problems.set(index, made.problem)
  }
  if (problems.size === 0) return { ok: true, images }
  const nameOf = (file: UploadedFile | MediaFile | undefined) =>
    (file && 'media' in file ? file.file : file)?.name ?? ''
  const list = [...problems].map(([index, problem]) => ({ index, name: nameOf(files[index]), problem }))
  return { ok: false, reason: 'images', problems: list }
}

/** A file that is far too large is not read. */
async function findProblemOf({ media, file }: MediaFile): Promise<string | undefined> {
  const read = Math.min(file.size, MEDIA_MAX_BYTES + 1)
  return findMediaProblem(media, new Uint8Array(await file.slice(0, read).arrayBuffer()))
}

/** `productImages/1763700000000-terrace-bowl-4f1c9a`: only letters and digits of the file name are used. */
export function folderFor(fileName: string, now: Date): string {
  const name = fileName
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, NAME_MAX)
    .replace(/-$/, '')
  // Random, because two files with one name may arrive in the same millisecond.
  return `productImages/${now.getTime()}-${name || 'image'}-${randomBytes(3).toString('hex')}`
}

async function storeImages(shop: ImageShop, images: Image[]): Promise<ImageFailure | undefined> {
  for (const { folder, renditions } of images) {
    const results = await Promise.allSettled(
      renditions.map(({ name, bytes }) => shop.images.put(`${folder}/${name}`, bytes)),
    )
    const failed = results.find(({ status }) => status === 'rejected')
    if (!failed) continue
    shop.log.error('Images could not be saved', (failed as PromiseRejectedResult).reason)
    return { ok: false, reason: 'store-failed' }
  }
  return undefined
}

/** True when the database certainly rolled back; after a lost connection or unconfirmed standbys it may have committed. */
function isRolledBack(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return /^(?!08|40003|57)[0-9A-Z]{5}$/.test(code) || isRolledBack(error.cause)
}

/** @returns false when the store fails; the folders stay recorded for a later clean-up */
async function removeFiles(shop: Pick<Shop, 'images' | 'log'>, folders: readonly string[]): Promise<boolean> {
  try {
    await shop.images.remove(
      folders.flatMap((folder) => [...renditionNames(), ...mediaFiles].map((name) => `${folder}/${name}`)),
    )
    return true
  } catch (error) {
    shop.log.error('Images of a failed upload could not be removed; it will be retried', error)
    return false
  }
}

/** Removes the files of earlier failed uploads, and those of videos, models and buyers' pictures that were deleted. */
export async function removeStaleUploads(shop: Pick<Shop, 'db' | 'images' | 'log'>): Promise<void> {
  try {
    const folders = await listStaleUploads(shop.db)
    if (folders.length > 0 && (await removeFiles(shop, folders))) await removeUploads(shop.db, folders)
  } catch (error) {
    shop.log.error('Stale uploads could not be listed', error)
  }
}
