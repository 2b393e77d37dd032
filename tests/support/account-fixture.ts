// Accounts and sessions for tests. Importing this registers the hooks of the test file.
import assert from 'node:assert/strict'
import { after } from 'node:test'
import { createAuth } from '#server/accounts/auth.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { insertAccount } from '#server/accounts/queries.ts'
import { logIn } from '#server/accounts/sessions.ts'
import { connect } from '#server/db/connection.ts'
import { silentLog } from '#server/observability/log.ts'
import { testDatabase } from './postgres.ts'

export const database = await testDatabase()
export const { db, pool } = connect(database.url, silentLog)
export const secret = 'a secret for tests, long enough to sign with'
export const shop = { db, auth: createAuth(db, { secret, publicUrl: undefined, log: silentLog }) }
after(async () => {
  await pool.end()
  await database.drop()
})

export const page = (cookie?: string) =>
  new Request('http://localhost:3000/login', { headers: cookie ? { cookie } : {} })
let people = 0

/** Somebody new, as the signup form gives them. */
export function somebody() {
  people += 1
  return { name: 'Meera', email: `meera${people}@gmail.com`, password: 'monsoon' }
}

export const monsoon = await hashPassword('monsoon')

/** As signing up does it, without the work of another hash. */
export async function addAccount({ name, email }: { name: string; email: string }, passwordHash = monsoon) {
  assert.ok(await insertAccount(db, { name, email, role: 'user', passwordHash }))
}

export async function logInAs({ email, password }: { email: string; password: string }, auth = shop.auth) {
  const answer = await logIn({ db, auth }, { email, password }, page())
  assert.ok(answer.ok)
  const setCookie = answer.headers.getSetCookie()
  return { ...answer, setCookie, cookie: setCookie.map((text) => text.split(';')[0]).join('; ') }
}
