import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings, type Settings } from '#domain/shop/settings.ts'
import { connect } from '#server/db/connection.ts'
import { silentLog } from '#server/observability/log.ts'
import { database, db, pool } from '#tests/support/fixtures/database-fixture.ts'
import { addUser } from '#tests/support/fixtures/factories.ts'
import { settingsOf } from '#tests/support/settings.ts'
import { findSettings } from './queries.ts'
import { saveSettings, versionOf } from './settings.ts'

const admin = await addUser(db, 'admin')

const save = (form: Partial<Settings>, version?: string) =>
  db.transaction((tx) => saveSettings(tx, admin, form, version ? { names: ['shopName', 'gstin'], version } : undefined))

test('a text that looks like JSON stays a text', async () => {
  for (const shopName of ['27', 'true', 'null', '{"a":1}', '"Diya"', '[]', '']) {
    await save({ shopName })
    assert.equal((await findSettings(db)).shopName, shopName)
  }
})

test('of many who save what they opened at once, one is first and the others are told', async () => {
  await save({ shopName: 'Diya' })
  const version = versionOf(await findSettings(db), ['shopName', 'gstin'])
  const names = Array.from({ length: 8 }, (_, index) => `Diya ${index}`)
  const saved = await Promise.all(names.map((shopName) => save({ shopName }, version)))
  const first = names.filter((_, index) => saved[index]?.ok)
  assert.equal(first.length, 1)
  assert.deepEqual([(await findSettings(db)).shopName], first)
  for (const answer of saved) assert.deepEqual([answer.settings.shopName], first)
})

test('saving what is stored is no conflict and writes nothing, and another field does not matter', async () => {
  await save({ shopName: 'Diya' })
  const version = versionOf(await findSettings(db), ['shopName', 'gstin'])
  await save({ lowStock: defaultSettings.lowStock + 1 })
  assert.equal((await save({ gstin: 'X' }, version)).ok, true)
  const { rows: before } = await pool.query('select count(*) from audit')
  assert.equal((await save({ shopName: 'Diya', gstin: 'X' }, version)).ok, true)
  assert.deepEqual((await pool.query('select count(*) from audit')).rows, before)
})

test('while the database is away, pages keep the name that the shop had last', async () => {
  const lost = connect(database.url, silentLog)
  const settings = settingsOf(lost.db)
  await save({ shopName: 'Diya Lamps' })
  assert.equal((await settings.readOrLast()).shopName, 'Diya Lamps')
  await lost.pool.end()
  await assert.rejects(settings.read())
  assert.equal((await settings.readOrLast()).shopName, 'Diya Lamps')
})
