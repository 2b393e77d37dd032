import { writeAccountNotice, writeLoginSlowedEmail } from '#domain/messages/account-notices.ts'
import type { AccountNotice } from '#domain/messages/templates.ts'
import { holdOwner } from '#server/accounts/queries.ts'
import { originOf } from '#server/config.ts'
import { type EmailContext, sendOnce } from './send.ts'

type Notice = { template: AccountNotice; userId: string; email: string; time: string }

/** A job: tells the owner of an account what was changed. */
export async function sendAccountNotice(shop: EmailContext, { template, userId, email, time }: Notice): Promise<void> {
  await sendOnce(shop, template, `user ${userId} at ${time}`, async (tx) => {
    const owner = await holdOwner(tx, userId)
    return owner && writeAccountNotice(template, { name: owner.name, email }, { time, origin: originOf(shop.config) })
  })
}

/** A job: warns the owner of an account about failed logins, at most once a day. */
export async function sendLoginSlowedEmail(
  shop: EmailContext,
  { userId, ...attempts }: { userId: string; failures: number; networks: number; time: string },
): Promise<void> {
  await sendOnce(shop, 'login-slowed', `user ${userId} on ${attempts.time.slice(0, 10)}`, async (tx) => {
    const owner = await holdOwner(tx, userId)
    return owner && writeLoginSlowedEmail(owner, { ...attempts, origin: originOf(shop.config) })
  })
}
