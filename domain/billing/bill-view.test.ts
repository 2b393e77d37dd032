import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GstRate, Settings } from '#domain/shop/settings.ts'
import type { Bill } from './bill.ts'
import { viewBill } from './bill-view.ts'
import { composeBill } from './compose-bill.ts'
import { composeCreditNote } from './compose-credit-note.ts'
import { registered } from './sample-settings.ts'

/** One pot for a firm in Bengaluru, billed by a shop in Pune. */
function billOf(taxRegime: Settings['taxRegime'], gstRate: GstRate = 18, buyer = {}): Bill {
  const addressInfo = {
    ...{ name: 'Ravi Shetty', address: '12 Lake View Road', city: 'Bengaluru', pincode: '560038' },
    ...{ mobileNumber: '9845000012', firm: 'Green Rooms LLP', gstin: '29AAGCB7383J1Z4', ...buyer },
  }
  const line = { position: 0, quantity: 1, title: 'Bowl', sizeLabel: 'CUBEE C01', selectedColor: 'Grey Stone' }
  const bill = composeBill(
    { ...registered, taxRegime },
    {
      order: { id: 1001, addressInfo, time: '2026-11-20T08:00:00Z' },
      shipmentId: 1,
      lines: [{ ...line, unitPrice: 49_500, sku: 'BWL-1', hsn: '6912', gstRate }],
      deliveryState: '29',
    },
  )
  return { ...bill, number: 'GM/26-27/00001', date: '2026-11-22' }
}

function creditOf(bill: Bill): Bill {
  const note = composeCreditNote(bill, { credited: [], lines: [{ position: 0, quantity: 1 }], reason: 'Returned' })
  assert.ok(note)
  return { ...note, number: 'GMCN/26-27/00001', date: '2026-11-29' }
}

/** Every word on a document. */
function wordsOf(bill: Bill): string {
  const { supplier, buyer, delivery, facts, columns, rows, sums, ...rest } = viewBill(bill)
  const cells = rows.flat().flatMap(({ text, note }) => [text, note])
  return [
    ...[supplier, buyer, ...(delivery ? [delivery] : [])].flatMap(({ heading, name, lines }) => [
      heading,
      name,
      ...lines,
    ]),
    ...[...facts, ...sums].flatMap(({ label, value }) => [label, value]),
    ...columns.map(({ heading }) => heading),
    ...cells,
    ...Object.values(rest).flat(),
  ].join('\n')
}

const TAX_WORDS = /tax|GST|HSN|place of supply|reverse charge|invoice|\(\d\d\)/i

test('the receipt of an unregistered seller, and the note on it, have no word about tax', () => {
  const receipt = billOf('unregistered', 18, { gstin: '27AAPFU0939F1ZV', registeredAddress: '4 Paud Road, Pune' })
  for (const bill of [receipt, creditOf(receipt)]) {
    assert.doesNotMatch(wordsOf(bill), TAX_WORDS)
    assert.match(wordsOf(bill), /State: Karnataka/)
    const { columns, rows } = viewBill(bill)
    for (const row of rows) assert.equal(row.length, columns.length)
  }
  for (const word of ['HSN', 'GSTIN', 'Place of supply', '(29)']) assert.ok(wordsOf(billOf('regular')).includes(word))
})

test('each document calls its number by its own name', () => {
  const labelOf = (bill: Bill) => viewBill(bill).facts[0]?.label
  assert.equal(labelOf(billOf('regular')), 'Invoice no.')
  assert.equal(labelOf(billOf('composition')), 'Bill of supply no.')
  assert.equal(labelOf(billOf('regular', 0)), 'Bill of supply no.')
  assert.equal(labelOf(billOf('unregistered')), 'Receipt no.')
  assert.equal(labelOf(creditOf(billOf('regular'))), 'Credit note no.')
  assert.doesNotMatch(wordsOf(billOf('composition')), /invoice/i)
})

test('a rate with a fraction is shared between the Union and the State', () => {
  const notes = viewBill(billOf('regular', 0.25, { gstin: '27AAPFU0939F1ZV' })).rows[0]?.map(({ note }) => note)
  assert.deepEqual(
    notes?.filter((note) => note?.endsWith('%')),
    ['0.125%', '0.125%'],
  )
})
