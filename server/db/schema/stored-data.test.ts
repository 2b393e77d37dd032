import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getTableColumns, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { STORED_DATA } from '#domain/privacy/stored-data.ts'
import { tables } from '#server/db/connection.ts'

const schema = new Map(
  Object.values(tables).flatMap((table) =>
    is(table, PgTable) ? [[getTableConfig(table).name, Object.keys(getTableColumns(table)).sort()] as const] : [],
  ),
)

// shop.test.ts compares the schema with the database.
test('the list of what is stored names every table and column of the schema exactly once', () => {
  assert.deepEqual(STORED_DATA.map(({ table }) => table).sort(), [...schema.keys()].sort())
  for (const { table, personal, secret = [], technical } of STORED_DATA)
    assert.deepEqual([...personal, ...secret, ...technical].sort(), schema.get(table), table)
})
