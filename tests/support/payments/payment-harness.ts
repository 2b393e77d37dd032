import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { User } from '#domain/accounts/user.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import type { Paise } from '#domain/money.ts'
import type { RequestedCheckout } from '#domain/orders/order.ts'
import { openRazorpay as openStandIn } from '#sandbox/razorpay.ts'
import type { Database } from '#server/db/connection.ts'
import { JOBS, type JobName, READABLE_JOBS } from '#server/db/enqueue.ts'
import { tasks } from '#server/jobs.ts'
import { lockOrder } from '#server/orders/queries.ts'
import { insertReturn, insertShipment } from '#server/parcels/queries.ts'
import { type Opened, openCheckout } from '#server/payments/checkout.ts'
import { refundPart } from '#server/payments/pay-back.ts'
import { receiveWebhook } from '#server/payments/webhook.ts'
import { openRazorpay } from '#server/providers/razorpay.ts'
import type { Shop } from '#server/shop.ts'
import { fetchFrom } from '#tests/support/fetch-from.ts'
import { lineFor, someAddress } from '#tests/support/fixtures/factories.ts'
import { ALL_JOBS, MAKE_JOBS_DUE } from '#tests/support/jobs.ts'
import { openDatabase } from '#tests/support/postgres.ts'

const URL = 'http://sandbox.invalid'
const keys = { keyId: 'rzp_test_world', keySecret: 'the secret of keys', webhookSecrets: ['the secret of webhooks'] }

/** Simulates the death of the process. */
export class Killed extends Error {}

/** Hooks with which a test injects faults between the shop and its database, provider and browser. */
type Doors = {
  /** Wraps each transaction. */
  transaction<T>(run: (isKilled: boolean) => Promise<T>): Promise<T>
  /** Wraps each call to the provider, retries included. */
  question<T>(httpFetch: () => Promise<T>): Promise<T>
  /** Wraps each HTTP request. */
  request(send: () => Promise<Response>): Promise<Response>
}

/** A shop's payments on a real database, with the sandbox in the same process; nothing runs by itself. */
export type PaymentWorld = Awaited<ReturnType<typeof openPaymentWorld>>

export async function openPaymentWorld(doors?: Doors) {
  const { url, db, close } = await openDatabase()
  const said: string[] = []
  const log = {
    info() {},
    error: (line: string, error?: unknown) => said.push(error === undefined ? line : `${line}: ${error}`),
    step: <T>(_label: string, work: () => Promise<T>) => work(),
  }
  // A connection of its own, which survives faults of the shop's connections.
  const observer = new pg.Pool({ connectionString: url, max: 2, application_name: 'observer' })
  observer.on('connect', (client) => client.on('error', () => {}))
  const provider = openStandIn(keys)
  const httpFetch: typeof fetch = async (input, init) => {
    const send = () => fetchFrom(provider.app, String(input).replace(URL, ''), init)
    return doors ? doors.request(send) : send()
  }
  const payments = openRazorpay(
    { ...keys, url: URL, checkoutUrl: '/checkout.js', timeoutMs: 1000 },
    { httpFetch, pausesMs: [0, 0] },
  )
  const shop = {
    db: doors ? guardTransactions(db, doors) : db,
    payments: doors ? guardQuestions(payments, doors) : payments,
    log,
    now: () => new Date(),
  } as unknown as Shop

  async function sql<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await observer.query(text, values)).rows as Row[]
  }

  /** Runs the due jobs once, except emails; a job that throws stays queued. */
  async function doJobs(): Promise<number> {
    const due = await sql<{ id: string; task: JobName; revision: number; payload: never }>(
      `select id, task_identifier as task, revision, payload from ${ALL_JOBS} as job where run_at <= now() order by id`,
    )
    let done = 0
    for (const { id, task, revision, payload } of due.filter(
      (job) => !JOBS[job.task].needs.some((service) => service === 'emails'),
    )) {
      try {
        await tasks[task](shop, payload)
        // A job that has queued itself again stays.
        const isSame = 'select id from graphile_worker.jobs where id = $1 and revision = $2'
        await sql(`select graphile_worker.complete_jobs(array(${isSame}))`, [id, revision])
        done += 1
      } catch (error) {
        log.error(`Job ${task} is done again later`, error)
      }
    }
    return done
  }

  return {
    shop,
    db,
    url,
    provider,
    said,
    sql,
    doJobs,

    /** Until none is left, also those that were to wait. */
    async doAllJobs(): Promise<void> {
      do await sql(MAKE_JOBS_DUE)
      while ((await doJobs()) > 0)
    },

    /** Paise that the provider was asked to refund, one by one. */
    refundedAt: (paymentId: string) => provider.state.listRefunds(paymentId).map(({ amount }) => amount),

    /** The request of a browser when Pay Online is pressed. */
    wanted: (pot: ProductId, changes: Partial<RequestedCheckout> = {}): RequestedCheckout => ({
      key: randomUUID(),
      lines: [lineFor(pot)],
      address: someAddress,
      ...changes,
    }),

    /** An open checkout. */
    async open(user: User, wanted: RequestedCheckout) {
      return mustPay(await openCheckout(shop, user, wanted))
    },

    /** Delivers the provider's pending webhooks. */
    async deliver(messages = provider.webhooks.list(), { isHeard = true } = {}): Promise<void> {
      for (const message of messages) {
        const { body, headers } = provider.webhooks.signed(message)
        const told = new Headers({ ...headers, 'x-razorpay-event-id': message.id })
        const heard = await receiveWebhook(shop, new TextEncoder().encode(body), told)
        if (heard !== 'invalid-signature' && isHeard) provider.webhooks.acknowledge(message.id)
      }
    },

    /** Moves a checkout's timestamps into the past by this interval. */
    async age(providerOrderId: string, interval: string): Promise<void> {
      await sql(
        'update checkouts set time = time - $2::interval, checked_at = checked_at - $2::interval where provider_order_id = $1',
        [providerOrderId, interval],
      )
    },

    /** A parcel of this order comes back, of which this much is refunded. @returns the return */
    async takeBack(orderId: number, amount: Paise): Promise<number> {
      return shop.db.transaction(async (tx) => {
        const order = await lockOrder(tx, orderId)
        if (!order) throw new Error(`Order ${orderId} was not found`)
        const [key, lines] = [randomUUID(), [{ position: 0, quantity: 1, amount, good: 1, damaged: 0 }]]
        const parcel = {
          orderId,
          userId: order.userId,
          key,
          courier: '',
          awb: '',
          trackingLink: '',
          cash: 0,
          mobile: '',
        }
        const shipmentId = await insertShipment(tx, { ...parcel, lines })
        if (shipmentId === undefined) throw new Error('The shipment was not added')
        const back = { key, shipmentId, orderId, reason: 'returned', amount, actorId: order.userId, lines } as const
        const returnId = await insertReturn(tx, back)
        if (returnId === undefined) throw new Error('The return was not added')
        await refundPart(tx, order, { returnId, amount, reason: 'returned' })
        return returnId
      })
    },

    ordersOf: (userId: string) =>
      sql<{ id: string; status: string; cancel: string; total: number; payment_id: string | null }>(
        'select id, status, cancel, total_amount::integer as total, payment_id from orders where user_id = $1 order by id',
        [userId],
      ),
    refundsOf: (userId: string) =>
      sql<{
        payment_id: string
        reason: string
        state: string
        attempt: number
        amount: number | null
        order_id: string | null
      }>(
        `select payment_id, reason, state, attempt, amount::integer, order_id from refunds where user_id = $1
         order by payment_id, id`,
        [userId],
      ),
    /** The queued jobs with this name. */
    queued: (task: string) =>
      sql<{ payload: Record<string, unknown>; key: string; revision: number }>(
        `select payload, key, revision from ${READABLE_JOBS} as job where task_identifier = $1 order by id`,
        [task],
      ),

    async close() {
      provider.close()
      await observer.end()
      await close()
    },
  }
}

export function mustPay(opened: Opened): Extract<Opened, { kind: 'pay' }> {
  if (opened.kind === 'pay') return opened
  throw new Error(`The checkout was not opened: ${JSON.stringify(opened)}`)
}

function guardTransactions(db: Database, doors: Doors): Database {
  const guarded = Object.create(db) as Database
  guarded.transaction = (work) =>
    doors.transaction((isKilled) =>
      db.transaction(async (tx) => {
        const value = await work(tx)
        // As when the process dies before it can commit.
        if (isKilled) throw new Killed()
        return value
      }),
    )
  return guarded
}

function guardQuestions<Payments extends object>(payments: Payments, doors: Doors): Payments {
  return new Proxy(payments, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (typeof value !== 'function' || /^(is|read)/.test(String(name))) return value
      return (...args: unknown[]) => doors.question(() => value.apply(target, args))
    },
  })
}
