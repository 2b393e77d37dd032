import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { User } from '#domain/accounts/user.ts'
import { defaultSettings } from '#domain/shop/settings.ts'
import { listAreas } from '#server/delivery/queries.ts'
import { db, pool } from '#tests/support/fixtures/database-fixture.ts'
import { addUser } from '#tests/support/fixtures/factories.ts'
import { exportAreas, importAreas } from './delivery-areas.ts'

const shop = { db, now: () => new Date('2026-11-21T20:00:00Z') }
const admin: User = await addUser(db, 'admin')

beforeEach(async () => void (await pool.query('delete from delivery_areas')))

const fileOf = (text: string) => new File([text], 'pincodes.csv', { type: 'text/csv' })

test('a file replaces the list, and can be downloaded as it was', async () => {
  assert.deepEqual(await importAreas(shop, admin, fileOf('pincode,days,cash,largest\n411001,4,yes,5000\n')), {
    ok: true,
    count: 1,
  })
  const text = '\uFEFFPincode;Days;Cash;Largest\r\n560 038;;no;\r\n110001;2;;\r\n'
  assert.deepEqual(await importAreas(shop, admin, fileOf(text)), { ok: true, count: 2 })
  assert.deepEqual(await listAreas(db), [
    { pincode: '110001', days: 2, cash: true, largest: null },
    { pincode: '560038', days: null, cash: false, largest: null },
  ])
  assert.equal(
    (await exportAreas(shop, defaultSettings).text()).replace('\uFEFF', ''),
    'pincode,days,cash,largest\r\n110001,2,yes,\r\n560038,,no,\r\n',
  )
})

test('a wrong row refuses the file with its line, and the list stays', async () => {
  await importAreas(shop, admin, fileOf('pincode\n411001\n'))
  const text =
    'pincode,days,cash,largest\n41100,4,yes,\n560038,0,yes,\n110001,4,maybe,\n411001,,,-5\n400001,,,\n400001,,,\n'
  const answer = await importAreas(shop, admin, fileOf(text))
  assert.ok(!answer.ok)
  assert.deepEqual(
    answer.problems.map(({ row }) => row),
    [2, 3, 4, 5, 7],
  )
  assert.deepEqual(
    (await listAreas(db)).map(({ pincode }) => pincode),
    ['411001'],
  )
  for (const wrong of ['', 'days,cash\n4,yes\n', 'nothing of the kind'])
    assert.equal((await importAreas(shop, admin, fileOf(wrong))).ok, false, wrong)
})

test('a file with only the header row removes the list: the shop delivers everywhere again', async () => {
  await importAreas(shop, admin, fileOf('pincode\n411001\n'))
  assert.deepEqual(await importAreas(shop, admin, fileOf('pincode,days,cash,largest\n')), { ok: true, count: 0 })
  assert.deepEqual(await listAreas(db), [])
})

test('every pincode of India fits into one list', async () => {
  const rows = Array.from({ length: 30_000 }, (_, index) => `${400_000 + index},4,yes,5000`)
  assert.deepEqual(await importAreas(shop, admin, fileOf(`pincode,days,cash,largest\n${rows.join('\n')}`)), {
    ok: true,
    count: 30_000,
  })
})
