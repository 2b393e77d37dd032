import type { User } from '#domain/accounts/user.ts'
import { tooManyPictures } from '#domain/catalog/forms/image-limits.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { REVIEW_PICTURES, reviewPicture, shownNameOf, type TypedReview } from '#domain/reviews/review.ts'
import { claimUploads } from '#server/catalog/images/queries.ts'
import type { Transaction } from '#server/db/connection.ts'
import type { UploadedFile } from '#server/http/uploads/spooled-form.ts'
import { lockOrder } from '#server/orders/queries.ts'
import { type PictureFailure, withPictures } from '#server/pictures/pictures.ts'
import type { Shop } from '#server/shop.ts'
import {
  findReviewedLine,
  insertReview,
  listPictures,
  lockReviewOf,
  recountRating,
  removeReview,
  replacePictures,
  updateReview,
} from './queries.ts'

type Refusal = { ok: false; reason: 'not-found' | 'not-delivered' | 'changed' }
/** `not-found` also for another person's order. `changed`: by the same person, in another tab. */
export type WrittenReview = { ok: true } | Refusal | PictureFailure

/** `kept`: addresses of those that the review has and keeps. */
export type SentPictures = { files: readonly UploadedFile[]; kept: readonly string[] }

/**
 * Stores the review of a line that its buyer has received, or changes it; staff read it before it is shown. The same
 * review again changes nothing.
 */
export async function writeReview(
  shop: Pick<Shop, 'db' | 'decoder' | 'images' | 'log' | 'now'>,
  user: Pick<User, 'userId'>,
  orderId: OrderId,
  typed: TypedReview,
  { files, kept }: SentPictures = { files: [], kept: [] },
): Promise<WrittenReview> {
  if (files.length + kept.length > REVIEW_PICTURES)
    return { ok: false, reason: 'pictures', status: 400, problem: tooManyPictures(REVIEW_PICTURES) }
  // Nobody's pictures are decoded before it is known that they may write.
  const line = files.length > 0 && (await shop.db.transaction((tx) => lockReceived(tx, user, orderId, typed.position)))
  if (line && !line.ok) return line
  return withPictures<WrittenReview>(shop, files, REVIEW_PICTURES, (folders) =>
    shop.db.transaction((tx) => write(tx, user, orderId, typed, { folders, kept })),
  )
}

async function write(
  tx: Transaction,
  user: Pick<User, 'userId'>,
  orderId: OrderId,
  { position, seen, stars, text, shown }: TypedReview,
  { folders, kept }: { folders: readonly string[]; kept: readonly string[] },
): Promise<{ ok: true } | Refusal> {
  const line = await lockReceived(tx, user, orderId, position)
  if (!line.ok) return line
  const { productId } = line
  const written = { stars, text, shownAs: shown === 'name' ? shownNameOf(line.order) : '' }
  const before = await lockReviewOf(tx, orderId, position)
  const had = before ? await listPictures(tx, before.id) : []
  const stay = had.filter((folder) => kept.includes(reviewPicture(folder)))
  const isSame = before?.stars === stars && before.text === text && before.shownAs === written.shownAs
  if (isSame && folders.length === 0 && stay.length === had.length) return { ok: true }
  // The same form sent twice has made the same pictures twice; the second ones are cleaned up.
  const isRepeat = isSame && before.version === seen + 1 && had.length === kept.length + folders.length
  if (isRepeat && folders.length > 0) return { ok: true }
  if (seen !== (before?.version ?? 0)) return { ok: false, reason: 'changed' }
  await claimUploads(tx, folders)
  const id = before?.id ?? (await insertReview(tx, { ...written, productId, orderId, position, userId: user.userId }))
  if (before) await updateReview(tx, id, { ...written, state: 'waiting', reason: null, version: before.version + 1 })
  await replacePictures(tx, { id, productId }, [...stay, ...folders])
  if (before?.state === 'published') await recountRating(tx, productId)
  return { ok: true }
}

type OrderRow = NonNullable<Awaited<ReturnType<typeof lockOrder>>>

/** The line of this person's order, once it has reached them. */
async function lockReceived(
  tx: Transaction,
  { userId }: Pick<User, 'userId'>,
  orderId: OrderId,
  position: number,
): Promise<{ ok: true; order: OrderRow; productId: ProductId } | Refusal> {
  const order = await lockOrder(tx, orderId)
  const line = order?.userId === userId ? await findReviewedLine(tx, orderId, position) : undefined
  if (!order || !line) return { ok: false, reason: 'not-found' }
  return line.isReceived ? { ok: true, order, productId: line.productId } : { ok: false, reason: 'not-delivered' }
}

/** The author takes it back, with its pictures. False: it is not theirs, or of another order. */
export async function withdrawReview(
  shop: Pick<Shop, 'db'>,
  { userId }: Pick<User, 'userId'>,
  orderId: OrderId,
  position: number,
): Promise<boolean> {
  return shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order?.userId !== userId) return false
    const review = await lockReviewOf(tx, orderId, position)
    // Pressed twice: it is gone.
    if (!review) return true
    await removeReview(tx, review.id)
    if (review.state === 'published') await recountRating(tx, review.productId)
    return true
  })
}
