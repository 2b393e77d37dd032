import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { User } from '#domain/accounts/user.ts'
import { createRateLimiter } from '#server/http/rate-limit.ts'
import { silentLog } from '#server/observability/log.ts'
import { addUser } from '#tests/support/fixtures/factories.ts'
import { db } from '#tests/support/payments/payment-fixture.ts'
import { rounds } from '#tests/support/rounds.ts'
import { codeOf } from './code.ts'
import { createVoucher } from './create.ts'
import { findOwnVoucher, resolveVoucher } from './own.ts'

const secret = 'a secret for tests, long enough to derive codes from'
const shop = { db, auth: { secret } as never, limits: createRateLimiter({ db, log: silentLog, secret, factor: 1 }) }
const GUESSES = rounds({ few: 300, all: 10_000 })
const UNKNOWN = 'Your account has no voucher with this code. Please check it.'

const codeFor = async ({ userId }: User) =>
  codeOf(secret, await db.transaction((tx) => createVoucher(tx, { key: randomUUID(), userId, amount: 50_000 })))
const networkOf = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`
const use = (user: User, typed: string, address: string) => findOwnVoucher(shop, user, { typed, address })
const guessed = (n: number) =>
  `GV-0000-0000-${n
    .toString(32)
    .toUpperCase()
    .replace(/[ILOU]/g, '0')
    .padStart(4, '0')}`

async function countLookedUp(tries: number, guess: (n: number) => ReturnType<typeof use>): Promise<number> {
  let lookedUp = 0
  let next = 0
  const guessOn = async () => {
    for (let n = next++; n < tries; n = next++) {
      const answer = await guess(n)
      assert.ok(!answer.ok)
      if (answer.message === UNKNOWN) lookedUp += 1
      else assert.ok(answer.retryAfter, answer.message)
    }
  }
  await Promise.all(Array.from({ length: 25 }, guessOn))
  return lookedUp
}

test(`of ${GUESSES} guesses of one account from as many networks five are looked up in an hour`, async () => {
  const user = await addUser(db)
  assert.equal(await countLookedUp(GUESSES, (n) => use(user, guessed(n), networkOf(n))), 5)
  // Also the checkout that names a code is such a try.
  const voucher = { code: guessed(GUESSES), seen: 495 }
  const named = await resolveVoucher(shop, user, { address: '192.0.2.7', voucher })
  assert.ok(!named.ok && named.message !== UNKNOWN)
})

test('of the guesses of forty accounts from one network five are looked up', async () => {
  const users = await Promise.all(Array.from({ length: 40 }, () => addUser(db)))
  assert.equal(await countLookedUp(40, (n) => use(users[n] as User, guessed(n), '192.0.2.8')), 5)
})

test('one’s own code counts for nothing, and one of somebody else is answered as one that does not exist', async () => {
  const [meera, ravi] = [await addUser(db), await addUser(db)]
  const [own, other] = [await codeFor(meera), await codeFor(ravi)]
  for (let n = 0; n < 8; n += 1)
    assert.deepEqual(await use(meera, own.toLowerCase(), '192.0.2.9'), { ok: true, code: own, balance: 500 })
  assert.deepEqual(await use(meera, other, '192.0.2.9'), { ok: false, message: UNKNOWN })
  for (const typed of ['', 'GV-', 'GV-0000', `${own}0`, '%', '\0'])
    assert.match(((await use(meera, typed, '192.0.2.9')) as { message: string }).message, /looks like/)
})
