// Kills the shop at every step between Pay Online and the confirmation email, as a power cut would. After a restart and
// one round of reconciliation, every payment must be an order or a refund. One kill meets many carts, each at its step.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { JOB_TABLE } from '#tests/support/jobs.ts'
import { until } from '#tests/support/process.ts'
import { type KillHarness, openKillHarness } from './payments-kill-harness.ts'

type Cart = Record<string, string>
/** A step at which the shop is killed. */
type Step = {
  when: string
  /** The shopper has paid, so an order must appear without another click. */
  isPaid: boolean
  /** `unclear`: the answer to its email is lost. */
  email?: 'unclear'
} & (
  | {
      /** Resolves when the shop is in the middle of this step. */
      walk(harness: KillHarness, cart: Cart): Promise<unknown>
    }
  | {
      /** The shop is held where it writes into this table. */
      table: string
      /** Everything before that. @returns the request that writes */
      prepare(harness: KillHarness, cart: Cart): Promise<() => Promise<unknown>>
    }
)

/** The request during which the shop is killed gets no response. */
const unanswered = (request: Promise<unknown>) => void request.catch(() => {})

async function pay(harness: KillHarness, cart: Cart) {
  const { checkoutId, providerOrderId } = await harness.open(cart)
  const { id } = harness.provider.state.pay(providerOrderId)
  return { checkoutId, providerOrderId, paymentId: id, report: () => harness.report(checkoutId, providerOrderId, id) }
}

const reporting = async (harness: KillHarness, cart: Cart) => (await pay(harness, cart)).report

const steps: Step[] = [
  {
    when: 'it writes the checkout',
    isPaid: false,
    table: 'checkouts',
    prepare: async (harness, cart) => () => harness.open(cart),
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
  { when: 'it writes the order', isPaid: true, table: 'orders', prepare: reporting },
  { when: 'it writes the lines', isPaid: true, table: 'order_lines', prepare: reporting },
  { when: 'it writes the payment', isPaid: true, table: 'payments', prepare: reporting },
  { when: 'it closes the checkout', isPaid: true, table: 'checkouts', prepare: reporting },
  { when: 'it queues the email', isPaid: true, table: JOB_TABLE, prepare: reporting },
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
    table: 'payment_events',
    async prepare(harness, cart) {
      const { paymentId } = await pay(harness, cart)
      return () => harness.deliverWebhooks(paymentId)
    },
  },
  {
    when: 'it looks into a message',
    isPaid: true,
    async walk(harness, cart) {
      const { paymentId } = await pay(harness, cart)
      const met = harness.provider.faults.expect(/GET .*\/payments\//, 'no-response')
      await harness.deliverWebhooks(paymentId)
      await met
    },
  },
  ...(['no-response', 'withheld-response'] as const).map((trouble) => ({
    when: `it sends the email, ${trouble === 'no-response' ? 'and nobody has it yet' : 'which has been sent'}`,
    isPaid: true,
    email: 'unclear' as const,
    async walk(harness: KillHarness, cart: Cart) {
      const met = harness.emails.faults.expect(/email\/send$/, trouble)
      unanswered((await pay(harness, cart)).report())
      await met
    },
  })),
]

/** The shop is killed twice, each time in the middle of every second step, each for another shopper's cart. */
const REFUND_TROUBLES = ['no-response', 'withheld-response'] as const

let harness: KillHarness
let refunds: Awaited<ReturnType<typeof walkToRefund>>[]
const carts = new Map<Step, Cart>()
before(async () => {
  harness = await openKillHarness()
  refunds = []
  for (const [lane, trouble] of REFUND_TROUBLES.entries()) {
    refunds.push(await walkToRefund(harness, trouble))
    const here = steps.filter((_, index) => index % REFUND_TROUBLES.length === lane)
    for (const [step, cart] of await walkAll(harness, here)) carts.set(step, cart)
    await harness.kill()
    await harness.restart()
  }
})
after(() => harness.close())

for (const step of steps) {
  const { when, isPaid, email = 'sent' } = step
  test(`killed while ${when}`, async () => {
    const cart = carts.get(step) as Cart
    if (isPaid) await assertSettled(harness, cart)

    // The shopper returns and orders again.
    const opened = await harness.open(cart)
    assert.equal(opened.kind, isPaid ? 'placed' : 'pay')
    if (opened.kind === 'pay') {
      const { report } = await pay(harness, cart)
      assert.equal((await report()).kind, 'placed')
    }
    await assertSettled(harness, cart)
    await until('the email is sent', async () => (await emailsFor(harness, cart)).includes(email))
    assert.deepEqual(await emailsFor(harness, cart), [email])
  })
}

for (const [lane, trouble] of REFUND_TROUBLES.entries()) {
  const when = trouble === 'no-response' ? 'has not heard of it' : 'has made it and not answered'
  test(`killed while it refunds a return, and the provider ${when}`, async () => {
    const { paymentId, amount } = refunds[lane] as (typeof refunds)[number]
    const states = () => harness.sql('select state from refunds where payment_id = $1', [paymentId])
    await until('the provider has answered', async () => JSON.stringify(await states()).includes('pending'))
    assert.deepEqual(
      harness.provider.state.listRefunds(paymentId).map((refund) => refund.amount),
      [amount],
    )
  })
}

async function walkToRefund(harness: KillHarness, trouble: (typeof REFUND_TROUBLES)[number]) {
  const cart = await harness.fillCart()
  const { report, paymentId } = await pay(harness, cart)
  await report()
  await until('its email is sent', async () => (await emailsFor(harness, cart)).includes('sent'))
  const [order] = await harness.sql<{ id: string }>('select id from orders where payment_id = $1', [paymentId])
  const met = harness.provider.faults.expect(/POST .*\/refund$/, trouble)
  const amount = await harness.takeBack(Number(order?.id))
  await met
  // Otherwise the email about its parcel would meet the trouble that is meant for another email.
  await until('its emails are sent', async () => {
    return (await harness.sql(`select from graphile_worker.jobs where key like 'send-%'`)).length === 0
  })
  return { paymentId, amount }
}

/** Walks a cart to each step, from the last to the first, because a table that is held stops those after it. */
async function walkAll(harness: KillHarness, steps: readonly Step[]): Promise<Map<Step, Cart>> {
  const carts = new Map<Step, Cart>()
  const writes: { table: string; write: () => Promise<unknown> }[] = []
  for (const step of steps.toReversed()) {
    const cart = await harness.fillCart()
    carts.set(step, cart)
    if ('walk' in step) await step.walk(harness, cart)
    else writes.push({ table: step.table, write: await step.prepare(harness, cart) })
  }
  for (const { table, write } of writes) {
    const { reached } = await harness.hold(table)
    unanswered(write())
    await reached()
  }
  return carts
}

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
  const ids = captured.map((payment) => payment.payment_id)
  assert.deepEqual(await harness.sql('select from refunds where payment_id = any($1)', [ids]), [])
  assert.equal((await emailsFor(harness, cart)).length, 1, 'one email')
}

/** Written ones by their state, and promises that nobody has begun with. */
async function emailsFor(harness: KillHarness, cart: Cart): Promise<string[]> {
  const rows = await harness.sql<{ state: string }>(
    `with its as (select id as number from orders where checkout_key = $1)
     select state from sent_messages, its where template = 'order-placed' and subject = 'order ' || number
     union all
     select 'queued' from graphile_worker.jobs as job, its where job.key = format('send-order-email {"orderId":%s}', number)
       and not exists (select from sent_messages where template = 'order-placed' and subject = 'order ' || number)`,
    [cart.key],
  )
  return rows.map(({ state }) => state)
}
