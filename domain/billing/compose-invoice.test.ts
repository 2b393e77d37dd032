import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { shareOf } from '#domain/orders/amounts.ts'
import { GST_RATES, type Settings } from '#domain/shop/settings.ts'
import type { StateCode } from '#domain/states.ts'
import { composeCreditNote, composeReduction, composeRefundVoucher, reductionWithin } from './compose-credit-note.ts'
import {
  composeDeliveryChallan,
  composeInvoice,
  composeReceiptVoucher,
  isDelivery,
  type LineToInvoice,
} from './compose-invoice.ts'
import { createGstr1 } from './gstr1.ts'
import { type Invoice, titleOf } from './invoice.ts'
import { viewInvoice } from './invoice-view.ts'
import { registered } from './sample-settings.ts'
import { sumOf } from './tax.ts'

const addressInfo = {
  name: 'Meera Nair',
  address: '12 Lake View Road',
  city: 'Bengaluru',
  pincode: '560038',
  mobileNumber: '9845000012',
}
const order = { id: 1001, addressInfo, time: '2026-11-19T18:30:00Z' }
const line: LineToInvoice = {
  position: 0,
  quantity: 1,
  title: 'Bowl',
  sizeLabel: 'CUBEE C01',
  selectedColor: 'Grey Stone',
  unitPrice: 49_500,
  amount: 49_500,
  sku: '',
  hsn: '',
  gstRate: null,
  set: null,
}

function compose(settings: Partial<Settings>, deliveryState: StateCode | undefined = '29', lines = [line], fee = 0) {
  return composeInvoice({ ...registered, ...settings }, { order, shipmentId: 1, lines, fee, deliveryState })
}

const numbered = (invoice: ReturnType<typeof compose>): Invoice => ({
  ...invoice,
  number: 'GM/26-27/00001',
  date: '2026-11-22',
})

test('a regular shop makes a tax invoice, at its own rate where the product has none', () => {
  const invoice = compose({ defaultGstRate: 5 })
  assert.deepEqual([invoice.kind, invoice.orderDate, invoice.lines[0]?.rate], ['tax-invoice', '2026-11-20', 5])
  assert.equal(compose({}, '29', [{ ...line, gstRate: 40 }]).lines[0]?.rate, 40)
  assert.equal(
    compose({}, '29', [
      { ...line, gstRate: 0 },
      { ...line, position: 1 },
    ]).lines[0]?.rate,
    0,
  )
})

test('goods that are handed over at the counter are supplied there, whoever buys them, and the counter is on the invoice', () => {
  const pickUp = { at: 'Our workshop', address: '12 MG Road, Pune 411001', hours: 'Daily' }
  const counter = { name: pickUp.at, address: pickUp.address, city: '', pincode: '', state: '27' }
  const firm = { ...addressInfo, firm: 'Rao & Co', gstin: '29AAPFU0939F1ZR' }
  for (const buyer of [addressInfo, firm]) {
    const bought = { order: { ...order, addressInfo: buyer, pickUp }, lines: [line], deliveryState: '29' as const }
    const invoice = composeInvoice(registered, { ...bought, shipmentId: 1 })
    assert.deepEqual([invoice.placeOfSupply, invoice.buyer.state, invoice.buyer.deliverTo], ['27', '29', counter])
    assert.deepEqual([invoice.totals.igst, invoice.totals.cgst > 0], [0, true])
    assert.equal(composeReceiptVoucher(registered, bought).placeOfSupply, '27')
    // A replacement travels to the buyer.
    const sent = composeDeliveryChallan(registered, { ...bought, shipmentId: 2, reason: 'Damaged' })
    assert.deepEqual([sent.placeOfSupply, sent.buyer.deliverTo], ['29', undefined])
  }
  const shown = viewInvoice(
    numbered(
      composeInvoice(registered, { order: { ...order, pickUp }, lines: [line], deliveryState: '29', shipmentId: 1 }),
    ),
  )
  assert.match(JSON.stringify(shown), /Delivered to.*Our workshop.*12 MG Road, Pune 411001/)
  assert.match(JSON.stringify(shown), /Cash when picked up/)
})

test('exempt goods alone are on a bill of supply; with others for a consumer the invoice says both', () => {
  const exempt = { ...line, position: 1, gstRate: 0 as const }
  const alone = compose({}, '29', [exempt])
  assert.deepEqual([alone.kind, alone.declaration], ['bill-of-supply', undefined])
  const mixed = compose({}, '29', [line, exempt])
  assert.deepEqual([mixed.kind, titleOf(mixed)], ['tax-invoice', 'Invoice-cum-bill of supply'])
  assert.equal(titleOf({ ...mixed, buyer: { ...mixed.buyer, gstin: '29AAGCB7383J1Z4' } }), 'Tax invoice')
})

test('a composition shop makes a bill of supply with the words of rule 5(1)(f), and no tax', () => {
  const { kind, declaration, totals, lines } = compose({ taxRegime: 'composition' })
  assert.equal(kind, 'bill-of-supply')
  assert.match(declaration ?? '', /^composition taxable person, not eligible to collect tax on supplies$/)
  assert.deepEqual([totals.taxable, totals.igst, lines[0]?.rate], [49_500, 0, 0])
})

test('an unregistered shop makes a receipt without a word about tax', () => {
  const { kind, supplier, declaration, totals } = compose({ taxRegime: 'unregistered' }, undefined)
  assert.deepEqual([kind, supplier.gstin, declaration, totals.taxable], ['receipt', '', undefined, 49_500])
  assert.equal(compose({ taxRegime: 'unregistered', legalState: '' }).supplier.state, '')
})

test('an advance counts as a sale between States while its State is not known, and so does its refund', () => {
  const three = { ...line, quantity: 3, unitPrice: 84_900, amount: 254_700 }
  const composed = composeReceiptVoucher(registered, { order, lines: [three], deliveryState: undefined })
  const voucher: Invoice = { ...composed, number: 'GMRV/26-27/00001', date: '2026-11-22' }
  const { kind, placeOfSupply, totals } = voucher
  assert.deepEqual([kind, placeOfSupply, totals.igst, totals.total], ['receipt-voucher', '', 38_853, 254_700])
  const local = composeReceiptVoucher(registered, { order, lines: [three], deliveryState: '27' })
  assert.deepEqual([local.totals.cgst, local.totals.sgst, local.totals.igst], [19_426, 19_426, 0])
  const refund = (quantity: number) =>
    composeRefundVoucher(voucher, { unsent: [{ position: 0, quantity }], reason: 'Cancelled', withFee: false })
  assert.deepEqual([refund(1)?.totals.igst, refund(1)?.totals.total], [12_951, 84_900])
  assert.deepEqual(refund(9)?.totals, totals)
  assert.equal(refund(0), undefined)
})

test('a replacement goes with a delivery challan: its value, no tax and nothing to pay (rule 55)', () => {
  const input = { order, lines: [{ ...line, hsn: '6913', gstRate: 18 as const }], deliveryState: '29' as const }
  const challanOf = (settings: Partial<Settings>): Invoice => ({
    ...composeDeliveryChallan({ ...registered, ...settings }, { ...input, shipmentId: 7, reason: 'Replaces RET-1001' }),
    ...{ number: 'GMDC/26-27/00001', date: '2026-11-22' },
  })
  const challan = challanOf({})
  const { taxable, igst, total } = challan.totals
  assert.deepEqual(
    [challan.kind, challan.lines[0]?.rate, taxable, igst, total],
    ['delivery-challan', 0, 49_500, 0, 49_500],
  )
  const view = viewInvoice(challan)
  assert.deepEqual(
    [view.title, view.copy, view.sums.map(({ label }) => label)],
    ['Delivery challan', 'Original for consignee', ['Value of the goods']],
  )
  assert.ok(view.columns.every(({ heading }) => !/GST|tax/i.test(heading)))
  assert.ok(view.facts.some(({ value }) => value === 'Nothing to pay'))
  const gstr1 = createGstr1(100_000_00)
  const numbers = { series: 'delivery-challan' as const, financialYear: '26-27', serial: 1, number: challan.number }
  gstr1.add({ ...numbers, kind: challan.kind, invoice: challan })
  gstr1.add({ ...numbers, kind: challan.kind, invoice: challanOf({ taxRegime: 'composition' }) })
  gstr1.add({ ...numbers, kind: challan.kind, invoice: challanOf({ taxRegime: 'unregistered' }) })
  const filled = gstr1.toSections().filter(({ rows }) => rows.length > 0)
  assert.deepEqual(
    filled.map(({ name, rows }) => [name, rows.length, rows[0]?.slice(1)]),
    [['docs', 1, ['GMDC/26-27/00001', 'GMDC/26-27/00001', 1, 0]]],
  )
})

test('without a State of delivery or a seller nothing is made', () => {
  for (const taxRegime of ['regular', 'composition'] as const)
    assert.throws(
      () =>
        composeInvoice({ ...registered, taxRegime }, { order, shipmentId: 1, lines: [line], deliveryState: undefined }),
      /State of delivery/,
    )
  assert.throws(() => compose({ legalName: '' }), /seller/)
})

const invoices = fc
  .record({
    lines: fc.array(
      fc.record({
        unitPrice: fc.integer({ min: 0, max: 9_999_999 }).map((price) => price * 100),
        quantity: fc.integer({ min: 1, max: 8 }),
        gstRate: fc.constantFrom(...GST_RATES),
        off: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1, noNaN: true })),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    taxRegime: fc.constantFrom('regular' as const, 'composition' as const, 'unregistered' as const),
    state: fc.constantFrom<StateCode>('27', '29', '04'),
    legalState: fc.constantFrom<StateCode>('27', '04'),
    fee: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 50_000 })),
  })
  .map(({ lines, taxRegime, state, legalState, fee }) =>
    numbered(
      compose(
        { taxRegime, legalState },
        state,
        lines.map(({ off, ...part }, position) => {
          const price = part.unitPrice * part.quantity
          return { ...line, ...part, amount: price - Math.floor(price * off), position }
        }),
        fee,
      ),
    ),
  )

test('what an invoice charges is what was paid, whatever was bought', () => {
  fc.assert(
    fc.property(invoices, ({ lines, totals }) => {
      assert.equal(
        totals.total,
        lines.reduce((sum, { unitPrice, quantity, discount = 0 }) => sum + unitPrice * quantity - discount, 0),
      )
      const { taxable, cgst, sgst, utgst, igst, total } = totals
      assert.equal(taxable + cgst + sgst + utgst + igst, total)
    }),
  )
})

test('however an invoice comes back, its notes credit exactly what it charged, and none of them less than nothing', () => {
  // How many of each line come back with each note; the rest with the last.
  const returned = fc.array(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 4, maxLength: 4 }), { maxLength: 6 })
  fc.assert(
    fc.property(invoices, returned, (invoice, steps) => {
      const left = invoice.lines.filter((line) => !isDelivery(line)).map(({ quantity }) => quantity)
      const notes: Invoice['lines'] = []
      const last = left.map(() => 99)
      for (const step of [...steps, last]) {
        const lines = left.map((some, position) => ({ position, quantity: Math.min(some, step[position] ?? 0) }))
        const note = composeCreditNote(invoice, { credited: notes, lines, reason: 'Returned', withFee: step === last })
        for (const { position, quantity } of lines) left[position] = (left[position] ?? 0) - quantity
        for (const part of Object.values(note?.totals ?? {})) assert.ok(part >= 0)
        notes.push(...(note?.lines ?? []))
      }
      for (const billed of invoice.lines) {
        const own = notes.filter(({ position }) => position === billed.position)
        for (const part of ['quantity', 'taxable', 'cgst', 'sgst', 'utgst', 'igst', 'total'] as const)
          assert.equal(
            own.reduce((sum, each) => sum + each[part], 0),
            billed[part],
          )
      }
    }),
  )
})

test('however prices are reduced and goods come back, the notes never credit more than was charged', () => {
  const steps = fc.array(
    fc.record({ position: fc.nat({ max: 3 }), amount: fc.integer({ min: 1, max: 99_999_999 }), isBack: fc.boolean() }),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(invoices, steps, (invoice, decisions) => {
      const credited: Invoice['lines'] = []
      for (const { position, amount, isBack } of decisions) {
        const billed = invoice.lines.find((one) => one.position === position)
        const gone = credited.reduce((sum, one) => sum + (one.position === position ? one.quantity : 0), 0)
        if (!billed || (isBack && gone >= billed.quantity)) continue
        const note = isBack
          ? composeCreditNote(invoice, { credited, lines: [{ position, quantity: 1 }], reason: 'Returned' })
          : composeReduction(invoice, {
              ...{ credited, reason: 'Price reduced' },
              lines: reductionWithin(invoice, credited, [{ position, quantity: 0, amount }]),
            })
        for (const part of ['taxable', 'cgst', 'sgst', 'utgst', 'igst', 'total'] as const)
          assert.ok((note?.totals[part] ?? 0) >= 0)
        credited.push(...(note?.lines ?? []))
      }
      for (const billed of invoice.lines) {
        const sum = sumOf(credited.filter(({ position }) => position === billed.position))
        assert.ok(sum.total <= billed.total)
        if (sum.total === billed.total) assert.deepEqual(sum, sumOf([billed]))
      }
    }),
  )
})

test('a note for a part of the price shares it among the lines, and all notes together never exceed the invoice', () => {
  const parts = fc.array(fc.record({ share: fc.double({ min: 0, max: 1, noNaN: true }), isFull: fc.boolean() }), {
    minLength: 8,
    maxLength: 8,
  })
  fc.assert(
    fc.property(invoices, parts, (invoice, decisions) => {
      const notes: Invoice['lines'] = []
      // Piece by piece, each of every line that has one left.
      for (const [piece, { share, isFull }] of decisions.entries()) {
        const back = invoice.lines.filter((line) => !isDelivery(line) && line.quantity > piece)
        const before = (at: number) => notes.reduce((sum, one) => sum + (one.position === at ? one.quantity : 0), 0)
        const price = back.reduce(
          (sum, { position, total, quantity }) => sum + shareOf({ amount: total, quantity }, 1, before(position)),
          0,
        )
        const amount = isFull ? price : Math.floor(price * share)
        const lines = back.map(({ position }) => ({ position, quantity: 1 }))
        const note = composeCreditNote(invoice, { credited: notes, lines, reason: 'Returned', amount })
        assert.equal(note?.totals.total ?? 0, amount)
        for (const { unitPrice, quantity, ...line } of note?.lines ?? []) {
          assert.ok(line.total <= unitPrice * quantity)
          for (const part of ['taxable', 'cgst', 'sgst', 'utgst', 'igst', 'total'] as const) assert.ok(line[part] >= 0)
          assert.equal(line.taxable + line.cgst + line.sgst + line.utgst + line.igst, line.total)
        }
        notes.push(...(note?.lines ?? []))
      }
      // The credited part of a line bears the tax of one sale of that amount.
      for (const billed of invoice.lines) {
        const own = notes.filter(({ position }) => position === billed.position)
        const sum = sumOf(own)
        assert.ok(sum.total <= billed.total)
        if (sum.total === billed.total) assert.deepEqual(sum, sumOf([billed]))
      }
    }),
  )
})

test('₹200 of a pot of ₹849 is credited with the tax within it, and the page says that it is a part', () => {
  const invoice = numbered(compose({}, '27', [{ ...line, unitPrice: 84_900, amount: 84_900 }]))
  const note = composeCreditNote(invoice, {
    credited: [],
    lines: [{ position: 0, quantity: 1 }],
    reason: 'Goods returned',
    amount: 20_000,
  })
  assert.ok(note)
  assert.deepEqual(
    [note.totals.taxable, note.totals.cgst, note.totals.sgst, note.totals.total],
    [16_950, 1525, 1525, 20_000],
  )
  assert.equal(note.totalInWords, 'Two hundred rupees only')
  const { rows } = viewInvoice({ ...note, number: 'GMCN/26-27/00001', date: '2026-11-22' })
  assert.ok(rows[0]?.some(({ text, note }) => text === '₹849.00' && note === 'credited in part'))
})

test('a note names its invoice, keeps its seller and its buyer, and credits no more than was billed', () => {
  const invoice = numbered(compose({ taxRegime: 'composition' }))
  const lines = [{ position: 0, quantity: 1 }]
  const note = composeCreditNote(invoice, { credited: [], lines, reason: 'Not delivered' })
  assert.deepEqual(note?.against, { number: 'GM/26-27/00001', date: '2026-11-22', kind: 'bill-of-supply' })
  assert.deepEqual([note?.reason, note?.declaration], ['Not delivered', undefined])
  assert.deepEqual([note?.supplier, note?.buyer], [invoice.supplier, invoice.buyer])
  assert.throws(() => composeCreditNote(invoice, { credited: note?.lines ?? [], lines, reason: '' }), /than was billed/)
  assert.equal(
    composeCreditNote(invoice, { credited: [], lines: [{ position: 7, quantity: 1 }], reason: '' }),
    undefined,
  )
})

test('goods for a GSTIN of another State are billed there with IGST, and both addresses are on the invoice', () => {
  const registeredAddress = '1 Anna Salai\nChennai 600002'
  const buyer = { ...addressInfo, city: 'Pune', pincode: '411001', firm: 'Nair Gardens', gstin: '33AAPFU0939F1Z2' }
  const to = (address: typeof buyer & { registeredAddress?: string }) =>
    composeInvoice(registered, {
      order: { ...order, addressInfo: address },
      shipmentId: 1,
      lines: [line],
      deliveryState: '27',
    })
  const invoice = to({ ...buyer, registeredAddress })
  assert.deepEqual([invoice.placeOfSupply, invoice.totals.igst, invoice.totals.cgst], ['33', 7551, 0])
  const { heading, lines } = viewInvoice(numbered(invoice)).buyer
  assert.deepEqual(
    [heading, ...lines],
    ['Billed to', 'Meera Nair', '1 Anna Salai', 'Chennai 600002', 'State: Tamil Nadu (33)', `GSTIN: ${buyer.gstin}`],
  )
  assert.deepEqual(viewInvoice(numbered(invoice)).delivery, {
    heading: 'Delivered to',
    name: 'Meera Nair',
    lines: ['12 Lake View Road', 'Pune 411001', 'State: Maharashtra (27)'],
  })
  const note = composeCreditNote(numbered(invoice), {
    credited: [],
    lines: [{ position: 0, quantity: 1 }],
    reason: 'Returned',
  })
  assert.deepEqual([note?.placeOfSupply, note?.buyer, note?.totals], ['33', invoice.buyer, invoice.totals])
  // GSTR-1 takes the State of the registration, too.
  const gstr1 = createGstr1(10_000_000)
  const serial = { series: 'bill', financialYear: '26-27', serial: 1, number: 'GM/26-27/00001' } as const
  gstr1.add({ ...serial, kind: invoice.kind, invoice: numbered(invoice) })
  const b2b = gstr1.toSections().find(({ name }) => name === 'b2b')?.rows[0]
  assert.deepEqual([b2b?.[0], b2b?.[1], b2b?.[5]], [buyer.gstin, 'Nair Gardens', '33-Tamil Nadu'])
  // A firm of the same State may give no other address.
  const local = to({ ...buyer, gstin: '27AAPFU0939F1ZV' })
  assert.deepEqual([local.placeOfSupply, local.buyer.deliverTo, local.totals.cgst], ['27', undefined, 3775])
  assert.equal(viewInvoice(numbered(local)).buyer.heading, 'Billed and delivered to')
})

test('an offer on the order is taken off before tax, and the delivery has the rates of the goods', () => {
  const lines = [
    { ...line, quantity: 2, amount: 89_100, gstRate: 5 as const, hsn: '6912' },
    { ...line, position: 1, unitPrice: 9900, amount: 9900, gstRate: 18 as const, hsn: '3101' },
  ]
  const invoice = compose({}, '27', lines, 10_000)
  assert.deepEqual(
    invoice.lines.map(({ position, description, hsn, rate, discount, total }) => [
      ...[position, description, hsn, rate, discount, total],
    ]),
    [
      [0, 'Bowl, CUBEE C01, Grey Stone', '6912', 5, 9900, 89_100],
      [1, 'Bowl, CUBEE C01, Grey Stone', '3101', 18, undefined, 9900],
      [-1, 'Delivery', '6912', 5, undefined, 9000],
      [-2, 'Delivery', '3101', 18, undefined, 1000],
    ],
  )
  assert.equal(invoice.lines[0]?.taxable, 84_858)
  assert.equal(invoice.totals.total, 109_000)
  const { rows } = viewInvoice(numbered(invoice))
  assert.ok(rows[0]?.some(({ text, note }) => text === '₹495.00' && note === 'less ₹99.00'))
})
