// Orders of two instances that are killed while they send messages through a provider that refuses some, and whose answers to
// others are lost. A message meets one kill or one lost answer, so that what has to come of it is known.
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { User } from '#domain/accounts/user.ts'
import { connect } from '#server/db/connection.ts'
import { unlockRunners } from '#server/db/enqueue.ts'
import { silentLog } from '#server/observability/log.ts'
import { placeOrder } from '#server/orders/place.ts'
import type { Shop } from '#server/shop.ts'
import { addProduct, addUser, lineFor, someAddress } from './fixtures/factories.ts'
import { testDatabase } from './postgres.ts'
import { listWorkers, type ShopProcess, startShop, until } from './process.ts'
import { settingsOf } from './settings.ts'

/** The fate of a try: none of these was answered with yes. */
type Trouble = 'refused' | 'lost-taken' | 'lost' | 'killed-taken' | 'killed'

type Senders = {
  channel: 'email' | 'whatsapp'
  /** Orders of each batch, at least 8; the next one comes when all are told of. */
  batch: number
  /** Settings of a shop that names itself to the provider by this number, which another start does not share. */
  env(number: number): NodeJS.ProcessEnv
  /** Before an order with this key is placed. */
  prepare?(shop: Shop, buyer: User, key: string): Promise<void>
  /** Lets the time pass until a next try. */
  passTime?(): Promise<void>
}

/** Sooner than its backoff. */
const RETRY = `
  select graphile_worker.reschedule_jobs(array(
    select id from graphile_worker.jobs where task_identifier ~ '^(re)?send-' and run_at > now()), run_at := now())`

export async function openSenders({ channel, batch, env, prepare, passTime }: Senders) {
  const folder = await mkdtemp(join(tmpdir(), 'gamla-senders-'))
  const database = await testDatabase()
  const { db, pool } = connect(database.url, silentLog)
  await pool.query(`insert into settings (name, value) values ('emailThrough', '"smtp"')`)
  const shops: (ShopProcess & { worker?: number })[] = []
  let started = 0
  const living = () => shops.filter(({ process }) => !process.killed)
  let restarted = Promise.resolve()

  async function start(): Promise<void> {
    const number = started++
    const dataDir = join(folder, String(number))
    await mkdir(dataDir)
    const shop: (typeof shops)[number] = startShop({
      SHOP_SECRET: 'the-very-same-secret-for-both-of-them',
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      ...env(number),
    })
    shops[number] = shop
    await shop.opened()
    shop.worker = (await listWorkers(shop.process.pid))[0]
    // Its jobs would count as those of a killed one before.
    await until('its runner is known', async () => {
      const { rows } = await pool.query(`
        select distinct application_name from pg_stat_activity
        where datname = current_database() and application_name like 'gamla jobs %'`)
      return rows.length === living().length
    })
  }

  /** By the number of a message: troubles that are still to come to it, its copies, its answers and its ended tries. */
  const troubles = new Map<number, Trouble[]>()
  const copies = new Map<number, number>()
  const answers = new Map<number, number>()
  const add = (counts: Map<number, number>, id: number) => counts.set(id, (counts.get(id) ?? 0) + 1)

  /** @param n counts the messages in the order of their first tries */
  function planOf(n: number): Trouble[] {
    const kind = Math.floor(n / batch) % 3
    const place = n % batch
    if (kind > 0 && place === Math.floor(batch / 2)) return [kind === 1 ? 'killed-taken' : 'killed']
    if (place % 10 === 2) return ['refused']
    if (kind > 0) return []
    // Where two answers were lost a person looks.
    if (n === 7) return ['lost-taken', 'lost-taken']
    if (place % 10 === 1) return ['lost-taken']
    return place % 10 === 3 ? ['lost'] : []
  }

  /**
   * Kills an instance in the middle of its sending, and starts another one. Its jobs are unlocked at once instead of after two
   * minutes.
   */
  function kill(shop: (typeof shops)[number]): void {
    shop.process.kill('SIGKILL')
    if (shop.worker) process.kill(shop.worker, 'SIGKILL')
    restarted = restarted.then(async () => {
      await shop.ended()
      const missing = await until('its jobs are known', async () => {
        const { rows } = await pool.query<{ id: string }>(`
          select distinct locked_by as id from graphile_worker.jobs where locked_by is not null
            and not exists (select from pg_stat_activity where application_name = 'gamla jobs ' || locked_by)`)
        return rows.length > 0 ? rows.map(({ id }) => id) : undefined
      })
      // It was killed before it noted these answers.
      for (const { id, state } of await read()) if (state === 'queued') answers.delete(Number(id))
      await unlockRunners(db, missing)
      await start()
    })
  }

  async function read() {
    const { rows } = await pool.query<{ id: string; state: string; problem: string | null; tries: number }>(
      `select id, state, problem, tries from sent_messages where template = 'order-placed' and channel = $1`,
      [channel],
    )
    return rows.map((row) => ({ ...row, copies: copies.get(Number(row.id)) ?? 0 }))
  }

  async function placeOrders(count: number, buyer: User): Promise<void> {
    const shop = {
      db,
      whatsapp: { isAvailable: true },
      settings: settingsOf(db),
      config: { rateLimitFactor: 10_000 },
      now: () => new Date(),
    } as unknown as Shop
    for (let placed = 0; placed < count; placed += 1) {
      const checkout = { key: crypto.randomUUID(), lines: [lineFor(await addProduct(db))], address: someAddress }
      await prepare?.(shop, buyer, checkout.key)
      assert.ok((await placeOrder(shop, buyer, checkout)).ok)
    }
  }

  async function untilSent(orders: number): Promise<void> {
    for (let left = batch; left > 0; )
      left = await until('more are sent', async () => {
        await passTime?.()
        await pool.query(RETRY)
        const now = orders - (await read()).filter(({ state }) => state !== 'queued').length
        return now < left ? { now } : undefined
      }).then(({ now }) => now)
    await restarted
  }

  async function close(): Promise<void> {
    await restarted.catch(() => {})
    for (const { process } of shops) process.kill('SIGKILL')
    await Promise.all(shops.map((shop) => shop.ended()))
    await pool.end()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }

  await Promise.all([start(), start()]).catch(async (error) => {
    await close()
    throw error
  })

  return {
    db,
    pool,
    read,
    close,
    /** Of one that is open. @throws if it is killed meanwhile */
    url: () => living()[0]?.opened(),
    hasTroubles: (id: number) => Boolean(troubles.get(id)?.length),
    /** Each of a message that was not sent again after its answer was noted is 1. */
    answers: () => [...answers.values()],

    /**
     * What comes of a try of the shop of this number; undefined: it is answered. `taken`: a copy arrives. A killed shop gets no
     * answer to what it had sent.
     */
    meet(number: number, id: number): Trouble | undefined {
      const shop = shops[number]
      if (!shop || shop.process.killed) return 'killed'
      const left = troubles.get(id) ?? planOf(troubles.size)
      troubles.set(id, left)
      const trouble = left.shift()
      if (!trouble || trouble.endsWith('taken')) add(copies, id)
      if (!trouble) add(answers, id)
      if (trouble?.startsWith('killed')) kill(shop)
      return trouble
    },

    /** Places orders whose messages meet so many kills. @returns their rows, when all are told of */
    async send(kills: number) {
      const buyer = await addUser(db)
      // Otherwise the daily limit of the address holds most of them.
      await pool.query('update "user" set email_verified = true where id = $1', [buyer.userId])
      for (let orders = 0; started - 2 < kills; ) {
        await placeOrders(batch, buyer)
        orders += batch
        await untilSent(orders)
      }
      return read()
    },
  }
}
