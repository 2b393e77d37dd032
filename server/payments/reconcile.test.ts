import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { placeOrder } from '#server/orders/place.ts'
import { addUser } from '#tests/support/fixtures/factories.ts'
import { REMOVE_JOBS } from '#tests/support/jobs.ts'
import { db, meera, pay, pot, provider, ravi, shop, world } from '#tests/support/payments/payment-fixture.ts'
import { confirmPayment } from './confirm.ts'
import { reconcile } from './reconcile.ts'

describe('the reconciler', () => {
  test('finds a refund whose job was lost, and one whose webhook never came', async () => {
    const paid = await pay(meera)
    await placeOrder(shop, meera, paid.wanted)
    await confirmPayment(shop, meera, paid)
    await world.sql(REMOVE_JOBS)
    await reconcile(shop, { every: true })
    await world.doJobs()
    const [refund] = provider.state.listRefunds(paid.paymentId)
    provider.state.finishRefund(refund?.id ?? '', 'processed')
    await reconcile(shop, { every: false })
    assert.deepEqual(
      (await world.refundsOf(meera.userId)).map(({ state }) => state),
      ['processed'],
    )
  })

  test('finds a dispute whose webhooks never came, once, and what became of it', async () => {
    const paid = await pay(meera)
    await placeOrder(shop, meera, paid.wanted)
    await confirmPayment(shop, meera, paid)
    const { id } = provider.state.dispute(paid.paymentId)
    const lost = provider.webhooks.list()
    const stored = async () => {
      const rows = await world.sql<{ state: string }>('select state from disputes where dispute_id = $1', [id])
      return rows.map(({ state }) => state)
    }
    const told = async () => (await world.sql(`select from outbox where change like 'order %'`)).length
    const before = await told()
    await reconcile(shop, {})
    assert.deepEqual(await stored(), ['open'])
    assert.equal(await told(), before + 1, 'open pages show it')
    await Promise.all([reconcile(shop, {}), reconcile(shop, {})])
    assert.equal(await told(), before + 1, 'nothing is new')
    provider.state.moveDispute(id, 'under_review')
    await reconcile(shop, {})
    provider.state.moveDispute(id, 'action_required')
    await reconcile(shop, {})
    assert.deepEqual(await stored(), ['action_required'])
    provider.state.moveDispute(id, 'lost')
    await reconcile(shop, {})
    await world.deliver(lost)
    assert.deepEqual(await stored(), ['lost'], 'a webhook that comes at last changes nothing')
  })

  test('continues after one lost response, and stops the run when the provider is down', async () => {
    const first = await pay(meera)
    const second = await pay(ravi)
    for (const { providerOrderId } of [first, second]) await world.age(providerOrderId, '20 minutes')
    for (let n = 0; n < 3; n += 1) provider.faults.expect(new RegExp(first.providerOrderId), { status: 500 })
    await reconcile(shop, { every: false })
    assert.equal((await world.ordersOf(meera.userId)).length, 0)
    assert.equal((await world.ordersOf(ravi.userId)).length, 1)
    await reconcile(shop, { every: false })
    assert.equal((await world.ordersOf(meera.userId)).length, 1)
  })

  test('reaches every checkout, also when some are never answered', async () => {
    for (let n = 0; n < 3; n += 1) {
      const { providerOrderId } = await world.open(await addUser(db), world.wanted(pot))
      await world.age(providerOrderId, '30 minutes')
      for (let tries = 0; tries < 200; tries += 1) {
        provider.faults.expect(new RegExp(providerOrderId), { status: 500 })
      }
    }
    const { providerOrderId } = await pay(ravi)
    await world.age(providerOrderId, '20 minutes')
    for (let round = 0; round < 30 && (await world.ordersOf(ravi.userId)).length === 0; round += 1) {
      await reconcile(shop, { every: false }).catch(() => {})
    }
    assert.equal((await world.ordersOf(ravi.userId)).length, 1)
  })

  test('continues with other refunds when one response is lost', async () => {
    const lost: string[] = []
    for (const user of [meera, ravi]) {
      const paid = await pay(user)
      await placeOrder(shop, user, paid.wanted)
      await confirmPayment(shop, user, paid)
      await world.doJobs()
      const [refund] = provider.state.listRefunds(paid.paymentId)
      provider.state.finishRefund(refund?.id ?? '', 'processed')
      lost.push(refund?.id ?? '')
    }
    for (let n = 0; n < 3; n += 1) provider.faults.expect(new RegExp(lost[0] ?? ''), { status: 500 })
    const states = async () =>
      [...(await world.refundsOf(meera.userId)), ...(await world.refundsOf(ravi.userId))].map(({ state }) => state)
    await reconcile(shop, { every: false })
    assert.deepEqual(await states(), ['pending', 'processed'])
    await reconcile(shop, { every: false })
    assert.deepEqual(await states(), ['processed', 'processed'])
  })

  test('finds the payment of a checkout that was opened again after a week', async () => {
    const wanted = world.wanted(pot)
    const first = await world.open(meera, wanted)
    await world.age(first.providerOrderId, '9 days')
    const { providerOrderId } = await pay(meera, wanted)
    assert.equal(providerOrderId, first.providerOrderId)
    await world.age(providerOrderId, '16 minutes')
    await reconcile(shop, { every: false })
    assert.equal((await world.ordersOf(meera.userId)).length, 1)
  })

  test('asks at growing intervals and stops after a week', async () => {
    const { providerOrderId } = await world.open(meera, world.wanted(pot))
    const asked = async () => {
      const before = await world.sql('select checked_at from checkouts where provider_order_id = $1', [providerOrderId])
      await reconcile(shop, { every: false })
      const now = await world.sql('select checked_at from checkouts where provider_order_id = $1', [providerOrderId])
      return JSON.stringify(before) !== JSON.stringify(now)
    }
    assert.equal(await asked(), false, 'it has just been opened')
    await world.age(providerOrderId, '16 minutes')
    assert.equal(await asked(), true)
    assert.equal(await asked(), false, 'it was asked about this minute')
    await world.age(providerOrderId, '6 minutes')
    assert.equal(await asked(), true)
    await world.age(providerOrderId, '9 days')
    assert.equal(await asked(), false)
  })

  test('stops when its time is up, and leaves to another run what it has not checked', async () => {
    const ids: string[] = []
    for (const user of [meera, ravi]) {
      const { providerOrderId } = await world.open(user, world.wanted(pot))
      await world.age(providerOrderId, '20 minutes')
      ids.push(providerOrderId)
    }
    await world.sql('update checkouts set checked_at = now() where provider_order_id <> all($1)', [ids])
    const time = new AbortController()
    const listPayments: typeof shop.payments.listPayments = async (id) => {
      time.abort()
      return shop.payments.listPayments(id)
    }
    const hurried = { ...shop, payments: { ...shop.payments, listPayments } }
    const checked = async () => {
      const rows = await world.sql(
        `select from checkouts where provider_order_id = any($1) and checked_at > now() - interval '1 minute'`,
        [ids],
      )
      return rows.length
    }
    await reconcile(hurried, {}, time.signal)
    assert.equal(await checked(), 1)
    assert.equal(await world.doJobs(), 1)
    assert.equal(await checked(), 2)
    assert.deepEqual(await world.queued('reconcile'), [])
  })
})
