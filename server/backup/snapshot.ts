import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { openClient } from '#server/db/client.ts'
import { READABLE_JOBS } from '#server/db/enqueue.ts'
import { failIfNewer } from '#server/db/migrate.ts'

export type TableShape = { name: string; columns: string[] }

export type Snapshot = NonNullable<Awaited<ReturnType<typeof beginBackup>>>

export type Sequence = { table: string; column: string; value: string; isUsed: boolean }

const PIECE_BYTES = 4 * 1024 * 1024
/**
 * Rate limits and failed logins expire within the hour, and the jobs of the outbox are read together with the others.
 * Codes and links from emails expire too, and must not let anybody into an account who can read a backup.
 */
const EXCLUDED_TABLES = ['rate_limits', 'login_failures', 'outbox', 'verification', 'data_exports']

/**
 * A consistent view of the whole database, however long reading takes; undefined: the database contains no shop.
 *
 * @throws ConfigError when the database is newer than this code
 */
export async function beginBackup(url: string) {
  const client = await openClient({ connectionString: url, statement_timeout: 0 })
  try {
    await client.query('set default_transaction_read_only = on')
    await client.query('set idle_in_transaction_session_timeout = 0')
    await client.query('begin isolation level repeatable read')
    const newest = await failIfNewer(client)
    if (newest === 0) {
      await client.end()
      return undefined
    }
    const tables = await listTables(client)
    return {
      /** Last migration, as drizzle records it. */
      schema: String(newest),
      /** Sorted by foreign keys: each table after those that it refers to. */
      tables,
      /** Rows in PostgreSQL's text format, in pieces of complete lines. */
      readRows: (table: TableShape) => readRows(client, table),
      sequences: await readSequences(client),
      /** Pending background jobs, as JSON. */
      jobs: await readJobs(client),
      /** Folders such as `productImages/1763700000000-bowl-4f1c`, and single files such as `productImages/…/video.mp4`. */
      imageFolders: await listImageFolders(client),
      close: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}

async function listTables(client: pg.Client): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape & { needs: string[] }>(
    `select format('%I.%I', n.nspname, c.relname) as name,
       array(select format('%I', attname) from pg_attribute
         where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
       array(select distinct format('%I.%I', rn.nspname, r.relname)
         from pg_constraint as f join pg_class as r on r.oid = f.confrelid join pg_namespace as rn on rn.oid = r.relnamespace
         where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
     from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'drizzle') and c.relname <> all ($1)
     order by name`,
    [EXCLUDED_TABLES],
  )
  const sorted: TableShape[] = []
  const done = new Set<string>()
  while (sorted.length < rows.length) {
    const free = rows.filter(({ name, needs }) => !done.has(name) && needs.every((needed) => done.has(needed)))
    if (free.length === 0) throw new Error('Tables refer to each other in a cycle')
    for (const { name, columns } of free) {
      done.add(name)
      sorted.push({ name, columns })
    }
  }
  return sorted
}

async function* readRows(client: pg.Client, { name, columns }: TableShape): AsyncGenerator<Buffer> {
  let pending: Buffer[] = []
  let size = 0
  for await (const chunk of client.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`))) {
    pending.push(chunk)
    size += chunk.byteLength
    if (size < PIECE_BYTES) continue
    const all = Buffer.concat(pending)
    const end = all.lastIndexOf('\n') + 1
    if (end > 0) yield all.subarray(0, end)
    pending = [all.subarray(end)]
    size = all.byteLength - end
  }
  if (size > 0) yield Buffer.concat(pending)
}

/** Sequences ignore transactions, so a value read after the snapshot is never too small. */
async function readSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ sequence: string; table: string; column: string }>(
    `select format('%I.%I', sn.nspname, s.relname) as sequence, format('%I.%I', tn.nspname, t.relname) as "table",
       a.attname as "column"
     from pg_depend as d
       join pg_class as s on s.oid = d.objid and s.relkind = 'S' join pg_namespace as sn on sn.oid = s.relnamespace
       join pg_class as t on t.oid = d.refobjid join pg_namespace as tn on tn.oid = t.relnamespace
       join pg_attribute as a on a.attrelid = t.oid and a.attnum = d.refobjsubid
     where d.deptype in ('a', 'i') and tn.nspname in ('public', 'drizzle') order by 1`,
  )
  const sequences: Sequence[] = []
  for (const { sequence, table, column } of rows) {
    const { rows: states } = await client.query(`select last_value::text as value, is_called as used from ${sequence}`)
    sequences.push({ table, column, value: states[0].value, isUsed: states[0].used })
  }
  return sequences
}

async function readJobs(client: pg.Client): Promise<string[]> {
  const { rows: present } = await client.query("select to_regclass('graphile_worker.jobs') is not null as it")
  if (!present[0].it) return []
  const { rows } = await client.query<{ job: string }>(
    `select json_build_object('task', task_identifier, 'payload', payload, 'queue', queue_name, 'runAt', run_at,
       'priority', priority, 'most', max_attempts, 'key', key)::text as job
     from ${READABLE_JOBS} as job where attempts < max_attempts order by id`,
  )
  return [...rows.map(({ job }) => job), ...(await readWaitingJobs(client))]
}

/** Jobs in the outbox that no relay has taken yet. */
async function readWaitingJobs(client: pg.Client): Promise<string[]> {
  const { rows: present } = await client.query("select to_regclass('outbox') is not null as it")
  if (!present[0].it) return []
  const { rows } = await client.query<{ job: string }>(
    `select (job || jsonb_build_object('runAt', now(), 'priority', 0, 'most', 25))::text as job
     from outbox where job is not null order by id`,
  )
  return rows.map(({ job }) => job)
}

/**
 * Images of products, and the files of their videos and models, orders, open checkouts and settings, of deleted products that
 * the audit log can restore, and the pictures of buyers.
 */
async function listImageFolders(client: pg.Client): Promise<string[]> {
  const { rows: present } = await client.query(
    `select to_regclass('checkouts') is not null as checkouts, to_regclass('settings') is not null as settings,
       exists (select from information_schema.columns where table_name = 'products' and column_name = 'video') as media`,
  )
  const foldersIn = (table: 'checkouts' | 'settings', column: string) =>
    present[0][table]
      ? `union all select (regexp_matches(${column}::text, '/productImages/[\\w-]+(?![\\w/-])', 'g'))[1] from ${table}`
      : ''
  const { rows: tables } = await client.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.columns
     where table_schema = 'public' and column_name = 'folder' and table_name like '%\\_pictures'`,
  )
  const { rows } = await client.query<{ folder: string }>(
    `select distinct ltrim(folder, '/') as folder from (
       select unnest(product_image_url) as folder from products
       union all select unnest(product_image_url) from order_lines
       union all select (regexp_matches(before::text || coalesce(after::text, ''), '/productImages/[\\w-]+(?![\\w/-])', 'g'))[1] from audit
       ${present[0].media ? 'union all select unnest(array[video, glb, usdz]) from products where coalesce(video, glb, usdz) is not null' : ''}
       ${foldersIn('checkouts', 'lines')}
       ${foldersIn('settings', 'value')}
       ${tables.map(({ name }) => `union all select folder from ${name}`).join(' ')}
     ) as shown where folder ~ '^(/productImages|buyerPictures)/[\\w-]+(/\\w+\\.\\w+)?$' order by 1`,
  )
  return rows.map(({ folder }) => folder)
}
