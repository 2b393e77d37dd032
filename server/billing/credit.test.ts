import assert from 'node:assert/strict'
import { test } from 'node:test'
import { registered } from '#domain/billing/sample-settings.ts'
import { BENGALURU, change, creditIn, send, sendIn } from '#tests/support/fixtures/billing-fixture.ts'
import { addProduct, lineFor } from '#tests/support/fixtures/factories.ts'
import { admin, db, meera, place, pool } from '#tests/support/fixtures/order-fixture.ts'
import { recordBuyerAnswer } from './buyer-answer.ts'
import { findInvoice, listInvoicesOf } from './queries.ts'

async function sentPots(quantity: number, to?: Parameters<typeof send>[1]) {
  const pot = await addProduct(db, { price: 849 })
  const orderId = await place(meera, [lineFor(pot, { quantity, seenPrice: 849 })])
  return { orderId, ...(await send(orderId, to)) }
}

const take = (sent: { orderId: number; shipmentId: number }, quantity: number) =>
  db.transaction((tx) => creditIn(tx, sent, [{ position: 0, quantity }]))

test('three pots that come back one by one credit what was charged, each note naming the invoice', async () => {
  const sent = await sentPots(3)
  for (let pot = 0; pot < 3; pot += 1) await take(sent, 1)
  const [invoice, ...notes] = await listInvoicesOf(db, sent.orderId)
  const documents = await Promise.all(notes.map(async ({ id }) => (await findInvoice(db, id))?.document))
  assert.deepEqual(
    documents.map((note) => [note?.kind, note?.against, note?.totals.cgst, note?.totals.taxable, note?.reason]),
    [
      [6475, 71_950],
      [6476, 71_948],
      [6475, 71_950],
    ].map(([cgst, taxable]) => [
      'credit-note',
      { number: sent.number, date: '2026-11-22', kind: 'tax-invoice' },
      cgst,
      taxable,
      'Returned',
    ]),
  )
  assert.deepEqual([invoice?.total, notes.reduce((sum, { total }) => sum + total, 0)], [254_700, 254_700])
  await assert.rejects(take(sent, 1), /than was billed: 3 and 1 of 3/)
})

test('credit notes have numbers of their own without a gap, also when many come back at once', async () => {
  const sent = await Promise.all(Array.from({ length: 12 }, () => sentPots(1)))
  const [{ rows }, before] = [
    await pool.query(`select coalesce(max(serial), 0)::integer as last from bills where series = 'credit-note'`),
    0,
  ]
  const numbers = (await Promise.all(sent.map((each) => take(each, 1)))).map((note) => note?.number)
  assert.deepEqual(
    numbers.sort(),
    sent.map((_, index) => `GMCN/26-27/${String(rows[0].last + before + index + 1).padStart(5, '0')}`),
  )
})

test('of many who credit one invoice at once, no more is credited than was billed', async () => {
  const sent = await sentPots(3)
  const taken = await Promise.allSettled(Array.from({ length: 6 }, () => take(sent, 1)))
  assert.equal(taken.filter(({ status }) => status === 'fulfilled').length, 3)
  const [invoice, ...notes] = await listInvoicesOf(db, sent.orderId)
  assert.equal(
    invoice?.total,
    notes.reduce((sum, { total }) => sum + total, 0),
  )
})

test('what was sent without an invoice is credited without a note', async () => {
  await change({ legalName: '' })
  const orderId = await place(meera, [lineFor(await addProduct(db))])
  const { shipmentId } = await db.transaction((tx) => sendIn(tx, orderId))
  await change(registered)
  assert.equal(await take({ orderId, shipmentId }, 1), undefined)
})

test('a note belongs to the GSTIN of its invoice, in a series of that GSTIN', async () => {
  const [first, second] = [await sentPots(2), await sentPots(2)]
  const before = await take(first, 1)
  await change({ legalState: '29', gstin: '29AAPFU0939F1ZR', invoicePrefix: 'KA', creditNotePrefix: 'KACN' })
  const after = await take(second, 1)
  const other = await take(await sentPots(1), 1)
  await change({ ...registered, invoicePrefix: 'GM', creditNotePrefix: 'GMCN' })
  const serialOf = (note: { number: string } | undefined) => Number(note?.number.split('/')[2])
  assert.equal(serialOf(after), serialOf(before) + 1)
  assert.match(after?.number ?? '', /^GMCN\/26-27\//)
  assert.equal(other?.number, 'KACN/26-27/00001')
  const document = after && (await findInvoice(db, after.id))?.document
  assert.equal(document?.supplier.gstin, registered.gstin)
})

test('the first note of a GSTIN that the shop no longer has gets a prefix from its invoice', async () => {
  await change({ legalState: '33', gstin: '33AAPFU0939F1Z2', invoicePrefix: 'TN', creditNotePrefix: 'TNCN' })
  const sent = await sentPots(1)
  await change({ ...registered, invoicePrefix: 'GM', creditNotePrefix: 'GMCN' })
  assert.equal((await take(sent, 1))?.number, 'TNCN/26-27/00001')
})

test('a note on an invoice without tax has none, also after the shop has registered', async () => {
  await change({ taxRegime: 'composition' })
  const sent = await sentPots(2)
  await change(registered)
  await take(sent, 1)
  const [invoice, note] = await listInvoicesOf(db, sent.orderId)
  const document = note && (await findInvoice(db, note.id))?.document
  assert.equal(invoice?.kind, 'bill-of-supply')
  assert.equal(document?.declaration, undefined)
  assert.deepEqual(document?.totals, { taxable: 84_900, cgst: 0, sgst: 0, utgst: 0, igst: 0, total: 84_900 })
})

test('a note for a registered buyer waits for their answer in IMS, which is written down once; others wait for none', async () => {
  const to = { ...BENGALURU, firm: 'Green Rooms LLP', gstin: '29AAGCB7383J1Z4' }
  const notes = [await take(await sentPots(1, { to }), 1), await take(await sentPots(1), 1)]
  const [ofFirm = 0, ofConsumer = 0] = notes.map((note) => note?.id)
  const answerOf = async (id: number) => (await findInvoice(db, id))?.buyerAnswer
  assert.deepEqual([await answerOf(ofFirm), await answerOf(ofConsumer)], ['waiting', null])
  const record = (id: number) => recordBuyerAnswer({ db }, admin, { id, answer: 'accepted' })
  assert.deepEqual(await Promise.all([ofFirm, ofFirm, ofConsumer].map(record)), [true, true, false])
  assert.deepEqual([await answerOf(ofFirm), await answerOf(ofConsumer)], ['accepted', null])
  const audits = await pool.query(`select from audit where action = 'answer credit note'`)
  assert.equal(audits.rowCount, 1)
})
