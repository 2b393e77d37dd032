import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { unzipSync } from 'fflate'
import type { BillFilter } from '#domain/admin-lists.ts'
import { defaultSettings } from '#domain/shop/settings.ts'
import { printLabels, printPackingSlips } from '#server/documents/papers.ts'
import { BENGALURU, creditIn, send } from '#tests/support/fixtures/billing-fixture.ts'
import { addProduct, lineFor } from '#tests/support/fixtures/factories.ts'
import { db, meera, place, shop } from '#tests/support/fixtures/order-fixture.ts'
import { exportGstr1, exportSalesLedger } from './export-month.ts'
import { findFirstBillDay, hasTaxInvoices, listBills } from './list-queries.ts'

const settings = { ...defaultSettings, taxRegime: 'regular' } as const
const paperShop = { ...shop, settings: { read: async () => settings } as never }
const FIRM = { ...BENGALURU, firm: 'Green Rooms LLP', gstin: '29AAGCB7383J1Z4' }

const order = async (quantity = 1) => place(meera, [lineFor(await addProduct(db), { quantity })])
const numbersOf = async (filter: BillFilter) => (await listBills(db, filter, {})).rows.map(({ number }) => number)

/** Two bills and a credit note in a month of their own. */
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
    const { rows } = await listBills(db, { month: '2036-05', state: '29' }, {})
    assert.deepEqual([rows[0]?.buyer, rows[0]?.buyerGstin], ['Green Rooms LLP', FIRM.gstin])
    assert.equal(await hasTaxInvoices(db, '2036-05'), true)
    assert.equal(await hasTaxInvoices(db, '2036-06'), false)
    assert.ok(await findFirstBillDay(db))
  })

  test('has pages, forwards and back', async () => {
    const id = await order()
    const made: string[] = []
    for (let day = 1; day <= 25; day++) {
      const now = new Date(`2037-05-${String(day).padStart(2, '0')}T08:00:00Z`)
      made.unshift((await send(id, { now })).number)
    }
    const first = await listBills(db, { month: '2037-05' }, {})
    const second = await listBills(db, { month: '2037-05' }, { after: first.next ?? '' })
    const back = await listBills(db, { month: '2037-05' }, { before: second.previous ?? '' })
    const numbers = (page: typeof first) => page.rows.map(({ number }) => number)
    assert.deepEqual([...numbers(first), ...numbers(second)], made)
    assert.deepEqual(numbers(back), numbers(first))
    assert.deepEqual([first.count, second.first, second.next], [25, 21, undefined])
  })
})

describe('the files of a month', () => {
  test('are a zip for the GST offline tool, and a ledger that no spreadsheet takes for formulas', async () => {
    const month = '2038-05'
    const now = new Date(`${month}-10T08:00:00Z`)
    const { number } = await send(await order(), { to: { name: '=HYPERLINK("x")', pincode: '411001' }, now })
    const zip = unzipSync(new Uint8Array(await (await exportGstr1({ db }, settings, month)).arrayBuffer()))
    const files = Object.fromEntries(
      Object.entries(zip).map(([name, bytes]) => [name, new TextDecoder().decode(bytes).trimEnd().split('\r\n')]),
    )
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
    const slips = await printPackingSlips(paperShop, [id])
    const labels = await printLabels(paperShop, [shipmentId])
    assert.ok(slips.ok && labels.ok)
    for (const { pdf } of [slips, labels]) assert.equal(pdf.toString('latin1', 0, 5), '%PDF-')
    assert.deepEqual(await printPackingSlips(paperShop, [id, 99_999_999]), { ok: false, unknown: [99_999_999] })
    assert.deepEqual(await printLabels(paperShop, [99_999_999, shipmentId]), { ok: false, unknown: [99_999_999] })
  })
})
