import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { CODE_DIGITS, CODE_MINUTES, CODE_TRIES } from '#domain/accounts/account-emails.ts'
import type { AccountCode } from '#domain/accounts/profile.ts'
import type { Transaction } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import type { Shop } from '#server/shop.ts'

type CodeShop = Pick<Shop, 'auth'>

/**
 * Requests an email with a new code. An earlier code for the same purpose stops working when the new one is created.
 */
export async function requestAccountCode(tx: Transaction, code: AccountCode): Promise<void> {
  await enqueueJob(tx, { job: 'send-account-code', ...code, key: `account-code:${code.purpose}:${code.userId}` })
}

/** Called when the email is sent. Only a hash of the code is stored. */
export async function createAccountCode({ auth }: CodeShop, code: AccountCode): Promise<string> {
  const { internalAdapter, secret } = await auth.$context
  const digits = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  const identifier = identifierOf(code)
  await internalAdapter.deleteVerificationByIdentifier(identifier)
  await internalAdapter.createVerificationValue({
    identifier,
    value: `${hashOf(secret, code, digits)}:0`,
    expiresAt: new Date(Date.now() + CODE_MINUTES * 60_000),
  })
  return digits
}

/** True when the code is right, but only once: it is used up then, and after five wrong tries no code is accepted. */
export async function checkAccountCode({ auth }: CodeShop, code: AccountCode, typed: string): Promise<boolean> {
  const { internalAdapter, secret } = await auth.$context
  const identifier = identifierOf(code)
  // Removed while it is compared, so that concurrent requests get no more than five tries together.
  const stored = await internalAdapter.consumeVerificationValue(identifier)
  if (!stored || stored.expiresAt.getTime() <= Date.now()) return false
  const [hash = '', tries = '0'] = stored.value.split(':')
  if (timingSafeEqual(Buffer.from(hash), Buffer.from(hashOf(secret, code, typed)))) return true
  const left = CODE_TRIES - Number(tries) - 1
  if (left <= 0) return false
  const value = `${hash}:${Number(tries) + 1}`
  await internalAdapter.createVerificationValue({ identifier, value, expiresAt: stored.expiresAt })
  return false
}

function identifierOf({ purpose, userId, email }: AccountCode): string {
  return `account-code ${purpose} ${userId} ${email}`
}

function hashOf(secret: string, code: AccountCode, digits: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([identifierOf(code), digits]))
    .digest('base64url')
}
