import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { trackingLinkOf } from './couriers.ts'
import { countsOf, decideDispatch, parseDispatch, parseDispatchMany, splitColumn } from './dispatch.ts'

const open = { status: 'confirmed', cancel: 'none' } as const

function form(fields: Record<string, string>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

function problemsOf(fields: Record<string, string>) {
  const parsed = parseDispatch(form(fields))
  assert.ok(!parsed.ok)
  return parsed.problems
}

describe('a parcel', () => {
  test('holds what was not sent yet', () => {
    const sent = [{ position: 0, quantity: 1 }]
    assert.deepEqual(decideDispatch(open, [3, 2], sent, 'rest'), {
      ok: true,
      dispatched: 'whole',
      lines: [
        { position: 0, quantity: 2 },
        { position: 1, quantity: 2 },
      ],
    })
  })

  test('holds what the desk says, and the order is sent in part', () => {
    const wanted = [
      { position: 1, quantity: 1 },
      { position: 0, quantity: 0 },
      { position: 1, quantity: 1 },
    ]
    assert.deepEqual(decideDispatch(open, [3, 2], [], wanted), {
      ok: true,
      dispatched: 'part',
      lines: [{ position: 1, quantity: 2 }],
    })
  })

  test('never holds more than was ordered, all parcels together', () => {
    const refused = { ok: false, reason: 'too-many' }
    assert.deepEqual(decideDispatch(open, [3], [{ position: 0, quantity: 2 }], [{ position: 0, quantity: 2 }]), refused)
    assert.deepEqual(decideDispatch(open, [3], [], [{ position: 1, quantity: 1 }]), refused)
    const twice = [
      { position: 0, quantity: 2 },
      { position: 0, quantity: 2 },
    ]
    assert.deepEqual(decideDispatch(open, [3], [], twice), refused)
  })

  test('is not empty', () => {
    const nothing = { ok: false, reason: 'nothing' }
    assert.deepEqual(decideDispatch(open, [1], [{ position: 0, quantity: 1 }], 'rest'), nothing)
    assert.deepEqual(decideDispatch(open, [1], [], [{ position: 0, quantity: 0 }]), nothing)
  })

  test('leaves while a cancellation is requested, but not once it is granted, nor unpaid or delivered', () => {
    assert.ok(decideDispatch({ status: 'confirmed', cancel: 'requested' }, [1], [], 'rest').ok)
    for (const order of [
      { status: 'confirmed', cancel: 'cancelled' },
      { status: 'pending', cancel: 'none' },
      { status: 'delivered', cancel: 'none' },
    ] as const)
      assert.deepEqual(decideDispatch(order, [1], [], 'rest'), { ok: false, reason: 'not-allowed' })
  })
})

describe('the form', () => {
  test('says what is in the parcel, or leaves it to the rest', () => {
    assert.deepEqual(parseDispatch(form({ courier: 'DTDC', awb: ' D123 ', trackingLink: '' })), {
      ok: true,
      value: {
        courier: 'DTDC',
        awb: 'D123',
        trackingLink: '',
        box: '',
        kg: undefined,
        wantedCourier: '',
        lines: 'rest',
      },
    })
    const parsed = parseDispatch(form({ courier: 'Other', 'quantity:0': '2', 'quantity:1': '' }))
    assert.ok(parsed.ok)
    assert.deepEqual(parsed.value.lines, [
      { position: 0, quantity: 2 },
      { position: 1, quantity: 0 },
    ])
  })

  test('is refused at its fields', () => {
    assert.deepEqual(
      problemsOf({ courier: 'Nobody', awb: 'A'.repeat(51), trackingLink: 'http://x.example', 'quantity:0': '1.5' }),
      {
        courier: 'Choose one of the couriers.',
        awb: 'An AWB has at most 50 characters.',
        trackingLink: 'Enter a link that begins with https://, or leave it empty.',
        'quantity:0': 'Enter how many, as a whole number.',
      },
    )
    assert.ok(problemsOf({ awb: '<b>1</b>' }).awb)
    for (const trackingLink of ['javascript:alert(1)', 'https://user:word@x.example/', 'x.example', '//x.example'])
      assert.ok(problemsOf({ trackingLink }).trackingLink, trackingLink)
    for (const quantity of ['-1', '1e3', '99999', 'two'])
      assert.ok(problemsOf({ 'quantity:3': quantity })['quantity:3'])
  })
})

describe('the link of a parcel', () => {
  test("is the courier's page", () => {
    const parcel = { awb: '1234/5', trackingLink: '' }
    assert.equal(
      trackingLinkOf({ ...parcel, courier: 'Delhivery' }),
      'https://www.delhivery.com/track/package/1234%2F5',
    )
    for (const courier of ['Blue Dart', 'DTDC', 'India Post'])
      assert.match(trackingLinkOf({ ...parcel, courier }) ?? '', /^https:.*=1234%2F5$/)
  })

  test('is the one that was typed, or none', () => {
    assert.equal(
      trackingLinkOf({ courier: 'DTDC', awb: '1', trackingLink: 'https://x.example/1' }),
      'https://x.example/1',
    )
    assert.equal(trackingLinkOf({ courier: 'Other', awb: '1', trackingLink: '' }), undefined)
    assert.equal(trackingLinkOf({ courier: 'DTDC', awb: undefined, trackingLink: '' }), undefined)
    assert.equal(trackingLinkOf({ courier: 'constructor', awb: '1', trackingLink: '' }), undefined)
  })
})

test('a column that was copied from a spreadsheet is one AWB for each row', () => {
  assert.deepEqual(splitColumn('DL1\r\nDL2\r\n\r\nDL4\r\n'), ['DL1', 'DL2', '', 'DL4'])
  assert.deepEqual(splitColumn(' DL1 \tPune\nDL2\tDelhi'), ['DL1', 'DL2'])
  assert.deepEqual(splitColumn('DL1'), ['DL1'])
})

test('each chosen order has its AWB or none, and those of other orders do not count', () => {
  const typed = form({
    courier: 'DTDC',
    'awb:1001': ' D1 ',
    'awb:1002': '',
    'awb:1003': 'D3',
    unconfirmed: 'leave-out',
  })
  assert.deepEqual(parseDispatchMany(typed, [1001, 1002]), {
    ok: true,
    value: { courier: 'DTDC', awbs: new Map([[1001, 'D1']]), wantedCourier: '', withUnconfirmed: false },
  })
})

test('an AWB that cannot be one, or is there twice, is refused at its row', () => {
  const typed = form({ courier: 'Nobody', 'awb:1': 'D 1', 'awb:2': 'd2', 'awb:3': 'D2', 'awb:4': '', 'awb:5': '' })
  assert.deepEqual(parseDispatchMany(typed, [1, 2, 3, 4, 5]), {
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
