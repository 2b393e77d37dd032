// npm run fuzz: generated requests at every route and action of a whole shop, as everybody, by the seed that it tells.
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { describeError } from '#server/log.ts'
import { openAttacked } from '#tests/attacks/door.ts'
import { type Person, people } from '#tests/permissions-world.ts'
import { startTestServer } from '#tests/postgres.ts'
import { rows as samples } from '#tests/rows.ts'
import { listChanged, listWrongs, readGuards } from './guards.ts'
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
const ROUND = 400
const AT_ONCE = 24
const MOST_TOLD = 20

const server = await startTestServer()
Object.assign(process.env, server.env)
const SIGNING_SECRET = 'a-signing-secret-that-nobody-may-ever-see'
const said: string[] = []
const tell = (line: string, error?: unknown) => said.push(`${line} ${error === undefined ? '' : describeError(error)}`)
const shop = await openAttacked(
  { RATE_LIMIT_FACTOR: '0', SHOP_SECRET: SIGNING_SECRET },
  { info() {}, error: tell, step: (_label, work) => work() },
  true,
)
const sender = createSender(shop.port)
const problems = new Map<string, { count: number; example: Throw }>()
const statuses = new Map<number, number>()
const began = Date.now()
let sent = 0

function note(what: string, example: Throw): void {
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
async function playRound(who: Person, list: readonly Throw[]): Promise<void> {
  const [secrets, before] = [await listSecrets(who), await readGuards(shop.sql, who, uidOf(who))]
  const cookie = who === 'guest' ? undefined : shop.cookieOf(who)
  const queue = [...list]
  const ask = async () => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      // Logging out would end the game, and a live line never ends.
      if (/^\/+(logout|live)/i.test(next.path)) continue
      sent += 1
      try {
        const heard = await sender.send(next, cookie)
        statuses.set(heard.status, (statuses.get(heard.status) ?? 0) + 1)
        for (const wrong of listWrongs(heard, secrets)) note(`${wrong} at ${next.method} ${patternOf(next.path)}`, next)
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException
        // What Node does not even send, and a line that was closed while nothing was asked on it.
        if (code !== 'ERR_UNESCAPED_CHARACTERS' && code !== 'ERR_INVALID_CHAR' && code !== 'ECONNRESET')
          note(`${code ?? message}`, next)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
  const after = await readGuards(shop.sql, who, uidOf(who))
  for (const name of listChanged(before, after)) note(`${who} has changed ${name}`, list[0] as Throw)
}

/** Somebody's money, and a letter that could not be sent: no request at this shop, which has no provider, leads to them. */
async function addMoney(): Promise<void> {
  const mine = { user_id: shop.users.otherUser.uid, order_id: null }
  for (const table of ['checkouts', 'payments', 'refunds'] as const)
    await shop.sql(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
      JSON.stringify(samples[table]?.map((row) => ({ ...row, ...mine }))),
    ])
  await shop.makeFailedLetter()
}

function patternOf(path: string): string {
  return path.replace(/%[0-9a-f]{2}|[^/a-zA-Z.]+/gi, '').slice(0, 50)
}

await addMoney()
const { rows: things } = await shop.sql(
  `select id::text as name from products union all select id::text from orders union all select id from "user" union all select email from "user"`,
)
const known = things.map(({ name }) => String(name))
const all = throws(known)

const end = began + Number(values.seconds) * 1000
for (let round = 0; sent < requests && Date.now() < end; round += 1) {
  const who = people[round % people.length] as Person
  const list = fc.sample(all, { seed: seed + round, numRuns: Math.min(ROUND, requests - sent) })
  await playRound(who, list)
  // The shelves stay filled, whatever admins delete.
  if (who === 'admin') for (let added = 0; added < 3; added += 1) known.push(String(await shop.makeProduct()))
}

const hidden = [...(await listSecrets('guest')), shop.password]
const traces = said.filter((line) => hidden.some((secret) => line.includes(secret)) || /session_token=/.test(line))
const seconds = (Date.now() - began) / 1000
console.log(
  `Seed ${seed}: ${sent} requests at ${listPatterns().length} addresses as ${people.length} people in ${seconds.toFixed(0)} s`,
)
console.log(
  [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', '),
)
console.log(
  `${said.length} lines in the log, ${traces.length} of them with a secret; ${problems.size} kinds of problems`,
)
for (const line of new Set(said.map((text) => text.slice(0, 160)).slice(0, 400)))
  if (said.length < 2000) console.log(`  log: ${line}`)
for (const [what, { count, example }] of [...problems].slice(0, MOST_TOLD))
  console.log(`✗ ${what} (${count}×), such as ${JSON.stringify(example).slice(0, 600)}`)

sender.close()
await shop.close()
await server.stop()
process.exit(problems.size > 0 || traces.length > 0 ? 1 : 0)
