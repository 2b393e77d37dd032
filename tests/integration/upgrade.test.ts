// Upgrades a database of earlier schema versions (of every one in `npm run test:chaos`), with rows in every table.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { backUp } from '#server/backup/back-up.ts'
import { restore } from '#server/backup/restore.ts'
import { connect, type Database } from '#server/db/connection.ts'
import { type JobName, READABLE_JOBS } from '#server/db/enqueue.ts'
import { listMigrations, makeJobTables, migrate, migrateTo } from '#server/db/migrate.ts'
import { tasks } from '#server/jobs.ts'
import { relayBatch } from '#server/live/outbox-relay.ts'
import { createTrackingLinks } from '#server/orders/tracking-link.ts'
import { openImages, type Shop } from '#server/shop.ts'
import { type TestDatabase, testDatabase } from '#tests/support/postgres.ts'
import { rounds } from '#tests/support/rounds.ts'
import { settingsOf } from '#tests/support/settings.ts'
import { columnsOf, fillTables } from '#tests/support/upgrade/fill-tables.ts'
import { rows } from '#tests/support/upgrade/legacy-rows.ts'
import { SUPPLIER_GSTIN } from '#tests/support/upgrade/legacy-shipping-rows.ts'
import { fillPreviousRelease, listJobs, NEW_JOBS, PREVIOUS_RELEASE } from '#tests/support/upgrade/previous-release.ts'

const SHAPE = `
  select 'column' as kind, table_name || '.' || column_name as name, data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') as it
    from information_schema.columns where table_schema = 'public'
  union all select 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace
  union all select 'index', indexrelid::regclass::text, pg_get_indexdef(indexrelid) || ' ' || indisvalid from pg_index
    join pg_class on pg_class.oid = indexrelid where relnamespace = 'public'::regnamespace
  union all select 'trigger', tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid) || ' ' || tgenabled::text from pg_trigger where not tgisinternal
  union all select 'function', oid::regprocedure::text, md5(prosrc) from pg_proc where pronamespace = 'public'::regnamespace
  order by 1, 2, 3`

const steps = listMigrations()
/** With graphile-worker's tables only, whose own migrations take the longest. */
let onlyJobs: TestDatabase
let ladder: TestDatabase
let reference: Awaited<ReturnType<typeof look>>
let today: Record<string, string[]>

before(async () => {
  const database = await testDatabase()
  today = await within(database, fillTables)
  reference = await within(database, look)
  await database.drop()
  onlyJobs = await testDatabase({ blank: true })
  await within(onlyJobs, (client) => makeJobTables(client, onlyJobs.url))
  ladder = await testDatabase({ copyOf: onlyJobs })
})

after(async () => {
  await ladder?.drop()
  await onlyJobs?.drop()
})

async function within<T>({ url }: TestDatabase, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('set client_min_messages = warning')
  return work(client).finally(() => client.end())
}

/** Every row of a database of the current version. */
async function look(client: pg.Client) {
  const tables: Record<string, Record<string, unknown>[]> = {}
  for (const table of Object.keys(rows)) {
    const { rows: found } = await client.query(`select to_jsonb(t) as row from "${table}" as t order by t::text`)
    tables[table] = found.map(({ row }) => row)
  }
  return { tables, shape: (await client.query(SHAPE)).rows }
}

test('there is something in every table, but the outbox, which nobody keeps anything in', () => {
  const own = Object.keys(today).filter((name) => name !== 'outbox' && name !== 'email_throttle')
  assert.deepEqual(own.sort(), Object.keys(rows).sort())
  for (const table of own) {
    const never = today[table]?.filter((name) => !rows[table]?.some((row) => row[name] !== undefined))
    assert.ok((never?.length ?? 0) < 8, `${table}: ${never}`)
  }
})

// The first version, each that is a few further, and the newest, whose upgrade nobody has used yet.
const apart = rounds({ few: 10, all: 1 })
for (const [index, step] of steps.entries()) {
  if (index % apart > 0 && index < steps.length - 3) continue
  test(`from version ${index}`, async () => {
    const { then, now } = await within(ladder, async (client) => {
      await migrateTo(client, step.folderMillis)
      // Taken back, so that the next version starts from here: a database for each costs many times as much.
      await client.query('begin')
      const then = await fillTables(client)
      const before = await columnsOf(client)
      await migrateTo(client, Number(steps.at(-1)?.folderMillis))
      const now = { ...(await look(client)), before }
      await client.query('rollback')
      return { then, now }
    })

    assert.deepEqual(now.shape, reference.shape)
    for (const [table, columns] of Object.entries(then)) {
      const only = (row: Record<string, unknown>) => Object.fromEntries(columns.map((name) => [name, row[name]]))
      assert.deepEqual(sorted(now.tables[table]?.map(only)), sorted(reference.tables[table]?.map(only)), table)
    }
    for (const [table, list] of Object.entries(now.tables)) {
      const added = (today[table] ?? []).filter((name) => !then[table]?.includes(name))
      for (const row of list) for (const name of added) assertNew(`${table}.${name}`, row[name])
    }
    if ('stock_cells' in now.before)
      assert.deepEqual(
        now.tables.product_variants
          ?.filter(({ offered }) => offered)
          .map(({ on_hand, held, price, sku }) => [on_hand, held, price, sku]),
        [[3, 2, 1400, 'TUBO-1-SAND']],
      )
    const codesOf = ({ sku, hsn, gst_rate }: Record<string, unknown> = {}) => [sku, hsn, gst_rate]
    for (const line of now.tables.order_lines ?? []) {
      const product = now.tables.products?.find(({ id }) => id === line.product_id)
      assert.deepEqual(codesOf(line), codesOf(product))
    }
  })
}

/** A shop whose providers record what they are asked to do. */
function openTestShop(db: Database) {
  const calls: string[] = []
  const emails = {
    isAvailable: true,
    paceMs: 0,
    send: async ({ email }: { email: string }) => calls.push(`email ${email}`),
  }
  const refundOf = (paymentId: string, id: string) => ({
    id,
    paymentId,
    amount: 277000,
    state: 'processed',
    refundId: undefined,
    attempt: 1,
  })
  const payments = {
    refund: async ({ paymentId }: { paymentId: string }) => {
      calls.push(`refund ${paymentId}`)
      return refundOf(paymentId, 'rfnd_3')
    },
    getPayment: async (id: string) => {
      calls.push(`payment ${id}`)
      return { id, orderId: 'order_1', amount: 277000, currency: 'INR', status: 'captured', captured: true }
    },
    getRefund: async (id: string) => refundOf('pay_1', id),
    listRefunds: async (paymentId: string) => [refundOf(paymentId, 'rfnd_3')],
    listPayments: async () => [],
  }
  const log = { info() {}, error() {} }
  const settings = settingsOf(db)
  const trackingLinks = createTrackingLinks('a secret')
  const config = { rateLimitFactor: 100 }
  return { shop: { db, settings, emails, payments, log, trackingLinks, config } as unknown as Shop, calls }
}

test('the previous release’s emails, refunds and jobs go on under their new names', async (t) => {
  const database = await testDatabase({ copyOf: onlyJobs })
  const { pool, db } = connect(database.url, { error() {} })
  t.after(async () => {
    await pool.end()
    await database.drop()
  })
  await within(database, async (client) => {
    await migrateTo(client, PREVIOUS_RELEASE)
    await fillPreviousRelease(client)
  })
  await migrate(database.url)

  assert.deepEqual(await within(database, listJobs), NEW_JOBS)
  const states = 'select id::integer, template, state, tries from emails order by id'
  assert.deepEqual((await pool.query({ text: states, rowMode: 'array' })).rows, [
    [1, 'order-placed', 'failed', 3],
    [2, 'refund-requested', 'queued', 0],
    [3, 'authorization-expired', 'sent', 1],
    [4, 'delivered', 'queued', 0],
    [5, 'delivered', 'held', 0],
  ])

  const { shop, calls } = openTestShop(db)
  const current = NEW_JOBS.filter(([task]) => task !== 'send-login-email' && task !== 'request-refund')
  for (const [task, payload] of current as [JobName, never][]) await tasks[task](shop, payload)
  // The job that names the payment no longer works: the reconciler has queued one that names the refund.
  const { rows: queued } = await pool.query(
    `select payload from ${READABLE_JOBS} as job where task_identifier = 'request-refund'`,
  )
  for (const { payload } of queued) await tasks['request-refund'](shop, payload as never)
  // The failed and the held one wait for an admin.
  const after = "select template, subject from emails where state = 'sent' order by 1, 2"
  assert.deepEqual((await pool.query({ text: after, rowMode: 'array' })).rows, [
    ['authorization-expired', 'payment pay_2'],
    ['delivered', 'order 1002'],
    ['delivered', 'order 1003'],
    ['refund-processed', 'payment pay_1'],
    ['refund-requested', 'payment pay_3'],
  ])
  assert.equal(calls.filter((call) => call.startsWith('email ')).length, 4)
  const { rows: refunds } = await pool.query({
    text: 'select payment_id, state from refunds order by 1',
    rowMode: 'array',
  })
  assert.deepEqual(refunds, [
    ['pay_1', 'processed'],
    ['pay_3', 'processed'],
  ])
})

test('a database of the previous release is backed up and restored with its emails under their new names', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'gamla-upgrade-'))
  const [source, target] = [await testDatabase({ copyOf: onlyJobs }), await testDatabase({ blank: true })]
  t.after(async () => {
    await source.drop()
    await target.drop()
    await rm(folder, { recursive: true })
  })
  await within(source, async (client) => {
    await migrateTo(client, PREVIOUS_RELEASE)
    await fillPreviousRelease(client)
  })
  const file = join(folder, 'shop.tar.gz')
  const images = await openImages({ dataDir: folder, s3: undefined })
  await backUp(source.url, images, file, new Date())
  await restore(target.url, images, file)
  await migrate(source.url)

  // Keys of jobs did not hold their payloads yet.
  assert.deepEqual(await within(target, listJobs), [])
  // What expires is not backed up.
  const [{ tables }, { tables: upgraded }] = [await within(target, look), await within(source, look)]
  assert.deepEqual(tables, { ...upgraded, rate_limits: [], login_failures: [], verification: [], data_exports: [] })
  assert.equal(upgraded.emails?.length, 5)
})

test('what waits in the outbox is relayed under its new names', async (t) => {
  const database = await testDatabase({ copyOf: onlyJobs })
  t.after(() => database.drop())
  const before = steps[steps.findIndex(({ sql }) => sql.join('').includes('rename to emails')) - 1]
  await within(database, async (client) => {
    await migrateTo(client, Number(before?.folderMillis))
    await client.query(`insert into outbox (change, job) values ('letter 7', null), ('order 1001 u1', null),
      (null, '{"task": "order-letter", "payload": {"orderId": 1001}, "queue": "letters", "key": "order-letter:1001"}')`)
  })
  await migrate(database.url)
  await within(database, async (client) => {
    const { rows: changes } = await client.query('select change from outbox where change is not null order by id')
    assert.deepEqual(
      changes.map(({ change }) => change),
      ['email 7', 'order 1001 u1'],
    )
    await relayBatch(client)
    assert.deepEqual(await listJobs(client), [['send-order-email', { orderId: 1001 }, 'order-email:1001', 'emails']])
  })
})

test('what is at today’s version has drizzle’s own list, which it goes on with', async () => {
  await migrate(ladder.url)
  const { rows: list } = await within(ladder, (client) =>
    client.query('select hash, created_at::text from drizzle.__drizzle_migrations order by id'),
  )
  assert.deepEqual(
    list.map(({ hash }) => hash),
    steps.map(({ hash }) => hash),
  )
  assert.deepEqual(Object.keys(await within(ladder, columnsOf)).sort(), Object.keys(today).sort())
})

function sorted(list: Record<string, unknown>[] = []): string[] {
  return list.map((row) => JSON.stringify(row)).sort()
}

/** Checks the value that old rows got in a newer column. */
function assertNew(column: string, value: unknown): void {
  if (column === 'products.version') assert.equal(value, 1)
  else if (column === 'products.on_sale') assert.equal(value, true)
  else if (column === 'products.alt_texts') assert.deepEqual(value, {})
  else if (/^products\.(gst_rate|mrp)$/.test(column)) assert.equal(value, null)
  else if (/^(bills\.supplier_gstin|bill_counters\.gstin)$/.test(column)) assert.equal(value, SUPPLIER_GSTIN)
  // Those of the products, which the test compares.
  else if (/^order_lines\.(sku|hsn|gst_rate)$/.test(column)) assert.notEqual(value, undefined)
  else if (/^products\.(sku|hsn|country_of_origin)$/.test(column)) assert.equal(value, '')
  else if (/^(refunds\.checked_at|emails\.(mailbox|allowed_at))$/.test(column)) assert.equal(value, null)
  else if (/^session\.(confirmed_at|last_used_at)$/.test(column)) assert.ok(Date.parse(String(value)) <= Date.now())
  else if (column === 'user.two_factor_enabled') assert.equal(value, false)
  else if (column === 'contact_messages.key') assert.match(String(value), /^[0-9a-f-]{36}$/)
  else if (column === 'products.stock') assert.equal(value, 'as-delivered')
  else if (column === 'product_raise.notified_at') assert.equal(value, null)
  else if (
    /^(order_lines\.(variant_id|weight)|stock_(changes|holds)\.variant_id|stock_changes\.options|products\.(delivered_at|is_sold)|product_variants\..*)$/.test(
      column,
    )
  )
    assert.notEqual(value, undefined)
  // The rows of the specification, which server/catalog/sizes/catalogue.test.ts compares.
  else if (/^(families|sizes|finishes)\./.test(column)) assert.notEqual(value, undefined)
  else assert.fail(`Nobody has said what ${column} holds in an old row`)
}
