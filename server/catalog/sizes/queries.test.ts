import assert from 'node:assert/strict'
import { test } from 'node:test'
import { specifiedCatalogue } from '#domain/catalog/specified-sizes.ts'
import { openCached } from '#server/db/cached-read.ts'
import { db, pool } from '#tests/support/fixtures/database-fixture.ts'
import { readCatalogue, readCatalogueWith } from './queries.ts'

test('a fresh shop has the sizes, prices and finishes of the specification, in its order', async () => {
  assert.deepEqual(await readCatalogue(db), specifiedCatalogue)
})

test('a size is found even before its process has heard of it', async () => {
  const catalogue = openCached(db, { onChange: () => {}, isConnected: () => true }, readCatalogue)
  const codesOf = async (reading: Promise<{ sizes: readonly { code: string }[] }>) =>
    (await reading).sizes.map(({ code }) => code)
  await catalogue.read()
  await pool.query(
    `insert into sizes select (jsonb_populate_record(sizes, '{"code": "C09"}')).* from sizes where code = 'C04'`,
  )
  assert.ok(!(await codesOf(catalogue.read())).includes('C09'))
  assert.ok(!(await codesOf(readCatalogueWith({ db, catalogue }, 'C02'))).includes('C09'))
  assert.ok((await codesOf(readCatalogueWith({ db, catalogue }, 'C09'))).includes('C09'))
})
