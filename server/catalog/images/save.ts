import { randomBytes } from 'node:crypto'
import type { UploadedFile } from '#server/http/uploads/spooled-form.ts'
import type { Shop } from '#server/shop.ts'
import { insertUploads, listStaleUploads, removeUploads } from './queries.ts'
import { type Variant, variantNames } from './variants.ts'

/** The images could not be saved, so neither was the product. `problems`: a message per file, by its index. */
export type ImageFailure =
  | { ok: false; reason: 'images'; problems: { index: number; name: string; problem: string }[] }
  /** The image store failed; nothing was saved, and a retry may help. */
  | { ok: false; reason: 'store-failed' }

export type ImageShop = Pick<Shop, 'db' | 'decoder' | 'images' | 'log' | 'now'>

const NAME_MAX = 60

/**
 * Saves images and lets `use` write the product, all or nothing: if a file is invalid, the store fails, or `use` fails or
 * rolls back, no file stays. If the database was lost during the commit, the outcome is unknown: the files stay, and
 * unclaimed ones are removed a day later.
 *
 * @param use gets the addresses and folders of the images and must claim the folders in its transaction
 */
export async function withImages<T extends { ok: boolean }>(
  shop: ImageShop,
  files: readonly UploadedFile[],
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
        folders.map((folder) => `/${folder}`),
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

type Image = { folder: string; variants: Variant[] }

async function makeImages(
  { decoder, now }: ImageShop,
  files: readonly UploadedFile[],
  nameFolder: typeof folderFor,
): Promise<{ ok: true; images: Image[] } | (ImageFailure & { reason: 'images' })> {
  const at = now()
  const problems = new Map<number, string>()
  for (const [index, file] of files.entries()) {
    const problem = await decoder.findProblem(file)
    if (problem) problems.set(index, problem)
  }
  const images: Image[] = []
  // Skipped when any file is invalid.
  for (const [index, file] of problems.size > 0 ? [] : [...files.entries()]) {
    const made = await decoder.makeVariants(file)
    if (made.ok) images.push({ folder: nameFolder(file.name, at), variants: made.variants })
    else problems.set(index, made.problem)
  }
  if (problems.size === 0) return { ok: true, images }
  const list = [...problems].map(([index, problem]) => ({ index, name: files[index]?.name ?? '', problem }))
  return { ok: false, reason: 'images', problems: list }
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
  for (const { folder, variants } of images) {
    const results = await Promise.allSettled(
      variants.map(({ name, bytes }) => shop.images.put(`${folder}/${name}`, bytes)),
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
    await shop.images.remove(folders.flatMap((folder) => variantNames().map((name) => `${folder}/${name}`)))
    return true
  } catch (error) {
    shop.log.error('Images of a failed upload could not be removed; it will be retried', error)
    return false
  }
}

/** Removes the files of earlier failed uploads, and those of buyers' pictures that were deleted. */
export async function removeStaleUploads(shop: Pick<Shop, 'db' | 'images' | 'log'>): Promise<void> {
  try {
    const folders = await listStaleUploads(shop.db)
    if (folders.length > 0 && (await removeFiles(shop, folders))) await removeUploads(shop.db, folders)
  } catch (error) {
    shop.log.error('Stale uploads could not be listed', error)
  }
}
