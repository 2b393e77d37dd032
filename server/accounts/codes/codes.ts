import { randomInt } from 'node:crypto'
import { CODE_DIGITS, CODE_MINUTES, CODE_TRIES, type EmailCode } from '#domain/accounts/email-code.ts'
import {
  insertVerification,
  lockVerification,
  removeVerification,
  updateVerification,
} from '#server/accounts/verification-queries.ts'
import { isSameSecret, keyedHash } from '#server/config/secrets.ts'
import type { Shop } from '#server/shop.ts'

type CodeShop = Pick<Shop, 'auth' | 'db'>

/**
 * Makes a code when its email is sent; only its hash is stored. It replaces the one that the same browser asked for
 * before, and no other.
 */
export async function createCode({ auth, db }: CodeShop, code: EmailCode): Promise<string> {
  const digits = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  const identifier = identifierOf(auth.secret, code)
  await db.transaction(async (tx) => {
    await removeVerification(tx, identifier)
    await insertVerification(tx, {
      identifier,
      value: `${hashOf(auth.secret, code, digits)} 0`,
      minutes: CODE_MINUTES,
    })
  })
  return digits
}

/**
 * True when the code is right, but only once: it is used up then, and after five wrong tries. Another browser than the one
 * that asked has no code to try, so nobody uses up somebody else's.
 */
export async function checkCode({ auth, db }: CodeShop, code: EmailCode, typed: string): Promise<boolean> {
  const identifier = identifierOf(auth.secret, code)
  return db.transaction(async (tx) => {
    const stored = await lockVerification(tx, identifier)
    if (!stored) return false
    const [hash = '', tries = '0'] = stored.value.split(' ')
    const isRight = isSameSecret(hash, hashOf(auth.secret, code, typed))
    const used = Number(tries) + 1
    if (isRight || used >= CODE_TRIES) await removeVerification(tx, identifier)
    else await updateVerification(tx, stored.id, `${hash} ${used}`)
    return isRight
  })
}

function identifierOf(secret: string, { purpose, email, askedBy }: EmailCode): string {
  return `code ${keyedHash(secret, ['email code', purpose, email, askedBy])}`
}

/** Keyed, because a plain hash of six digits is broken by hashing all million codes. */
function hashOf(secret: string, { purpose, email, askedBy }: EmailCode, digits: string): string {
  return keyedHash(secret, ['email code', purpose, email, askedBy, digits])
}
