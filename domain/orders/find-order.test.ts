import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseWantedOrder } from './find-order.ts'

test('an order is looked up by its number and an email or a phone, however they are typed', () => {
  const parse = (order: string, contact: string) => parseWantedOrder({ order, contact })
  assert.deepEqual(parse(' Order #1030 ', ' Meera@Gamla.example'), {
    ok: true,
    value: { id: 1030, email: 'meera@gamla.example', mobile: undefined },
  })
  assert.deepEqual(parse('1030', '+91 98450-00012'), {
    ok: true,
    value: { id: 1030, email: undefined, mobile: '9845000012' },
  })
})

test('without both there is nothing to look up', () => {
  for (const [order, contact] of [
    ['', ''],
    ['ten', '12'],
    ['-1', 'Meera'],
  ] as const)
    assert.deepEqual(parseWantedOrder({ order, contact }), {
      ok: false,
      problems: { order: 'Enter the order’s number, such as 1030.', contact: 'Enter an email or a phone number.' },
    })
})
