import pg from 'pg'
import { testDatabase } from '#tests/support/postgres.ts'
import { rows } from './legacy-rows.ts'
import { stockCells } from './legacy-stock-rows.ts'

/** Names that migration 0017 changed, by today's name. */
const OLD_TABLES: Record<string, string> = { emails: 'letters' }
const OLD_COLUMNS: Record<string, string> = {
  'emails.template': 'occasion',
  'payments.status': 'stage',
  'payments.allocation': 'use',
  'checkouts.checked_at': 'asked_at',
  'refunds.checked_at': 'asked_at',
}
const OLD_VALUES: Record<string, Record<string, string>> = {
  'emails.state': { queued: 'promised' },
  'emails.template': { 'refund-requested': 'refund-promised', 'authorization-expired': 'payment-lapsed' },
  'payments.status': { expired: 'lapsed' },
  'checkouts.state': { closed: 'over' },
  'refunds.state': { requested: 'promised' },
  'refunds.reason': { external: 'elsewhere' },
}

/**
 * Fills every table that this database has, by the columns that it has, with the names and values of its version.
 *
 * @returns those tables and columns, by their names of today
 */
export async function fillTables(client: pg.Client): Promise<Record<string, string[]>> {
  const present = await columnsOf(client)
  const isOld = !('emails' in present)
  const { stock_cells: _, ...others } = present
  const columns: Record<string, string[]> = isOld ? {} : others
  for (const [table, list] of Object.entries(rows)) {
    const stored = (isOld && OLD_TABLES[table]) || table
    // The product of these rows has got variants already.
    if (table === 'product_variants' && present[table]) await client.query('delete from product_variants')
    if (table === 'product_variants' && present.stock_cells)
      await client.query('insert into stock_cells select * from json_populate_recordset(null::stock_cells, $1)', [
        JSON.stringify(stockCells),
      ])
    const nameOf = (name: string) => (isOld && OLD_COLUMNS[`${table}.${name}`]) || name
    const storedValueOf = (name: string, value: unknown) =>
      (isOld && OLD_VALUES[`${table}.${name}`]?.[String(value)]) || value
    const given = [...new Set(list.flatMap(Object.keys))].filter((name) => present[stored]?.includes(nameOf(name)))
    if (given.length === 0) continue
    columns[table] = given
    const names = given.map((name) => `"${nameOf(name)}"`).join(', ')
    const values = list.map((row) =>
      Object.fromEntries(
        given.filter((name) => name in row).map((name) => [nameOf(name), storedValueOf(name, row[name])]),
      ),
    )
    await client.query(
      `insert into "${stored}" (${names}) select ${names} from json_populate_recordset(null::"${stored}", $1)`,
      [JSON.stringify(values)],
    )
  }
  return columns
}

export async function columnsOf(client: pg.Client): Promise<Record<string, string[]>> {
  const { rows: found } = await client.query<{ table: string; names: string[] }>(
    `select table_name as table, array_agg(column_name::text order by ordinal_position) as names
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' group by 1`,
  )
  return Object.fromEntries(found.map(({ table, names }) => [table, names]))
}

/** A current database that contains all of these rows. */
export async function openFilledDatabase(): Promise<{ url: string; client: pg.Client; close(): Promise<void> }> {
  const database = await testDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await fillTables(client)
  return {
    url: database.url,
    client,
    async close() {
      await client.end()
      await database.drop()
    },
  }
}
