import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { User } from '#domain/accounts/user.ts'
import type { Message } from '#domain/messages/message.ts'
import { createEmailHash } from '#server/accounts/erased-email-queries.ts'
import { findCredential, insertAccount } from '#server/accounts/queries.ts'
import { ProviderRejectedError, ProviderUnavailableError } from '#server/errors.ts'
import { sendAccountCode, sendExportEmail } from '#server/messages/account-emails.ts'
import { dumpDatabase, tablesWith } from '#tests/support/dump.ts'
import { shop as accounts, monsoon, pool, somebody } from '#tests/support/fixtures/account-fixture.ts'
import { deleteOwnAccount, hasPassword } from './delete-account.ts'

const sent: Message[] = []
let failure: Error | undefined
const said: string[] = []
const shop = {
  ...accounts,
  hashEmail: createEmailHash('a secret of this test'),
  config: { publicUrl: 'https://gamla.example' },
  emails: {
    paceMs: 0,
    async send({ message }: { message: Message }) {
      if (failure) throw failure
      sent.push(message)
    },
  },
  log: { error: (line: string) => said.push(line) },
} as never as Parameters<typeof sendExportEmail>[0] & Parameters<typeof deleteOwnAccount>[0]

async function signUp(passwordHash: string | undefined = monsoon) {
  const { name, email } = somebody()
  const userId = await insertAccount(accounts.db, { name, email, role: 'user', passwordHash })
  assert.ok(userId)
  return { userId, name, email, role: 'user' as const }
}

const codeOf = ({ userId, email }: Pick<User, 'userId' | 'email'>) =>
  ({ purpose: 'delete-account', userId, email, askedBy: `session of ${userId}` }) as const

const sessionOf = (user: User) => ({ id: `session of ${user.userId}`, user })

async function codeFor(user: User): Promise<string> {
  await sendAccountCode(shop, codeOf(user))
  return /Your code is (\d{6})\./.exec(sent.at(-1)?.status ?? '')?.[1] ?? ''
}

test('the code goes to the owner and is nowhere in the database; the newest one counts, once', async () => {
  const user = await signUp()
  const first = await codeFor(user)
  const code = await codeFor(user)
  assert.equal(sent.at(-1)?.email, user.email)
  const dump = await dumpDatabase(pool)
  assert.deepEqual(tablesWith(new Map([['verification', dump.get('public.verification') ?? '']]), code), [])
  if (first !== code)
    assert.equal((await deleteOwnAccount(shop, sessionOf(user), { code: first, password: 'monsoon' })).ok, false)
  const typed = `${code.slice(0, 3)} ${code.slice(3)}`
  assert.deepEqual(await deleteOwnAccount(shop, sessionOf(user), { code: typed, password: 'monsoon' }), { ok: true })
  assert.equal(await findCredential(accounts.db, user.email), undefined)
})

test('an account without a password needs only the code', async () => {
  const user = await signUp('')
  assert.equal(await hasPassword(shop, user), false)
  const code = await codeFor(user)
  assert.deepEqual(await deleteOwnAccount(shop, sessionOf(user), { code, password: '' }), { ok: true })
})

test('nobody uses the code of another account', async () => {
  const [owner, other] = [await signUp(), await signUp()]
  const code = await codeFor(owner)
  assert.equal((await deleteOwnAccount(shop, sessionOf(other), { code, password: 'monsoon' })).ok, false)
})

test('the link to the data is in the email only, and a retry makes another one', async () => {
  const user = await signUp()
  failure = new ProviderUnavailableError('later')
  await assert.rejects(sendExportEmail(shop, user.userId))
  failure = undefined
  await sendExportEmail(shop, user.userId)
  const [, token = ''] =
    /https:\/\/gamla\.example\/account\/privacy\/download\/(\S{43}) /.exec(sent.at(-1)?.status ?? '') ?? []
  assert.notEqual(token, '')
  assert.deepEqual(tablesWith(await dumpDatabase(pool), token), [])
})

test('an email that the service rejects is given up, without its address in the log', async () => {
  const user = await signUp()
  failure = new ProviderRejectedError(`Rejected with 400: ${user.email}`)
  await sendAccountCode(shop, codeOf(user))
  failure = undefined
  assert.match(said.at(-1) ?? '', /rejected/)
  assert.ok(!said.join().includes('@'))
  await sendAccountCode(shop, codeOf({ userId: 'nobody', email: 'nobody@gamla.example' }))
})
