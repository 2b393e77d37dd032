import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { User } from '#domain/account.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import type { Shop } from '#server/shop.ts'
import { deleteCode, insertCode, lockCode, updateTries } from './code-queries.ts'

const TRIES = 5

type CodeShop = Pick<Shop, 'auth' | 'db'>

/** Emails a code; it is made when the email is sent, and replaces the one before. */
export async function askForCode({ db }: Pick<Shop, 'db'>, user: User): Promise<void> {
  await db.transaction((tx) =>
    enqueueJob(tx, { job: 'send-erasure-code-email', userId: user.uid, key: `erasure-code-email:${user.uid}` }),
  )
}

/** Six digits, of which a keyed hash is stored for ten minutes. */
export async function createCode({ auth, db }: CodeShop, userId: string): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const hash = await hashOf(auth, userId, code)
  await db.transaction(async (tx) => {
    await deleteCode(tx, userId)
    await insertCode(tx, userId, { hash, tries: 0 })
  })
  return code
}

/** Uses the code up when it is right; after five wrong ones it is worth nothing. */
export async function checkCode({ auth, db }: CodeShop, user: User, code: string): Promise<boolean> {
  const hash = await hashOf(auth, user.uid, code.replace(/\s/g, ''))
  return db.transaction(async (tx) => {
    const known = await lockCode(tx, user.uid)
    if (!known || known.tries >= TRIES) return false
    if (!timingSafeEqual(Buffer.from(known.hash), Buffer.from(hash))) {
      await updateTries(tx, user.uid, { ...known, tries: known.tries + 1 })
      return false
    }
    await deleteCode(tx, user.uid)
    return true
  })
}

async function hashOf(auth: Shop['auth'], userId: string, code: string): Promise<string> {
  const { secret } = await auth.$context
  return createHmac('sha256', secret).update(`delete account ${userId} ${code}`).digest('hex')
}
