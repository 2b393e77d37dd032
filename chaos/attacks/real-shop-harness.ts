import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAccount } from '#server/accounts/signup.ts'
import { connect, type Database } from '#server/db/connection.ts'
import { silentLog } from '#server/observability/log.ts'
import { findRunning } from '#server/postgres/embedded.ts'
import { addProduct, lineFor, someAddress } from '#tests/support/fixtures/factories.ts'
import type { Person } from '#tests/support/permissions/permissions-harness.ts'
import { type Account, openTestShop } from '#tests/support/shop.ts'
import { describeGauges, listWorse, readGauges } from './gauges.ts'

export type RealShop = Awaited<ReturnType<typeof openRealShop>>
type Member = Exclude<Person, 'guest'>
type Ask = {
  who?: Person
  method?: string
  headers?: Record<string, string>
  form?: Record<string, string>
  body?: { type: string; bytes: Uint8Array }
}
export type Answer = { status: number; headers: IncomingHttpHeaders; text: string }

/** With so little memory a leak ends the process; measuring memory itself is unreliable. */
const HEAP = '--max-old-space-size=192'
/** The slowest answers take seconds on a busy machine. */
const ANSWER_MS = 30_000
/** The time in which a case must release everything. */
const SETTLE_MS = 20_000

let one: Promise<RealShop> | undefined

/** The shop that several files of cases attack; it is replaced if a case ends it. */
export async function sharedRealShop(): Promise<RealShop> {
  const shop = await one
  if (shop && !(await shop.isAlive())) {
    await shop.close().catch(() => {})
    one = undefined
  }
  one ??= openRealShop()
  return one
}

export async function closeSharedRealShop(): Promise<void> {
  const open = one
  one = undefined
  await (await open)?.close()
}

/** A shop started like `npm start`, with data to attack and gauges for leaks. */
export async function openRealShop(env: Record<string, string> = {}) {
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: '0', NODE_OPTIONS: HEAP, ...env } })
  const port = Number(new URL(shop.url).port)
  const host = `localhost:${port}`
  const agent = new Agent({ keepAlive: false })
  const cookies = new Map<Person, string>()
  const { db, pool } = connect((await findRunning(shop.dataDir)) ?? '', silentLog, 2)
  const sql = (text: string, values: unknown[] = []) => pool.query(text, values)

  function ask(path: string, { who = 'guest', method, headers, form, body }: Ask = {}): Promise<Answer> {
    const sent = form
      ? { type: 'application/x-www-form-urlencoded', bytes: Buffer.from(new URLSearchParams(form).toString()) }
      : body
    const cookie = cookies.get(who)
    return new Promise((resolve, reject) => {
      const asked = request(
        {
          host: '127.0.0.1',
          port,
          agent,
          path,
          method: method ?? (sent ? 'POST' : 'GET'),
          headers: {
            host,
            ...(cookie && { cookie }),
            ...(sent && { 'content-type': sent.type, 'content-length': sent.bytes.byteLength }),
            ...headers,
          },
        },
        (answer) => {
          let text = ''
          answer.setEncoding('utf8').on('data', (part: string) => {
            text += part
          })
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
          answer.on('error', reject)
        },
      )
      asked.on('error', reject)
      asked.setTimeout(ANSWER_MS, () => asked.destroy(new Error(`${path} was not answered`)))
      asked.end(sent?.bytes)
    })
  }

  async function logIn(email: string, password: string, headers: Record<string, string> = {}): Promise<string> {
    const answer = await ask('/login', { form: { email, password }, headers: { accept: 'text/html', ...headers } })
    if (answer.status !== 302) throw new Error(`${email} could not log in: ${answer.status}`)
    return (answer.headers['set-cookie'] ?? []).map((text) => text.split(';')[0]).join('; ')
  }

  const { user, seller, admin } = shop.accounts
  const accounts: Record<Member, Account> = {
    user,
    seller,
    admin,
    otherUser: await makeAccount(db, 'user'),
    otherSeller: await makeAccount(db, 'seller'),
  }
  const users = {} as Record<Member, { userId: string; email: string }>
  for (const [name, account] of Object.entries(accounts) as [Member, Account][]) {
    const { rows } = await sql('select id from "user" where email = $1', [account.email])
    users[name] = { userId: rows[0].id, email: account.email }
    cookies.set(name, await logIn(account.email, account.password))
  }
  const { userId, email } = users.seller
  const pot = await addProduct(db, { title: 'Pot for all', userId, username: seller.name, email })
  const secret = await addProduct(db, { title: 'Waiting secret pot', approved: false, userId, email })

  /** The shop's own metrics; undefined when it has exited. */
  async function readMetrics(): Promise<Record<string, number>> {
    const { text } = await ask('/metrics').catch(() => ({ text: '' }))
    const sums: Record<string, number> = {}
    for (const [, name = '', value] of text.matchAll(/^(\w+)(?:\{.*\})? (\S+)$/gm))
      sums[name] = (sums[name] ?? 0) + Number(value)
    return sums
  }

  async function readAll() {
    const metrics = await readMetrics()
    const processes = await readGauges(shop.pid, port)
    return { processes, live: metrics.gamla_sse_connections ?? Number.NaN }
  }

  // Warm up: whatever is opened or cached on first use must not count as a leak.
  const line = JSON.stringify([lineFor(pot)])
  for (const path of ['/', '/cart', '/faq', '/no-such-page', '/sandbox/inbox', '/readyz', '/pots/cubee-room/320.avif'])
    await ask(path)
  await ask('/cart.data', { who: 'user', form: { ...someAddress, key: crypto.randomUUID(), lines: line } })
  let before = await readAll()

  async function listLeft(isLast: boolean): Promise<string[]> {
    const now = await readAll()
    const live = now.live === before.live ? [] : [`open live streams: ${now.live}, and ${before.live} before`]
    return [...listWorse(before.processes, now.processes, isLast), ...live]
  }

  return {
    ...shop,
    host,
    port,
    db,
    sql,
    accounts,
    users,
    ids: { pot, secret },
    cookieOf: (who: Person) => cookies.get(who),
    ask,
    logIn,
    /** Logs in again after a case has ended a session. */
    async logInAgain(who: Member): Promise<void> {
      cookies.set(who, await logIn(accounts[who].email, accounts[who].password))
    },
    readMetrics,
    describe: async () => describeGauges(await readGauges(shop.pid, port)),
    memoryMb: async () => (await readGauges(shop.pid, port)).reduce((sum, { memoryMb }) => sum + memoryMb, 0),
    isAlive: async () => (await ask('/healthz').catch(() => undefined))?.status === 200,

    /**
     * Resolves when a case has released everything and the same processes are running.
     * @param isLast idle connections must be closed as well
     * @throws naming the leaks, which count as normal afterwards
     */
    async settled({ isLast = false } = {}): Promise<void> {
      let left = await listLeft(isLast)
      for (const end = Date.now() + SETTLE_MS; left.length > 0 && Date.now() < end; left = await listLeft(isLast))
        await sleep(50)
      if (left.length === 0) return
      before = await readAll()
      throw new Error(`What is left: ${left.join('; ')}`)
    },

    async close(): Promise<void> {
      agent.destroy()
      await pool.end()
      await shop.close()
    },
  }
}

async function makeAccount(db: Database, role: 'user' | 'seller'): Promise<Account> {
  const account = { name: `Other ${role}`, email: `other.${role}@gamla.example`, role, password: 'a-long-password' }
  const made = await createAccount({ db }, account)
  if (!made.ok) throw new Error('A person for the test could not be made')
  return account
}

/** Runs a case against the shared shop and checks that it leaks nothing. */
export function attack(name: string, run: (shop: RealShop) => Promise<void>): void {
  test(name, async () => {
    const shop = await sharedRealShop()
    await run(shop)
    await shop.settled()
  })
}

/** Runs after all cases. */
export function testThatNothingIsLeft(): void {
  test('after all of that the shop is the same processes, with as much open as before', async () => {
    const shop = await sharedRealShop()
    await shop.settled({ isLast: true })
  })
}
