import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Cancellation, mayApproveCancel, mayDeliver, mayRequestCancel, type OrderStatus } from './order-state.ts'

const yes = true
const no = false
/** The allowed actions in each of the nine order states. */
const states: [OrderStatus, Cancellation, request: boolean, approve: boolean, deliver: boolean][] = [
  ['pending', 'none', yes, no, no],
  ['pending', 'requested', no, yes, no],
  ['pending', 'cancelled', no, no, no],
  ['confirmed', 'none', yes, no, yes],
  ['confirmed', 'requested', no, yes, yes],
  ['confirmed', 'cancelled', no, no, no],
  ['delivered', 'none', no, no, no],
  ['delivered', 'requested', no, no, no],
  ['delivered', 'cancelled', no, no, no],
]

test('an order may be cancelled until it is delivered, and delivered once it is paid and until it is cancelled', () => {
  assert.equal(new Set(states.map(([status, cancel]) => status + cancel)).size, 9)
  for (const [status, cancel, request, approve, deliver] of states) {
    const order = { status, cancel }
    assert.equal(mayRequestCancel(order), request, `request ${status} ${cancel}`)
    assert.equal(mayApproveCancel(order), approve, `approve ${status} ${cancel}`)
    assert.equal(mayDeliver(order), deliver, `deliver ${status} ${cancel}`)
  }
})

test('no order is ever both delivered and cancelled, in whatever order people press', () => {
  const presses = fc.array(fc.constantFrom('request', 'approve', 'deliver'), { maxLength: 12 })
  fc.assert(
    fc.property(fc.constantFrom<OrderStatus>('pending', 'confirmed'), presses, (status, pressed) => {
      let order: { status: OrderStatus; cancel: Cancellation } = { status, cancel: 'none' }
      for (const press of pressed) {
        if (press === 'request' && mayRequestCancel(order)) order = { ...order, cancel: 'requested' }
        if (press === 'approve' && mayApproveCancel(order)) order = { ...order, cancel: 'cancelled' }
        if (press === 'deliver' && mayDeliver(order)) order = { status: 'delivered', cancel: 'none' }
        assert.ok(!(order.status === 'delivered' && order.cancel === 'cancelled'))
      }
    }),
  )
})
