import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GstRate, Settings } from '#domain/shop/settings.ts'
import { composeCreditNote } from './compose-credit-note.ts'
import { composeInvoice } from './compose-invoice.ts'
import type { Invoice } from './invoice.ts'
import { viewInvoice } from './invoice-view.ts'
import { registered } from './sample-settings.ts'

/** One pot for a firm in Bengaluru, billed by a shop in Pune. */
function invoiceOf(taxRegime: Settings['taxRegime'], gstRate: GstRate = 18, buyer = {}): Invoice {
  const addressInfo = {
    ...{ name: 'Ravi Shetty', address: '12 Lake View Road', city: 'Bengaluru', pincode: '560038' },
    ...{ mobileNumber: '9845000012', firm: 'Green Rooms LLP', gstin: '29AAGCB7383J1Z4', ...buyer },
  }
  const line = { position: 0, quantity: 1, title: 'Bowl', sizeLabel: 'CUBEE C01', selectedColor: 'Grey Stone' }
  const invoice = composeInvoice(
    { ...registered, taxRegime },
    {
      order: { id: 1001, addressInfo, time: '2026-11-20T08:00:00Z' },
      shipmentId: 1,
      lines: [{ ...line, unitPrice: 49_500, amount: 49_500, sku: 'BWL-1', hsn: '6912', gstRate, set: null }],
      deliveryState: '29',
    },
  )
  return { ...invoice, number: 'GM/26-27/00001', date: '2026-11-22' }
}

function creditOf(invoice: Invoice): Invoice {
  const note = composeCreditNote(invoice, { credited: [], lines: [{ position: 0, quantity: 1 }], reason: 'Returned' })
  assert.ok(note)
  return { ...note, number: 'GMCN/26-27/00001', date: '2026-11-29' }
}

/** Every word on a document. */
function wordsOf(invoice: Invoice): string {
  const { supplier, buyer, delivery, facts, columns, rows, sums, ...rest } = viewInvoice(invoice)
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
  const receipt = invoiceOf('unregistered', 18, { gstin: '27AAPFU0939F1ZV', registeredAddress: '4 Paud Road, Pune' })
  for (const invoice of [receipt, creditOf(receipt)]) {
    assert.doesNotMatch(wordsOf(invoice), TAX_WORDS)
    assert.match(wordsOf(invoice), /State: Karnataka/)
    const { columns, rows } = viewInvoice(invoice)
    for (const row of rows) assert.equal(row.length, columns.length)
  }
  for (const word of ['HSN', 'GSTIN', 'Place of supply', '(29)'])
    assert.ok(wordsOf(invoiceOf('regular')).includes(word))
})

test('each document calls its number by its own name', () => {
  const labelOf = (invoice: Invoice) => viewInvoice(invoice).facts[0]?.label
  assert.equal(labelOf(invoiceOf('regular')), 'Invoice no.')
  assert.equal(labelOf(invoiceOf('composition')), 'Bill of supply no.')
  assert.equal(labelOf(invoiceOf('regular', 0)), 'Bill of supply no.')
  assert.equal(labelOf(invoiceOf('unregistered')), 'Receipt no.')
  assert.equal(labelOf(creditOf(invoiceOf('regular'))), 'Credit note no.')
  assert.doesNotMatch(wordsOf(invoiceOf('composition')), /invoice/i)
})

test('a rate with a fraction is shared between the Union and the State', () => {
  const notes = viewInvoice(invoiceOf('regular', 0.25, { gstin: '27AAPFU0939F1ZV' })).rows[0]?.map(({ note }) => note)
  assert.deepEqual(
    notes?.filter((note) => note?.endsWith('%')),
    ['0.125%', '0.125%'],
  )
})
