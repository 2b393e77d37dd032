import type pg from 'pg'

/** Every row of every table, the job queue included, as text: what a backup or a stolen disk would show. */
export async function dumpDatabase(client: Pick<pg.Client, 'query'>): Promise<Map<string, string>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class as c join pg_namespace as n on n.oid = relnamespace
     where relkind in ('r', 'm', 'p') and nspname not in ('pg_catalog', 'information_schema') and nspname !~ '^pg_' order by 1`,
  )
  const dump = new Map<string, string>()
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} as t`)
    dump.set(name, rows.map(({ row }) => row).join('\n'))
  }
  return dump
}

/** The tables in which this text stands, in capitals or not. */
export function tablesWith(dump: Map<string, string>, text: string): string[] {
  return [...dump].filter(([, rows]) => rows.toLowerCase().includes(text.toLowerCase())).map(([name]) => name)
}
