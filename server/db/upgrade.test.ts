// From every earlier version of the schema, with something in every table of it, to today's.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { columnsOf, fillTables, rows } from '#tests/support/legacy-rows.ts'
import { type TestDatabase, testDatabase } from '#tests/support/postgres.ts'
import { listMigrations, makeJobTables, migrate, migrateTo } from './migrate.ts'

/** What is counted from the rows, by triggers or, at an upgrade, from what is there. */
const derived = {
  categories: 'select name, products from categories order by 1',
  product_counts: 'select * from product_counts where products <> 0 order by 1, 2, 3, 4',
  product_sales: 'select * from product_sales order by 1',
  figures: 'select name, sum(value)::text as value from figures group by 1 having sum(value) <> 0 order by 1',
}

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
let ladder: TestDatabase
let reference: Awaited<ReturnType<typeof look>>
let today: Record<string, string[]>

before(async () => {
  const database = await testDatabase()
  today = await within(database, fillTables)
  reference = await within(database, look)
  await database.drop()
  ladder = await testDatabase({ blank: true })
  // Those are not ours to bring up to date, and take the longest.
  await within(ladder, (client) => makeJobTables(client, ladder.url))
})

after(() => ladder?.drop())

async function within<T>({ url }: TestDatabase, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('set client_min_messages = warning')
  return work(client).finally(() => client.end())
}

/** All that is in a database of today. */
async function look(client: pg.Client) {
  const tables: Record<string, Record<string, unknown>[]> = {}
  for (const table of Object.keys(rows)) {
    const { rows: found } = await client.query(`select to_jsonb(t) as row from "${table}" as t order by t::text`)
    tables[table] = found.map(({ row }) => row)
  }
  const figures: Record<string, unknown[]> = {}
  for (const [name, text] of Object.entries(derived)) figures[name] = (await client.query(text)).rows
  return { tables, figures, shape: (await client.query(SHAPE)).rows }
}

test('there is something in every table, but those that are counted', () => {
  const own = Object.keys(today).filter((name) => !(name in derived) && name !== 'letter_pace')
  assert.deepEqual(own.sort(), Object.keys(rows).sort())
  for (const table of own) {
    const never = today[table]?.filter((name) => !rows[table]?.some((row) => row[name] !== undefined))
    assert.ok((never?.length ?? 0) < 8, `${table}: ${never}`)
  }
})

for (const [index, step] of steps.entries()) {
  test(`from version ${index}`, async (t) => {
    await within(ladder, (client) => migrateTo(client, step.folderMillis))
    const database = await testDatabase({ copyOf: ladder })
    t.after(() => database.drop())
    const then = await within(database, fillTables)
    await migrate(database.url)
    const now = await within(database, look)

    assert.deepEqual(now.shape, reference.shape)
    assert.deepEqual(now.figures, reference.figures)
    for (const [table, columns] of Object.entries(then)) {
      const only = (row: Record<string, unknown>) => Object.fromEntries(columns.map((name) => [name, row[name]]))
      assert.deepEqual(sorted(now.tables[table]?.map(only)), sorted(reference.tables[table]?.map(only)), table)
    }
    for (const [table, list] of Object.entries(now.tables)) {
      const added = (today[table] ?? []).filter((name) => !then[table]?.includes(name))
      for (const row of list) for (const name of added) assertNew(`${table}.${name}`, row[name])
    }
  })
}

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

/** What an old row has in a column that is younger than it. */
function assertNew(column: string, value: unknown): void {
  if (column === 'products.version') assert.equal(value, 1)
  else if (/^(refunds\.asked_at|letters\.(mailbox|allowed_at))$/.test(column)) assert.equal(value, null)
  else if (column === 'contact_messages.key') assert.match(String(value), /^[0-9a-f-]{36}$/)
  else assert.fail(`Nobody has said what ${column} holds in an old row`)
}
