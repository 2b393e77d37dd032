import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { registered } from '#domain/billing/sample-settings.ts'
import type { Settings } from '#domain/shop/settings.ts'
import { BENGALURU, change, invoiceOf, NOW, send, sendIn } from '#tests/support/fixtures/billing-fixture.ts'
import { addCounted, addProduct, lineFor } from '#tests/support/fixtures/factories.ts'
import { db, meera, place, pool } from '#tests/support/fixtures/order-fixture.ts'
import { listPrefixProblems } from './prefixes.ts'
import { findInvoice, listInvoicesOf } from './queries.ts'

const onePot = async (quantity = 1) => place(meera, [lineFor(await addProduct(db), { quantity })])

async function documentOf(id: number) {
  const invoice = await findInvoice(db, id)
  assert.ok(invoice)
  return invoice.document
}

/** SKU, HSN and tax rate of each line that is billed when this order is sent. */
async function codesOf(id: number) {
  const { lines } = await documentOf((await send(id)).invoiceId)
  return lines.map(({ sku, hsn, rate }) => [sku, hsn, rate])
}

class Undone extends Error {}

/** Invoices in a transaction that is rolled back afterwards. */
async function sendAndUndo(id: number, now: Date): Promise<string> {
  let number = ''
  const undone = db.transaction(async (tx) => {
    number = invoiceOf((await sendIn(tx, id, { now })).issued).number
    throw new Undone()
  })
  await assert.rejects(undone, Undone)
  return number
}

describe('numbers', () => {
  test('count from 1 in each financial year of India', async () => {
    const numberAt = async (now: string) => (await send(await onePot(), { now: new Date(now) })).number
    assert.equal(await numberAt('2031-03-31T18:29:59Z'), 'GM/30-31/00001')
    assert.equal(await numberAt('2031-03-31T18:30:00Z'), 'GM/31-32/00001')
    assert.equal(await numberAt('2031-12-31T18:30:00Z'), 'GM/31-32/00002')
    assert.equal(await numberAt('2032-01-31T00:00:00Z'), 'GM/31-32/00003')
  })

  test('have no gap and no double, however many are given at once and taken back', async () => {
    const now = new Date('2041-06-01T06:00:00Z')
    const id = await onePot()
    const all = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        index % 3 === 0 ? sendAndUndo(id, now) : send(id, { now }).then(({ number }) => number),
      ),
    )
    const kept = all.filter((_, index) => index % 3 !== 0).sort()
    assert.deepEqual(
      kept,
      Array.from({ length: 40 }, (_, index) => `GM/41-42/${String(index + 1).padStart(5, '0')}`),
    )
  })

  test('go on when the prefix changes, and stay unique when two series use one prefix', async () => {
    const now = new Date('2042-06-01T06:00:00Z')
    assert.equal((await send(await onePot(), { now })).number, 'GM/42-43/00001')
    await change({ invoicePrefix: 'DIYA' })
    assert.equal((await send(await onePot(), { now })).number, 'DIYA/42-43/00002')
    await change({ invoicePrefix: 'GM' })
    const last = `update bill_counters set last = $1 where (series, financial_year) = ('bill', '42-43')`
    await pool.query(last, [99_999])
    assert.equal((await send(await onePot(), { now })).number, 'GM/42-43/100000')
    await pool.query(last, [0])
    await pool.query(
      `update bills set series = 'credit-note', serial = 77, bill_id = id where number = 'GM/42-43/00001'`,
    )
    assert.equal((await send(await onePot(), { now })).number, 'GM/4243/00001')
  })

  test('count from 1 for each GSTIN, and go on when the shop has an earlier one again', async () => {
    const now = new Date('2044-06-01T06:00:00Z')
    const numberOf = async () => (await send(await onePot(), { now })).number
    assert.deepEqual([await numberOf(), await numberOf()], ['GM/44-45/00001', 'GM/44-45/00002'])
    await change({ legalState: '29', gstin: '29AAPFU0939F1ZR', invoicePrefix: 'KA' })
    assert.equal(await numberOf(), 'KA/44-45/00001')
    await change({ taxRegime: 'unregistered', invoicePrefix: 'RC' })
    assert.equal(await numberOf(), 'RC/44-45/00001')
    await change({ ...registered, invoicePrefix: 'GM' })
    assert.equal(await numberOf(), 'GM/44-45/00003')
  })

  test('are never used twice, even if two GSTINs have one prefix', async () => {
    const now = new Date('2045-06-01T06:00:00Z')
    const first = await send(await onePot(), { now })
    await change({ legalState: '29', gstin: '29AAPFU0939F1ZR' })
    const second = await send(await onePot(), { now })
    assert.deepEqual([first.number, second.number], ['GM/45-46/00001', 'GM/4546/00001'])
    const problems = (values: Partial<Settings>) => db.transaction((tx) => listPrefixProblems(tx, values, now))
    const asked = { ...registered, invoicePrefix: 'GM', creditNotePrefix: 'GMCN' }
    assert.deepEqual(await problems(asked), {
      invoicePrefix: 'GM numbers documents of 29AAPFU0939F1ZR this year. Choose another prefix.',
    })
    assert.deepEqual(await problems({ ...asked, invoicePrefix: 'MH' }), {})
    assert.deepEqual(await problems({ ...asked, taxRegime: '' }), {})
    assert.deepEqual(Object.keys(await problems({ ...asked, taxRegime: 'unregistered' })), ['invoicePrefix'])
    await change(registered)
  })

  test('never go back over midnight', async () => {
    const late = new Date('2043-06-01T18:29:59Z')
    await send(await onePot(), { now: new Date('2043-06-01T18:30:00Z') })
    const { invoiceId } = await send(await onePot(), { now: late })
    assert.equal((await documentOf(invoiceId)).date, '2043-06-02')
  })
})

describe('an invoice', () => {
  test('has what rule 46 asks for', async () => {
    const pot = await addProduct(db, { title: 'Bowl', sku: 'BWL-1', hsn: '3926', gstRate: 18 })
    const id = await place(meera, [lineFor(pot)])
    const { invoiceId, shipmentId, number } = await send(id)
    const { orderDate, ...document } = await documentOf(invoiceId)
    assert.deepEqual(document, {
      kind: 'tax-invoice',
      number,
      date: '2026-11-22',
      supplier: {
        shopName: 'Gamla',
        legalName: 'Lamp House Private Limited',
        address: '4 Paud Road\nPune 411038',
        state: '27',
        gstin: '27AAPFU0939F1ZV',
        email: '',
        phone: '',
      },
      buyer: {
        name: 'Meera Nair',
        address: '12 Lake View Road',
        city: 'Bengaluru',
        pincode: '411001',
        state: '27',
        firm: '',
        gstin: '',
      },
      placeOfSupply: '27',
      orderId: id,
      shipmentId,
      lines: [
        {
          position: 0,
          description: 'Bowl, CUBEE C01, Grey Stone',
          sku: 'BWL-1',
          hsn: '3926',
          quantity: 1,
          unit: 'PCS',
          unitPrice: 49500,
          rate: 18,
          taxable: 41950,
          cgst: 3775,
          sgst: 3775,
          utgst: 0,
          igst: 0,
          total: 49500,
        },
      ],
      totals: { taxable: 41950, cgst: 3775, sgst: 3775, utgst: 0, igst: 0, total: 49500 },
      totalInWords: 'Four hundred and ninety-five rupees only',
    })
    assert.partialDeepStrictEqual(await listInvoicesOf(db, id), [
      { id: invoiceId, number, kind: 'tax-invoice', date: '2026-11-22', shipmentId, total: 49500, invoiceId: null },
    ])
  })

  test('names the firm of a business buyer and taxes another State with IGST', async () => {
    const { invoiceId } = await send(await onePot(), {
      to: { ...BENGALURU, firm: 'Green Rooms LLP', gstin: '29AAGCB7383J1Z4' },
    })
    const { buyer, placeOfSupply, totals } = await documentOf(invoiceId)
    assert.deepEqual([buyer.firm, buyer.gstin, placeOfSupply], ['Green Rooms LLP', '29AAGCB7383J1Z4', '29'])
    assert.deepEqual([totals.taxable, totals.igst], [41949, 7551])
  })

  test('takes codes and rate from the product of that day, and the SKU from the variant', async () => {
    const counted = await addCounted(db, { 'Grey Stone': 5 }, { changes: { sku: 'POT', hsn: '6912', gstRate: 5 } })
    await pool.query(`update product_variants set sku = 'POT-GREY' where offered and product_id = $1`, [counted])
    const rated = await addProduct(db, { hsn: '6912', gstRate: 5 })
    const id = await place(meera, [lineFor(counted), lineFor(rated)])
    await pool.query(`update products set hsn = '6914', gst_rate = 40 where id = $1`, [counted])
    // Without a rate of its own it has the shop's default, which is 18 %.
    await pool.query(`update products set hsn = '', gst_rate = null where id = $1`, [rated])
    assert.deepEqual(await codesOf(id), [
      ['POT-GREY', '6914', 40],
      ['', '', 18],
    ])
  })

  test('takes codes and rate of a deleted product from the order', async () => {
    const counted = await addCounted(db, { 'Grey Stone': 5 }, { changes: { sku: 'TUB', hsn: '6913', gstRate: 12 } })
    await pool.query(`update product_variants set sku = 'TUB-GREY' where offered and product_id = $1`, [counted])
    const products = [
      counted,
      await addProduct(db, { sku: 'DIYA', hsn: '6912', gstRate: 5 }),
      await addProduct(db, { hsn: '3926' }),
    ]
    const id = await place(
      meera,
      products.map((product) => lineFor(product)),
    )
    await pool.query('delete from products where id = any ($1)', [products])
    assert.deepEqual(await codesOf(id), [
      ['TUB-GREY', '6913', 12],
      ['DIYA', '6912', 5],
      ['', '3926', 18],
    ])
  })

  test('holds the part that was sent, and one for nothing works', async () => {
    const id = await place(meera, [
      lineFor(await addProduct(db), { quantity: 3 }),
      lineFor(await addProduct(db, { price: 0 }), { seenPrice: 0 }),
    ])
    const part = await documentOf((await send(id, { lines: [{ position: 0, quantity: 2 }] })).invoiceId)
    assert.deepEqual([part.lines.length, part.totals.total], [1, 99_000])
    const rest = await documentOf((await send(id, { lines: [{ position: 1, quantity: 1 }] })).invoiceId)
    assert.deepEqual([rest.totals.total, rest.totalInWords], [0, 'Zero rupees only'])
  })

  test('stays as it was, byte for byte, whatever changes afterwards', async () => {
    const pot = await addProduct(db, { sku: 'OLD-1', hsn: '3926', gstRate: 18 })
    const id = await place(meera, [lineFor(pot)])
    const { invoiceId } = await send(id)
    const bytes = async () =>
      (await pool.query('select bills::text as invoice from bills where id = $1', [invoiceId])).rows[0].invoice
    const before = await bytes()
    await pool.query(
      `update products set title = 'New', price = 1, sku = 'NEW-1', hsn = '6912', gst_rate = 5 where id = $1`,
      [pot],
    )
    await pool.query(`update sizes set width = width + 1, price = price + 1 where code = 'C01'`)
    await pool.query(`update orders set name = 'Another', address = 'Elsewhere', gstin = 'X' where id = $1`, [id])
    await change({
      shopName: 'Diya',
      legalState: '29',
      gstin: '29AAGCB7383J1Z4',
      defaultGstRate: 5,
      invoicePrefix: 'NEW',
    })
    assert.equal(await bytes(), before)
    await pool.query('delete from orders where id = $1', [id])
    await pool.query('delete from products where id = $1', [pot])
    assert.equal(await bytes(), before)
    await change(registered)
  })
})

describe('without', () => {
  test('a legal identity no invoice is made, no number is used, and it says what to fill in', async () => {
    const counters = async () => (await pool.query('select * from bill_counters order by 1, 2, 3')).rows
    const before = await counters()
    await change({ legalName: '', gstin: '' })
    const id = await onePot()
    const { issued } = await db.transaction((tx) => sendIn(tx, id))
    assert.deepEqual(issued, { invoice: undefined, missing: ['Legal name', 'GSTIN'] })
    await change(registered)
    assert.deepEqual([await listInvoicesOf(db, id), await counters()], [[], before])
  })

  test('a State of delivery a registered shop makes no invoice; a receipt needs none', async () => {
    const id = await onePot()
    const nowhere = { pincode: '605102', stateCode: '' } as const
    await assert.rejects(send(id, { to: nowhere }), /State of delivery/)
    await change({ taxRegime: 'unregistered' })
    const { kind, supplier, placeOfSupply, totals } = await documentOf(
      (await send(id, { to: nowhere, now: NOW })).invoiceId,
    )
    await change(registered)
    assert.deepEqual([kind, supplier.gstin, placeOfSupply, totals.taxable], ['receipt', '', '', 49_500])
  })
})
