// Kills the shop at every step between Pay Online and the confirmation email, as a power cut would. After a restart and
// one round of reconciliation, every payment must be an order or a refund.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type KillHarness, openKillHarness } from '#tests/support/payments/payments-kill-harness.ts'
import { until } from '#tests/support/process.ts'

type Cart = Record<string, string>
/** The step at which the shop is killed. */
type Step = {
  when: string
  /** Resolves when the shop is in the middle of this step. */
  walk(harness: KillHarness, cart: Cart): Promise<unknown>
  /** The shopper has paid, so an order must appear without another click. */
  isPaid: boolean
}

/** The request during which the shop is killed gets no response. */
const unanswered = (request: Promise<unknown>) => void request.catch(() => {})

async function pay(harness: KillHarness, cart: Cart) {
  const { checkoutId, providerOrderId } = await harness.open(cart)
  const { id } = harness.provider.state.pay(providerOrderId)
  return { checkoutId, providerOrderId, paymentId: id, report: () => harness.report(checkoutId, providerOrderId, id) }
}

const blocked = (table: string, act: (harness: KillHarness, cart: Cart) => Promise<() => Promise<unknown>>) => ({
  async walk(harness: KillHarness, cart: Cart) {
    const go = await act(harness, cart)
    const { reached, release } = await harness.block(table)
    unanswered(go())
    await reached
    return release
  },
})

const reporting = async (harness: KillHarness, cart: Cart) => (await pay(harness, cart)).report

const steps: Step[] = [
  {
    when: 'it writes the checkout',
    isPaid: false,
    ...blocked('checkouts', async (harness, cart) => () => harness.open(cart)),
  },
  ...(['no-response', 'withheld-response'] as const).map((trouble) => ({
    when: `the provider ${trouble === 'no-response' ? 'has not heard of the order' : 'has made its order and not answered'}`,
    isPaid: false,
    async walk(harness: KillHarness, cart: Cart) {
      const met = harness.provider.faults.expect(/POST .*\/orders$/, trouble)
      unanswered(harness.open(cart))
      await met
    },
  })),
  { when: 'the widget is open', isPaid: false, walk: (harness, cart) => harness.open(cart) },
  { when: 'the money has gone, and nobody has said so', isPaid: true, walk: pay },
  {
    when: 'it asks the provider whether that is true',
    isPaid: true,
    async walk(harness, cart) {
      const { report } = await pay(harness, cart)
      const met = harness.provider.faults.expect(/GET .*\/payments\//, 'no-response')
      unanswered(report())
      await met
    },
  },
  { when: 'it writes the order', isPaid: true, ...blocked('orders', reporting) },
  { when: 'it writes the lines', isPaid: true, ...blocked('order_lines', reporting) },
  { when: 'it writes the payment', isPaid: true, ...blocked('payments', reporting) },
  { when: 'it closes the checkout', isPaid: true, ...blocked('checkouts', reporting) },
  { when: 'it queues the email', isPaid: true, ...blocked('graphile_worker._private_jobs', reporting) },
  {
    when: 'everything is written, and nothing answered',
    isPaid: true,
    async walk(harness, cart) {
      const { report, paymentId } = await pay(harness, cart)
      unanswered(report())
      await until('there is an order', async () => {
        return (await harness.sql('select from orders where payment_id = $1', [paymentId])).length > 0
      })
    },
  },
  {
    when: 'it notes a message',
    isPaid: true,
    ...blocked('payment_events', async (harness, cart) => {
      await pay(harness, cart)
      return harness.deliverWebhooks
    }),
  },
  {
    when: 'it looks into a message',
    isPaid: true,
    async walk(harness, cart) {
      await pay(harness, cart)
      const met = harness.provider.faults.expect(/GET .*\/payments\//, 'no-response')
      await harness.deliverWebhooks()
      await met
    },
  },
  ...(['no-response', 'withheld-response'] as const).map((trouble) => ({
    when: `it sends the email, ${trouble === 'no-response' ? 'and nobody has it yet' : 'which has been sent'}`,
    isPaid: true,
    async walk(harness: KillHarness, cart: Cart) {
      const met = harness.emails.faults.expect(/email\/send$/, trouble)
      unanswered((await pay(harness, cart)).report())
      await met
    },
  })),
]

/** Two shops, for two cores. */
const LANES = 2

describe('killed', { concurrency: LANES }, () => {
  for (let lane = 0; lane < LANES; lane += 1) {
    describe(`in shop ${lane + 1}`, { concurrency: 1 }, () => {
      let harness: KillHarness
      before(async () => {
        harness = await openKillHarness()
      })
      after(() => harness.close())

      for (const { when, isPaid, walk } of steps.filter((_, index) => index % LANES === lane)) {
        test(`while ${when}`, { timeout: 40_000 }, async () => {
          const cart = await harness.fillCart()
          const release = await walk(harness, cart)
          await harness.kill()
          if (typeof release === 'function') await release()
          harness.provider.faults.clear()
          harness.emails.faults.clear()
          await harness.restart()
          if (isPaid) await assertSettled(harness, cart)

          // The shopper returns and orders again.
          const opened = await harness.open(cart)
          assert.equal(opened.kind, isPaid ? 'placed' : 'pay')
          if (opened.kind === 'pay') {
            const { report } = await pay(harness, cart)
            assert.equal((await report()).kind, 'placed')
          }
          await assertSettled(harness, cart)
          await until('the email is sent', async () => (await emailsFor(harness, cart)).includes('sent'))
          assert.deepEqual(await emailsFor(harness, cart), ['sent'])
        })
      }
    })
  }
})

describe('killed', { concurrency: 1 }, () => {
  let harness: KillHarness
  before(async () => {
    harness = await openKillHarness()
  })
  after(() => harness.close())

  for (const trouble of ['no-response', 'withheld-response'] as const) {
    const when = trouble === 'no-response' ? 'has not heard of it' : 'has made it and not answered'
    test(`while it refunds a return, and the provider ${when}`, { timeout: 40_000 }, async () => {
      const cart = await harness.fillCart()
      const { report, paymentId } = await pay(harness, cart)
      await report()
      const [order] = await harness.sql<{ id: string }>('select id from orders where payment_id = $1', [paymentId])
      const met = harness.provider.faults.expect(/POST .*\/refund$/, trouble)
      const amount = await harness.takeBack(Number(order?.id))
      await met
      await harness.kill()
      harness.provider.faults.clear()
      await harness.restart()
      const states = () => harness.sql('select state from refunds where payment_id = $1', [paymentId])
      await until('the provider has answered', async () => JSON.stringify(await states()).includes('pending'))
      assert.deepEqual(
        harness.provider.state.listRefunds(paymentId).map((refund) => refund.amount),
        [amount],
      )
    })
  }
})

/** Asserts one order for this cart, paid once and not refunded. */
async function assertSettled(harness: KillHarness, cart: Cart): Promise<void> {
  const orders = await harness.sql<{ payment_id: string; paise: number; status: string }>(
    'select payment_id, total_amount::integer * 100 as paise, status from orders where checkout_key = $1',
    [cart.key],
  )
  const checkouts = await harness.sql<{ id: string }>(
    'select provider_order_id as id from checkouts where checkout_key = $1 and provider_order_id is not null',
    [cart.key],
  )
  const captured = checkouts
    .flatMap(({ id }) => harness.provider.state.listPayments(id))
    .filter((payment) => payment.captured)
    .map(({ id, amount }) => ({ payment_id: id, paise: amount, status: 'confirmed' }))
  assert.deepEqual(orders, captured)
  assert.equal(orders.length, 1)
  assert.deepEqual(await harness.sql('select from refunds'), [])
  assert.equal((await emailsFor(harness, cart)).length, 1, 'one email')
}

/** Written ones by their state, and promises that nobody has begun with. */
async function emailsFor(harness: KillHarness, cart: Cart): Promise<string[]> {
  const rows = await harness.sql<{ state: string }>(
    `with its as (select id as number from orders where checkout_key = $1)
     select state from emails, its where template = 'order-placed' and subject = 'order ' || number
     union all
     select 'queued' from graphile_worker.jobs as job, its where job.key = 'order-email:' || number
       and not exists (select from emails where template = 'order-placed' and subject = 'order ' || number)`,
    [cart.key],
  )
  return rows.map(({ state }) => state)
}
