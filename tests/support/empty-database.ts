import pg from 'pg'

export type Emptier = {
  /** @returns whether the database is as it was at the beginning; false if its tables were altered or are in use */
  empty(): Promise<boolean>
  close(): Promise<void>
}

/** Any change of a table, function or setting writes a row of these. */
const CATALOGS = ['pg_class', 'pg_attribute', 'pg_constraint', 'pg_trigger', 'pg_proc', 'pg_db_role_setting']
const SHAPE = CATALOGS.map((name) => `select count(*), max(xmin::text::bigint) from ${name}`).join(' union all ')

const TABLES = `select oid::regclass::text as name from pg_class
  where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'drizzle', 'graphile_worker')`
const SEQUENCES = `select format('%I.%I', schemaname, sequencename) as name, last_value as last, start_value as start
  from pg_sequences order by 1`

/** @param url of a database that was just migrated */
export async function openEmptier(url: string): Promise<Emptier> {
  const pool = new pg.Pool({
    // A superuser may leave triggers and foreign keys out.
    connectionString: url.replace('//gamla@', '//postgres@'),
    options: '-c session_replication_role=replica -c statement_timeout=5s',
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  })
  // It ends with the server, at the end of a run.
  pool.on('error', () => {})
  const ask = async <Row>(text: string): Promise<Row[]> => (await pool.query({ name: text.slice(0, 60), text })).rows
  const namesOf = async (text: string) => (await ask<{ name: string }>(text)).map(({ name }) => name)

  const tables = await namesOf(TABLES)
  const withRows = tables
    .map((name) => `select '${name}' as name where exists (select from ${name})`)
    .join(' union all ')
  // Migrations have written rows into these tables.
  const kept = await namesOf(withRows)
  const rowsOf = kept
    .map((name) => `select '${name}' as name, jsonb_agg(t order by t::text)::text as rows from ${name} as t`)
    .join(' union all ')
  const readState = async () => ({
    shape: JSON.stringify(await ask(SHAPE)),
    rows: new Map((await ask<{ name: string; rows: string }>(rowsOf)).map(({ name, rows }) => [name, rows])),
    sequences: new Map((await ask<Sequence>(SEQUENCES)).map((sequence) => [sequence.name, sequence])),
  })
  const first = await readState()

  async function restore(): Promise<boolean> {
    const now = await readState()
    if (now.shape !== first.shape) return false
    const added = (await namesOf(withRows)).filter((name) => !kept.includes(name))
    const changed = [...first.rows].filter(([name, rows]) => now.rows.get(name) !== rows)
    const used = [...first.sequences.values()].filter(({ name, last }) => now.sequences.get(name)?.last !== last)
    await pool.query(
      [
        ...added.map((name) => `delete from ${name}`),
        ...changed.map(
          ([name, rows]) => `delete from ${name}; insert into ${name} overriding system value
             select * from jsonb_populate_recordset(null::${name}, ${pg.escapeLiteral(rows)})`,
        ),
        ...used.map(({ name, last, start }) => `select setval('${name}', ${last ?? start}, ${last !== null})`),
      ].join(';'),
    )
    return true
  }

  return { empty: () => restore().catch(() => false), close: () => pool.end() }
}

type Sequence = { name: string; last: string | null; start: string }
