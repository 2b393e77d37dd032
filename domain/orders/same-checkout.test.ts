import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSameCheckout, type RequestedLine } from './order.ts'

const wanted: RequestedLine = { id: 17, sizeCode: 'C02', selectedColor: 'Grey Stone', quantity: 2, seenPrice: 799 }
const address = { name: 'Meera', address: '12 Lake Road', city: 'Pune', pincode: '411011', mobileNumber: '9845000012' }

test('the same checkout sent again is the same, whatever the order of its lines and today’s prices', () => {
  const other = { ...wanted, id: 18, quantity: 1 }
  const first = { lines: [wanted, other], address }
  assert.ok(isSameCheckout(first, { lines: [other, { ...wanted, seenPrice: 1 }], address: { ...address } }))
  const parts = [other, { ...wanted, quantity: 1 }, { ...wanted, quantity: 1 }]
  assert.ok(isSameCheckout(first, { lines: parts, address }))
})

test('another pot, size, colour, quantity or part of the address makes it another checkout', () => {
  const first = { lines: [wanted], address }
  const lines: RequestedLine[][] = [
    [],
    [{ ...wanted, id: 18 }],
    [{ ...wanted, sizeCode: 'C03' }],
    [{ ...wanted, selectedColor: 'Sandstone' }],
    [{ ...wanted, quantity: 3 }],
    [wanted, { ...wanted, id: 18 }],
  ]
  for (const others of lines) assert.ok(!isSameCheckout(first, { lines: others, address }), JSON.stringify(others))
  for (const field of Object.keys(address))
    assert.ok(!isSameCheckout(first, { lines: [wanted], address: { ...address, [field]: 'elsewhere' } }), field)
  // Keep text of one field out of the next one.
  const slipped = { ...address, address: '12 Lake', city: 'Road Pune' }
  assert.ok(
    !isSameCheckout(
      { lines: [wanted], address: { ...address, address: '12 Lake Road', city: 'Pune' } },
      { lines: [wanted], address: slipped },
    ),
  )
})
