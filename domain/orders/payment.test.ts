import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type CheckoutFacts, decideSettlement, type ProviderPayment } from './payment.ts'

const facts: CheckoutFacts = {
  amount: 49_500,
  isClosed: false,
  isAvailable: true,
  known: undefined,
  order: undefined,
  paysOrder: false,
  isRefunded: false,
}
const captured: ProviderPayment = {
  id: 'pay_1',
  orderId: 'order_1',
  amount: 49_500,
  currency: 'INR',
  status: 'captured',
  captured: true,
  amountRefunded: 0,
}
const held: ProviderPayment = { ...captured, status: 'authorized', captured: false }
const failed: ProviderPayment = { ...held, status: 'failed' }
const letGo: ProviderPayment = { ...held, status: 'refunded' }
const sentBack: ProviderPayment = { ...captured, status: 'refunded' }

type FoundOrder = NonNullable<CheckoutFacts['order']>
const order: FoundOrder = {
  id: 1001,
  paymentId: 'pay_1',
  amount: 49_500,
  status: 'confirmed',
  cancel: 'none',
  dispatched: 'none',
}
const waiting: FoundOrder = { ...order, status: 'pending' }
const cash: FoundOrder = { ...order, paymentId: null }

const decide = (payment: ProviderPayment, changes: Partial<CheckoutFacts> = {}) =>
  decideSettlement({ ...facts, ...changes }, payment)

describe('a captured payment', () => {
  test('places the order', () => {
    assert.deepEqual(decide(captured), { kind: 'place-order' })
  })

  test('places one order, however often it is reported', () => {
    const known = { status: 'captured', allocation: 'order' } as const
    for (const late of [captured, held, failed]) {
      assert.deepEqual(decide(late, { known, order, isClosed: true }), { kind: 'nothing' }, late.status)
      assert.deepEqual(decide(late, { known, isClosed: true }), { kind: 'nothing' }, 'the order was deleted since')
    }
  })

  test('confirms its pending order, also when the shopper has asked to cancel', () => {
    const known = { status: 'authorized', allocation: 'order' } as const
    assert.deepEqual(decide(captured, { known, order: waiting }), { kind: 'confirm-order', orderId: 1001 })
    const asked = { ...waiting, cancel: 'requested' } as const
    assert.deepEqual(decide(captured, { known, order: asked }), { kind: 'confirm-order', orderId: 1001 })
  })

  test('takes over an order that is pending for another payment', () => {
    assert.deepEqual(decide({ ...captured, id: 'pay_2' }, { order: waiting }), {
      kind: 'take-over-order',
      orderId: 1001,
      from: 'pay_1',
    })
  })

  test('is refunded when its checkout has an order already', () => {
    const back = { kind: 'refund', reason: 'paid-twice', orderId: undefined }
    const second = { ...captured, id: 'pay_2' }
    assert.deepEqual(decide(second, { order }), back)
    assert.deepEqual(decide(second, { order: { ...order, status: 'delivered' } }), back)
    assert.deepEqual(decide(second, { order: cash }), back, 'it is paid for at the door')
    assert.deepEqual(decide(second, { isClosed: true }), back, 'there was an order once')
  })

  test('is refunded when one of its products was sold or deleted', () => {
    assert.deepEqual(decide(captured, { isAvailable: false }), { kind: 'refund', reason: 'sold', orderId: undefined })
    assert.deepEqual(decide(captured, { isAvailable: false, order: waiting }), {
      kind: 'refund',
      reason: 'sold',
      orderId: 1001,
    })
  })

  test('is refunded when amount or currency differ from the checkout', () => {
    const back = { kind: 'refund', reason: 'wrong-amount', orderId: undefined }
    assert.deepEqual(decide({ ...captured, amount: 49_400 }), back)
    assert.deepEqual(decide({ ...captured, amount: 49_600 }), back)
    assert.deepEqual(decide({ ...captured, currency: 'USD' }), back)
    assert.deepEqual(decide({ ...captured, amount: 100 }, { order: waiting }), { ...back, orderId: 1001 })
  })

  test('is refunded when its pending order has been cancelled', () => {
    const cancelled = { ...waiting, cancel: 'cancelled' } as const
    assert.deepEqual(decide(captured, { order: cancelled }), { kind: 'refund', reason: 'cancelled', orderId: 1001 })
  })

  test('is refunded when its pending order costs another amount by now', () => {
    const other = { ...waiting, paymentId: 'pay_0', amount: 60_000 }
    assert.deepEqual(decide(captured, { order: other }), { kind: 'refund', reason: 'paid-twice', orderId: undefined })
  })
})

describe('an authorized payment', () => {
  test('places a pending order', () => {
    assert.deepEqual(decide(held), { kind: 'hold-order' })
  })

  test('is recorded when no order can be placed', () => {
    for (const changes of [{ order }, { order: cash }, { isClosed: true }, { isAvailable: false }]) {
      assert.deepEqual(decide(held, changes), { kind: 'record-only' })
    }
    assert.deepEqual(decide({ ...held, amount: 1 }), { kind: 'record-only' })
    assert.deepEqual(decide({ ...held, currency: 'USD' }), { kind: 'record-only' })
  })

  test('changes nothing when it is reported again', () => {
    assert.deepEqual(decide(held, { known: { status: 'authorized', allocation: 'order' }, order: waiting }), {
      kind: 'nothing',
    })
  })

  test('that expires cancels its pending order', () => {
    const known = { status: 'authorized', allocation: 'order' } as const
    for (const payment of [letGo, failed]) {
      assert.deepEqual(decide(payment, { known, order: waiting }), { kind: 'authorization-expired', orderId: 1001 })
    }
    const unused = { status: 'authorized', allocation: null } as const
    assert.deepEqual(decide(letGo, { known: unused }), { kind: 'authorization-expired', orderId: undefined })
  })

  test('that is captured after it expired is treated as captured', () => {
    const known = { status: 'expired', allocation: null } as const
    assert.deepEqual(decide(letGo, { known }), { kind: 'nothing' })
    assert.deepEqual(decide(captured, { known }), { kind: 'place-order' })
  })
})

test('a failed payment changes nothing', () => {
  for (const payment of [failed, letGo, { ...failed, status: 'created' } as const]) {
    assert.deepEqual(decide(payment), { kind: 'nothing' })
  }
})

test('a refund made in the provider’s dashboard cancels its order, once', () => {
  const known = { status: 'captured', allocation: 'order' } as const
  assert.deepEqual(decide(sentBack, { known, order }), { kind: 'refunded-externally', orderId: 1001 })
  assert.deepEqual(decide(sentBack), { kind: 'refunded-externally', orderId: undefined })
  assert.deepEqual(decide(sentBack, { known, order, isRefunded: true }), { kind: 'nothing' })
})

const anyFacts = fc.record<CheckoutFacts>({
  amount: fc.constantFrom(49_500, 50_000),
  isClosed: fc.boolean(),
  isAvailable: fc.boolean(),
  known: fc.option(
    fc.constantFrom(
      { status: 'authorized', allocation: null } as const,
      { status: 'authorized', allocation: 'order' } as const,
      { status: 'expired', allocation: null } as const,
      { status: 'captured', allocation: 'order' } as const,
      { status: 'captured', allocation: 'refund' } as const,
    ),
    { nil: undefined },
  ),
  order: fc.option(
    fc.record<FoundOrder>({
      id: fc.constant(1001),
      paymentId: fc.constantFrom(null, 'pay_1', 'pay_2'),
      amount: fc.constantFrom(49_500, 50_000),
      status: fc.constantFrom('pending', 'confirmed', 'delivered'),
      cancel: fc.constantFrom('none', 'requested', 'cancelled'),
      dispatched: fc.constantFrom('none', 'part', 'whole'),
    }),
    { nil: undefined },
  ),
  paysOrder: fc.boolean(),
  isRefunded: fc.boolean(),
})
const anyPayment = fc.record<ProviderPayment>({
  id: fc.constantFrom('pay_1', 'pay_2'),
  orderId: fc.constant('order_1'),
  amount: fc.constantFrom(49_500, 50_000),
  currency: fc.constantFrom('INR', 'USD'),
  status: fc.constantFrom('created', 'authorized', 'captured', 'refunded', 'failed'),
  captured: fc.boolean(),
  amountRefunded: fc.constant(0),
})

test('what a change has added to a paid order is paid while the order stands, and only that', () => {
  const rest = { ...cash, paymentId: 'pay_2', amount: captured.amount, dispatched: 'part' as const }
  const settled = (changes: Partial<FoundOrder>) => {
    const settlement = decide(captured, { paysOrder: true, order: { ...rest, ...changes } })
    return settlement.kind === 'refund' ? settlement.reason : settlement.kind
  }
  assert.equal(settled({}), 'pay-rest')
  assert.equal(settled({ amount: 0 }), 'paid-twice')
  assert.equal(settled({ amount: captured.amount + 100 }), 'wrong-amount')
  assert.equal(settled({ cancel: 'cancelled' }), 'not-payable')
  assert.equal(settled({ status: 'delivered' }), 'not-payable')
})

describe('a cash order that is paid online instead', () => {
  const instead = { paysOrder: true, order: cash }

  test('is paid, also while its cancellation is asked for', () => {
    assert.deepEqual(decide(captured, instead), { kind: 'pay-order', orderId: 1001 })
    assert.deepEqual(decide(captured, { ...instead, isAvailable: false }), { kind: 'pay-order', orderId: 1001 })
    const requested = { ...cash, cancel: 'requested' as const }
    assert.equal(decide(captured, { ...instead, order: requested }).kind, 'pay-order')
  })

  test('is refunded when it was sent, delivered, cancelled, deleted or paid meanwhile', () => {
    const reasonOf = (changes: Partial<FoundOrder>) => {
      const settlement = decide(captured, { ...instead, order: { ...cash, ...changes } })
      return settlement.kind === 'refund' ? settlement.reason : settlement.kind
    }
    assert.equal(reasonOf({ dispatched: 'part' }), 'not-payable')
    assert.equal(reasonOf({ dispatched: 'whole' }), 'not-payable')
    assert.equal(reasonOf({ status: 'delivered' }), 'not-payable')
    assert.equal(reasonOf({ cancel: 'cancelled' }), 'not-payable')
    assert.equal(reasonOf({ paymentId: 'pay_2', amount: 0 }), 'paid-twice')
    assert.deepEqual(decide(captured, { ...instead, order: undefined, isClosed: true }), {
      kind: 'refund',
      reason: 'deleted',
      orderId: undefined,
    })
    assert.equal(decide({ ...captured, amount: 100 }, instead).kind, 'refund')
  })

  test('waits for no authorised payment', () => {
    assert.deepEqual(decide(held, instead), { kind: 'record-only' })
    assert.deepEqual(decide(held, { ...instead, order: undefined }), { kind: 'record-only' })
  })
})

test('for any facts: only a matching payment places an order, and every captured payment is allocated or refunded', () => {
  fc.assert(
    fc.property(anyFacts, anyPayment, (known, payment) => {
      const { kind } = decideSettlement(known, payment)
      const isOrder = ['place-order', 'confirm-order', 'take-over-order', 'pay-order', 'pay-rest'].includes(kind)
      if (isOrder) {
        assert.ok(payment.captured && payment.amount === known.amount && payment.currency === 'INR')
        assert.ok((known.isAvailable || known.paysOrder) && known.order?.status !== 'delivered')
      }
      if (kind === 'place-order') assert.ok(!known.order && !known.isClosed && !known.paysOrder)
      if (kind === 'pay-order') {
        assert.ok(known.paysOrder && known.order?.paymentId === null && known.order.cancel !== 'cancelled')
        assert.equal(known.order.dispatched, 'none', 'a courier collects no cash for what is paid')
      }
      const isNewMoney = payment.captured && payment.status !== 'refunded' && known.known?.status !== 'captured'
      if (isNewMoney) assert.ok(isOrder || kind === 'refund')
      else assert.ok(!isOrder && kind !== 'refund')
    }),
  )
})
