import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decideReturnAmount, decideTakeBack, parseReturnRefund, parseTakeBack, restOf } from './take-back.ts'

const sent = [
  { position: 0, quantity: 3 },
  { position: 2, quantity: 1 },
]

function form(fields: Record<string, string>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  return data
}

describe('what comes back of a shipment', () => {
  test('is counted by line, good and damaged', () => {
    const wanted = [
      { position: 0, good: 1, damaged: 1 },
      { position: 2, good: 0, damaged: 0 },
    ]
    assert.deepEqual(decideTakeBack(sent, [], wanted), {
      ok: true,
      lines: [{ position: 0, good: 1, damaged: 1 }],
      isAll: false,
    })
  })

  test('is all of it when earlier returns and this one make up what was sent', () => {
    const before = [{ position: 0, quantity: 2 }]
    const decision = decideTakeBack(sent, before, [
      { position: 0, good: 1, damaged: 0 },
      { position: 2, good: 0, damaged: 1 },
    ])
    assert.ok(decision.ok && decision.isAll)
  })

  test('is never more than was sent', () => {
    const refused = { ok: false, reason: 'too-many' }
    const before = [{ position: 0, quantity: 2 }]
    assert.deepEqual(decideTakeBack(sent, before, [{ position: 0, good: 1, damaged: 1 }]), refused)
    assert.deepEqual(decideTakeBack(sent, [], [{ position: 1, good: 1, damaged: 0 }]), refused)
    const twice = [
      { position: 2, good: 1, damaged: 0 },
      { position: 2, good: 0, damaged: 1 },
    ]
    assert.deepEqual(decideTakeBack(sent, [], twice), refused)
    assert.deepEqual(decideTakeBack(sent, [], [{ position: 0, good: 0, damaged: 0 }]), { ok: false, reason: 'nothing' })
  })

  test('leaves the rest out', () => {
    assert.deepEqual(
      restOf({ lines: sent.map((line) => ({ ...line, amount: 1000 })), returned: [{ position: 2, quantity: 1 }] }),
      [{ position: 0, quantity: 3, amount: 1000 }],
    )
  })
})

test('the form names lines and numbers, and is refused at its fields', () => {
  const parsed = parseTakeBack(form({ 'good:0': '2', 'damaged:0': '', 'good:3': '1', key: 'x' }))
  assert.deepEqual(parsed, {
    ok: true,
    value: [
      { position: 0, good: 2, damaged: 0 },
      { position: 3, good: 1, damaged: 0 },
    ],
  })
  assert.deepEqual(parseTakeBack(form({ 'good:0': '-1', 'damaged:0': '1' })), {
    ok: false,
    problems: { 'good:0': 'Enter how many, as a whole number.' },
  })
})

describe('the price of what came back', () => {
  const open = { cancel: 'none' } as const

  test('is asked: an amount in rupees, the full price, or not yet', () => {
    assert.deepEqual(parseReturnRefund(form({})), { ok: true, value: 'full' })
    assert.deepEqual(parseReturnRefund(form({ refund: 'now', amount: ' 250 ' })), { ok: true, value: 25_000 })
    assert.deepEqual(parseReturnRefund(form({ refund: 'now', amount: '94.50' })), { ok: true, value: 9450 })
    assert.deepEqual(parseReturnRefund(form({ refund: 'now', amount: '0' })), { ok: true, value: 0 })
    assert.deepEqual(parseReturnRefund(form({ refund: 'not-yet', amount: '495' })), { ok: true, value: 'not-yet' })
    for (const amount of ['-1', '2.505', 'half', '1e3', '9999999999']) {
      const parsed = parseReturnRefund(form({ refund: 'now', amount }))
      assert.deepEqual(!parsed.ok && Object.keys(parsed.problems), ['amount'], amount)
    }
  })

  test('is given back in full, in part or later, and never more than it', () => {
    assert.deepEqual(decideReturnAmount(49_500, 'full', open), { ok: true, amount: 49_500 })
    assert.deepEqual(decideReturnAmount(49_500, 25_000, open), { ok: true, amount: 25_000 })
    assert.deepEqual(decideReturnAmount(49_500, 0, open), { ok: true, amount: 0 })
    assert.deepEqual(decideReturnAmount(49_500, 'not-yet', open), { ok: true, amount: null })
    assert.deepEqual(decideReturnAmount(49_500, 49_501, open), { ok: false, reason: 'too-much', price: 49_500 })
  })

  test('of a cancelled order was refunded with it, so it is credited in full', () => {
    for (const refund of ['full', 'not-yet', 0, 250, 9999] as const)
      assert.deepEqual(decideReturnAmount(49_500, refund, { cancel: 'cancelled' }), { ok: true, amount: 49_500 })
  })
})
