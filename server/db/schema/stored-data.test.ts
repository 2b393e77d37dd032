import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getTableColumns, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { STORED_DATA } from '#domain/privacy/stored-data.ts'
import * as tables from '#server/db/tables.ts'

const schema = new Map(
  Object.values(tables).flatMap((table) =>
    is(table, PgTable) ? [[getTableConfig(table).name, Object.keys(getTableColumns(table)).sort()] as const] : [],
  ),
)

// shop.test.ts compares the schema with the database.
test('the list of what is stored names every table and column of the schema exactly once', () => {
  assert.deepEqual(STORED_DATA.map(({ table }) => table).sort(), [...schema.keys()].sort())
  for (const { table, personal = [], secret = [], technical } of STORED_DATA)
    assert.deepEqual([...personal, ...secret, ...technical].sort(), schema.get(table), table)
})

test('what is said about a table is said of columns that it has', () => {
  for (const { table, about, owners = [], actor, expires, names, details = [] } of STORED_DATA) {
    const { kept, erased } = about ?? {}
    const named = [
      ...owners.map(
        (owner) => Object.entries(owner).find(([kind]) => kind !== 'of' && kind !== 'words')?.[1] as string,
      ),
      ...(names?.name ?? []),
      ...details,
      ...(typeof kept === 'object' && kept.except ? [kept.except.column] : []),
      ...(typeof erased === 'object' ? Object.keys(erased) : []),
      ...[actor, expires, names?.email].filter((column) => column !== undefined),
    ]
    for (const column of named) assert.ok(schema.get(table)?.includes(column.replace(/\..*/, '')), `${table}.${column}`)
    for (const owner of owners) if ('of' in owner) assert.ok(schema.has(owner.of), `${table}: ${owner.of}`)
  }
})

test('what the table says of a deleted account is what its foreign key does', () => {
  const DONE = { cascade: 'deleted with the account', 'set null': 'detached from the account' } as const
  for (const table of Object.values(tables)) {
    if (!is(table, PgTable)) continue
    const { name, foreignKeys } = getTableConfig(table)
    const erased = STORED_DATA.find((stored) => stored.table === name)?.about?.erased
    const toAccount = foreignKeys.find((key) => getTableConfig(key.reference().foreignTable).name === 'user')
    const done = DONE[toAccount?.onDelete as keyof typeof DONE]
    // Before the account is deleted, these rows are deleted or moved.
    if (erased !== 'deleted' && typeof erased !== 'object')
      assert.equal(/account$/.test(erased ?? '') ? erased : undefined, done, name)
  }
})
