// Malicious and broken archives. Each is refused with one line, and neither database, store nor disk changes.
import assert from 'node:assert/strict'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { restore } from '#server/backup/restore.ts'
import { UsageError } from '#server/errors.ts'
import { openImages } from '#server/shop.ts'
import {
  backupOf,
  folder,
  good,
  IMAGE,
  image,
  jobs,
  MESSAGE,
  MIGRATED,
  manifestOf,
  messages,
  refuse,
  rowsOf,
  target,
} from '#tests/support/backup/hostile-backup-fixture.ts'
import { headerOf, sumsOf, type TarEntry, tarOf } from '#tests/support/backup/tar.ts'
import { testDatabase } from '#tests/support/postgres.ts'
import { rounds } from '#tests/support/rounds.ts'

test('the fixture of these tests is a valid backup when unchanged', async () => {
  const file = join(folder, 'file-good.tar.gz')
  await writeFile(file, backupOf([...good, jobs(''), image()]))
  const own = await testDatabase({ blank: true })
  const images = await openImages({ dataDir: join(folder, 'store-good'), s3: undefined })
  assert.deepEqual(await restore(own.url, images, file), { tables: 2, images: 1 })
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

test('entries with names outside the backup are refused', async () => {
  for (const name of names) await refuse(name, backupOf([...good, { name, body: 'x' }]))
  const long = `${'a'.repeat(120)}/../../outside`
  const records = `${String(9 + long.length)} path=${long}\n`
  await refuse('by a header of its own', backupOf([...good, { name: 'PaxHeader', type: 'x', body: records }, image()]))
})

test('links, devices, folders and sparse files are refused', async () => {
  for (const type of ['1', '2', '3', '4', '5', '6'])
    for (const name of [IMAGE, 'outside', MIGRATED.name])
      await refuse(`${type} ${name}`, backupOf([...good, { name, type, linkname: '/etc/passwd' }]))
})

test('wrong and excessive sizes are refused', async () => {
  const huge = { size: 8_000_000_000 }
  await refuse('a huge manifest', backupOf([{ ...manifestOf(), ...huge }]))
  await refuse('huge rows', backupOf([good[0] as TarEntry, { ...MIGRATED, ...huge }]))
  await refuse('a huge image', backupOf([...good, jobs(''), { ...image(), ...huge }]))
  await refuse('huge jobs', backupOf([...good, { ...jobs(''), ...huge }]))
  await refuse('no rows', backupOf([...good.slice(0, 2), rowsOf(messages, '')]))
})

test('a decompression bomb is refused and costs neither memory nor time', async () => {
  const zeros = Buffer.alloc(rounds({ few: 20_000_000, all: 150_000_000 }))
  const pack = (bytes: Buffer) => gzipSync(bytes, { level: 1 })
  const bombs: [string, Buffer][] = [
    ['a manifest', pack(Buffer.concat([headerOf({ name: 'manifest.json', size: zeros.length }), zeros]))],
    ['nothing but zeros', pack(zeros)],
    [
      'headers of headers',
      pack(
        Buffer.concat(
          Array.from({ length: rounds({ few: 10, all: 30 }) }, () => [
            headerOf({ name: 'x', type: 'x', size: 5_000_000 }),
            zeros.subarray(0, 5_000_192),
          ]).flat(),
        ),
      ),
    ],
    ['rows', pack(tarOf([good[0] as TarEntry, MIGRATED, rowsOf(messages, zeros.subarray(0, 60_000_000))]))],
  ]
  const before = process.memoryUsage.rss()
  const began = process.cpuUsage()
  for (const [name, bytes] of bombs) await refuse(name, bytes)
  assert.ok(process.cpuUsage(began).user < 10_000_000)
  assert.ok(process.memoryUsage.rss() - before < 250_000_000)
})

test('tens of thousands of entries are refused', async () => {
  const many = (nameOf: (index: number) => string) =>
    Array.from({ length: rounds({ few: 4_000, all: 40_000 }) }, (_, index) => image(nameOf(index), ''))
  const folderOf = (index: number) => `pictures/productImages/${index}-pot-aaaaaa`
  const began = performance.now()
  await refuse('of one name', backupOf([...good, jobs(''), ...many(() => IMAGE)]), /twice/)
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
    'of images, with a wrong sum',
    gzipSync(tarOf([...entries, { name: 'SHA256SUMS', body: 'no' }]), { level: 1 }),
    /checksums do not match/,
  )
  assert.ok(process.memoryUsage().heapUsed - heap < 200_000_000)
  assert.ok(performance.now() - began < 60_000)
})

test('checksums that are wrong, missing, repeated or not last are refused', async () => {
  await refuse('wrong', gzipSync(tarOf([...good, { name: 'SHA256SUMS', body: 'x' }])), /checksums do not match/)
  await refuse('missing', gzipSync(tarOf(good)), /is truncated/)
  await refuse(
    'of other contents',
    gzipSync(tarOf([...good.slice(0, 2), rowsOf(messages, 'x\n'), sumsOf(good)])),
    /checksums do not match/,
  )
  await refuse('doubled', backupOf(good, sumsOf(good)))
  await refuse('followed by more', backupOf(good, image()))
  await refuse('first', gzipSync(tarOf([sumsOf(good), ...good])))
})

test('repeated and unordered entries are refused', async () => {
  const [manifest, ...rows] = good as [TarEntry, ...TarEntry[]]
  const all = [...good, jobs(''), image()]
  await refuse('two manifests', backupOf([manifest, ...good]))
  await refuse('a manifest at the end', backupOf([...rows, manifest]))
  await refuse('rows twice', backupOf([...good, rowsOf(messages, MESSAGE)]))
  await refuse('rows of a second piece alone', backupOf([...good.slice(0, 2), rowsOf(messages, MESSAGE, 2)]))
  await refuse('rows of a table again', backupOf([...good, MIGRATED]))
  await refuse('two lists of jobs', backupOf([...good, jobs(''), jobs('')]))
  await refuse('rows after images', backupOf([...good.slice(0, 2), jobs(''), image(), rowsOf(messages, MESSAGE)]))
  await refuse('an image twice', backupOf([...all, image()]), /twice/)
  const other = image('pictures/productImages/2-pot-bbbbbb/320.avif')
  await refuse('a folder of images again', backupOf([...all, other, image(IMAGE.replace('320', '640'))]), /twice/)
})

test('a path that is not a regular file is refused', async () => {
  const images = await openImages({ dataDir: join(folder, 'store-none'), s3: undefined })
  for (const file of [folder, '/dev/null', join(folder, 'none')])
    await assert.rejects(restore(target.url, images, file), UsageError)
  assert.ok((await stat(folder)).isDirectory())
})
