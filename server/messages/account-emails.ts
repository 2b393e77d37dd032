import { type AccountEmailKind, CODE_MINUTES, LINK_MINUTES } from '#domain/accounts/email-code.ts'
import type { AccountCode } from '#domain/accounts/profile.ts'
import { decideCodeLogin, isMailboxEnough } from '#domain/accounts/second-factor.ts'
import { OWNER } from '#domain/accounts/staff.ts'
import {
  writeAccountNotice,
  writeCodeEmail,
  writeCodeToLogIn,
  writeConfirmCodeEmail,
  writeExportEmail,
  writeLoginSlowedEmail,
  writePasswordNeededEmail,
  writeResetEmail,
  writeStaffInvite,
} from '#domain/messages/account-emails.ts'
import { writeVoucherEmail } from '#domain/messages/customer-emails.ts'
import type { Message } from '#domain/messages/message.ts'
import type { Say } from '#domain/messages/say.ts'
import type { AccountNotice, UnstoredEmail, VoucherEmail } from '#domain/messages/templates.ts'
import { shopInfoOf } from '#domain/shop/shop-info.ts'
import { createCode } from '#server/accounts/codes/codes.ts'
import { type AccountState, findAccount, findOwner, holdOwner } from '#server/accounts/queries.ts'
import { insertResetToken } from '#server/accounts/recovery/queries.ts'
import { renewInviteToken } from '#server/accounts/staff-queries.ts'
import { originOf } from '#server/config.ts'
import { ProviderRejectedError } from '#server/errors.ts'
import { createExportLink } from '#server/privacy/export.ts'
import type { Shop } from '#server/shop.ts'
import { codeOf } from '#server/vouchers/code.ts'
import { findVoucher } from '#server/vouchers/queries.ts'
import { withLinks } from './links.ts'
import { outgoingOf } from './outgoing.ts'
import { type EmailContext, sendOnce, waitForSendSlot } from './send.ts'

type AccountEmailShop = EmailContext & Pick<Shop, 'auth' | 'now'>

/** How long an email is worth sending: as long as its secret is valid. */
const MINUTES = { 'login-code': CODE_MINUTES, 'confirm-code': CODE_MINUTES, 'reset-link': LINK_MINUTES } as const

/** A job: creates a secret and sends it. Only its hash is stored, so a retry sends a new one. */
export async function sendAccountEmail(
  shop: AccountEmailShop,
  { kind, email, time, askedBy }: { kind: AccountEmailKind; email: string; time: string; askedBy: string },
): Promise<void> {
  if (shop.now().getTime() - Date.parse(time) > MINUTES[kind] * 60_000) return
  const account = await findAccount(shop.db, email)
  // Only a login code also creates an account.
  if (!account && kind !== 'login-code') return
  if (kind !== 'confirm-code' && account && !isMailboxEnough(account, await shop.settings.read()))
    return sendUnstored(shop, 'password-needed', (say) => writePasswordNeededEmail(say, { email, name: account.name }))
  const sent = kind === 'reset-link' && !account?.isEmailConfirmed ? 'login-code' : kind
  await sendUnstored(shop, sent, (say) => writeEmail(shop, say, kind, { email, askedBy, account }))
}

async function writeEmail(
  shop: AccountEmailShop,
  say: Say,
  kind: AccountEmailKind,
  { email, askedBy, account }: { email: string; askedBy: string; account: AccountState | undefined },
): Promise<Message> {
  const to = { email, name: account?.name }
  if (kind === 'confirm-code')
    return writeConfirmCodeEmail(say, to, await createCode(shop, { purpose: 'confirm-email', email, askedBy }))
  if (kind === 'reset-link' && account?.isEmailConfirmed) {
    const token = await insertResetToken(shop.db, { userId: account.userId, email })
    return writeResetEmail(say, to, `${originOf(shop.config)}/reset-password?token=${token}`)
  }
  const code = await createCode(shop, { purpose: 'log-in', email, askedBy })
  const takesOver = account !== undefined && decideCodeLogin(account) === 'take-over'
  return writeCodeToLogIn(say, kind === 'reset-link' ? 'reset-unconfirmed' : 'login-code', to, { code, takesOver })
}

/** A job: creates a new code on each run, and stores only its hash. */
export async function sendAccountCode(shop: EmailContext & Pick<Shop, 'auth'>, code: AccountCode): Promise<void> {
  const owner = await findOwner(shop.db, code.userId)
  if (!owner) return
  const recipient = { name: owner.name, email: code.email }
  await sendUnstored(shop, 'account-code', async (say) =>
    writeCodeEmail(say, code.purpose, recipient, await createCode(shop, code)),
  )
}

/** A job: makes the link of an invite, of which only the hash is stored; an email that is sent again has a new one. */
export async function sendStaffInvite(shop: AccountEmailShop, inviteId: string): Promise<void> {
  const renewed = await renewInviteToken(shop.db, inviteId)
  if (!renewed) return
  const { invite, token } = renewed
  const link = `${originOf(shop.config)}/staff/join?token=${token}`
  await sendUnstored(shop, 'staff-invite', (say) => writeStaffInvite(say, invite, { role: invite.role ?? OWNER, link }))
}

/** A job: tells the owner of a voucher its code. */
export async function sendVoucherEmail(
  shop: EmailContext & Pick<Shop, 'auth'>,
  { voucherId, template }: { voucherId: number; template: VoucherEmail },
): Promise<void> {
  const voucher = await findVoucher(shop.db, voucherId)
  const owner = voucher && (await findOwner(shop.db, voucher.userId))
  if (!owner || voucher.balance === 0) return
  const link = `${originOf(shop.config)}/account#vouchers`
  await sendUnstored(shop, template, (say) =>
    writeVoucherEmail(say, template, owner, { ...voucher, code: codeOf(shop.auth.secret, voucher), link }),
  )
}

/**
 * A job: creates a link to the copy of somebody's data and emails it. The link is in no table and no backup, so a retry
 * creates another one.
 */
export async function sendExportEmail(shop: EmailContext, userId: string): Promise<void> {
  const owner = await findOwner(shop.db, userId)
  if (!owner) return
  await sendUnstored(shop, 'data-copy', async (say) => {
    const { path } = await createExportLink(shop.db, userId)
    return writeExportEmail(say, owner, originOf(shop.config) + path)
  })
}

type Notice = { template: AccountNotice; userId: string; email: string; time: string }

/** A job: tells the owner of an account what was changed. */
export async function sendAccountNotice(shop: EmailContext, { template, userId, email, time }: Notice): Promise<void> {
  await sendOnce(shop, template, `user ${userId} at ${time}`, async (tx, say) => {
    const owner = await holdOwner(tx, userId)
    return owner && writeAccountNotice(say, template, { name: owner.name, email }, time)
  })
}

/** A job: warns the owner of an account about failed logins, at most once a day. */
export async function sendLoginSlowedEmail(
  shop: EmailContext,
  { userId, ...attempts }: { userId: string; failures: number; networks: number; time: string },
): Promise<void> {
  await sendOnce(shop, 'login-slowed', `user ${userId} on ${attempts.time.slice(0, 10)}`, async (tx, say) => {
    const owner = await holdOwner(tx, userId)
    return owner && writeLoginSlowedEmail(say, owner, attempts)
  })
}

/**
 * Sends an email with a secret, of which no copy is stored. If the service rejects it, it is not retried, because its
 * owner can request another one.
 *
 * @throws ProviderUnavailableError when the job should be retried
 */
export async function sendUnstored(
  shop: EmailContext,
  kind: UnstoredEmail,
  /** Called in the email's send slot, so that its secret is as new as possible. */
  write: (say: Say) => Message | Promise<Message>,
): Promise<void> {
  await waitForSendSlot(shop)
  const message = await withLinks(shop, { subject: '', params: await write(await shop.texts.say()) })
  // Each run has another secret, so it is another email.
  const about = { kind, shop: shopInfoOf(await shop.settings.read()), id: `${kind}-${crypto.randomUUID()}` }
  try {
    await shop.emails.send(await outgoingOf(shop, message, about))
  } catch (error) {
    if (!(error instanceof ProviderRejectedError)) throw error
    // Without the reason, which may name the recipient.
    shop.log.error('The email service rejected an email with a code or a link')
  }
}
