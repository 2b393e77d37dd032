import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countsOf, parseDispatchMany, splitColumn } from './dispatch-many.ts'

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test('a column that was copied from a spreadsheet is one AWB for each row', () => {
  assert.deepEqual(splitColumn('DL1\r\nDL2\r\n\r\nDL4\r\n'), ['DL1', 'DL2', '', 'DL4'])
  assert.deepEqual(splitColumn(' DL1 \tPune\nDL2\tDelhi'), ['DL1', 'DL2'])
  assert.deepEqual(splitColumn('DL1'), ['DL1'])
})

test('each chosen order has its AWB or none, and those of other orders do not count', () => {
  const form = formOf({
    courier: 'DTDC',
    'awb:1001': ' D1 ',
    'awb:1002': '',
    'awb:1003': 'D3',
    unconfirmed: 'leave-out',
  })
  assert.deepEqual(parseDispatchMany(form, [1001, 1002]), {
    ok: true,
    value: { courier: 'DTDC', awbs: new Map([[1001, 'D1']]), wantedCourier: '', withUnconfirmed: false },
  })
})

test('an AWB that cannot be one, or is there twice, is refused at its row', () => {
  const form = formOf({ courier: 'Nobody', 'awb:1': 'D 1', 'awb:2': 'd2', 'awb:3': 'D2', 'awb:4': '', 'awb:5': '' })
  assert.deepEqual(parseDispatchMany(form, [1, 2, 3, 4, 5]), {
    ok: false,
    problems: {
      courier: 'Choose one of the couriers.',
      'awb:1': 'An AWB has only letters, digits, hyphens and slashes.',
      'awb:3': 'Another row has this AWB.',
    },
  })
})

test('the report counts what became of the chosen orders', () => {
  const none = { booked: 0, byHand: 0, pending: 0, refused: 0, leftOut: 0 }
  assert.equal(countsOf({ ...none, booked: 28, refused: 2 }), '28 booked, 2 refused')
  assert.equal(countsOf({ ...none, byHand: 3, leftOut: 6 }), '3 packed, 6 left out')
  assert.equal(countsOf({ ...none, booked: 1, pending: 29 }), '1 booked, 29 being booked')
  assert.equal(countsOf(none), 'Nothing was packed')
})
