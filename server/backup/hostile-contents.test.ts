// Backups whose archive is sound and whose contents are malicious or broken.
import { test } from 'node:test'
import {
  backupOf,
  good,
  jobs,
  MESSAGE,
  MIGRATED,
  manifestOf,
  messages,
  migrations,
  refuse,
  rowsOf,
  type Shape,
} from '#tests/support/backup/hostile-backup-fixture.ts'

test('manifests with invalid or too many tables are refused', async () => {
  const shapes: Shape[] = [
    { name: 'public.orders; drop table orders', columns: ['id'] },
    { name: 'public."orders" cascade; --"', columns: ['id'] },
    { name: 'pg_catalog.pg_authid', columns: ['rolname'] },
    { name: 'graphile_worker.jobs', columns: ['id'] },
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

test('malformed rows, and rows that contradict the schema of the manifest, are refused', async () => {
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

test('malformed jobs are refused', async () => {
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
