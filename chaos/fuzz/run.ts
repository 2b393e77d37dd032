// npm run fuzz: generated requests and raw bytes against every route, action, sandbox endpoint and live stream of a real
// shop, as every role. The printed seed repeats a run.
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { exchange } from '#chaos/attacks/connection.ts'
import { openRealShop } from '#chaos/attacks/real-shop-harness.ts'
import { createTrackingLinks } from '#server/orders/tracking-link.ts'
import { addProduct } from '#tests/support/fixtures/factories.ts'
import { type Person, people } from '#tests/support/permissions/permissions-harness.ts'
import { rows as samples } from '#tests/support/upgrade/legacy-rows.ts'
import { checkRawResponses, checkResponse, listChanged, takeSnapshot } from './guards.ts'
import { type Burst, bursts } from './raw.ts'
import { type GeneratedRequest, generatedRequests, listPatterns } from './requests.ts'
import { createSender } from './send.ts'
import { signedWebhooks } from './webhooks.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '200000' },
    /** Upper bound of the run time. */
    seconds: { type: 'string', default: '3600' },
    seed: { type: 'string', default: String(Date.now() % 1e9) },
    /** Only addresses that match this pattern, such as `wishlist|/account`. */
    only: { type: 'string', default: '' },
  },
})
const [requests, seed] = [Number(values.requests), Number(values.seed)]
/** Requests of one user between two comparisons of the database. */
const ROUND = 320
const BURSTS = 16
const WEBHOOKS = 16
const CONCURRENCY = 24
const MAX_PRINTED = 20

const SIGNING_SECRET = 'a-signing-secret-that-nobody-may-ever-see'
const shop = await openRealShop({ SHOP_SECRET: SIGNING_SECRET })
const sender = createSender(shop.port)
const problems = new Map<string, { count: number; example: unknown }>()
const statuses = new Map<number, number>()
const began = Date.now()
let sent = 0

function report(what: string, example: unknown): void {
  const known = problems.get(what)
  problems.set(what, { count: (known?.count ?? 0) + 1, example: known?.example ?? example })
}

async function listSecrets(who: Person): Promise<string[]> {
  const { rows } = await shop.sql(
    `select token as secret, user_id from session union all select password, user_id from account where password is not null`,
  )
  // A user may see their own session token, in the cookie that a login sets.
  return [
    SIGNING_SECRET,
    ...rows.filter(({ user_id }) => user_id !== userIdOf(who)).map(({ secret }) => String(secret)),
  ]
}

function userIdOf(who: Person): string | undefined {
  return who === 'guest' ? undefined : shop.users[who].userId
}

/** Sends a round as one user, then checks that only rows that this user may change have changed. */
async function playRound(who: Person, list: readonly (GeneratedRequest | Burst)[]): Promise<void> {
  const [secrets, before] = [await listSecrets(who), await takeSnapshot(shop.sql, who, userIdOf(who))]
  const queue = list.values()
  const send = async () => {
    for (const next of queue) await ('bytes' in next ? sendRaw(next, secrets) : sendOne(next, who, secrets))
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, send))
  const after = await takeSnapshot(shop.sql, who, userIdOf(who))
  for (const name of listChanged(before, after)) report(`${who} changed ${name}`, list[0])
}

async function sendOne(next: GeneratedRequest, who: Person, secrets: readonly string[]): Promise<void> {
  // Logging out would turn this user into a guest.
  if (/^\/+logout/i.test(next.path)) return
  sent += 1
  try {
    const response = await sender.send(next, shop.cookieOf(who))
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    for (const violation of checkResponse(response, secrets))
      report(`${violation} at ${next.method} ${patternOf(next.path)}`, next)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    // Requests that Node refuses to send, and idle connections that the shop closed, are not problems.
    if (code !== 'ERR_UNESCAPED_CHARACTERS' && code !== 'ERR_INVALID_CHAR' && code !== 'ECONNRESET')
      report(`${code ?? message}`, next)
  }
}

async function sendRaw(next: Burst, secrets: readonly string[]): Promise<void> {
  sent += next.requests
  // Not every burst makes the shop close the connection.
  const mostMs = 400
  const said = await exchange(shop.port, [next.bytes], { isHalfClosed: next.requests % 2 === 0, mostMs })
  for (const [, status] of said.matchAll(/HTTP\/1\.1 (\d{3})/g))
    statuses.set(Number(status), (statuses.get(Number(status)) ?? 0) + 1)
  for (const violation of checkRawResponses(said, secrets)) report(`${violation} in raw bytes`, next)
}

/** Another user's payment, and a failed email; no request and no job may change them. */
async function addPaymentRows(): Promise<void> {
  const mine = { user_id: shop.users.otherUser.userId, order_id: null }
  for (const table of ['checkouts', 'payments', 'refunds'] as const) {
    const rows = samples[table]?.map((row) => ({ ...row, ...mine, ...(table === 'refunds' && { state: 'processed' }) }))
    const known = await shop.sql('select column_name from information_schema.columns where table_name = $1', [table])
    // The samples may be older than the newest columns, which have defaults.
    const columns = known.rows.map(({ column_name }) => column_name).filter((name) => name in (rows?.[0] ?? {}))
    await shop.sql(
      `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    )
  }
  await shop.sql(
    `insert into sent_messages (template, subject, params, state, problem)
     values ('order-placed', 'order of a fuzzer', $1, 'failed', 'no such template')`,
    [{ email: shop.users.user.email, name: 'Meera', amount: '₹495', status: 'Hello', lines: '' }],
  )
}

function patternOf(path: string): string {
  return path.replace(/%[0-9a-f]{2}|[^/a-zA-Z.]+/gi, '').slice(0, 50)
}

/** WhatsApp's sandbox is off until somebody asks for it. */
async function enableWhatsapp(): Promise<void> {
  const form = { intent: 'save', service: 'whatsapp', USE_SANDBOX: 'on', seen: '' }
  const { status } = await shop.ask('/adminDashboard/settings/connections.data', { who: 'admin', form })
  if (status !== 200) report(`WhatsApp’s sandbox was not turned on: ${status}`, form)
}

await addPaymentRows()
await enableWhatsapp()
const { rows: records } = await shop.sql(
  `with offer as (insert into offers (name, kind, amount, applies_to, starts_at, code, needs_code) values ('Fuzz', 'percent', 10, 'order', now(), 'DIWALI', true) returning code),
     listed as (insert into collections (name, address) values ('Fuzz', 'fuzz') returning address)
   select code as name from offer union all select address from listed
   union all (select id::text from products limit 20) union all (select id::text from orders limit 20)
   union all select id from "user" union all select email from "user"`,
)
const known = records.map(({ name }) => String(name))
/** Links that work without login, of an order that exists. */
const links = createTrackingLinks(SIGNING_SECRET)
const linked = known
  .filter((name) => /^1\d{3}$/.test(name))
  .slice(0, 1)
  .flatMap((id) => [links.redeliverPath(Number(id)), links.payPath(Number(id)), links.trackingPath(Number(id))])
const patterns = [...listPatterns(), ...linked].filter((pattern) => new RegExp(values.only).test(pattern))
const all = generatedRequests(known, patterns)
const webhooks = signedWebhooks(known, SIGNING_SECRET)
const descriptors = await shop.describe()

const end = began + Number(values.seconds) * 1000
for (let round = 0; sent < requests && Date.now() < end; round += 1) {
  const who = people[round % people.length] as Person
  const cookie = shop.cookieOf(who)
  const head = `host: ${shop.host}\r\n${cookie ? `cookie: ${cookie}\r\n` : ''}`
  const list = fc.sample(all, { seed: seed + round, numRuns: Math.min(ROUND, requests - sent) })
  const raw = fc.sample(bursts(known, head), { seed: seed + round, numRuns: BURSTS })
  // Raw bursts run between ordinary requests, so that they can interfere.
  const told = fc.sample(webhooks, { seed: seed + round, numRuns: WEBHOOKS })
  const mixed = list.flatMap((one, index) => [
    one,
    ...(index % 20 === 0 ? [...raw.slice(index / 20, index / 20 + 1), ...told.slice(index / 20, index / 20 + 1)] : []),
  ])
  await playRound(who, mixed)
  if (!(await shop.isAlive())) {
    report('the shop stopped answering', { round, who, bursts: raw.map(({ bytes }) => bytes.slice(0, 200)) })
    break
  }
  // Replace the products that the admin deleted.
  if (who === 'admin') for (let added = 0; added < 3; added += 1) known.push(String(await addProduct(shop.db)))
}

sender.close()
const before = problems.size
await shop.settled({ isLast: true }).catch((error: Error) => report(error.message, 'all of it'))
const said = shop.said().split('\n')
const passwords = Object.values(shop.accounts).map(({ password }) => password)
const hidden = [...(await listSecrets('guest').catch(() => [])), ...passwords]
// A demo shop prints the passwords of its demo accounts at start-up.
const opening = said.findIndex((line) => /^Demo accounts/.test(line))
const logLines = said.filter((_line, index) => opening < 0 || index < opening || index > opening + 3)
const traces = logLines.filter((line) => hidden.some((secret) => line.includes(secret)) || /session_token=/.test(line))
const errors = logLines.filter((line) => /"level":"(error|fatal)"|"level":(50|60)\b/.test(line))
const seconds = (Date.now() - began) / 1000
const serverErrors = [...statuses].reduce((sum, [status, count]) => sum + (status >= 500 ? count : 0), 0)
console.log(
  `Seed ${seed}: ${sent} requests at ${patterns.length} addresses as ${people.length} people in ${seconds.toFixed(0)} s`,
)
console.log(
  [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', '),
)
console.log(
  `${serverErrors} × 5xx; ${problems.size - before === 0 ? 'all connections and files released' : 'some connections or files were not released'}`,
)
for (const line of descriptors) console.log(`  before: ${line}`)
for (const line of await shop.describe()) console.log(`  after:  ${line}`)
console.log(
  `${errors.length} errors in the log, ${traces.length} lines with a secret; ${problems.size} kinds of problems`,
)
for (const line of [
  ...new Set(errors.map((text) => text.replace(/"(time|request)":"[^"]*",?/g, '').slice(0, 300))),
].slice(0, MAX_PRINTED))
  console.log(`  log: ${line}`)
for (const [what, { count, example }] of [...problems].slice(0, MAX_PRINTED))
  console.log(`✗ ${what} (${count}×), such as ${JSON.stringify(example).slice(0, 600)}`)

await shop.close().catch((error: Error) => report(`shutdown failed: ${error.message}`, ''))
process.exit(problems.size > 0 || traces.length > 0 ? 1 : 0)
