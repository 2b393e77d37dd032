// Files that somebody has made to harm whoever restores them. None is believed: one line says so, and neither database
// nor store, nor any other place, has changed.
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { ConfigError } from '#server/config.ts'
import { listMigrations } from '#server/db/migrate.ts'
import { UsageError } from '#server/errors.ts'
import { openImages } from '#server/shop.ts'
import { type TestDatabase, testDatabase } from '#tests/support/postgres.ts'
import { headerOf, sumsOf, type TarEntry, tarOf } from '#tests/support/tar.ts'
import { restore } from './restore.ts'

const SCHEMA = String(listMigrations().at(-1)?.folderMillis)
const MIGRATIONS = 'drizzle.__drizzle_migrations'
const PICTURE = 'pictures/productImages/1-pot-aaaaaa/320.avif'

let folder: string
let target: TestDatabase

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gamla-hostile-'))
  target = await testDatabase({ blank: true })
})

after(async () => {
  await target?.drop()
  await rm(folder, { recursive: true, force: true })
})

/** With everything that makes it whole, so that only what is wrong with it can be the reason. */
function backupOf(entries: readonly TarEntry[], ...last: TarEntry[]): Buffer {
  return gzipSync(tarOf([...entries, sumsOf(entries), ...last]), { level: 1 })
}

type Shape = { name: string; columns: string[] }

function manifestOf(tables: readonly Shape[] = [], changes: object = {}): TarEntry {
  const manifest = { format: 1, madeAt: '2026-11-22', schema: SCHEMA, tables, sequences: [], ...changes }
  return { name: 'manifest.json', body: JSON.stringify(manifest) }
}

const migrations: Shape = { name: MIGRATIONS, columns: ['id', 'hash', 'created_at'] }
const messages: Shape = { name: 'public.contact_messages', columns: ['name', 'email', 'phone', 'message'] }
const rowsOf = ({ name }: Shape, body: string | Buffer, piece = 1): TarEntry => ({
  name: `tables/${name}/${String(piece).padStart(6, '0')}`,
  body,
})
const MIGRATED = rowsOf(migrations, `1\thash\t${SCHEMA}\n`)
const MESSAGE = 'Asha\tasha@gamla.example\t9845000012\tHello\n'
const good = [manifestOf([migrations, messages]), MIGRATED, rowsOf(messages, MESSAGE)]
const jobs = (body: string): TarEntry => ({ name: 'jobs.ndjson', body })
const picture = (name = PICTURE, body = 'picture'): TarEntry => ({ name, body })

async function ask(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: target.url })
  await client.connect()
  return client
    .query(text)
    .then(
      ({ rows }) => rows,
      (error) => Promise.reject(error),
    )
    .finally(() => client.end())
}

/** The contents of the shop, which must be empty after a refused restore. */
async function listTraces(store: string): Promise<string[]> {
  const tables = await ask(
    `select tablename as name from pg_tables where schemaname in ('public', 'drizzle')
     union all select identifier from graphile_worker._private_tasks`,
  ).catch(() => [])
  const files = await readdir(store, { recursive: true }).catch(() => [])
  const outside = (await readdir(folder)).filter((name) => !/^(file|store)/.test(name))
  return [...tables.map(({ name }) => String(name)), ...files.filter((name) => name !== 'images'), ...outside]
}

let made = 0

async function refuse(name: string, bytes: Buffer, why = /./): Promise<void> {
  made += 1
  const file = join(folder, `file-${made}.tar.gz`)
  const store = join(folder, `store-${made}`)
  await writeFile(file, bytes)
  const images = await openImages({ dataDir: store, s3: undefined })
  await assert.rejects(restore(target.url, images, file), (error: Error) => {
    assert.ok(error instanceof UsageError || error instanceof ConfigError, `${name}: ${error.stack}`)
    assert.match(error.message, why, name)
    assert.ok(error.message.length < 600, `${name}: ${error.message.length} characters`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they would reach a terminal
    assert.doesNotMatch(error.message, /[\x00-\x1f\x7f]/, name)
    return true
  })
  assert.deepEqual(await listTraces(store), [], name)
}

test('what these files are made of is a backup when nothing is wrong with it', async () => {
  const file = join(folder, 'file-good.tar.gz')
  await writeFile(file, backupOf([...good, jobs(''), picture()]))
  const own = await testDatabase({ blank: true })
  const images = await openImages({ dataDir: join(folder, 'store-good'), s3: undefined })
  assert.deepEqual(await restore(own.url, images, file), { tables: 2, pictures: 1 })
  assert.ok(await images.has('productImages/1-pot-aaaaaa/320.avif'))
  await own.drop()
})

const names = [
  '../outside',
  '../../../../tmp/gamla-outside',
  '/tmp/gamla-outside',
  'pictures/../../outside',
  'pictures/productImages/../../../outside/320.avif',
  'pictures/productImages/1-pot-aaaaaa/../../../../outside',
  'pictures/productImages/1-pot-aaaaaa/320.html',
  'pictures/productImages/.hidden/320.avif',
  'pictures/elsewhere/1-pot-aaaaaa/320.avif',
  'pictures/productImages//320.avif',
  'PICTURES/productImages/1-pot-aaaaaa/320.avif',
  'demo-accounts.json',
  'secret',
  'tables/public.contact_messages/1',
  'tables/public.contact_messages/000001/../../x',
  'tables/../000001',
  'tables/pg_catalog.pg_authid/000001',
  'a\nb\x1b[2J',
  'x'.repeat(99),
]

test('names that lead elsewhere, or are no part of a backup', async () => {
  for (const name of names) await refuse(name, backupOf([...good, { name, body: 'x' }]))
  const long = `${'a'.repeat(120)}/../../outside`
  const records = `${String(9 + long.length)} path=${long}\n`
  await refuse(
    'by a header of its own',
    backupOf([...good, { name: 'PaxHeader', type: 'x', body: records }, picture()]),
  )
})

test('links, devices, folders and holes', async () => {
  for (const type of ['1', '2', '3', '4', '5', '6'])
    for (const name of [PICTURE, 'outside', MIGRATED.name])
      await refuse(`${type} ${name}`, backupOf([...good, { name, type, linkname: '/etc/passwd' }]))
})

test('sizes that are not true, and more than a shop ever holds', async () => {
  const huge = { size: 8_000_000_000 }
  await refuse('a huge manifest', backupOf([{ ...manifestOf(), ...huge }]))
  await refuse('huge rows', backupOf([good[0] as TarEntry, { ...MIGRATED, ...huge }]))
  await refuse('a huge picture', backupOf([...good, jobs(''), { ...picture(), ...huge }]))
  await refuse('huge jobs', backupOf([...good, { ...jobs(''), ...huge }]))
  await refuse('no rows', backupOf([...good.slice(0, 2), rowsOf(messages, '')]))
})

test('a little file that is a lot when it is unpacked costs neither memory nor time', async () => {
  const zeros = Buffer.alloc(150_000_000)
  const bombs: [string, Buffer][] = [
    ['a manifest', gzipSync(Buffer.concat([headerOf({ name: 'manifest.json', size: zeros.length }), zeros]))],
    ['nothing but zeros', gzipSync(zeros)],
    [
      'headers of headers',
      gzipSync(
        Buffer.concat(
          Array.from({ length: 30 }, () => [
            headerOf({ name: 'x', type: 'x', size: 5_000_000 }),
            zeros.subarray(0, 5_000_192),
          ]).flat(),
        ),
      ),
    ],
    ['rows', gzipSync(tarOf([good[0] as TarEntry, MIGRATED, rowsOf(messages, zeros.subarray(0, 60_000_000))]))],
  ]
  const before = process.memoryUsage.rss()
  const began = performance.now()
  for (const [name, bytes] of bombs) await refuse(name, bytes)
  assert.ok(performance.now() - began < 10_000)
  assert.ok(process.memoryUsage.rss() - before < 250_000_000)
})

test('tens of thousands of entries', async () => {
  const many = (nameOf: (index: number) => string) =>
    Array.from({ length: 40_000 }, (_, index) => picture(nameOf(index), ''))
  const folderOf = (index: number) => `pictures/productImages/${index}-pot-aaaaaa`
  const began = performance.now()
  await refuse('of one name', backupOf([...good, jobs(''), ...many(() => PICTURE)]), /twice/)
  await refuse('of no part of a backup', backupOf([...good, ...many((index) => `x${index}`)]))
  await refuse(
    'of rows, one character each',
    backupOf([
      ...good,
      ...many((index) => rowsOf(messages, '', index + 2).name).map((entry) => ({ ...entry, body: '\n' })),
    ]),
  )
  const heap = process.memoryUsage().heapUsed
  const entries = [...good, jobs(''), ...many((index) => `${folderOf(index)}/320.avif`)]
  await refuse(
    'of pictures, with a wrong sum',
    gzipSync(tarOf([...entries, { name: 'SHA256SUMS', body: 'no' }]), { level: 1 }),
    /checksums do not match/,
  )
  assert.ok(process.memoryUsage().heapUsed - heap < 200_000_000)
  assert.ok(performance.now() - began < 60_000)
})

test('sums that are wrong, missing, doubled, or not the last word', async () => {
  await refuse('wrong', gzipSync(tarOf([...good, { name: 'SHA256SUMS', body: 'x' }])), /checksums do not match/)
  await refuse('missing', gzipSync(tarOf(good)), /is truncated/)
  await refuse(
    'of other contents',
    gzipSync(tarOf([...good.slice(0, 2), rowsOf(messages, 'x\n'), sumsOf(good)])),
    /checksums do not match/,
  )
  await refuse('doubled', backupOf(good, sumsOf(good)))
  await refuse('followed by more', backupOf(good, picture()))
  await refuse('first', gzipSync(tarOf([sumsOf(good), ...good])))
})

test('entries that come twice, or out of their order', async () => {
  const [manifest, ...rows] = good as [TarEntry, ...TarEntry[]]
  const all = [...good, jobs(''), picture()]
  await refuse('two manifests', backupOf([manifest, ...good]))
  await refuse('a manifest at the end', backupOf([...rows, manifest]))
  await refuse('rows twice', backupOf([...good, rowsOf(messages, MESSAGE)]))
  await refuse('rows of a second piece alone', backupOf([...good.slice(0, 2), rowsOf(messages, MESSAGE, 2)]))
  await refuse('rows of a table again', backupOf([...good, MIGRATED]))
  await refuse('two lists of jobs', backupOf([...good, jobs(''), jobs('')]))
  await refuse('rows after pictures', backupOf([...good.slice(0, 2), jobs(''), picture(), rowsOf(messages, MESSAGE)]))
  await refuse('a picture twice', backupOf([...all, picture()]), /twice/)
  const other = picture('pictures/productImages/2-pot-bbbbbb/320.avif')
  await refuse('a folder of pictures again', backupOf([...all, other, picture(PICTURE.replace('320', '640'))]), /twice/)
})

test('manifests that name what is no table, or more of them than there are', async () => {
  const shapes: Shape[] = [
    { name: 'public.orders; drop table orders', columns: ['id'] },
    { name: 'public."orders" cascade; --"', columns: ['id'] },
    { name: 'pg_catalog.pg_authid', columns: ['rolname'] },
    { name: 'graphile_worker._private_jobs', columns: ['id'] },
    { name: 'public.no_such_table', columns: ['id'] },
    { name: 'public.contact_messages', columns: ['id) from program $$id$$ --'] },
    { name: 'public.contact_messages', columns: ['no_such_column'] },
    { name: 'public.contact_messages', columns: ['id', 'id'] },
    { name: 'public.contact_messages', columns: [] },
  ]
  for (const shape of shapes)
    await refuse(
      `${shape.name} ${shape.columns}`,
      backupOf([manifestOf([migrations, shape]), MIGRATED, rowsOf(shape, '1\n')]),
    )
  await refuse(
    'rows of a table that it does not name',
    backupOf([manifestOf([migrations]), MIGRATED, rowsOf(messages, MESSAGE)]),
  )
  await refuse('a table twice', backupOf([manifestOf([migrations, messages, messages]), MIGRATED]))
  await refuse('no tables at all', backupOf([manifestOf([])]))
  for (const changes of [
    { format: 2 },
    { schema: '1' },
    { schema: '9999999999999' },
    { schema: "1'; drop" },
    { tables: {} },
  ])
    await refuse(JSON.stringify(changes), backupOf([manifestOf([migrations], changes), MIGRATED]))
  for (const body of ['', 'null', '[]', '{}', '{"__proto__": 1}', '['.repeat(100_000), '\0', '\xff'])
    await refuse(`a manifest of ${body.slice(0, 10)}`, backupOf([{ name: 'manifest.json', body }]))
  const sequences = [
    [{ table: 'public.contact_messages', column: 'name', value: '1', isUsed: true }],
    [{ table: 'public.contact_messages', column: 'id', value: '9'.repeat(19), isUsed: true }],
    [{ table: 'public.contact_messages', column: "id'; drop", value: '1', isUsed: true }],
  ]
  for (const list of sequences)
    await refuse(JSON.stringify(list), backupOf([manifestOf([migrations, messages], { sequences: list }), MIGRATED]))
})

test('rows that are none, and a schema that is not the one that the manifest names', async () => {
  for (const body of [
    'Asha\n',
    `${MESSAGE.trimEnd()}\tmore\n`,
    'a\0b\tc\td\te\n',
    '\xff\xfe\n',
    `${'a\t'.repeat(1000)}\n`,
    'x'.repeat(10_000),
  ])
    await refuse(
      JSON.stringify(body.slice(0, 20)),
      backupOf([...good.slice(0, 2), rowsOf(messages, Buffer.from(body, 'latin1'))]),
    )
  const orders: Shape = { name: 'public.order_lines', columns: ['order_id'] }
  await refuse(
    'rows of an order that is not there',
    backupOf([manifestOf([migrations, orders]), MIGRATED, rowsOf(orders, '1\n')]),
  )
  for (const created of ['9999999999999', '1', '\\N'])
    await refuse(
      `a migration of ${created}`,
      backupOf([manifestOf([migrations]), rowsOf(migrations, `1\thash\t${created}\n`)]),
    )
})

test('jobs that are none', async () => {
  const job = { task: 'refund', payload: {}, queue: null, runAt: '2026-11-22', priority: 0, most: 25, key: null }
  const lines = [
    'x',
    'null',
    '[]',
    '{}',
    JSON.stringify({ ...job, task: 1 }),
    JSON.stringify({ ...job, task: 'x'.repeat(1000) }),
    JSON.stringify({ ...job, runAt: 'yesterday; drop' }),
    JSON.stringify({ ...job, most: 'many' }),
    JSON.stringify({ ...job, priority: 1e300 }),
    JSON.stringify({ ...job, payload: 'a\0b' }),
    '['.repeat(100_000),
  ]
  for (const line of lines) await refuse(line.slice(0, 80), backupOf([...good, jobs(`${line}\n`)]))
})

test('a file that is no file', async () => {
  const images = await openImages({ dataDir: join(folder, 'store-none'), s3: undefined })
  for (const file of [folder, '/dev/null', join(folder, 'none')])
    await assert.rejects(restore(target.url, images, file), UsageError)
  assert.ok((await stat(folder)).isDirectory())
})
