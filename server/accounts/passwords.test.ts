import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OverloadedError } from '#server/http/load-shedding.ts'
import { CHEAP_HASH as old, replaceScrypt } from '#tests/support/fixtures/scrypt-fixture.ts'
import { hashPassword, needsRehash, verifyPassword } from './passwords.ts'

type Done = (error: Error | null, key: Buffer) => void

/** Made once, because each takes a third of a second. */
const [hash, again] = await Promise.all([hashPassword('caf\u00e9 मानसून'), hashPassword('caf\u00e9 मानसून')])

test('a hash names its parameters, has a salt of its own, and opens to its password alone', async () => {
  assert.match(hash, /^\$scrypt\$ln=17,r=8,p=1\$[\w-]{22}\$[\w-]{86}$/)
  assert.notEqual(hash, again)
  assert.equal(await verifyPassword({ hash, password: 'caf\u00e9 मानसून' }), true)
  assert.equal(await verifyPassword({ hash, password: 'caf\u00e9' }), false)
  assert.equal(needsRehash(hash), false)
})

test('a letter with an accent is the same however a keyboard writes it', async () => {
  assert.equal(await verifyPassword({ hash, password: 'cafe\u0301 मानसून' }), true)
})

test('a hash of other parameters still opens, and asks for today’s', async () => {
  assert.equal(await verifyPassword({ hash: old, password: 'monsoon' }), true)
  assert.equal(await verifyPassword({ hash: old, password: 'monsoom' }), false)
  assert.equal(needsRehash(old), true)
})

test('a wrong password is as much work as for an address without one', async (t) => {
  const spy = replaceScrypt(t, (_password: string, _salt: Buffer, length: number, _options: object, done: Done) =>
    done(null, Buffer.alloc(length)),
  )
  const workOf = async (work: () => Promise<unknown>) => {
    spy.mock.resetCalls()
    await work()
    const options = spy.mock.calls.map((call) => call.arguments[3] as unknown as { N: number; r: number; p: number })
    return options.reduce((sum, { N, r, p }) => sum + N * r * p, 0)
  }
  assert.equal(await workOf(() => verifyPassword({ hash, password: 'guess' })), 2 ** 17 * 8)
  assert.equal(await workOf(() => hashPassword('guess')), 2 ** 17 * 8)
})

test('two passwords are worked on at once, and more than can wait are turned away, so that a flood takes no memory', async (t) => {
  let [running, most] = [0, 0]
  const worked: { N: number; r: number }[] = []
  replaceScrypt(
    t,
    (_password: string, _salt: Buffer, length: number, options: { N: number; r: number }, done: Done) => {
      running += 1
      most = Math.max(most, running)
      worked.push(options)
      setImmediate(() => {
        running -= 1
        done(null, Buffer.alloc(length))
      })
    },
  )
  const answers = await Promise.allSettled(Array.from({ length: 50 }, () => hashPassword('monsoon')))
  const refused = answers.filter(({ status }) => status === 'rejected')
  assert.deepEqual([worked.length, refused.length, most], [26, 24, 2])
  for (const answer of refused) assert.ok(answer.status === 'rejected' && answer.reason instanceof OverloadedError)
  for (const { N, r } of worked) assert.equal(128 * N * r, 128 * 1024 * 1024)
  // And then it goes on.
  assert.match(await hashPassword('monsoon'), /^\$scrypt\$/)
})
