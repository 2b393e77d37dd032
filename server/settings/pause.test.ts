import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import type { Settings } from '#domain/shop/settings.ts'
import { placeOrder } from '#server/orders/place.ts'
import { openCheckout } from '#server/payments/checkout.ts'
import { settle } from '#server/payments/settle.ts'
import { addProduct } from '#tests/support/fixtures/factories.ts'
import { admin, db, meera, provider, shop, world } from '#tests/support/payments/payment-fixture.ts'
import { savePause } from './pause.ts'
import { findSettings, publishByClock } from './queries.ts'
import { versionOf } from './settings.ts'

const NAMES = ['pausedUntil', 'pauseSentence'] as const

/** As the form has it: the time in India. */
const inMinutes = (minutes: number) => new Date(Date.now() + (minutes + 330) * 60_000).toISOString().slice(0, 16)

async function pause(values: Partial<Settings>) {
  return savePause(shop, admin, values, { names: NAMES, version: versionOf(await findSettings(db), NAMES) })
}

afterEach(() => world.sql('delete from settings'))

test('a paused shop takes no order, in cash or online, and says its sentence', async () => {
  const pot = await addProduct(db, { price: 495 })
  const before = world.wanted(pot)
  const placed = await placeOrder(shop, meera, before)
  await pause({ pausedUntil: inMinutes(60), pauseSentence: 'We are at a wedding.' })
  const cash = await placeOrder(shop, meera, world.wanted(pot))
  assert.ok(!cash.ok && cash.reason === 'paused')
  assert.match(cash.message, /^We are at a wedding\. You can order again from /)
  assert.equal((await openCheckout(shop, meera, world.wanted(pot))).kind, 'paused')
  // A repeat of an order of before finds that order.
  assert.deepEqual(await placeOrder(shop, meera, before), placed)
})

test('a payment that began before the pause becomes an order', async () => {
  const pot = await addProduct(db, { price: 495 })
  const { providerOrderId } = await world.open(meera, world.wanted(pot))
  await pause({ pausedUntil: inMinutes(60), pauseSentence: '' })
  const payment = provider.state.pay(providerOrderId)
  assert.equal((await settle(shop, await shop.payments.getPayment(payment.id))).kind, 'place-order')
})

test('the pause ends by itself, and every page follows then', async () => {
  const pot = await addProduct(db, { price: 495 })
  const until = inMinutes(60)
  await pause({ pausedUntil: until, pauseSentence: '' })
  const jobs = await world.sql<{ seconds: number }>(
    `select extract(epoch from run_at - now())::integer as seconds from graphile_worker.jobs
     where task_identifier = 'end-pause' and key like '%' || $1 || '%'`,
    [until],
  )
  assert.equal(jobs.length, 1)
  // Full minutes are stored.
  assert.ok(Number(jobs[0]?.seconds) > 58 * 60 && Number(jobs[0]?.seconds) <= 60 * 60 + 1, String(jobs[0]?.seconds))
  await publishByClock(db, 'pausedUntil')
  assert.equal((await world.sql(`select from outbox where change = 'settings pausedUntil'`)).length > 0, true)

  await pause({ pausedUntil: inMinutes(-1), pauseSentence: '' })
  assert.equal((await placeOrder(shop, meera, world.wanted(pot))).ok, true)
})

test('at the turn of the year every page follows, which may name the year', async () => {
  await publishByClock(db, 'copyrightYear')
  assert.equal((await world.sql(`select from outbox where change = 'settings copyrightYear'`)).length > 0, true)
})

test('two admins who pause at once: the second is told', async () => {
  const opened = { names: NAMES, version: versionOf(await findSettings(db), NAMES) }
  await savePause(shop, admin, { pausedUntil: inMinutes(10) }, opened)
  const second = await savePause(shop, admin, { pausedUntil: inMinutes(99) }, opened)
  assert.ok(!second.ok && second.reason === 'conflict')
})
