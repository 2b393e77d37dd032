import type { User } from '#domain/accounts/user.ts'
import { recordConsent } from '#server/accounts/queries.ts'
import type { Shop } from '#server/shop.ts'
import { insertUpdates, moveNoticesToEmail, removeUpdates, removeUpdatesTo } from './queries.ts'

/**
 * Notes before an order is placed whether its shopper wants updates by WhatsApp, so that the first message finds it.
 *
 * @param number E.164; undefined: the shopper does not
 */
export async function noteUpdates(
  shop: Pick<Shop, 'db' | 'whatsapp'>,
  { userId }: Pick<User, 'userId'>,
  { key: checkoutKey, number }: { key: string; number: string | undefined },
): Promise<void> {
  if (!shop.whatsapp.isAvailable) return
  await shop.db.transaction(async (tx) => {
    if (number === undefined) return removeUpdates(tx, { userId, checkoutKey })
    if (await insertUpdates(tx, { userId, checkoutKey, number })) await recordConsent(tx, userId, 'whatsapp')
  })
}

/** Ends all updates to a number at once. Staff hear by email from then on. */
export async function stopUpdates({ db }: Pick<Shop, 'db'>, number: string): Promise<void> {
  await db.transaction(async (tx) => {
    for (const userId of await removeUpdatesTo(tx, number)) await recordConsent(tx, userId, 'whatsapp-stop')
    for (const userId of await moveNoticesToEmail(tx, number)) await recordConsent(tx, userId, 'whatsapp-stop')
  })
}
