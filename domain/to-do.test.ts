import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayOpen } from './permissions.ts'
import { listToDo, type ToDoFacts } from './to-do.ts'

const none = { count: 0, oldest: null }
const quiet: ToDoFacts = {
  'to-pack': none,
  'not-confirmed': none,
  cancellations: none,
  'not-delivered': none,
  'coming-back': none,
  disputes: none,
  reviews: none,
  returns: none,
  wrongStates: none,
  messages: none,
  approvals: none,
  requests: none,
  emails: none,
}
const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T06:30:00.000Z`

test('where nothing waits the list is empty', () => {
  assert.deepEqual(listToDo({ facts: quiet, lowStock: undefined, toSell: 0 }), [])
})

test('what waits longest comes first, each as a link to its list; stock and setup come last', () => {
  const facts: ToDoFacts = {
    ...quiet,
    'to-pack': { count: 1400, oldest: at(22) },
    'not-delivered': { count: 1, oldest: at(20) },
    messages: { count: 2, oldest: at(21) },
    wrongStates: { count: 1, oldest: null },
  }
  const variant = { productId: 1, title: 'Cube', sizeCode: 'C01', finish: 'Grey Stone' }
  const lowStock = {
    total: 3,
    choices: [
      { ...variant, free: 0 },
      { ...variant, free: 1 },
    ],
  }
  assert.deepEqual(
    listToDo({ facts, lowStock, toSell: 12 }).map(({ text, to }) => [text, to]),
    [
      ['1 order not delivered', '/adminDashboard/orders?show=not-delivered'],
      ['2 messages without an answer', '/adminDashboard/messages?state=new'],
      ['1,400 orders to pack', '/adminDashboard/orders?view=to-pack'],
      ['1 address to correct', '/adminDashboard/orders?view=problems'],
      ['1 sold-out variant, 2 variants low on stock', '/adminDashboard?view=low-stock'],
      ['12 steps of the setup', '/adminDashboard/ready'],
    ],
  )
})

test('every kind of waiting leads to a page of the back office', () => {
  const facts = Object.fromEntries(Object.keys(quiet).map((kind) => [kind, { count: 2, oldest: null }])) as ToDoFacts
  const list = listToDo({ facts, lowStock: undefined, toSell: 0 })
  assert.equal(list.length, Object.keys(quiet).length)
  for (const { to } of list) assert.ok(mayOpen({ role: 'admin' }, to), to)
})
