import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  amountLeft,
  decideRefund,
  type KnownRefund,
  matchRefund,
  NO_PART,
  type ProviderRefund,
  waitingReason,
} from './refund.ts'

/**
 * Random schedules of one payment whose refunds are asked at the desk. Shop and provider are in memory; the decisions are the
 * shop's. Requests and answers get lost, processes are killed, reports come twice, late and in any order, the provider is busy
 * or has no money, and banks decline or return refunds.
 */
const SCHEDULES = 10_000
const PAID = 99_000

const BUSY = 'Request failed because another payment operation is in progress'
const POOR = 'Your account does not have enough balance to carry out the refund operation.'

/** A generator of whole numbers below a limit (Park and Miller). */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

class World {
  readonly payment = { amount: PAID, allocation: 'order' as const }
  readonly refunds: KnownRefund[] = []
  readonly asked = new Map<number, KnownRefund>()
  readonly made: ProviderRefund[] = []
  /** Ids that webhooks name, until they are heard. */
  readonly webhooks: string[] = []
  /** Reports that were fetched and are not stored yet. */
  readonly fetched: ProviderRefund[] = []
  isBusy = false
  isPoor = false

  ask(key: number, amount: number): void {
    if (this.asked.has(key) || amount > amountLeft(this.payment, this.refunds)) return
    const id = this.refunds.length + 1
    const refund: KnownRefund = {
      ...{ ...NO_PART, id, orderRefundId: key, amount, reason: 'goodwill' },
      ...{ state: 'requested', attempt: 1, providerRefundId: null },
    }
    this.refunds.push(refund)
    this.asked.set(key, refund)
  }

  /** The provider's answer to a request: one for each key. */
  answer({ id: refundId, attempt, amount }: KnownRefund): ProviderRefund | string {
    const before = this.made.find((one) => one.refundId === refundId && one.attempt === attempt)
    if (before) return { ...before }
    if (this.isBusy) return BUSY
    if (this.isPoor) return POOR
    assert.ok(this.alive() + (amount ?? 0) <= PAID, 'the shop asks for more than is left')
    const id = `rfnd_${this.made.length}`
    const refund: ProviderRefund = { id, paymentId: 'pay_1', amount: amount ?? 0, state: 'pending', refundId, attempt }
    this.made.push(refund)
    this.webhooks.push(id)
    return { ...refund }
  }

  run(refund: KnownRefund | undefined, fault: 'none' | 'lost' | 'killed'): void {
    if (refund?.state !== 'requested' || fault === 'lost') return
    const asked = { ...refund }
    const answer = this.answer(asked)
    if (fault === 'killed') return
    if (typeof answer !== 'string') {
      this.apply(answer)
      return
    }
    assert.ok(waitingReason(answer), 'the shop knows that it can wait')
    if (refund.state === 'requested' && refund.attempt === asked.attempt) refund.attempt += 1
  }

  apply(update: ProviderRefund, isFresh = false): void {
    const match = matchRefund(this.payment, this.refunds, update)
    assert.ok(match && match !== 'external' && !match.isAdopted, 'the shop knows its own refund')
    const { refund } = match
    switch (decideRefund(refund, update, { isFresh }).kind) {
      case 'pending':
        this.store(refund, { state: 'pending', providerRefundId: update.id })
        break
      case 'processed':
        this.store(refund, { state: 'processed', providerRefundId: update.id })
        break
      case 'retry':
        this.store(refund, { state: 'requested', providerRefundId: null, attempt: refund.attempt + 1 })
        break
      case 'give-up':
        this.store(refund, { state: 'failed', providerRefundId: update.id })
        break
      case 'ask-again':
        this.apply(this.fetch(update.id), true)
        break
      case 'nothing':
    }
  }

  store(refund: KnownRefund, changes: Partial<KnownRefund>): void {
    Object.assign(refund, changes)
  }

  fetch(id: string): ProviderRefund {
    const found = this.made.find((one) => one.id === id)
    assert.ok(found)
    return { ...found }
  }

  /** A bank may also return what it has processed. */
  finish(refund: ProviderRefund | undefined, state: 'processed' | 'failed'): void {
    if (!refund || refund.state === 'failed' || (refund.state === 'processed' && state === 'processed')) return
    refund.state = state
    this.webhooks.push(refund.id)
  }

  alive(refundId?: number): number {
    const its = this.made.filter(
      (one) => one.state !== 'failed' && (refundId === undefined || one.refundId === refundId),
    )
    return its.reduce((sum, { amount }) => sum + amount, 0)
  }

  check(): void {
    assert.ok(this.alive() <= PAID, `${this.alive()} of ${PAID} goes back`)
    for (const { id, amount } of this.refunds)
      assert.ok(this.alive(id) <= (amount ?? 0), `refund ${id} goes back twice`)
  }

  recover(): void {
    this.isBusy = false
    this.isPoor = false
    for (let isOver = false; !isOver; ) {
      isOver = true
      for (const update of this.fetched.splice(0)) this.apply(update)
      for (const id of this.webhooks.splice(0)) this.apply(this.fetch(id))
      for (const refund of this.refunds) {
        if (refund.state === 'processed' || refund.state === 'failed') continue
        isOver = false
        this.run(refund, 'none')
        if (refund.providerRefundId !== null) this.apply(this.fetch(refund.providerRefundId))
      }
      for (const refund of this.made) if (refund.state === 'pending') this.finish(refund, 'processed')
      if (this.webhooks.length > 0) isOver = false
      this.check()
    }
    for (const { id, state, amount } of this.refunds)
      assert.equal(this.alive(id), state === 'processed' ? amount : 0, `refund ${id} is ${state}`)
  }
}

test(`in ${SCHEDULES} random schedules no more goes back than was paid, and what was asked ends once`, () => {
  const ends = { processed: 0, failed: 0 }
  for (let seed = 1; seed <= SCHEDULES; seed += 1) {
    const random = randomOf(seed)
    const pick = <T>(list: readonly T[]): T | undefined => list[random(Math.max(1, list.length))]
    const world = new World()
    const steps: (() => void)[] = [
      () => world.ask(random(6), 1 + random(40_000)),
      () => world.run(pick(world.refunds), (['none', 'none', 'lost', 'killed'] as const)[random(4)] ?? 'none'),
      () => {
        // The same webhook may come again.
        const id = pick(world.webhooks)
        if (id !== undefined) world.fetched.push(world.fetch(id))
      },
      () => {
        const [update] = world.fetched.splice(random(Math.max(1, world.fetched.length)), 1)
        if (update) world.apply(update)
      },
      () => world.finish(pick(world.made), random(3) > 0 ? 'processed' : 'failed'),
      () => {
        world.isBusy = random(3) === 0
        world.isPoor = random(4) === 0
      },
    ]
    try {
      for (let step = 0; step < 40; step += 1) {
        steps[random(steps.length)]?.()
        world.check()
      }
      world.recover()
    } catch (error) {
      throw new Error(`Schedule ${seed}`, { cause: error })
    }
    for (const { state } of world.refunds) if (state === 'processed' || state === 'failed') ends[state] += 1
  }
  assert.ok(ends.processed > SCHEDULES && ends.failed > 100, `too little happened: ${JSON.stringify(ends)}`)
})
