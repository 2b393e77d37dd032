// Orders of two instances that are killed while their messages go out through WhatsApp, which refuses some, and whose answers to
// others are lost. Of emails tests/integration/messages-once.test.ts asks the same.
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { Hono } from 'hono'
import { SMTPServer } from 'smtp-server'
import { connect, type Database } from '#server/db/connection.ts'
import { unlockRunners } from '#server/db/enqueue.ts'
import { silentLog } from '#server/observability/log.ts'
import { placeOrder } from '#server/orders/place.ts'
import type { Shop } from '#server/shop.ts'
import { DOUBLED } from '#server/whatsapp/send.ts'
import { submitTemplates } from '#server/whatsapp/templates.ts'
import { noteUpdates } from '#server/whatsapp/updates.ts'
import { listenForSmtp } from '#tests/support/emails/smtp-service.ts'
import { addProduct, addUser, lineFor, someAddress } from '#tests/support/fixtures/factories.ts'
import { testDatabase } from '#tests/support/postgres.ts'
import { type ShopProcess, startShop, until } from '#tests/support/process.ts'
import { rounds } from '#tests/support/rounds.ts'
import { serveApp } from '#tests/support/serve.ts'
import { settingsOf } from '#tests/support/settings.ts'
import { openMeta, whatsappEnv } from '#tests/support/whatsapp/whatsapp-harness.ts'

/** Messages go one by one. */
const ORDERS = rounds({ few: 16, all: 1000 })
const KILLS = rounds({ few: 1, all: 12 })
const LIMIT_MS = rounds({ few: 120_000, all: 1_200_000 })

/** The fate of a try: none of these was answered with yes. */
type Trouble = 'refused' | 'lost-taken' | 'lost' | 'killed-taken' | 'killed'

/** By the number of a message: troubles that are still to come to it, then it is answered; its copies; its answers. */
const troubles = new Map<number, Trouble[]>()
const arrived = new Map<number, number>()
const answered = new Map<number, number>()
const shops: ShopProcess[] = []
let db: Database
let start: (n: number) => Promise<void>
let close: (() => Promise<unknown>) | undefined
let restarted = Promise.resolve()
let kills = 0
let meta: ReturnType<typeof openMeta>
/** Their report never comes. */
const unreported = new Set<number>()

before(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gamla-once-'))
  const database = await testDatabase()
  const opened = connect(database.url, silentLog)
  db = opened.db
  await opened.pool.query(`insert into settings (name, value) values ('emailThrough', '"smtp"')`)
  const server = openServer()
  const port = await listenForSmtp(server)
  meta = openMeta()
  const front = await serveApp(openFront())
  const origin = { publicUrl: 'https://shop.example' } as Shop['config']
  await submitTemplates({ config: origin, db, now: () => new Date(), whatsapp: meta.whatsapp })
  start = async (n) => {
    await mkdir(join(folder, String(n)), { recursive: true })
    const shop = startShop({
      SHOP_SECRET: 'the-very-same-secret-for-both-of-them',
      DATABASE_URL: database.url,
      DATA_DIR: join(folder, String(n)),
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      ...whatsappEnv(`${front.url}/${n}/v24.0`),
    })
    shops[n] = shop
    await shop.opened()
  }
  close = async () => {
    await restarted.catch(() => {})
    for (const shop of shops) shop.process.kill('SIGKILL')
    await Promise.all(shops.map((shop) => shop.ended()))
    await new Promise<void>((resolve) => server.close(resolve))
    await front.close()
    await opened.pool.end()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
  await Promise.all([start(0), start(1)])
})

after(() => close?.())

/** Takes every email: they go beside the messages. */
function openServer(): SMTPServer {
  return new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    async onData(stream, _session, reply) {
      await text(stream)
      reply(null, '2.0.0 Ok')
    },
  })
}

/** Stands before Meta's stand-in, and knows a message by the data that Meta sends back with its reports. */
function openFront() {
  const front = new Hono()
  front.post('/:shop/*', async (c) => {
    const body = await c.req.text()
    const id = Number(/"message (\d+)"/.exec(body)?.[1])
    const trouble = meet(id)
    const path = c.req.path.replace(/^\/\d/, '')
    const answer = async () =>
      meta.app.request(path, { method: 'POST', body, headers: c.req.raw.headers as unknown as Record<string, string> })
    if (!trouble) return answer()
    if (trouble === 'refused') return c.json({ error: { code: 130429, message: 'Rate limit hit' } }, 429)
    if (trouble.endsWith('taken')) await answer()
    if (trouble === 'lost-taken' && troubles.get(id)?.length) unreported.add(id)
    if (trouble.startsWith('killed')) kill(Number(c.req.param('shop')))
    // The connection breaks off.
    return new Response(new ReadableStream({ pull: (stream) => stream.error(new Error('Lost')) }))
  })
  return front
}

/** The trouble of this try; undefined: it is answered. */
function meet(id: number): Trouble | undefined {
  const left = troubles.get(id) ?? planOf(troubles.size)
  troubles.set(id, left)
  const trouble = left.shift()
  if (!trouble || trouble.endsWith('taken')) arrived.set(id, (arrived.get(id) ?? 0) + 1)
  if (!trouble) answered.set(id, (answered.get(id) ?? 0) + 1)
  return trouble
}

/** @param n counts the messages in the order of their first tries */
function planOf(n: number): Trouble[] {
  const every = Math.floor(ORDERS / (KILLS + 1))
  if (n > 0 && n % every === 0 && n / every <= KILLS) return [(n / every) % 2 === 0 ? 'killed' : 'killed-taken']
  if (n === 7) return ['lost-taken', 'lost-taken']
  if (n % 20 === 5) return ['lost-taken']
  if (n % 20 === 15) return ['lost']
  return n % 10 === 3 ? ['refused'] : []
}

/** Kills a shop in the middle of its sending. Its jobs are unlocked at once instead of after two minutes. */
function kill(n: number): void {
  const shop = shops[n]
  // Messages that a killed one had sent before may arrive now.
  if (shop?.process.killed) return
  shop?.process.kill('SIGKILL')
  kills += 1
  restarted = restarted.then(async () => {
    await shop?.ended()
    // A client that gave up in this moment has ended its job, so none is locked.
    const end = Date.now() + 5000
    const missing = await until('its jobs are known', async () => {
      const { rows } = await db.$client.query<{ id: string }>(`
        select distinct locked_by as id from graphile_worker.jobs where locked_by is not null
          and not exists (select from pg_stat_activity where application_name = 'gamla jobs ' || locked_by)`)
      return rows.length > 0 || Date.now() > end ? rows.map(({ id }) => id) : undefined
    })
    await unlockRunners(db, missing)
    await start(n)
  })
}

/** Reports of Meta come to a shop that is open; then two minutes pass at once. */
async function passTime(): Promise<void> {
  const before = new Date(Date.now() - 1000)
  for (const { body, headers } of meta.takeWebhooks()) {
    const id = Number(/"message (\d+)"/.exec(body)?.[1])
    if (unreported.has(id)) continue
    await until('a shop takes the report', async () => {
      const url = await shops[id % 2]?.opened().catch(() => undefined)
      if (url === undefined) return false
      const answer = await fetch(`${url}/webhooks/whatsapp`, { method: 'POST', body, headers }).catch(() => undefined)
      return answer?.status === 200
    })
  }
  await db.$client.query(
    `update sent_messages set tried_at = tried_at - interval '3 minutes'
     where channel = 'whatsapp' and state = 'queued' and tried_at < $1`,
    [before],
  )
  await db.$client.query(`
    select graphile_worker.reschedule_jobs(array(
      select id from graphile_worker.jobs where task_identifier = 'resend-whatsapp' and run_at > now()), run_at := now())`)
}

/** With a mobile number each that wants updates. */
async function placeOrders(): Promise<void> {
  const buyer = await addUser(db)
  // Otherwise the daily limit of the address holds most of them.
  await db.$client.query('update "user" set email_verified = true where id = $1', [buyer.userId])
  const shop = {
    ...{ db, whatsapp: { isAvailable: true }, settings: settingsOf(db) },
    ...{ config: { rateLimitFactor: 10_000 }, now: () => new Date() },
  } as unknown as Shop
  for (let placed = 0; placed < ORDERS; placed += 1) {
    const checkout = { key: crypto.randomUUID(), lines: [lineFor(await addProduct(db))], address: someAddress }
    const number = `+9198${String(placed).padStart(8, '0')}`
    await noteUpdates(shop, buyer, { key: checkout.key, number })
    assert.ok((await placeOrder(shop, buyer, checkout)).ok)
  }
}

async function read() {
  const { rows } = await db.$client.query<{ id: string; state: string; problem: string | null }>(
    `select id, state, problem from sent_messages where template = 'order-placed' and channel = 'whatsapp'`,
  )
  return rows
}

async function untilSent(): Promise<void> {
  for (let left = ORDERS; left > 0; )
    left = await until('more are sent', async () => {
      await passTime()
      const now = ORDERS - (await read()).filter(({ state }) => state !== 'queued').length
      return now < left ? { now } : undefined
    }).then(({ now }) => now)
}

test('every order is told of by WhatsApp, and twice only where no report of Meta came, which its row says', {
  timeout: LIMIT_MS,
}, async (t) => {
  const began = performance.now()
  await placeOrders()
  await untilSent()
  await passTime()
  const rows = await read()
  const copies = rows.map(({ id }) => arrived.get(Number(id)) ?? 0)
  const doubled = rows.filter((_, index) => copies[index] === 2)
  const marked = rows.filter(({ problem }) => problem === DOUBLED)
  t.diagnostic(
    `${rows.length} orders, ${kills} kills, ${copies.filter((n) => n === 0).length} missing, ${doubled.length} doubled among ` +
      `${marked.length} marked so, in ${Math.round((performance.now() - began) / 1000)} s`,
  )
  assert.equal(rows.length, ORDERS)
  assert.equal(kills, KILLS)
  assert.deepEqual([...new Set(copies)].sort(), [1, 2])
  // Of the one whose report never came nobody could know.
  assert.deepEqual([doubled.length, doubled[0]?.problem], [1, DOUBLED])
  assert.ok([...answered.values()].every((times) => times === 1))
})
