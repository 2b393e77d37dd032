import { randomBytes } from 'node:crypto'
import type { UploadedFile } from '#server/http/uploads/spooled-form.ts'
import type { Shop } from '#server/shop.ts'
import { insertUploads, listLeftUploads, removeUploads } from './queries.ts'
import { type Variant, variantNames } from './variants.ts'

/** Why a product was not written because of its pictures. `problems`: by the place of the file, a sentence each. */
export type PictureFailure =
  | { ok: false; reason: 'pictures'; problems: { index: number; name: string; problem: string }[] }
  /** The store could not keep them. Nothing was written; trying again is sensible. */
  | { ok: false; reason: 'store-failed' }

type Keeper = Pick<Shop, 'db' | 'decoder' | 'images' | 'log' | 'now'>

const NAME_MAX = 60

/**
 * Keeps pictures and lets `use` write whatever shows them. All or nothing: if a file is no picture, the store fails, or
 * `use` refuses or is rolled back, no file stays behind. Where nobody knows whether `use` was written, because the
 * database was lost while it committed, the files wait: a day later those that nothing has claimed are swept away.
 *
 * @param use gets the addresses of the pictures and their folders, to be claimed in its transaction
 */
export async function withPictures<T extends { ok: boolean }>(
  shop: Keeper,
  files: readonly UploadedFile[],
  use: (addresses: string[], folders: string[]) => Promise<T>,
): Promise<T | PictureFailure> {
  if (files.length === 0) return use([], [])
  const made = await makePictures(shop, files)
  if (!made.ok) return made

  const folders = made.pictures.map(({ folder }) => folder)
  await insertUploads(shop.db, folders)
  try {
    const failure = await keep(shop, made.pictures)
    const answer =
      failure ??
      (await use(
        folders.map((folder) => `/${folder}`),
        folders,
      ))
    const isGone = !answer.ok && (await sweep(shop, folders))
    // What a failing store was given may still arrive there: it is removed once more, a day later.
    if (isGone && !failure) await removeUploads(shop.db, folders)
    return answer
  } catch (error) {
    if (isRolledBack(error) && (await sweep(shop, folders))) await removeUploads(shop.db, folders)
    throw error
  } finally {
    await sweepLeft(shop)
  }
}

type Picture = { folder: string; variants: Variant[] }

async function makePictures(
  { decoder, now }: Keeper,
  files: readonly UploadedFile[],
): Promise<{ ok: true; pictures: Picture[] } | (PictureFailure & { reason: 'pictures' })> {
  const at = now()
  const problems = new Map<number, string>()
  for (const [index, file] of files.entries()) {
    const problem = await decoder.findProblem(file)
    if (problem) problems.set(index, problem)
  }
  const pictures: Picture[] = []
  // None, if one of them is refused anyway.
  for (const [index, file] of problems.size > 0 ? [] : [...files.entries()]) {
    const made = await decoder.makeVariants(file)
    if (made.ok) pictures.push({ folder: folderFor(file.name, at), variants: made.variants })
    else problems.set(index, made.problem)
  }
  if (problems.size === 0) return { ok: true, pictures }
  const told = [...problems].map(([index, problem]) => ({ index, name: files[index]?.name ?? '', problem }))
  return { ok: false, reason: 'pictures', problems: told }
}

/** `productImages/1763700000000-terrace-bowl-4f1c9a`: what was a path, or no letter or digit, is left out. */
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
  // Two files of one name may come in the same millisecond.
  return `productImages/${now.getTime()}-${name || 'picture'}-${randomBytes(3).toString('hex')}`
}

async function keep(shop: Keeper, pictures: Picture[]): Promise<PictureFailure | undefined> {
  for (const { folder, variants } of pictures) {
    const kept = await Promise.allSettled(
      variants.map(({ name, bytes }) => shop.images.put(`${folder}/${name}`, bytes)),
    )
    const failed = kept.find(({ status }) => status === 'rejected')
    if (!failed) continue
    shop.log.error('The pictures could not be kept', (failed as PromiseRejectedResult).reason)
    return { ok: false, reason: 'store-failed' }
  }
  return undefined
}

/** The database itself has refused it. A connection that ended, or standbys that were not heard of, may be a commit. */
function isRolledBack(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return /^(?!08|40003|57)[0-9A-Z]{5}$/.test(code) || isRolledBack(error.cause)
}

/** @returns false when the store does not answer now; the folders stay written down as left */
async function sweep(shop: Keeper, folders: readonly string[]): Promise<boolean> {
  try {
    await shop.images.remove(folders.flatMap((folder) => variantNames().map((name) => `${folder}/${name}`)))
    return true
  } catch (error) {
    shop.log.error('Pictures of a failed upload could not be removed yet', error)
    return false
  }
}

/** Whoever adds pictures sweeps up what earlier uploads left, so no timer is needed for it. */
async function sweepLeft(shop: Keeper): Promise<void> {
  try {
    const folders = await listLeftUploads(shop.db)
    if (folders.length > 0 && (await sweep(shop, folders))) await removeUploads(shop.db, folders)
  } catch (error) {
    shop.log.error('Old uploads could not be looked for', error)
  }
}
