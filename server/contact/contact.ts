import type { User } from '#domain/accounts/user.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import type { ProductRequest } from '#domain/catalog/product-request.ts'
import type { ContactMessage } from '#domain/contact.ts'
import { findForSale, insertProductRequest, listSold } from '#server/catalog/storefront-queries.ts'
import type { Web3formsConfig } from '#server/config.ts'
import type { Db } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import type { Shop } from '#server/shop.ts'
import { findMessageIdByKey, insertMessage } from './queries.ts'

/** Stores a request for a Sold pot. False when there is no such pot or it is not Sold. */
export async function requestProduct(
  { db }: { db: Db },
  user: User | undefined,
  productId: ProductId | undefined,
  request: ProductRequest,
): Promise<boolean> {
  if (!productId) return false
  const product = await findForSale(db, productId)
  if (!product || !(await listSold(db, [productId])).has(productId)) return false
  await insertProductRequest(db, { ...request, productId, userId: user?.userId })
  return true
}

/**
 * Stores a contact message for the admin dashboard, and acknowledges it by email if the shop does so.
 *
 * @param key idempotency key; undefined: always a new message
 * @returns its id, and the form service that the browser also posts it to, if configured
 */
export async function saveContactMessage(
  shop: Pick<Shop, 'db' | 'services' | 'settings'>,
  contactMessage: ContactMessage,
  key: string | undefined,
): Promise<{ id: number | undefined; service: Web3formsConfig | undefined }> {
  const { acknowledgeMessages } = await shop.settings.readOrLast()
  const inserted = await shop.db.transaction(async (tx) => {
    const messageId = await insertMessage(tx, contactMessage, key)
    if (messageId !== undefined && acknowledgeMessages) await enqueueJob(tx, { job: 'send-acknowledgement', messageId })
    return messageId
  })
  const id = inserted ?? (key === undefined ? undefined : await findMessageIdByKey(shop.db, key))
  return { id, service: shop.services.web3forms }
}
