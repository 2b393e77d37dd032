import { randomUUID } from 'node:crypto'
import { tooManyPictures } from '#domain/catalog/forms/image-limits.ts'
import { renditionNames } from '#server/catalog/images/renditions.ts'
import { type ImageShop, withImages } from '#server/catalog/images/save.ts'
import { sendImage } from '#server/catalog/images/serve.ts'
import type { UploadedFile } from '#server/http/uploads/spooled-form.ts'
import type { Shop } from '#server/shop.ts'

/** `problem` is shown at the field. */
export type PictureFailure = { ok: false; reason: 'pictures'; status: 400 | 503; problem: string }

/**
 * Saves pictures that a buyer sends as those of products are saved (`withImages`), in folders that cannot be guessed. They are
 * private: only a route that asks whose they are sends them. `use` claims the folders and writes them to a table with a column
 * `folder` whose name ends with `_pictures` and which has the trigger `leave_pictures`: backups find them there, and a
 * deleted row takes its files along.
 */
export async function withPictures<T extends { ok: boolean }>(
  shop: ImageShop,
  files: readonly UploadedFile[],
  max: number,
  use: (folders: string[]) => Promise<T>,
): Promise<T | PictureFailure> {
  if (files.length > max) return { ok: false, reason: 'pictures', status: 400, problem: tooManyPictures(max) }
  const saved = await withImages(
    shop,
    files,
    async (_addresses, folders) => {
      const used = await use(folders)
      return { ok: used.ok, used }
    },
    () => `buyerPictures/${randomUUID()}`,
  )
  if ('used' in saved) return saved.used
  if (saved.reason === 'store-failed')
    return {
      ok: false,
      reason: 'pictures',
      status: 503,
      problem: 'Your pictures could not be saved. Please try again.',
    }
  const problem = saved.problems.map(({ name, problem }) => `${name}: ${problem}`).join(' ')
  return { ok: false, reason: 'pictures', status: 400, problem }
}

const FILES = renditionNames()

/**
 * Sends a file of a picture. Even a public one goes through the shop, because it may become private again.
 *
 * @param folder undefined: there is no such picture, or the asker may not see it
 * @param file such as `320.avif`
 */
export async function sendPicture(
  shop: Pick<Shop, 'images' | 'log'>,
  folder: string | undefined,
  file: string,
  { isPublic }: { isPublic: boolean },
): Promise<Response> {
  const key = folder && FILES.includes(file) ? `${folder}/${file}` : undefined
  return sendImage(shop, key, isPublic ? 'public, max-age=3600' : 'private, no-store')
}
