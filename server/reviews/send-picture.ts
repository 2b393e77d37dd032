import type { User } from '#domain/accounts/user.ts'
import { grantOf } from '#domain/permissions.ts'
import { sendPicture } from '#server/pictures/pictures.ts'
import type { Shop } from '#server/shop.ts'
import { findPicture } from './queries.ts'

const ADDRESS = /^\/reviewPictures\/([\da-f-]{36})\/([\w.]{1,20})$/

/**
 * Sends a file of `/reviewPictures/…`: to everybody while its review is published, else to its author and to those who moderate.
 *
 * @param findUser is not called for a published one
 */
export async function sendReviewPicture(
  shop: Pick<Shop, 'db' | 'images' | 'log'>,
  path: string,
  findUser: () => Promise<User | undefined>,
): Promise<Response> {
  const [, id, file = ''] = ADDRESS.exec(path) ?? []
  const folder = `buyerPictures/${id}`
  const found = id ? await findPicture(shop.db, folder) : undefined
  const isPublic = found?.state === 'published'
  const user = found && !isPublic ? await findUser() : undefined
  const isAllowed =
    isPublic || (user && (user.userId === found?.userId || grantOf('GET /adminDashboard/reviews', user)))
  return sendPicture(shop, isAllowed ? folder : undefined, file, { isPublic })
}
