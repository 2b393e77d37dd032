import pg from 'pg'
import { testDatabase } from '#tests/support/postgres.ts'
import { rows } from './legacy-rows.ts'
import { stockCells } from './legacy-stock-rows.ts'

/** Names of before the version that renamed them. */
const FORMER_TABLES: Record<string, string> = {
  imports: 'moves',
  import_pictures: 'move_pictures',
  imported_products: 'moved_products',
  sent_messages: 'emails',
}
const RENAMED_COLUMNS: Record<string, string> = { move_id: 'import_id', memory: 'mappings' }

/**
 * Fills every table that this database has, by the columns that it has.
 *
 * @returns those tables and columns, in today's names
 */
export async function fillTables(client: pg.Client): Promise<Record<string, string[]>> {
  const present = await columnsOf(client)
  const { stock_cells: cells, ...columns } = present
  for (const [name, list] of Object.entries(rows)) {
    const table = present[name] ? name : (FORMER_TABLES[name] ?? name)
    const given = [...new Set(list.flatMap(Object.keys))].filter((column) => present[table]?.includes(column))
    // The product of these rows has got variants already.
    if (table === 'product_variants' && present[table]) await client.query('delete from product_variants')
    if (table === 'product_variants' && cells) await insert(client, 'stock_cells', cells, stockCells)
    if (given.length === 0) continue
    columns[name] = given.map((column) => RENAMED_COLUMNS[column] ?? column)
    await insert(client, table, given, list)
  }
  return columns
}

async function insert(client: pg.Client, table: string, columns: readonly string[], list: readonly object[]) {
  const names = columns.map((name) => `"${name}"`).join(', ')
  await client.query(
    `insert into "${table}" (${names}) select ${names} from json_populate_recordset(null::"${table}", $1)`,
    [JSON.stringify(list)],
  )
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
