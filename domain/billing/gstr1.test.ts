import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type Cell, cellText } from '#domain/cells.ts'
import { defaultSettings, GST_RATES, type Settings } from '#domain/shop/settings.ts'
import type { StateCode } from '#domain/states.ts'
import { composeCreditNote, composeReduction, reductionWithin } from './compose-credit-note.ts'
import { composeInvoice } from './compose-invoice.ts'
import { createGstr1, type Gstr1Section, type ReturnInvoice } from './gstr1.ts'
import type { Invoice } from './invoice.ts'
import { ledgerRow } from './sales-ledger.ts'

const THRESHOLD = 100_000_00
const seller: Settings = {
  ...defaultSettings,
  legalName: 'Gamla Pots Private Limited',
  legalAddress: '12 Kumbhar Lane\nPune 411038',
  legalState: '27',
  gstin: '27AAPFU0939F1ZV',
  taxRegime: 'regular',
}

/** `off`: what an offer takes off the line, in paise. */
type Sale = { rate: (typeof GST_RATES)[number]; price: number; quantity: number; hsn: string; off?: number }
/** `fee`: of the delivery, in paise. */
type Made = { serial: number; lines: Sale[]; state: StateCode; fee?: number; firm?: boolean; settings?: Settings }

/** An invoice as the shop makes it, of the 22 November. */
function makeInvoice({ serial, lines, state, fee = 0, firm = false, settings = seller }: Made): Invoice {
  const invoice = composeInvoice(settings, {
    order: {
      id: 1000 + serial,
      addressInfo: {
        ...{
          name: 'Asha Kulkarni',
          address: '4 Prabhat Road',
          city: 'Pune',
          pincode: '411004',
          mobileNumber: '9876543210',
        },
        ...(firm && { firm: 'Green Rooms LLP', gstin: '29AAGCB7383J1Z4' }),
      },
      time: '2026-11-20T08:00:00Z',
    },
    shipmentId: serial,
    lines: lines.map(({ rate, price, off = 0, ...line }, position) => ({
      ...{ ...line, position, title: 'Planter', sizeLabel: '', selectedColor: '', sku: '' },
      ...{ unitPrice: price * 100, amount: price * 100 * line.quantity - off, gstRate: rate, set: null },
    })),
    fee,
    deliveryState: state,
  })
  return { ...invoice, number: `GM/26-27/${String(serial).padStart(5, '0')}`, date: '2026-11-22' }
}

function creditOf(invoice: Invoice, serial: number, quantities: number[], withFee = false): Invoice {
  const lines = quantities.map((quantity, position) => ({ position, quantity }))
  const note = composeCreditNote(invoice, { credited: [], lines, withFee, reason: 'Returned' })
  assert.ok(note)
  return { ...note, number: `CN/26-27/${String(serial).padStart(5, '0')}`, date: '2026-11-29' }
}

/** The credit note for a lower price of what did not come back. */
function reductionOf(
  invoice: Invoice,
  before: Invoice | undefined,
  { serial, less }: { serial: number; less: number[] },
): Invoice | undefined {
  const credited = before?.lines ?? []
  const wanted = less.map((amount, position) => ({ position, quantity: 0, amount }))
  const lines = reductionWithin(invoice, credited, wanted)
  const note = composeReduction(invoice, { credited, lines, reason: 'Price reduced' })
  return note && { ...note, number: `CN/26-27/${String(serial).padStart(5, '0')}`, date: '2026-11-30' }
}

function entry(invoice: Invoice, against?: Invoice): ReturnInvoice {
  return {
    ...{
      financialYear: '26-27',
      serial: Number(invoice.number.slice(-5)),
      number: invoice.number,
      kind: invoice.kind,
      invoice,
    },
    series: against ? 'credit-note' : 'bill',
    ...(against && {
      against: { kind: against.kind, total: against.totals.total, isComposition: against.declaration !== undefined },
    }),
  }
}

function sectionsOf(entries: readonly ReturnInvoice[]): Map<string, Gstr1Section> {
  const gstr1 = createGstr1(THRESHOLD)
  for (const each of entries) gstr1.add(each)
  return new Map(gstr1.toSections().map((section) => [section.name, section]))
}

function rowsOf(sections: Map<string, Gstr1Section>, name: string): string[][] {
  return sections.get(name)?.rows.map((row) => row.map(cellText)) ?? []
}

function sumOf(sections: Map<string, Gstr1Section>, name: string, column: string): number {
  const section = sections.get(name)
  assert.ok(section)
  const index = section.columns.indexOf(column)
  assert.ok(index >= 0, column)
  const cells = section.rows.map((row): Cell => row[index] ?? '')
  return cells.reduce((sum: number, cell) => sum + (typeof cell === 'object' ? cell.paise : Number(cell)), 0)
}

const pot = { rate: 18, price: 849, quantity: 3, hsn: '392690' } as const
const dear = { rate: 18, price: 60_000, quantity: 2, hsn: '392690' } as const

describe('a month', () => {
  test('has a firm in b2b, and its credit note in cdnr', () => {
    const invoice = makeInvoice({ serial: 1, lines: [pot], state: '29', firm: true })
    const sections = sectionsOf([entry(invoice), entry(creditOf(invoice, 1, [1]), invoice)])
    assert.deepEqual(rowsOf(sections, 'b2b'), [
      [
        ...['29AAGCB7383J1Z4', 'Green Rooms LLP', 'GM/26-27/00001', '22-Nov-2026', '2547.00', '29-Karnataka', 'N', ''],
        ...['Regular B2B', '', '18', '2158.47', '0.00'],
      ],
    ])
    assert.deepEqual(rowsOf(sections, 'cdnr'), [
      [
        ...['29AAGCB7383J1Z4', 'Green Rooms LLP', 'CN/26-27/00001', '29-Nov-2026', 'C', '29-Karnataka', 'N'],
        ...['Regular B2B', '849.00', '', '18', '719.49', '0.00'],
      ],
    ])
  })

  test('lists what the buyers of credit notes have answered in IMS, with those that wait', () => {
    const invoice = makeInvoice({ serial: 1, lines: [pot], state: '29', firm: true })
    const note = (serial: number) => entry(creditOf(invoice, serial, [1]), invoice)
    const [waiting, accepted] = [note(1), note(2)]
    assert.equal(sectionsOf([entry(invoice), waiting]).has('credit notes in IMS'), false)
    const sections = sectionsOf([
      entry(invoice),
      { ...waiting, buyerAnswer: 'waiting' },
      { ...accepted, buyerAnswer: 'accepted' },
    ])
    const row = (number: string, answer: string) => [
      ...['29AAGCB7383J1Z4', 'Green Rooms LLP', number, '29-Nov-2026', '849.00', answer],
    ]
    assert.deepEqual(rowsOf(sections, 'credit notes in IMS'), [
      row('CN/26-27/00001', 'Waiting'),
      row('CN/26-27/00002', 'Accepted'),
    ])
  })

  test('has a consumer in another State above the threshold in b2cl, and any note on that invoice in cdnur', () => {
    const large = makeInvoice({ serial: 1, lines: [dear], state: '29' })
    const local = makeInvoice({ serial: 2, lines: [dear], state: '27' })
    const exact = makeInvoice({ serial: 3, lines: [{ ...dear, price: 50_000 }], state: '29' })
    const sections = sectionsOf([entry(large), entry(local), entry(exact), entry(creditOf(large, 1, [1]), large)])
    assert.deepEqual(
      rowsOf(sections, 'b2cl').map(([number]) => number),
      ['GM/26-27/00001'],
    )
    assert.deepEqual(
      rowsOf(sections, 'cdnur').map((row) => row.slice(0, 6)),
      [['B2CL', 'CN/26-27/00001', '29-Nov-2026', 'C', '29-Karnataka', '60000.00']],
    )
    assert.deepEqual(
      rowsOf(sections, 'b2cs').map(([, place]) => place),
      ['27-Maharashtra', '29-Karnataka'],
    )
  })

  test('nets the notes of small invoices by place and rate, below zero if they are of an earlier month', () => {
    const invoice = makeInvoice({ serial: 1, lines: [pot], state: '27' })
    const whole = creditOf(invoice, 1, [3])
    const nothing = sectionsOf([entry(invoice), entry(whole, invoice)])
    for (const name of ['b2cs', 'hsn(b2c)', 'exemp']) assert.deepEqual(rowsOf(nothing, name), [], name)
    assert.equal(rowsOf(nothing, 'docs').length, 2)
    assert.deepEqual(rowsOf(sectionsOf([entry(whole, invoice)]), 'b2cs')[0]?.[4], '-2158.48')
  })

  test('has goods at 0 % in exemp only, and names States as the portal does', () => {
    const invoice = makeInvoice({ serial: 1, lines: [pot, { ...pot, rate: 0 }], state: '35' })
    const sections = sectionsOf([entry(invoice)])
    assert.deepEqual(rowsOf(sections, 'b2cs')[0]?.slice(1, 5), ['35-Andaman & Nicobar Islands', '', '18', '2158.47'])
    assert.deepEqual(rowsOf(sections, 'exemp'), [
      ['Inter-State supplies to unregistered persons', '2547.00', '0.00', '0.00'],
    ])
  })

  test('counts documents in runs of numbers, without what was issued under another regime', () => {
    const composition = { ...seller, taxRegime: 'composition' } as const
    const made = [1, 2, 3, 4, 5].map((serial) =>
      makeInvoice({ serial, lines: [pot], state: '27', settings: serial === 3 ? composition : seller }),
    )
    const unbilled = made[2] as Invoice
    const sections = sectionsOf([
      ...made.map((invoice) => entry(invoice)),
      entry(creditOf(unbilled, 1, [1]), unbilled),
      entry(creditOf(made[0] as Invoice, 2, [1]), made[0]),
    ])
    assert.deepEqual(rowsOf(sections, 'docs'), [
      ['Invoices for outward supply', 'GM/26-27/00001', 'GM/26-27/00002', '2', '0'],
      ['Invoices for outward supply', 'GM/26-27/00004', 'GM/26-27/00005', '2', '0'],
      ['Credit Note', 'CN/26-27/00002', 'CN/26-27/00002', '1', '0'],
    ])
  })
})

const sale = fc.record({
  rate: fc.constantFrom(...GST_RATES),
  price: fc.integer({ min: 1, max: 90_000 }),
  quantity: fc.integer({ min: 1, max: 9 }),
  hsn: fc.constantFrom('392690', '691490', ''),
  off: fc.oneof(fc.constant(0), fc.nat({ max: 100 })),
})
const month = fc.array(
  fc.record({
    lines: fc.array(sale, { minLength: 1, maxLength: 4 }),
    state: fc.constantFrom<StateCode>('27', '29', '04', '35'),
    firm: fc.boolean(),
    fee: fc.oneof(
      fc.constant(0),
      fc.integer({ min: 1, max: 900 }).map((rupees) => rupees * 100),
    ),
    /** The fee goes back with the goods: the shop’s fault, or it was never delivered. */
    withFee: fc.boolean(),
    /** How many of each line come back; 0: none. */
    back: fc.array(fc.nat({ max: 9 }), { minLength: 4, maxLength: 4 }),
    /** Paise by which the price of each line is reduced. */
    less: fc.array(fc.nat({ max: 9_000_000 }), { minLength: 4, maxLength: 4 }),
  }),
  { maxLength: 12 },
)

test('the sections of any month add up to its invoices, to the paisa', () => {
  fc.assert(
    fc.property(month, (sales) => {
      const entries = sales.flatMap(({ back, less, withFee, ...made }, index) => {
        const invoice = makeInvoice({ ...made, serial: index + 1 })
        const quantities = made.lines.map(({ quantity }, position) => Math.min(quantity, back[position] ?? 0))
        const note = quantities.some((quantity) => quantity > 0)
          ? creditOf(invoice, index + 1, quantities, withFee)
          : undefined
        const reduced = reductionOf(invoice, note, { serial: sales.length + index + 1, less })
        return [entry(invoice), ...[note, reduced].flatMap((each) => (each ? [entry(each, invoice)] : []))]
      })
      const sections = sectionsOf(entries)
      const all = (name: 'taxable' | 'cgst' | 'sgst' | 'utgst' | 'igst' | 'total') =>
        entries.reduce((sum, { series, invoice }) => sum + (series === 'bill' ? 1 : -1) * invoice.totals[name], 0)

      const value = 'Taxable Value'
      const sold = ['b2b', 'b2cl', 'b2cs'].map((name) => sumOf(sections, name, value)).reduce((a, b) => a + b)
      const taken = sumOf(sections, 'cdnr', value) + sumOf(sections, 'cdnur', value)
      assert.equal(sold - taken + sumOf(sections, 'exemp', 'Nil Rated Supplies'), all('taxable'))

      const goods = (column: string) => sumOf(sections, 'hsn(b2b)', column) + sumOf(sections, 'hsn(b2c)', column)
      assert.equal(goods(value), all('taxable'))
      assert.equal(goods('Integrated Tax Amount'), all('igst'))
      assert.equal(goods('Central Tax Amount'), all('cgst'))
      assert.equal(goods('State/UT Tax Amount'), all('sgst') + all('utgst'))
      assert.equal(goods('Total Value'), all('total'))
      assert.equal(sumOf(sections, 'docs', 'Total Number'), entries.length)

      const ledger = entries.map(({ invoice }) => ledgerRow({ invoice, awb: '' }))
      const total = ledger.map((row) => row[12] as { paise: number }).reduce((sum, { paise }) => sum + paise, 0)
      assert.equal(total, all('total'))
    }),
    { numRuns: 300 },
  )
})

test('a cell is rupees with paise, and no formula', () => {
  assert.deepEqual([{ paise: -5 }, { paise: 254_700 }, 3, '=1+1'].map(cellText), ['-0.05', '2547.00', '3', "'=1+1"])
})
