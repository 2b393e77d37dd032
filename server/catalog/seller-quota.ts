import { hash } from 'node:crypto'
import type { User } from '#domain/accounts/user.ts'
import type { Db } from '#server/db/connection.ts'
import { countUse } from '#server/http/rate-limit-queries.ts'
import type { UploadedFile } from '#server/http/uploads/spooled-form.ts'
import { findSettings } from '#server/settings/queries.ts'
import type { MediaFile } from './images/save.ts'
import { countWaiting } from './queries.ts'

/** A seller has sent as much as the shop takes. `problem`: for the seller. */
export type OverQuota = { ok: false; reason: 'quota'; problem: string }

const DAY_SECONDS = 24 * 60 * 60
const KILOBYTE = 1000

/**
 * Counts a seller's images before they are read, so that one account can neither fill the disk nor keep the decoder busy.
 * Staff have no quota.
 */
export async function findOverQuota(
  db: Db,
  user: User,
  { files, isNew }: { files: readonly (UploadedFile | MediaFile)[]; isNew: boolean },
): Promise<OverQuota | undefined> {
  if (user.role !== 'seller') return undefined
  const { userId } = user
  const { sellerDailyMegabytes, sellerWaitingProducts } = await findSettings(db)
  if (isNew && sellerWaitingProducts > 0 && (await countWaiting(db, userId)) >= sellerWaitingProducts)
    return over(`${sellerWaitingProducts} of your products wait for approval. Add more once some are approved.`)
  const bytes = files.reduce((sum, file) => sum + ('media' in file ? file.file : file).size, 0)
  const kilobytes = Math.ceil(bytes / KILOBYTE)
  if (kilobytes === 0 || sellerDailyMegabytes === 0) return undefined
  const key = `sellerImages ${hash('sha256', userId, 'base64url')}`
  const [count] = await countUse(db, [key], { seconds: DAY_SECONDS, by: kilobytes })
  if ((count?.used ?? 0) <= sellerDailyMegabytes * KILOBYTE) return undefined
  return over(`You can upload ${sellerDailyMegabytes} MB of images in a day. Try again tomorrow.`)
}

function over(problem: string): OverQuota {
  return { ok: false, reason: 'quota', problem }
}
