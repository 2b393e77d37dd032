// Upgrades a database of the version before 0.1.0 and of later ones, in `npm run test:chaos` of every one, with rows in every table.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { applyBeforeRelease, listMigrations, makeJobTables, migrate, migrateTo } from '#server/db/migrate.ts'
import { type TestDatabase, testDatabase } from '#tests/support/postgres.ts'
import { rounds } from '#tests/support/rounds.ts'
import { columnsOf, fillTables } from '#tests/support/upgrade/fill-tables.ts'
import { rows } from '#tests/support/upgrade/legacy-rows.ts'
import { SUPPLIER_GSTIN } from '#tests/support/upgrade/legacy-shipping-rows.ts'

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

/** Of the versions between the first and the latest. */
const EVERY = rounds({ few: 8, all: 1 })

const steps = listMigrations()
/** With graphile-worker's tables only, whose own migrations take the longest. */
let onlyJobs: TestDatabase
/** Grows by a migration for each version, whose test upgrades a copy of it. */
let growing: TestDatabase
let reference: Awaited<ReturnType<typeof look>>
let today: Record<string, string[]>

before(async () => {
  const database = await testDatabase()
  today = await within(database, fillTables)
  reference = await within(database, look)
  await database.drop()
  onlyJobs = await testDatabase({ blank: true })
  await within(onlyJobs, (client) => makeJobTables(client, onlyJobs.url))
  growing = await testDatabase({ copyOf: onlyJobs })
})

after(async () => {
  await growing?.drop()
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

test('there is something in every table but the outbox and the throttle', () => {
  const own = Object.keys(today).filter((name) => name !== 'outbox' && name !== 'email_throttle')
  assert.deepEqual(own.sort(), Object.keys(rows).sort())
  for (const table of own) {
    const never = today[table]?.filter((name) => !rows[table]?.some((row) => row[name] !== undefined))
    assert.ok((never?.length ?? 0) < 8, `${table}: ${never}`)
  }
})

/** A database before it is upgraded. */
type Version = { name: string; make(): Promise<TestDatabase> }

const versions: Version[] = [
  {
    name: 'the version before 0.1.0',
    make: async () => {
      const database = await testDatabase({ copyOf: onlyJobs })
      await within(database, makeBeforeRelease)
      return database
    },
  },
  ...steps.slice(0, -1).map(({ folderMillis }, index) => ({
    name: `version ${index}`,
    make: async () => {
      await within(growing, (client) => migrateTo(client, folderMillis))
      return testDatabase({ copyOf: growing })
    },
  })),
]

async function makeBeforeRelease(client: pg.Client): Promise<void> {
  const file = new URL('../support/upgrade/before-release.sql', import.meta.url)
  for (const statement of (await readFile(file, 'utf8')).split('--> statement-breakpoint'))
    await client.query(statement)
}

/** All upgrades end in the same migrations, so a wrong new one shows in the latest of them. */
const isAsked = (index: number) => index % EVERY === 0 || index >= versions.length - 3

for (const { name, make } of versions.filter((_, index) => isAsked(index)))
  test(`every row of ${name} is kept`, async (t) => {
    const database = await make()
    t.after(() => database.drop())
    const { filled, before } = await within(database, async (client) => ({
      filled: await fillTables(client),
      before: await columnsOf(client),
    }))
    await migrate(database.url)
    const now = await within(database, look)

    assert.deepEqual(now.shape, reference.shape)
    for (const [table, columns] of Object.entries(filled)) {
      const only = (row: Record<string, unknown>) => Object.fromEntries(columns.map((name) => [name, row[name]]))
      assert.deepEqual(sorted(now.tables[table]?.map(only)), sorted(reference.tables[table]?.map(only)), table)
    }
    for (const [table, list] of Object.entries(now.tables)) {
      const added = (today[table] ?? []).filter((name) => !filled[table]?.includes(name))
      for (const row of list) for (const name of added) assertNew(`${table}.${name}`, row[name])
    }
    const codesOf = ({ sku, hsn, gst_rate }: Record<string, unknown> = {}) => [sku, hsn, gst_rate]
    for (const line of now.tables.order_lines ?? []) {
      const product = now.tables.products?.find(({ id }) => id === line.product_id)
      assert.deepEqual(codesOf(line), codesOf(product))
    }
    if (before.return_requests?.includes('return_id'))
      assert.deepEqual(
        now.tables.returns?.map((row) => row.return_request_id),
        [1],
      )
    if ('stock_cells' in before)
      assert.deepEqual(
        now.tables.product_variants
          ?.filter(({ offered }) => offered)
          .map(({ on_hand, held, price, sku }) => [on_hand, held, price, sku]),
        [[3, 2, 1400, 'TUBO-1-SAND']],
      )
  })

test('what returns owed by themselves is owed once, and what was paid back stays paid', async (t) => {
  const database = await testDatabase({ copyOf: onlyJobs })
  t.after(() => database.drop())
  await within(database, async (client) => {
    await migrateTo(client, steps[56]?.folderMillis ?? 0)
    await fillTables(client)
    await client.query(`
      insert into shipments (id, order_id, user_id, key, cash, step, delivered_at)
        select id, 900, 'u1', gen_random_uuid(), cash, step, case when step = 'delivered' then now() end
        from (values (101, 990, 'delivered'), (102, 990, 'on-the-way'), (103, 990, 'returned'), (104, 0, 'delivered')) as s (id, cash, step);
      insert into return_requests (id, key, order_id, user_id, position, product_id, title, quantity, reason, words, wanted, state, settled_at, settled_as)
        values (101, gen_random_uuid(), 900, 'u1', 0, 1, 'Cubee', 1, 'damaged', '', 'voucher', 'settled', now(), 'voucher');
      insert into returns (id, key, shipment_id, order_id, reason, amount, to_voucher, paid_back_on, paid_back_reference, return_request_id)
        select id, gen_random_uuid(), parcel, 900, reason, amount, to_voucher, paid_on::date, coalesce('UTR ' || paid_on, ''), request from (values
          (101, 101, 'returned', 49500, 0, null, null),
          (102, 101, 'returned', 20000, 0, '2026-11-24', null),
          (103, 101, 'returned', 30000, 10000, null, null),
          (104, 102, 'returned', 10000, 0, null, null),
          (105, 103, 'not-delivered', 99000, 0, null, null),
          (106, 104, 'returned', 49500, 0, null, null),
          (107, 101, 'returned', 49500, 0, null, 101),
          (108, 101, 'deleted', 49500, 0, null, null)
        ) as r (id, parcel, reason, amount, to_voucher, paid_on, request);
      alter table counter_refunds alter column id restart with 101;
      insert into refunds (id, payment_id, return_id, amount, user_id, reason, state) values (101, 'pay_1', 103, 5000, 'u1', 'returned', 'processed');
      insert into counter_refunds (order_id, return_id, amount, reason) values (900, 103, 2000, 'returned')`)
  })
  await migrate(database.url)
  const { rows: owed } = await within(database, (client) =>
    client.query(`select return_id::integer as return, shipment_id::integer as parcel, amount::integer, paid_back_reference as paid
      from counter_refunds where return_id > 100 order by 1, 2 nulls first`),
  )
  assert.deepEqual(
    owed.map(({ return: id, parcel, amount, paid }) => [id, parcel, amount, paid]),
    [
      [101, 101, 49_500, ''],
      [102, 101, 20_000, 'UTR 2026-11-24'],
      [103, null, 2_000, ''],
      [103, 101, 13_000, ''],
      [104, 102, 10_000, ''],
    ],
  )
})

test('an upgrade to the baseline that was killed goes on, and is done once', async (t) => {
  const database = await testDatabase({ copyOf: onlyJobs })
  t.after(() => database.drop())
  await within(database, async (client) => {
    await makeBeforeRelease(client)
    // Killed before the baseline was recorded.
    await applyBeforeRelease(client)
  })
  await migrate(database.url)
  const listApplied = () =>
    within(database, (client) => client.query('select created_at::text from drizzle.__drizzle_migrations order by id'))
  const { rows: applied } = await listApplied()
  assert.deepEqual(
    applied.slice(-steps.length).map(({ created_at }) => created_at),
    steps.map(({ folderMillis }) => String(folderMillis)),
  )
  await migrate(database.url)
  assert.deepEqual((await listApplied()).rows, applied)
})

test('an older database is refused in one line, and left as it is', async (t) => {
  const database = await testDatabase({ copyOf: onlyJobs })
  t.after(() => database.drop())
  await within(database, async (client) => {
    await makeBeforeRelease(client)
    await client.query('update drizzle.__drizzle_migrations set created_at = created_at - 1')
  })
  await assert.rejects(migrate(database.url), /^ConfigError: The database was made by a version of the shop[^\n]+$/)
  assert.ok('stock_cells' in (await within(database, columnsOf)))
})

function sorted(list: Record<string, unknown>[] = []): string[] {
  return list.map((row) => JSON.stringify(row)).sort()
}

/** Checks the value that old rows got in a newer column. */
function assertNew(column: string, value: unknown): void {
  if (column === 'products.version') assert.equal(value, 1)
  else if (column === 'products.on_sale') assert.equal(value, true)
  else if (column === 'products.alt_texts') assert.deepEqual(value, {})
  else if (/^products\.(gst_rate|mrp|video|glb|usdz)$/.test(column)) assert.equal(value, null)
  else if (/^(bills\.supplier_gstin|bill_counters\.gstin)$/.test(column)) assert.equal(value, SUPPLIER_GSTIN)
  // Those of the products, which the test compares.
  else if (/^order_lines\.(sku|hsn|gst_rate)$/.test(column)) assert.notEqual(value, undefined)
  else if (/^products\.(sku|hsn|country_of_origin)$/.test(column)) assert.equal(value, '')
  else if (/^(refunds\.checked_at|sent_messages\.(mailbox|allowed_at|provider_id))$/.test(column))
    assert.equal(value, null)
  else if (/^session\.(confirmed_at|last_used_at)$/.test(column)) assert.ok(Date.parse(String(value)) <= Date.now())
  else if (column === 'returns.return_request_id') assert.ok(value === null || value === 1)
  else if (column === 'sent_messages.channel') assert.equal(value, 'email')
  else if (/^sent_messages\.(lost_answers|sending)$/.test(column))
    assert.equal(value, column.endsWith('sending') ? 1 : 0)
  else if (column === 'sent_messages.person') assert.equal(value, '')
  else if (column === 'user.two_factor_enabled') assert.equal(value, false)
  else if (column === 'contact_messages.state') assert.equal(value, 'new')
  else if (column === 'contact_messages.key') assert.match(String(value), /^[0-9a-f-]{36}$/)
  else if (column === 'products.stock') assert.equal(value, 'as-delivered')
  else if (column === 'product_raise.notified_at') assert.equal(value, null)
  else if (
    /^(order_lines\.(variant_id|weight)|stock_(changes|holds)\.variant_id|stock_changes\.options|products\.(delivered_at|is_sold)|product_variants\..*)$/.test(
      column,
    )
  )
    assert.notEqual(value, undefined)
  else if (column === 'user.staff_role') assert.equal(value, null)
  else if (/^(orders\.(due|voucher_paid)|checkouts\.voucher_amount|(returns|order_refunds)\.to_voucher)$/.test(column))
    assert.equal(Number(value), 0)
  else if (/^(orders|checkouts)\.(discount|delivery_fee)$|^order_lines\.discount$|^shipments\.fee$/.test(column))
    assert.equal(Number(value), 0)
  else if (/\.offer_name$/.test(column)) assert.equal(value, '')
  // Its order was deleted, so nobody knows the price.
  else if (column === 'shipment_lines.amount') assert.equal(Number(value), 0)
  else if (column === 'orders.paid_by_voucher') assert.equal(value, false)
  else if (/^checkouts\.voucher_(id|held_until)$/.test(column)) assert.equal(value, null)
  else if (column === 'orders.paid_at_counter') assert.equal(value, null)
  else if (/^(refunds|stock_changes)\.change_id$/.test(column)) assert.equal(value, null)
  else if (/^((bills|refunds|counter_refunds)\.order_refund_id|counter_refunds\.shipment_id)$/.test(column))
    assert.equal(value, null)
  else if (column === 'bills.buyer_answer') assert.ok(value === null || value === 'waiting')
  // Those that every shop has.
  else if (/^staff_roles\./.test(column)) assert.notEqual(value, undefined)
  // The rows of one file have one time, and are one import.
  else if (column === 'remittances.import_id' || column.startsWith('remittance_imports.')) assert.ok(value !== null)
  else if (/^remittances\.(key|accepted_at)$/.test(column)) assert.equal(value, null)
  else if (/^(wishlist_items\.(asked|known)_price|reviews\.source(_key)?|order_lines\.regular)$/.test(column))
    assert.equal(value, null)
  else if (column === 'review_pictures.product_id') assert.equal(Number(value), 1)
  // The rows of the specification, which server/catalog/sizes/catalogue.test.ts compares.
  else if (/^(families|sizes|finishes)\./.test(column)) assert.notEqual(value, undefined)
  else assert.fail(`Nobody has said what ${column} holds in an old row`)
}
