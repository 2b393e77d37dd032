import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { renditionNames } from '#server/catalog/images/renditions.ts'
import { openImages, type Shop } from '#server/shop.ts'
import { openBucket } from '#tests/support/bucket.ts'
import { ALL_JOBS } from '#tests/support/jobs.ts'
import { type TestDatabase, testDatabase } from '#tests/support/postgres.ts'
import { backUp } from './back-up.ts'
import { restore } from './restore.ts'
import { beginBackup } from './snapshot.ts'

const SHOWN = [
  'productImages/1-shown-aaaaaa',
  'productImages/2-ordered-bbbbbb',
  'productImages/3-deleted-cccccc',
  'productImages/4-logo-gggggg',
  'productImages/5-turning-eeeeee/video.mp4',
]
let folder: string
let file: string
let source: TestDatabase
let images: Shop['images']

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gamla-backup-'))
  file = join(folder, 'shop.tar.gz')
  source = await testDatabase({ seeded: true })
  images = await openImages({ dataDir: join(folder, 'source'), s3: undefined })
  for (const key of [...SHOWN, 'productImages/9-left-dddddd'].flatMap(keysOf))
    await images.put(key, Buffer.from(`${key} ${Math.random()}`))
  await query(
    source.url,
    `update products set product_image_url = '{/${SHOWN[0]},/pots/cubee-room}', video = '/${SHOWN[4]}' where id = 1`,
  )
  await query(source.url, `update order_lines set product_image_url = '{/${SHOWN[1]}}' where order_id = 1001`)
  await query(
    source.url,
    `insert into audit (actor_id, actor_email, action, subject, before) values
     ('a', 'a@gamla.example', 'delete product', 'product 77', '{"productImageUrl": ["/${SHOWN[2]}"], "title": "A \\\\ \\t tab"}')`,
  )
  await query(source.url, `insert into settings (name, value) values ('logo', '"/${SHOWN[3]}"')`)
  await query(source.url, "update products set description = E'lines\\nand\\ttabs \\\\N and गमला 🪴' where id = 2")
  await query(
    source.url,
    `select graphile_worker.add_job('request-refund', '{"refundId":1}', queue_name => 'money',
     run_at => now() + interval '1 hour', job_key => 'request-refund {"refundId":1}')`,
  )
  await query(
    source.url,
    `insert into outbox (job) values
     ('{"task": "send-order-email", "payload": {"orderId": 1001}, "queue": "emails", "key": "send-order-email {\\"orderId\\":1001}"}')`,
  )
  await query(
    source.url,
    "insert into bill_counters (gstin, series, financial_year, last) values ('', 'bill', '26-27', 41)",
  )
  await query(source.url, "insert into rate_limits values ('somebody', 3, now() + interval '1 hour')")
})

after(async () => {
  await source.drop()
  await rm(folder, { recursive: true, force: true })
})

function keysOf(shown: string): string[] {
  return shown.endsWith('.mp4') ? [shown] : renditionNames().map((name) => `${shown}/${name}`)
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(text).finally(() => client.end())
  return rows
}

const emptyDatabase = () => testDatabase({ blank: true })

async function emptyStore(name: string): Promise<Shop['images']> {
  return openImages({ dataDir: join(folder, name), s3: undefined })
}

async function tablesOf(url: string): Promise<string[]> {
  const rows = await query(
    url,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'drizzle') order by 1`,
  )
  return rows.map(({ name }) => String(name))
}

async function keysIn(store: Shop['images']): Promise<string[]> {
  return (await collect(store.list('productImages'))).sort()
}

async function collect<T>(things: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const thing of things) list.push(thing)
  return list
}

async function readAll(store: Shop['images'], key: string): Promise<string> {
  const stream = await store.read(key)
  return stream ? Buffer.concat(await stream.toArray()).toString() : 'nothing'
}

const JOBS = `select task_identifier, payload::text, run_at, max_attempts, key, queue_name from ${ALL_JOBS} as job order by key desc`

test('a restored shop has every row, sequence, queued job and visible image', async () => {
  const told = await backUp(source.url, images, file, new Date())
  assert.deepEqual([told.images, told.missing], [33, []])
  assert.equal((await stat(file)).mode & 0o777, 0o600)

  const target = await emptyDatabase()
  const store = await emptyStore('target')
  assert.deepEqual(await restore(target.url, store, file), { tables: told.tables, images: 33 })

  const tables = await tablesOf(source.url)
  assert.deepEqual(await tablesOf(target.url), tables)
  const all = tables
    .filter((name) => !['public.rate_limits', 'public.login_failures', 'public.outbox'].includes(name))
    .map((table) => `select '${table}' as name, t::text as row from ${table} as t`)
    .join(' union all ')
  const found = await query(target.url, `${all} order by 1, 2`)
  assert.deepEqual(found, await query(source.url, `${all} order by 1, 2`))
  assert.ok(found.length > 50, `${found.length} rows were compared`)
  assert.deepEqual(await query(target.url, 'select from rate_limits'), [])
  // A job that waited in the outbox is backed up like the others.
  const [email, ...jobs] = await query(target.url, JOBS)
  assert.deepEqual([email?.task_identifier, email?.payload], ['send-order-email', '{"orderId":1001}'])
  assert.deepEqual(jobs, await query(source.url, JOBS))

  assert.deepEqual(await keysIn(store), SHOWN.flatMap(keysOf).sort())
  for (const key of SHOWN.flatMap(keysOf)) assert.equal(await readAll(store, key), await readAll(images, key), key)

  // And it goes on as the other would: numbers, what is told of changes, and the guard of the audit.
  const next = "select nextval(pg_get_serial_sequence('orders', 'id')) as id"
  assert.deepEqual(await query(target.url, next), await query(source.url, next))
  const invoice = 'update bill_counters set last = last + 1 returning last'
  assert.deepEqual(await query(target.url, invoice), [{ last: 42 }])
  await query(target.url, 'delete from products where id = 1')
  assert.deepEqual(await query(target.url, 'select change from outbox'), [{ change: 'product 1' }])
  await assert.rejects(query(target.url, 'delete from audit'), /only ever added to/)
  await target.drop()
})

test('what changes while a backup is read is not in it', async () => {
  const snapshot = await beginBackup(source.url)
  assert.ok(snapshot)
  await query(
    source.url,
    "insert into audit (actor_id, actor_email, action, subject) values ('b', 'b@c.de', 'late', 'late')",
  )
  const audit = snapshot.tables.find(({ name }) => name === 'public.audit')
  assert.ok(audit)
  const rows = Buffer.concat(await collect(snapshot.readRows(audit))).toString()
  await snapshot.close()
  assert.match(rows, /delete product/)
  assert.doesNotMatch(rows, /late/)
})

test('an image that the store has lost is reported, and the rest is backed up', async () => {
  const poor = await emptyStore('poor')
  const told = await backUp(source.url, poor, join(folder, 'poor.tar.gz'), new Date())
  assert.deepEqual([told.images, told.missing.length, told.missing[0]], [0, 33, keysOf(SHOWN[0] ?? '')[0]])
})

test('a file that is there is not overwritten', async () => {
  await assert.rejects(backUp(source.url, images, file, new Date()), /already exists/)
})

test('a database with a shop in it, or a store with other images, is left as it is', async () => {
  const store = await emptyStore('other')
  await assert.rejects(restore(source.url, store, file), /^ConfigError: The database already contains a shop[^\n]*$/)
  assert.deepEqual(await keysIn(store), [])
  await store.put('productImages/5-strange-eeeeee/320.avif', Buffer.from('strange'))
  const target = await emptyDatabase()
  await assert.rejects(restore(target.url, store, file), /^ConfigError: The image store is not empty[^\n]*$/)
  assert.deepEqual(await tablesOf(target.url), [])
  assert.deepEqual(await keysIn(store), ['productImages/5-strange-eeeeee/320.avif'])
  await target.drop()
})

test('a damaged file, and one that is no backup, is refused before anything is written', async () => {
  const whole = await readFile(file)
  const flipped = Buffer.from(whole)
  flipped.writeUInt8((flipped.at(-2000) ?? 0) ^ 1, flipped.length - 2000)
  const wrong: [string, Buffer][] = [
    ['flipped', flipped],
    ['cut', whole.subarray(0, -3000)],
    ['cut at the start', whole.subarray(0, 100)],
    ['empty', Buffer.alloc(0)],
    ['text', Buffer.from('a text and no archive')],
  ]
  const target = await emptyDatabase()
  const store = await emptyStore('damaged')
  for (const [name, bytes] of wrong) {
    const path = join(folder, `wrong ${name}`)
    await writeFile(path, bytes)
    await assert.rejects(restore(target.url, store, path), /is damaged or not a backup|not a backup that/, name)
  }
  await assert.rejects(restore(target.url, store, join(folder, 'none')), /File not found/)
  assert.deepEqual([await tablesOf(target.url), await keysIn(store)], [[], []])
  await target.drop()
})

test('a restore into S3 that fails half-way has done nothing and can be done again, and a backup moves from there to a folder', async () => {
  const bucket = await openBucket()
  const s3 = await openImages({ dataDir: folder, s3: bucket.s3 })
  const [target, last] = [await emptyDatabase(), await emptyDatabase()]
  let puts = 0
  const failing = {
    ...s3,
    put: async (key: string, bytes: Uint8Array) => {
      puts += 1
      if (puts === 20) throw new Error('The store is full')
      await s3.put(key, bytes)
    },
  }
  await assert.rejects(restore(target.url, failing, file), /The store is full/)
  assert.deepEqual([await tablesOf(target.url), await keysIn(s3)], [[], []])

  // One that was killed leaves what it had put.
  await s3.put(keysOf(SHOWN[0] ?? '')[0] ?? '', Buffer.from('half'))
  await restore(target.url, s3, file)
  assert.deepEqual([...bucket.objects.keys()].sort(), SHOWN.flatMap(keysOf).sort())
  await assert.rejects(backUp(target.url, s3, join(folder, 'nowhere', 'b.tar.gz'), new Date()), { code: 'ENOENT' })

  const back = join(folder, 'back.tar.gz')
  assert.equal((await backUp(target.url, s3, back, new Date())).images, 33)
  bucket.objects.set('productImages/8-other-ffffff/320.avif', Buffer.from('other'))
  await assert.rejects(restore(last.url, s3, back), /The image store is not empty/)
  const store = await emptyStore('back')
  await restore(last.url, store, back)
  for (const key of SHOWN.flatMap(keysOf)) assert.equal(await readAll(store, key), await readAll(images, key), key)
  bucket.close()
  await target.drop()
  await last.drop()
})
