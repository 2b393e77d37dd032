import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { User } from '#domain/accounts/user.ts'
import { defaultSettings } from '#domain/shop/settings.ts'
import { listDifferences, listOutstanding, sumOutstanding } from '#server/parcels/remittance-queries.ts'
import { db, pool } from '#tests/support/fixtures/database-fixture.ts'
import { addUser } from '#tests/support/fixtures/factories.ts'
import { exportCash, importRemittances } from './remittances.ts'

const now = new Date('2026-11-26T06:00:00Z')
const shop = { db, now: () => now }
const admin: User = await addUser(db, 'admin')
const shopper = await addUser(db)

beforeEach(async () => void (await pool.query('delete from remittances; delete from shipments')))

const fileOf = (...rows: string[]) => new File([['AWB No,COD Amount,Date,UTR', ...rows].join('\n')], 'remittance.csv')

async function parcel(awb: string, cash: number, { step = 'delivered', daysAgo = 3 } = {}) {
  const at = new Date(now.getTime() - daysAgo * 86_400_000)
  await pool.query(
    `insert into shipments (order_id, user_id, key, courier, awb, cash, step, step_at, delivered_at)
     values (1001, $1, $2, 'Delhivery', $3, $4, $5, $6, case when $5 = 'delivered' then $6::timestamptz end)`,
    [shopper.userId, crypto.randomUUID(), awb, cash, step, at],
  )
}

test('cash is outstanding from delivery until the courier has paid all of it', async () => {
  await parcel('A1', 495)
  await parcel('A2', 849, { daysAgo: 20 })
  await parcel('A3', 0)
  await parcel('A4', 700, { step: 'on-the-way' })
  const outstanding = async () =>
    (await listOutstanding(db, now)).map(({ awb, days, cash, paid }) => [awb, days, cash - paid])
  assert.deepEqual(await outstanding(), [
    ['A2', 20, 84_900],
    ['A1', 3, 49_500],
  ])
  assert.deepEqual(await importRemittances(shop, admin, fileOf('a1,495.00,26/11/2026,U1', 'A2,800,2026-11-26,U1')), {
    ok: true,
    added: 2,
    repeated: 0,
    unknown: 0,
  })
  assert.deepEqual(await outstanding(), [['A2', 20, 4900]])
  assert.match(await exportCash(shop, defaultSettings).text(), /1001,Delhivery,A2,.*,20,849\.00,800\.00,49\.00/)
})

test('a row is taken once, from however many uploads at once', async () => {
  await parcel('A1', 495)
  const upload = () => importRemittances(shop, admin, fileOf('A1,495,2026-11-26,U1', 'A1,495,2026-11-26,U1'))
  const answers = await Promise.all([upload(), upload(), upload()])
  assert.equal(
    answers.reduce((sum, answer) => sum + (answer.ok ? answer.added : 0), 0),
    1,
  )
  const { rows } = await pool.query('select from remittances')
  assert.equal(rows.length, 1)
})

test('differences: less, more, an unknown AWB, and money for a parcel that came back', async () => {
  await parcel('LESS', 495)
  await parcel('MORE', 495)
  await parcel('EVEN', 495)
  await parcel('BACK', 495, { step: 'returned' })
  const file = ['LESS,400', 'MORE,500', 'EVEN,495', 'BACK,495', 'NOBODY,10'].map((row) => `${row},2026-11-26,U1`)
  const answer = await importRemittances(shop, admin, fileOf(...file))
  assert.ok(answer.ok && answer.unknown === 1)
  const found = (await listDifferences(db)).map(({ awb, kind, expected, paid }) => [awb, kind, expected, paid])
  assert.deepEqual(found.toSorted(), [
    ['BACK', 'returned', 49_500, 49_500],
    ['LESS', 'less', 49_500, 40_000],
    ['MORE', 'more', 49_500, 50_000],
    ['NOBODY', 'unknown', 0, 1000],
  ])
  // Its AWB is typed in later; the next file finds it.
  await parcel('NOBODY', 10)
  await importRemittances(shop, admin, fileOf('MORE,5,2026-11-27,U2'))
  assert.deepEqual(
    (await listDifferences(db)).some(({ awb }) => awb === 'NOBODY'),
    false,
  )
})

test('a wrong row refuses the file, by its line', async () => {
  const answer = await importRemittances(shop, admin, fileOf('A1,495,2026-11-26,U1', 'A2,free,2026-11-26,U1', ',1,x,'))
  assert.ok(!answer.ok)
  assert.deepEqual(
    answer.problems.map(({ row }) => row),
    [3, 4],
  )
  assert.equal((await pool.query('select from remittances')).rows.length, 0)
  assert.equal((await importRemittances(shop, admin, new File(['Name,Age\nx,1\n'], 'x.csv'))).ok, false)
})

test('outstanding cash is summed by age as its list has it, to the last day of each group', async () => {
  for (const [index, daysAgo] of [-1, 0, 7, 7.9, 8, 15.9, 16, 30.9, 31, 400].entries())
    await parcel(`SUM-${index}`, 100 * (index + 1), { daysAgo })
  await importRemittances(shop, admin, fileOf('SUM-5,250.00,26/11/2026,U7'))
  const list = await listOutstanding(db, now)
  const groups = [
    ['0–7 days', 0, 7],
    ['8–15 days', 8, 15],
    ['16–30 days', 16, 30],
    ['Older', 31, Number.POSITIVE_INFINITY],
  ] as const
  const expected = groups.map(([label, from, to]) => {
    const its = list.filter(({ days }) => days >= from && days <= to)
    return { label, parcels: its.length, amount: its.reduce((sum, { cash, paid }) => sum + cash - paid, 0) }
  })
  assert.ok(expected.every(({ parcels }) => parcels >= 2))
  assert.deepEqual(await sumOutstanding(db, now), expected)
})
