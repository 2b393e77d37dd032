import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { OrderFilter } from '#domain/admin-lists.ts'
import { addProduct, addUser, lineFor, someAddress } from '#tests/support/fixtures/factories.ts'
import { checkout, db, meera, shop } from '#tests/support/fixtures/order-fixture.ts'
import { back, dispatch, registerShop, returnPots, sql } from '#tests/support/fixtures/shipment-fixture.ts'
import { listAllOrders } from './admin-queries.ts'
import { placeOrder } from './place.ts'

const FIRM = { firm: 'Fern & Fig Interiors LLP', gstin: '27AAPFU0939F1ZV' }

let wanted = 0
let awb = ''

before(async () => {
  await registerShop()
  const buyer = await addUser(db)
  const address = { ...someAddress, ...FIRM, name: 'Zubin Irani', pincode: '411 005', mobileNumber: '+91 91234-56789' }
  const product = await addProduct(db, { sku: 'Find-01' })
  const placed = await placeOrder(shop, buyer, { ...checkout([lineFor(product)]), address })
  assert.ok(placed.ok)
  wanted = placed.order.id
  awb = `EK${wanted}IN`
  const { shipmentId } = await dispatch(wanted, { awb })
  await returnPots(shipmentId, [back(1)])
  await sql('update orders set email = $2 where id = $1', [wanted, 'zubin@fernandfig.example'])
  // Others, so that a search that lists everything fails.
  const other = await addProduct(db)
  for (let count = 0; count < 3; count += 1) await placeOrder(shop, buyer, checkout([lineFor(other)]))
})

const find = async (q: string, filter: Partial<OrderFilter> = {}) =>
  (await listAllOrders(db, { sort: 'newest', q, ...filter }, {})).rows.map(({ id }) => id)

test('an order is found by what a caller or a courier says', async () => {
  const [invoice, creditNote] = await sql<{ number: string }>(
    'select number from bills where order_id = $1 order by id',
    [wanted],
  )
  assert.ok(invoice && creditNote)
  const searches = {
    'its number': String(wanted),
    'its number after #': `#${wanted}`,
    'a part of the name': 'zubin ir',
    'the email': 'zubin@fernandfig.example',
    'the phone': '9123456789',
    'the phone with +91': '+91 91234 56789',
    'the phone with 0': '09123456789',
    'the phone with spaces': '912 345 6789',
    'the last four digits': '6789',
    'the first five digits': '91234',
    'the last four digits with a space': '67 89',
    'the AWB': awb,
    'the AWB in small letters': awb.toLowerCase(),
    'the invoice': invoice.number,
    'the invoice in small letters': invoice.number.toLowerCase(),
    'the credit note': creditNote.number,
    'the pincode': '411005',
    'the pincode with a space': '411 005',
    'the firm': 'fern & fig',
    'the SKU': 'Find-01',
    'the SKU in capitals': 'FIND-01',
    'the GSTIN': FIRM.gstin,
    'the GSTIN in small letters': FIRM.gstin.toLowerCase(),
  }
  for (const [what, q] of Object.entries(searches)) assert.deepEqual(await find(q), [wanted], `${what}: ${q}`)
})

test('the last digits of a phone do not find pincodes, and other phones find nothing', async () => {
  for (const q of ['1005', '9123456780', 'EK0000IN', 'FIND-0', 'GM/26-27/99999', '29AAPFU0939F1ZV', '%', '_'])
    assert.deepEqual(await find(q), [], q)
})

test('an order whose number is searched stands before phones that end with it', async () => {
  const product = await addProduct(db)
  const address = { ...someAddress, mobileNumber: `987650${wanted}` }
  const other = await placeOrder(shop, meera, { ...checkout([lineFor(product)]), address })
  assert.ok(other.ok)
  assert.deepEqual(await find(String(wanted)), [wanted, other.order.id])
  assert.deepEqual(await find(`#${wanted}`), [wanted])
})

test('a search stays within the filter', async () => {
  assert.deepEqual(await find(String(wanted), { status: 'delivered' }), [])
  assert.deepEqual(await find('6789', { show: 'to-pack' }), [])
  assert.deepEqual(await find('6789', { status: 'confirmed' }), [wanted])
})
