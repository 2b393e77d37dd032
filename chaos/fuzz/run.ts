// npm run fuzz: generated requests at every route and action of a real shop, its sandbox and its live streams, as
// everybody, by the seed that it tells.
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { exchange } from '#tests/security/cases/connection.ts'
import { openRealShop } from '#tests/security/real-shop-harness.ts'
import { addProduct } from '#tests/support/factories.ts'
import { rows as samples } from '#tests/support/legacy-rows.ts'
import { type Person, people } from '#tests/support/permissions-harness.ts'
import { listChanged, listWrongs, listWrongsOfMany, readGuards } from './guards.ts'
import { type Burst, bursts } from './raw.ts'
import { listPatterns, type Throw, throws } from './requests.ts'
import { createSender } from './send.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '200000' },
    /** At most so long; then it tells how far it has come. */
    seconds: { type: 'string', default: '3600' },
    seed: { type: 'string', default: String(Date.now() % 1e9) },
  },
})
const [requests, seed] = [Number(values.requests), Number(values.seed)]
/** So many are asked by one person before it is looked at what has changed. */
const ROUND = 320
const BURSTS = 16
const AT_ONCE = 24
const MOST_TOLD = 20

const SIGNING_SECRET = 'a-signing-secret-that-nobody-may-ever-see'
const shop = await openRealShop({ SHOP_SECRET: SIGNING_SECRET })
const sender = createSender(shop.port)
const problems = new Map<string, { count: number; example: unknown }>()
const statuses = new Map<number, number>()
const began = Date.now()
let sent = 0

function note(what: string, example: unknown): void {
  const known = problems.get(what)
  problems.set(what, { count: (known?.count ?? 0) + 1, example: known?.example ?? example })
}

async function listSecrets(who: Person): Promise<string[]> {
  const { rows } = await shop.sql(
    `select token as secret, user_id from session union all select password, user_id from account where password is not null`,
  )
  // One's own cookie may come back to oneself, at a login.
  return [SIGNING_SECRET, ...rows.filter(({ user_id }) => user_id !== uidOf(who)).map(({ secret }) => String(secret))]
}

function uidOf(who: Person): string | undefined {
  return who === 'guest' ? undefined : shop.users[who].uid
}

/** One person asks; then nothing may be other than it was that this person may not change. */
async function playRound(who: Person, list: readonly (Throw | Burst)[]): Promise<void> {
  const [secrets, before] = [await listSecrets(who), await readGuards(shop.sql, who, uidOf(who))]
  const queue = list.values()
  const ask = async () => {
    for (const next of queue) await ('bytes' in next ? askRaw(next, secrets) : askOnce(next, who, secrets))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
  const after = await readGuards(shop.sql, who, uidOf(who))
  for (const name of listChanged(before, after)) note(`${who} has changed ${name}`, list[0])
}

async function askOnce(next: Throw, who: Person, secrets: readonly string[]): Promise<void> {
  // Logging out would end the game.
  if (/^\/+logout/i.test(next.path)) return
  sent += 1
  try {
    const heard = await sender.send(next, shop.cookieOf(who))
    statuses.set(heard.status, (statuses.get(heard.status) ?? 0) + 1)
    for (const wrong of listWrongs(heard, secrets)) note(`${wrong} at ${next.method} ${patternOf(next.path)}`, next)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    // What Node does not even send, and a connection that was closed while nothing was asked on it.
    if (code !== 'ERR_UNESCAPED_CHARACTERS' && code !== 'ERR_INVALID_CHAR' && code !== 'ECONNRESET')
      note(`${code ?? message}`, next)
  }
}

async function askRaw(next: Burst, secrets: readonly string[]): Promise<void> {
  sent += next.requests
  // Not every burst ends in a way that closes its connection.
  const mostMs = 400
  const said = await exchange(shop.port, [next.bytes], { isHalfClosed: next.requests % 2 === 0, mostMs })
  for (const [, status] of said.matchAll(/HTTP\/1\.1 (\d{3})/g))
    statuses.set(Number(status), (statuses.get(Number(status)) ?? 0) + 1)
  for (const wrong of listWrongsOfMany(said, secrets)) note(`${wrong} in raw bytes`, next)
}

/** Somebody's money, and an email that could not be sent: no request leads to them, and no job is left to do for them. */
async function addMoney(): Promise<void> {
  const mine = { user_id: shop.users.otherUser.uid, order_id: null }
  for (const table of ['checkouts', 'payments', 'refunds'] as const)
    await shop.sql(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
      JSON.stringify(
        samples[table]?.map((row) => ({ ...row, ...mine, ...(table === 'refunds' && { state: 'processed' }) })),
      ),
    ])
  await shop.sql(
    `insert into letters (occasion, subject, params, state, problem)
     values ('order-placed', 'order of a fuzzer', $1, 'failed', 'no such template')`,
    [{ email: shop.users.user.email, user_name: 'Meera', amount: '₹495', status: 'Hello' }],
  )
}

function patternOf(path: string): string {
  return path.replace(/%[0-9a-f]{2}|[^/a-zA-Z.]+/gi, '').slice(0, 50)
}

await addMoney()
const { rows: things } = await shop.sql(
  `(select id::text as name from products limit 20) union all (select id::text from orders limit 20)
   union all select id from "user" union all select email from "user"`,
)
const known = things.map(({ name }) => String(name))
const all = throws(known)
const descriptors = await shop.describe()

const end = began + Number(values.seconds) * 1000
for (let round = 0; sent < requests && Date.now() < end; round += 1) {
  const who = people[round % people.length] as Person
  const cookie = shop.cookieOf(who)
  const head = `host: ${shop.host}\r\n${cookie ? `cookie: ${cookie}\r\n` : ''}`
  const list = fc.sample(all, { seed: seed + round, numRuns: Math.min(ROUND, requests - sent) })
  const raw = fc.sample(bursts(known, head), { seed: seed + round, numRuns: BURSTS })
  // Bursts among the requests, so that the one may disturb the other.
  const mixed = list.flatMap((one, index) => [one, ...(index % 20 === 0 ? raw.slice(index / 20, index / 20 + 1) : [])])
  await playRound(who, mixed)
  if (!(await shop.isAlive())) {
    note('the shop does not answer any more', { round, who, bursts: raw.map(({ bytes }) => bytes.slice(0, 200)) })
    break
  }
  // The shelves stay filled, whatever admins delete.
  if (who === 'admin') for (let added = 0; added < 3; added += 1) known.push(String(await addProduct(shop.db)))
}

sender.close()
const before = problems.size
await shop.settled({ isLast: true }).catch((error: Error) => note(error.message, 'all of it'))
const said = shop.said().split('\n')
const passwords = Object.values(shop.accounts).map(({ password }) => password)
const hidden = [...(await listSecrets('guest').catch(() => [])), ...passwords]
// A demo shop says the passwords of its own accounts when it opens.
const opening = said.findIndex((line) => /^Demo accounts/.test(line))
const told = said.filter((_line, index) => opening < 0 || index < opening || index > opening + 3)
const traces = told.filter((line) => hidden.some((secret) => line.includes(secret)) || /session_token=/.test(line))
const errors = told.filter((line) => /"level":"(error|fatal)"|"level":(50|60)\b/.test(line))
const seconds = (Date.now() - began) / 1000
const fivers = [...statuses].reduce((sum, [status, count]) => sum + (status >= 500 ? count : 0), 0)
console.log(
  `Seed ${seed}: ${sent} requests at ${listPatterns().length} addresses as ${people.length} people in ${seconds.toFixed(0)} s`,
)
console.log(
  [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', '),
)
console.log(`${fivers} × 5xx; ${problems.size - before === 0 ? 'nothing left open' : 'something is left open'}`)
for (const line of descriptors) console.log(`  before: ${line}`)
for (const line of await shop.describe()) console.log(`  after:  ${line}`)
console.log(
  `${errors.length} errors in the log, ${traces.length} lines with a secret; ${problems.size} kinds of problems`,
)
for (const line of [
  ...new Set(errors.map((text) => text.replace(/"(time|request)":"[^"]*",?/g, '').slice(0, 300))),
].slice(0, MOST_TOLD))
  console.log(`  log: ${line}`)
for (const [what, { count, example }] of [...problems].slice(0, MOST_TOLD))
  console.log(`✗ ${what} (${count}×), such as ${JSON.stringify(example).slice(0, 600)}`)

await shop.close().catch((error: Error) => note(`it does not close: ${error.message}`, ''))
process.exit(problems.size > 0 || traces.length > 0 ? 1 : 0)
