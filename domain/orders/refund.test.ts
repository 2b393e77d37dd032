import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { RefundState } from './payment.ts'
import {
  amountLeft,
  decideRefund,
  decideWays,
  isFullyOurs,
  type KnownRefund,
  matchRefund,
  type ProviderRefund,
  REFUND_ATTEMPTS,
  refundedInParts,
  sumLeft,
  worstState,
} from './refund.ts'

describe('a refund', () => {
  const news: ProviderRefund = {
    id: 'rfnd_1',
    paymentId: 'pay_1',
    amount: 49_500,
    state: 'pending',
    refundId: 1,
    attempt: 1,
  }
  const decided = (
    state: RefundState,
    changes: Partial<ProviderRefund>,
    { attempt = 1, providerRefundId = null as string | null } = {},
  ) => decideRefund({ state, attempt, providerRefundId }, { ...news, ...changes }).kind
  const named = { providerRefundId: 'rfnd_1' }

  test('goes from requested over pending to processed', () => {
    assert.equal(decided('requested', {}), 'pending')
    assert.equal(decided('pending', {}, named), 'nothing')
    assert.equal(decided('pending', { state: 'processed' }, named), 'processed')
    assert.equal(decided('requested', { state: 'processed' }), 'processed')
  })

  test('stays processed once it is processed', () => {
    for (const state of ['pending', 'processed', 'failed'] as const) {
      assert.equal(decided('processed', { state }), 'nothing')
    }
  })

  test('that fails is retried a few times, then left to the operator', () => {
    for (let attempt = 1; attempt < REFUND_ATTEMPTS; attempt += 1) {
      assert.equal(decided('pending', { state: 'failed', attempt }, { ...named, attempt }), 'retry')
    }
    const last = { state: 'failed', attempt: REFUND_ATTEMPTS } as const
    assert.equal(decided('pending', last, { ...named, attempt: REFUND_ATTEMPTS }), 'give-up')
    assert.equal(decided('requested', { state: 'failed' }), 'retry', 'the news of it pending was late')
  })

  test('that was given up may still become processed, and nothing else', () => {
    assert.equal(decided('failed', { state: 'processed' }), 'processed')
    assert.equal(decided('failed', { state: 'failed' }), 'nothing')
    assert.equal(decided('failed', {}), 'nothing')
  })

  test('ignores reports of earlier attempts unless they say processed', () => {
    assert.equal(decided('requested', { state: 'failed', attempt: 1 }, { attempt: 2 }), 'nothing')
    assert.equal(decided('requested', { state: 'pending', attempt: 1 }, { attempt: 2 }), 'nothing')
    assert.equal(decided('pending', { state: 'failed' }, { attempt: 2, providerRefundId: 'rfnd_2' }), 'nothing')
    assert.equal(decided('requested', { state: 'failed', attempt: undefined }), 'nothing')
    assert.equal(decided('requested', { state: 'processed', attempt: undefined }), 'processed')
  })

  test('that was made outside the shop takes its id from the first report, then is tracked like ours', () => {
    const theirs = { attempt: undefined }
    assert.equal(decided('pending', theirs), 'pending')
    assert.equal(decided('pending', { ...theirs, state: 'failed' }), 'retry')
    assert.equal(decided('pending', { ...theirs, state: 'failed' }, named), 'retry')
    assert.equal(decided('pending', { ...theirs, id: 'rfnd_0', state: 'failed' }, named), 'nothing')
  })

  test('from the dashboard is not tried again when it fails, as nobody is owed it', () => {
    const known = { state: 'pending', attempt: 1, ...named } as const
    assert.equal(decideRefund(known, { ...news, state: 'failed' }, { isOwed: false }).kind, 'give-up')
  })
})

const payment = { amount: 100_000, allocation: 'order' } as const
const refund: KnownRefund = {
  id: 1,
  returnId: null,
  changeId: null,
  orderRefundId: null,
  amount: null,
  reason: 'cancelled',
  state: 'requested',
  attempt: 1,
  providerRefundId: null,
}
const part: KnownRefund = { ...refund, id: 2, returnId: 7, amount: 30_000, reason: 'returned' }
const given: KnownRefund = { ...refund, id: 3, amount: 10_000, reason: 'external', state: 'processed' }

describe('what is left of a payment', () => {
  test('is what no refund has taken; a failed one has taken nothing', () => {
    assert.equal(amountLeft(payment, []), 100_000)
    assert.equal(amountLeft(payment, [part, given]), 60_000)
    assert.equal(amountLeft(payment, [{ ...part, state: 'failed' }, given]), 90_000)
    assert.equal(amountLeft(payment, [refund]), 0)
    assert.equal(amountLeft(payment, [part, refund]), 0)
  })

  test('is nothing by our own doing when it goes back as a whole, or all of it was returned', () => {
    assert.ok(isFullyOurs({ ...payment, allocation: 'refund' }, []))
    assert.ok(isFullyOurs(payment, [part, { ...part, amount: 70_000 }]))
    assert.ok(isFullyOurs(payment, [{ ...part, amount: 100_000 }]), 'an operator has helped')
    assert.ok(!isFullyOurs(payment, [part, { ...given, amount: 70_000 }]))
    assert.ok(!isFullyOurs(payment, []))
  })

  test('of several refunds, what somebody has to look at is shown first', () => {
    assert.equal(worstState([]), undefined)
    assert.equal(worstState(['processed', 'pending']), 'pending')
    assert.equal(worstState(['processed', 'failed', 'requested']), 'failed')
    assert.equal(refundedInParts([part, given, refund, { ...part, state: 'failed' }]), 400)
  })
})

describe('a report is about', () => {
  const report: ProviderRefund = {
    id: 'rfnd_9',
    paymentId: 'pay_1',
    amount: 30_000,
    state: 'processed',
    refundId: undefined,
    attempt: undefined,
  }
  const match = (refunds: KnownRefund[], changes: Partial<ProviderRefund>) => {
    const found = matchRefund(payment, refunds, { ...report, ...changes })
    return typeof found === 'object' ? [found.refund.id, found.isAdopted] : found
  }

  test('the refund that it names, by the provider’s number or by ours', () => {
    const asked = { ...part, id: 4, providerRefundId: 'rfnd_9' }
    assert.deepEqual(match([refund, part, asked], {}), [4, false])
    assert.deepEqual(match([refund, part, asked], { id: 'rfnd_8', refundId: 2, attempt: 1 }), [2, false])
  })

  test('the whole refund, if an earlier version has asked for it', () => {
    assert.deepEqual(match([part, refund], { attempt: 1 }), [1, false])
  })

  test('a refund from the dashboard, which takes the place of one that is no longer needed', () => {
    const awaited = { ...refund, state: 'pending' } as const
    assert.deepEqual(match([part, awaited], { amount: 100_000 }), [1, true])
    assert.deepEqual(match([part, { ...awaited, amount: 30_000 }], {}), [1, true])
    assert.equal(match([part, awaited], {}), 'external', 'the rest would be left')
    assert.equal(match([part, awaited], { amount: 100_000, state: 'failed' }), undefined)
    assert.equal(match([part, refund], {}), 'external')
    assert.equal(match([{ ...part, state: 'pending' }], {}), 'external', 'a return waits for its own')
  })

  test('a refund that failed, if an operator has made it by hand', () => {
    const failed = { ...part, state: 'failed', providerRefundId: 'rfnd_1' } as const
    assert.deepEqual(match([failed], {}), [2, true])
    assert.equal(match([failed], { amount: 30_100 }), 'external')
    assert.deepEqual(match([{ ...refund, state: 'failed' }], { amount: 100_000 }), [1, true])
  })

  test('nothing, if somebody’s refund failed before we heard of it', () => {
    assert.equal(match([part], { state: 'failed' }), undefined)
  })
})

describe('an amount goes back', () => {
  const left = {
    toVoucher: 30_000,
    online: [
      { paymentId: 'pay_1', amount: 10_000 },
      { paymentId: 'pay_2', amount: 5_000 },
    ],
    byHand: 20_000,
    given: 0,
  }
  const ways = (amount: number, first = {}, changes = {}) => {
    const { toVoucher, online, byHand } = decideWays(amount, first, { ...left, ...changes })
    return [toVoucher, ...online.map((one) => one.amount), byHand]
  }

  test('online, payment by payment, then by hand, and to the voucher only what no money has paid', () => {
    assert.deepEqual(ways(12_000), [0, 10_000, 2_000, 0])
    assert.deepEqual(ways(25_000), [0, 10_000, 5_000, 10_000])
    assert.deepEqual(ways(40_000), [5_000, 10_000, 5_000, 20_000])
  })

  test('first to the voucher or by hand, if that has paid for it', () => {
    assert.deepEqual(ways(35_000, { toVoucher: 35_000 }), [30_000, 5_000, 0, 0])
    assert.deepEqual(ways(12_000, { inCash: 8_000 }), [0, 4_000, 0, 8_000])
    assert.deepEqual(ways(30_000, { inCash: 30_000 }), [0, 10_000, 0, 20_000])
  })

  test('without what vouchers for returns have taken the place of', () => {
    assert.deepEqual(ways(65_000, {}, { given: 60_000 }), [0, 5_000, 0, 0])
    assert.deepEqual(ways(65_000, {}, { given: 70_000 }), [0, 0, 0, 0])
  })

  test('as much as is left, and by each way at most what is left of it', () => {
    const paise = fc.nat(1_000)
    const payments = fc.array(fc.record({ paymentId: fc.string(), amount: paise }), { maxLength: 3 })
    const facts = fc.record({
      toVoucher: paise,
      online: payments,
      byHand: fc.integer({ min: -100, max: 1_000 }),
      given: paise,
    })
    fc.assert(
      fc.property(paise, fc.record({ toVoucher: paise, inCash: paise }), facts, (amount, first, facts) => {
        const { toVoucher, online, byHand } = decideWays(amount, first, facts)
        const parts = [toVoucher, byHand, ...online.map((one) => one.amount)]
        assert.ok(parts.every((part) => part >= 0))
        const sum = parts.reduce((all, part) => all + part, 0)
        assert.equal(sum, Math.min(amount, sumLeft(facts)))
        assert.ok(toVoucher <= facts.toVoucher && byHand <= Math.max(0, facts.byHand))
        assert.ok(online.every((one, index) => one.amount <= (facts.online[index]?.amount ?? 0)))
      }),
    )
  })
})
