import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { unzipSync } from 'fflate'
import type { InvoiceFilter } from '#domain/admin-lists.ts'
import { returnPeriodOf } from '#domain/billing/return-period.ts'
import { registered } from '#domain/billing/sample-settings.ts'
import { defaultSettings } from '#domain/shop/settings.ts'
import { findFirstInvoiceDay, listInvoices, listReturns } from '#server/billing/queries.ts'
import { printLabels, printPackingSlips } from '#server/documents/parcel-documents.ts'
import { BENGALURU, change, creditIn, send } from '#tests/support/fixtures/billing-fixture.ts'
import { addProduct, lineFor } from '#tests/support/fixtures/factories.ts'
import { db, meera, place, pool, shop } from '#tests/support/fixtures/order-fixture.ts'
import { exportGstr1, exportSalesLedger } from './export-month.ts'

const settings = { ...defaultSettings, taxRegime: 'regular' } as const
const paperShop = {
  ...shop,
  settings: { read: async () => settings } as never,
  images: { read: async () => undefined } as never,
}
const OTHER_GSTIN = '29AAPFU0939F1ZR'
const FIRM = { ...BENGALURU, firm: 'Green Rooms LLP', gstin: '29AAGCB7383J1Z4' }

const order = async (quantity = 1) => place(meera, [lineFor(await addProduct(db), { quantity })])
const numbersOf = async (filter: InvoiceFilter) => (await listInvoices(db, filter, {})).rows.map(({ number }) => number)

/** Two invoices and a credit note in a month of their own. */
async function fillMonth(month: string) {
  const now = new Date(`${month}-10T08:00:00Z`)
  const id = await order(3)
  const local = await send(id, { now })
  const firm = await send(await order(), { to: FIRM, now: new Date(`${month}-20T08:00:00Z`) })
  return { id, local, firm }
}

describe('the list of invoices', () => {
  test('is filtered by month, State and GSTIN, newest first', async () => {
    const { local, firm } = await fillMonth('2036-05')
    assert.deepEqual(await numbersOf({ month: '2036-05' }), [firm.number, local.number])
    assert.deepEqual(await numbersOf({ month: '2036-05', state: '27' }), [local.number])
    assert.deepEqual(await numbersOf({ month: '2036-05', gstin: FIRM.gstin }), [firm.number])
    assert.deepEqual(await numbersOf({ month: '2036-06' }), [])
    const { rows } = await listInvoices(db, { month: '2036-05', state: '29' }, {})
    assert.deepEqual([rows[0]?.buyer, rows[0]?.buyerGstin], ['Green Rooms LLP', FIRM.gstin])
    assert.ok(await findFirstInvoiceDay(db))
  })

  test('has pages, forwards and back', async () => {
    const id = await order()
    const made: string[] = []
    for (let day = 1; day <= 25; day++) {
      const now = new Date(`2037-05-${String(day).padStart(2, '0')}T08:00:00Z`)
      made.unshift((await send(id, { now })).number)
    }
    const first = await listInvoices(db, { month: '2037-05' }, {})
    const second = await listInvoices(db, { month: '2037-05' }, { after: first.next ?? '' })
    const back = await listInvoices(db, { month: '2037-05' }, { before: second.previous ?? '' })
    const numbers = (page: typeof first) => page.rows.map(({ number }) => number)
    assert.deepEqual([...numbers(first), ...numbers(second)], made)
    assert.deepEqual(numbers(back), numbers(first))
    assert.deepEqual([first.count, second.first, second.next], [25, 21, undefined])
  })
})

/** The lines of each CSV file. */
async function gstr1Of(month: string, { file = 'month', gstin = registered.gstin } = {}) {
  const period = returnPeriodOf(month, file)
  assert.ok(period)
  const zip = unzipSync(new Uint8Array(await (await exportGstr1({ db }, settings, { period, gstin })).arrayBuffer()))
  return Object.fromEntries(
    Object.entries(zip).map(([name, bytes]) => [name, new TextDecoder().decode(bytes).trimEnd().split('\r\n')]),
  )
}

describe('the files of a month', () => {
  test('are of one GSTIN each, and what is missing is told of each', async () => {
    const now = new Date('2039-05-10T08:00:00Z')
    const orderId = await order()
    const local = await send(orderId, { to: FIRM, now })
    await change({ legalState: '29', gstin: OTHER_GSTIN, invoicePrefix: 'KA' })
    const other = await send(await place(meera, [lineFor(await addProduct(db, { hsn: '6912' }))]), { now })
    await pool.query(`update bills set document = jsonb_set(document, '{lines,0,rate}', '12') where number = $1`, [
      other.number,
    ])
    await change({ ...registered, taxRegime: 'composition', invoicePrefix: 'CO', gstin: '27AAGCB7383J1Z8' })
    await send(await order(), { now })
    await change({ ...registered, invoicePrefix: 'GM' })
    const inJune = new Date('2039-06-05T08:00:00Z')
    const note = await db.transaction((tx) =>
      creditIn(tx, { ...local, orderId }, [{ position: 0, quantity: 1 }], inJune),
    )
    const numbersIn = async (gstin: string) => (await gstr1Of('2039-05', { gstin }))['docs.csv']?.slice(1)
    const run = ({ number }: { number: string }) => [`Invoices for outward supply,${number},${number},1,0`]
    assert.deepEqual(await numbersIn(registered.gstin), run(local))
    assert.deepEqual(await numbersIn(OTHER_GSTIN), run(other))
    const returns = await listReturns(db, { first: '2039-04-01', last: '2039-06-30' })
    assert.deepEqual(returns, [
      {
        ...{ gstin: registered.gstin, month: '2039-05', withoutHsn: 1, firstWithoutHsn: [local.number] },
        ...{ atEndedRate: 0, firstAtEndedRate: [] },
      },
      {
        ...{ gstin: OTHER_GSTIN, month: '2039-05', withoutHsn: 0, firstWithoutHsn: [] },
        ...{ atEndedRate: 1, firstAtEndedRate: [other.number] },
      },
      {
        ...{ gstin: registered.gstin, month: '2039-06', withoutHsn: 1, firstWithoutHsn: [note?.number] },
        ...{ atEndedRate: 0, firstAtEndedRate: [] },
      },
    ])
    assert.deepEqual(await listReturns(db, { first: '2039-07-01', last: '2039-07-31' }), [])
  })

  test('of a quarter have all of it, or what IFF did not have', async () => {
    const sent = []
    await send(await order(), { now: new Date('2040-04-05T08:00:00Z') })
    for (const month of ['2040-04', '2040-05', '2040-06', '2040-07'])
      sent.push(await send(await order(), { to: FIRM, now: new Date(`${month}-10T08:00:00Z`) }))
    const numbersOf = (lines: string[] = []) => lines.slice(1).map((line) => line.split(',')[2])
    const [april, may, june] = sent.map(({ number }) => number)
    assert.deepEqual(numbersOf((await gstr1Of('2040-05', { file: 'quarter' }))['b2b.csv']), [april, may, june])
    const rest = await gstr1Of('2040-05', { file: 'quarter-after-iff' })
    assert.deepEqual(numbersOf(rest['b2b.csv']), [june])
    assert.equal(rest['b2cs.csv']?.length, 2)
    assert.deepEqual(rest['docs.csv']?.slice(1), [`Invoices for outward supply,GM/40-41/00001,${june},4,0`])
    const iff = await gstr1Of('2040-04', { file: 'iff' })
    assert.deepEqual(Object.keys(iff), ['b2b.csv', 'cdnr.csv'])
    assert.deepEqual(numbersOf(iff['b2b.csv']), [april])
  })

  test('are a zip for the GST offline tool, and a ledger that no spreadsheet takes for formulas', async () => {
    const month = '2038-05'
    const now = new Date(`${month}-10T08:00:00Z`)
    const { number } = await send(await order(), { to: { name: '=HYPERLINK("x")', pincode: '411001' }, now })
    const files = await gstr1Of(month)
    assert.deepEqual(Object.keys(files), [
      ...['b2b.csv', 'b2cl.csv', 'b2cs.csv', 'cdnr.csv', 'cdnur.csv', 'exemp.csv', 'hsn(b2b).csv', 'hsn(b2c).csv'],
      'docs.csv',
    ])
    assert.equal(files['b2cs.csv']?.length, 2)
    assert.deepEqual(files['docs.csv']?.[1], `Invoices for outward supply,${number},${number},1,0`)

    const ledger = exportSalesLedger({ db }, settings, month)
    assert.equal(ledger.headers.get('content-disposition'), 'attachment; filename="gamla-sales-ledger-2038-05.csv"')
    const rows = (await ledger.text()).trimEnd().split('\r\n')
    assert.equal(rows.length, 2)
    assert.match(rows[1] ?? '', /^10-05-2038,Tax invoice,[^,]+,,"'=HYPERLINK\(""x""\)",/)
  })

  test('have the credit notes of their month', async () => {
    const { id, local } = await fillMonth('2026-11')
    await db.transaction((tx) => creditIn(tx, { ...local, orderId: id }, [{ position: 0, quantity: 1 }]))
    const ledger = await (await exportSalesLedger({ db }, settings, '2026-11')).text()
    assert.match(ledger, new RegExp(`22-11-2026,Credit note,[^,]+,${local.number},`))
  })
})

describe('what is printed', () => {
  test('is a PDF of the orders and parcels that are asked for, or names the ones that are not there', async () => {
    const id = await order()
    const { shipmentId } = await send(id)
    const slips = await printPackingSlips(paperShop, { role: 'admin' }, [id])
    const labels = await printLabels(paperShop, [shipmentId])
    assert.ok(slips.ok && labels.ok)
    for (const { pdf } of [slips, labels]) assert.equal(pdf.toString('latin1', 0, 5), '%PDF-')
    assert.deepEqual(await printPackingSlips(paperShop, { role: 'admin' }, [id, 99_999_999]), {
      ok: false,
      unknown: [99_999_999],
    })
    assert.deepEqual(await printLabels(paperShop, [99_999_999, shipmentId]), { ok: false, unknown: [99_999_999] })
  })
})
