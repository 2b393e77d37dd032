import { writeAccountNotice, writeCodeEmail } from '#domain/account-emails.ts'
import type { AccountNotice } from '#domain/orders/order-emails.ts'
import type { AccountCode } from '#domain/profile.ts'
import { createCode } from '#server/accounts/profile/codes.ts'
import { findOwner } from '#server/accounts/queries.ts'
import type { Shop } from '#server/shop.ts'
import { findEmail, insertEmail } from './queries.ts'
import { send, waitForSendSlot } from './send.ts'

type Notice = { template: AccountNotice; userId: string; email: string; time: string }

/** A job. */
export async function sendAccountNotice(
  shop: Pick<Shop, 'db' | 'emails' | 'log' | 'config'>,
  { template, userId, email, time }: Notice,
): Promise<void> {
  const subject = `user ${userId} at ${time}`
  const owner = await findOwner(shop.db, userId)
  if (owner) {
    const params = writeAccountNotice(template, { name: owner.name, email }, time)
    await insertEmail(shop.db, { template, subject, params })
  }
  await send(shop, await findEmail(shop.db, template, subject))
}

/** A job: makes a new code each time it runs, and stores nothing but the hash. */
export async function sendAccountCode(shop: Pick<Shop, 'auth' | 'db' | 'emails'>, code: AccountCode): Promise<void> {
  const owner = await findOwner(shop.db, code.userId)
  if (!owner) return
  await waitForSendSlot(shop)
  const digits = await createCode(shop, code)
  await shop.emails.send(writeCodeEmail(code.purpose, { name: owner.name, email: code.email }, digits))
}
