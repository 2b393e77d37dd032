import { decideCodeLogin, isMailboxEnough } from '#domain/accounts/code-login.ts'
import { type AccountEmailKind, CODE_MINUTES, LINK_MINUTES } from '#domain/accounts/email-code.ts'
import type { AccountCode } from '#domain/accounts/profile.ts'
import {
  writeConfirmCodeEmail,
  writeLoginCodeEmail,
  writePasswordNeededEmail,
  writeResetEmail,
  writeUnconfirmedResetEmail,
} from '#domain/messages/account-emails.ts'
import { writeCodeEmail } from '#domain/messages/account-notices.ts'
import type { Message } from '#domain/messages/message.ts'
import { wordsOf } from '#domain/shop/wording.ts'
import { createCode } from '#server/accounts/codes/codes.ts'
import { type AccountState, findAccount, findOwner } from '#server/accounts/queries.ts'
import { insertResetToken } from '#server/accounts/recovery/queries.ts'
import { originOf } from '#server/config.ts'
import type { Shop } from '#server/shop.ts'
import { sendUnstored } from './send-unstored.ts'

type AccountEmailShop = Pick<Shop, 'auth' | 'config' | 'db' | 'emails' | 'log' | 'now' | 'settings'>

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
  await sendUnstored(shop, () => writeEmail(shop, kind, { email, askedBy, account }))
}

async function writeEmail(
  shop: AccountEmailShop,
  kind: AccountEmailKind,
  { email, askedBy, account }: { email: string; askedBy: string; account: AccountState | undefined },
): Promise<Message> {
  const to = { email, name: account?.name }
  const origin = originOf(shop.config)
  const settings = await shop.settings.read()
  const words = wordsOf(settings)
  if (kind === 'confirm-code')
    return writeConfirmCodeEmail(to, await createCode(shop, { purpose: 'confirm-email', email, askedBy }), {
      origin,
      words,
    })
  if (account && !isMailboxEnough(account, settings)) return writePasswordNeededEmail(to)
  if (kind === 'reset-link' && account?.isEmailConfirmed) {
    const token = await insertResetToken(shop.db, { userId: account.uid, email })
    return writeResetEmail(to, `${origin}/reset-password?token=${token}`)
  }
  const code = await createCode(shop, { purpose: 'log-in', email, askedBy })
  const takesOver = account !== undefined && decideCodeLogin(account) === 'take-over'
  return kind === 'reset-link'
    ? writeUnconfirmedResetEmail(to, code, { takesOver, origin })
    : writeLoginCodeEmail(to, code, { takesOver, words })
}

/** A job: creates a new code on each run, and stores only its hash. */
export async function sendAccountCode(
  shop: Pick<Shop, 'auth' | 'db' | 'emails' | 'log' | 'settings'>,
  code: AccountCode,
): Promise<void> {
  const owner = await findOwner(shop.db, code.userId)
  if (!owner) return
  const recipient = { name: owner.name, email: code.email }
  await sendUnstored(shop, async () => writeCodeEmail(code.purpose, recipient, await createCode(shop, code)))
}
