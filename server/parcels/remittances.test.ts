import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { expectedCash, outstandingCash } from '#domain/orders/cash-received.ts'
import { importRemittances } from '#server/admin/csv/remittances.ts'
import { readDeskOrder } from '#server/order-page/page.ts'
import { admin, db, meera, pool } from '#tests/support/fixtures/order-fixture.ts'
import { deliver, desk, dispatch, move, placeCounted, sql } from '#tests/support/fixtures/shipment-fixture.ts'
import { rounds } from '#tests/support/rounds.ts'
import {
  listDifferences,
  listOutstanding,
  listReceipts,
  listRemittanceImports,
  readParcelCash,
  sumOutstanding,
} from './remittance-queries.ts'
import { acceptDifference, assignCash, receiveCash, removeCash, removeImport, writeOffCash } from './remittances.ts'

beforeEach(
  async () => void (await pool.query('truncate remittances, cash_write_offs, remittance_imports, shipments cascade')),
)

async function parcel(awb: string | null, cash: number, { step = 'delivered', orderId = 1001 } = {}): Promise<number> {
  const [row] = await sql<{ id: string }>(
    `insert into shipments (order_id, user_id, key, courier, awb, cash, step, delivered_at)
     values ($1, $2, $3, 'Delhivery', $4, $5, $6, case when $6 = 'delivered' then now() end) returning id`,
    [orderId, meera.userId, randomUUID(), awb, cash, step],
  )
  return Number(row?.id)
}

async function upload(...rows: string[]): Promise<number> {
  const file = new File([['AWB,Amount,Date,UTR', ...rows].join('\n')], 'november.csv')
  const imported = await importRemittances(desk, admin, file)
  assert.ok(imported.ok)
  return (await listRemittanceImports(db))[0]?.id ?? 0
}

const press = (shipmentId: number, seen: number) => ({ shipmentId, seen, key: randomUUID() })
const receipt = (amount: number) => ({ amount, paidOn: '2026-11-20', reference: 'UTR1' })
const outstanding = async () => (await listOutstanding(db, desk.now())).map((row) => [row.id, row.outstanding])
const differences = async () => (await listDifferences(db)).map((row) => [row.kind, row.awb, row.outstanding])
const auditOf = (subject: string) =>
  sql<{ action: string }>('select action, before, after from audit where subject = $1 order by id', [subject])

test('cash by hand is entered in parts until nothing is outstanding, and each form once', async () => {
  const id = await parcel(null, 498)
  const first = { ...press(id, 49_800), ...receipt(20_000) }
  assert.deepEqual(await receiveCash(desk, admin, first), { ok: true })
  assert.deepEqual(await receiveCash(desk, admin, first), { ok: true })
  assert.deepEqual(await outstanding(), [[id, 29_800]])
  assert.deepEqual(await receiveCash(desk, admin, { ...press(id, 29_800), ...receipt(29_900) }), {
    ok: false,
    reason: 'too-much',
  })
  assert.deepEqual(await receiveCash(desk, admin, { ...press(id, 29_800), ...receipt(29_800) }), { ok: true })
  assert.deepEqual([await outstanding(), await differences()], [[], []])
  assert.deepEqual(
    (await auditOf('order 1001')).map(({ action }) => action),
    ['receive cash', 'receive cash'],
  )
})

test('of two people who enter the same cash at once, the second is told that it changed', async () => {
  const id = await parcel(null, 498)
  const answers = await Promise.all(
    [1, 2].map(() => receiveCash(desk, admin, { ...press(id, 49_800), ...receipt(49_800) })),
  )
  assert.deepEqual(answers.map(({ ok }) => ok).toSorted(), [false, true])
  assert.deepEqual(
    answers.find(({ ok }) => !ok),
    { ok: false, reason: 'changed' },
  )
  assert.equal((await listReceipts(db, [id])).length, 1)
})

test('a part that was received and the rest that is written off may come from forms with the same key', async () => {
  const id = await parcel(null, 498)
  const key = randomUUID()
  assert.deepEqual(await receiveCash(desk, admin, { shipmentId: id, seen: 49_800, key, ...receipt(20_000) }), {
    ok: true,
  })
  const rest = { shipmentId: id, seen: 29_800, key, reason: 'Lost' }
  assert.deepEqual(await writeOffCash(desk, admin, rest), { ok: true })
  assert.deepEqual(await outstanding(), [])
})

test('what a courier will not pay is written off with a reason, once', async () => {
  const id = await parcel('A1', 498)
  await upload('A1,404,2026-11-20,U1')
  assert.deepEqual(await differences(), [['less', 'A1', 9400]])
  const writeOff = { ...press(id, 9400), reason: 'Fee of the courier' }
  assert.deepEqual(await writeOffCash(desk, admin, writeOff), { ok: true })
  assert.deepEqual(await writeOffCash(desk, admin, writeOff), { ok: true })
  assert.deepEqual([await outstanding(), await differences()], [[], []])
  assert.deepEqual(await writeOffCash(desk, admin, { ...press(id, 9400), reason: 'Again' }), {
    ok: false,
    reason: 'changed',
  })
  const [kept] = await sql<{ after: object }>(
    "select after from audit where action = 'write off cash' order by id desc",
  )
  assert.deepEqual(kept?.after, { amount: 94, reason: 'Fee of the courier' })
})

test('differences can be accepted as they are, and are back when more money comes', async () => {
  const [more, back] = [await parcel('MORE', 100), await parcel('BACK', 100, { step: 'returned' })]
  await upload('MORE,105,2026-11-20,U1', 'BACK,100,2026-11-20,U1', 'WHO,7,2026-11-20,U1')
  assert.deepEqual((await differences()).toSorted(), [
    ['more', 'MORE', -500],
    ['returned', 'BACK', -10_000],
    ['unknown', 'WHO', -700],
  ])
  for (const [shipmentId, seen] of [
    [more, -500],
    [back, -10_000],
  ] as const)
    assert.deepEqual(await acceptDifference(desk, admin, press(shipmentId, seen)), { ok: true })
  const unknown = { awb: 'who', seen: -700, key: randomUUID() }
  assert.deepEqual(await acceptDifference(desk, admin, unknown), { ok: true })
  assert.deepEqual(await acceptDifference(desk, admin, unknown), { ok: false, reason: 'changed' })
  assert.deepEqual(await differences(), [])
  await upload('MORE,1,2026-11-21,U2', 'WHO,8,2026-11-21,U2')
  assert.deepEqual((await differences()).toSorted(), [
    ['more', 'MORE', -100],
    ['unknown', 'WHO', -800],
  ])
})

test('money for an unknown AWB is given to an order, and taken back when it was the wrong one', async () => {
  const id = await parcel(null, 300, { orderId: 1007 })
  await upload('LOST,300,2026-11-20,U1')
  const assign = (orderId: number) => assignCash(desk, admin, { awb: 'LOST', seen: -30_000, orderId })
  assert.deepEqual(await assign(1), { ok: false, reason: 'no-parcel' })
  assert.deepEqual(await assign(1007), { ok: true })
  assert.deepEqual([await outstanding(), await differences()], [[], []])
  assert.deepEqual(await assign(1007), { ok: false, reason: 'changed' })
  const [given] = await listReceipts(db, [id])
  assert.equal(given?.source, 'order')
  const wrong = { orderId: 1007, receiptId: given?.id ?? 0 }
  assert.deepEqual(await removeCash(desk, admin, { ...wrong, orderId: 1008 }), { ok: false, reason: 'changed' })
  assert.deepEqual(await removeCash(desk, admin, wrong), { ok: true })
  assert.deepEqual(await differences(), [['unknown', 'LOST', -30_000]])
})

test('a wrong import is removed with what was decided about it, kept in the history, and can come again', async () => {
  const id = await parcel('A1', 498)
  const row = 'A1,404,2026-11-20,U1'
  const file = await upload(row, 'WHO,1,2026-11-20,U1')
  await writeOffCash(desk, admin, { ...press(id, 9400), reason: 'Fee' })
  assert.deepEqual(await removeImport(desk, admin, file), { ok: true })
  assert.deepEqual([await outstanding(), await differences()], [[[id, 49_800]], []])
  assert.deepEqual(await removeImport(desk, admin, file), { ok: false, reason: 'not-found' })
  const [removed] = await sql<{ before: object }>("select before from audit where action = 'remove remittances'")
  assert.deepEqual(removed?.before, { fileName: 'november.csv', rows: 2, amount: 405 })
  const [kept] = await sql<{ after: object }>("select after from audit where action = 'remove remittance'")
  assert.deepEqual(kept?.after, { awb: 'A1', reference: 'U1', amount: 404, paidOn: '2026-11-20' })
  await upload(row)
  assert.deepEqual(await differences(), [['less', 'A1', 9400]])
})

test('the page of an order tells what was received, by whom, and forgets what was removed', async () => {
  const { id } = await placeCounted(1)
  const { shipmentId } = await dispatch(id)
  await move(shipmentId, 'delivered')
  await deliver(id)
  const page = async () => readDeskOrder({ db }, id)
  const [cash] = (await page())?.cash.parcels ?? []
  assert.ok(cash)
  const seen = outstandingCash(cash)
  await receiveCash(desk, admin, { ...press(shipmentId, seen), ...receipt(seen) })
  const told = async () =>
    (await page())?.timeline.flatMap(({ kind, text, who }) => (kind === 'payment' ? [[text, who]] : []))
  assert.match(String((await told())?.[0]?.[0]), /^Parcel: ₹[\d,]+ received in cash$/)
  assert.equal((await told())?.[0]?.[1], admin.email)
  const [entered] = (await page())?.cash.receipts ?? []
  assert.deepEqual(await removeCash(desk, admin, { orderId: id, receiptId: entered?.id ?? 0 }), { ok: true })
  assert.deepEqual(await told(), [])
  assert.ok((await page())?.timeline.some(({ text, who }) => text === 'Remove cash' && who === admin.email))
})

type Step =
  | { kind: 'upload'; rows: [parcel: number, amount: number][] }
  | { kind: 'receive' | 'write-off' | 'accept' | 'remove'; parcel: number; part: number }
  | { kind: 'assign' | 'remove-import' | 'come-back'; parcel: number }

const index = fc.nat({ max: 5 })
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('upload' as const),
    rows: fc.array(fc.tuple(index, fc.constantFrom(1, 5000, 9999, 10_000, 12_000)), { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    kind: fc.constantFrom('receive' as const, 'write-off' as const, 'accept' as const, 'remove' as const),
    parcel: index,
    part: fc.constantFrom(1, 2, 3),
  }),
  fc.record({
    kind: fc.constantFrom('assign' as const, 'remove-import' as const, 'come-back' as const),
    parcel: index,
  }),
)

test('after any imports, corrections and removals the sums agree, and nothing is negative without being listed', async () => {
  let reference = 0
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 12 }), async (steps) => {
      await pool.query('truncate remittances, cash_write_offs, remittance_imports, shipments cascade')
      const ids: number[] = []
      for (let at = 0; at < 4; at++) ids.push(await parcel(`P${at}`, 100, { orderId: 2000 + at }))
      for (const step of steps) {
        await take(step, ids, () => `R${reference++}`)
        await assertSums(ids)
      }
    }),
    { numRuns: rounds({ few: 25, all: 300 }) },
  )
})

/** Whether a step is refused does not matter: the sums hold after it. */
async function take(step: Step, ids: readonly number[], reference: () => string): Promise<void> {
  if (step.kind === 'upload') {
    // Two of the AWBs are of no parcel.
    await upload(...step.rows.map(([at, paise]) => `P${at},${(paise / 100).toFixed(2)},2026-11-20,${reference()}`))
    return
  }
  const shipmentId = ids[step.parcel % ids.length] ?? 0
  const [cash] = await readParcelCash(db, { ids: [shipmentId] })
  assert.ok(cash)
  const seen = outstandingCash(cash)
  switch (step.kind) {
    case 'receive':
      await receiveCash(desk, admin, { ...press(shipmentId, seen), ...receipt(Math.ceil(seen / step.part)) })
      return
    case 'write-off':
      await writeOffCash(desk, admin, { ...press(shipmentId, seen), reason: 'Lost' })
      return
    case 'accept': {
      const [difference] = await listDifferences(db)
      if (!difference) return
      const { shipmentId: of, awb, outstanding } = difference
      const key = randomUUID()
      await acceptDifference(
        desk,
        admin,
        of === null ? { awb, key, seen: outstanding } : { shipmentId: of, key, seen: outstanding },
      )
      return
    }
    case 'remove': {
      const [entered] = await listReceipts(db, [shipmentId])
      if (entered) await removeCash(desk, admin, { orderId: cash.orderId, receiptId: entered.id })
      return
    }
    case 'assign': {
      const unknown = (await listDifferences(db)).find(({ kind }) => kind === 'unknown')
      if (unknown) await assignCash(desk, admin, { awb: unknown.awb, seen: unknown.outstanding, orderId: cash.orderId })
      return
    }
    case 'remove-import': {
      const [file] = await listRemittanceImports(db)
      if (file) await removeImport(desk, admin, file.id)
      return
    }
    case 'come-back':
      await pool.query(`update shipments set step = 'returned', delivered_at = null where id = $1`, [shipmentId])
  }
}

async function assertSums(ids: readonly number[]): Promise<void> {
  const parcels = await readParcelCash(db, { ids })
  const listed = new Map((await listDifferences(db)).map((row) => [row.shipmentId ?? row.awb, row]))
  const open = new Map((await listOutstanding(db, desk.now())).map((row) => [row.id, row.outstanding]))
  for (const one of parcels) {
    const rows = await sql<{ received: number; written: number }>(
      `select (select coalesce(sum(amount), 0)::float8 from remittances where shipment_id = $1) as received,
        (select coalesce(sum(amount), 0)::float8 from cash_write_offs where shipment_id = $1) as written`,
      [one.id],
    )
    const { received, written } = rows[0] ?? { received: 0, written: 0 }
    const left = expectedCash(one) - received - written
    assert.equal(outstandingCash(one), left)
    assert.equal(open.get(one.id) ?? 0, one.step === 'delivered' ? Math.max(0, left) : 0)
    if (left < 0) assert.ok(listed.has(one.id), `parcel ${one.id}: ${left} is listed nowhere`)
    if (listed.has(one.id)) assert.equal(listed.get(one.id)?.outstanding, left)
  }
  const ages = (await sumOutstanding(db, desk.now())).reduce((sum, { amount }) => sum + amount, 0)
  assert.equal(
    ages,
    [...open.values()].reduce((sum, amount) => sum + amount, 0),
  )
  // Every rupee of every file is with a parcel, or listed, or was accepted.
  const [unknown] = await sql<{ amount: number }>(
    'select coalesce(sum(amount), 0)::float8 as amount from remittances where shipment_id is null and accepted_at is null',
  )
  const shown = [...listed.values()].filter(({ kind }) => kind === 'unknown').reduce((sum, { paid }) => sum + paid, 0)
  assert.equal(shown, unknown?.amount)
}
