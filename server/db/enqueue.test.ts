import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { runJobs } from '#server/jobs.ts'
import { findSentMessageById, insertSentMessage } from '#server/messages/queries.ts'
import type { Shop } from '#server/shop.ts'
import { addProduct, addUser } from '#tests/support/fixtures/factories.ts'
import { openPaymentWorld } from '#tests/support/payments/payment-harness.ts'
import { until } from '#tests/support/process.ts'
import { settingsOf, textsOf } from '#tests/support/settings.ts'
import { enqueueJob } from './enqueue.ts'

const world = await openPaymentWorld()
const { db, sql } = world

/** The calls that a provider has not answered yet, each answered by the test. */
const sending: PromiseWithResolvers<void>[] = []
const asked: PromiseWithResolvers<[]>[] = []
function call<T>(calls: PromiseWithResolvers<T>[]): Promise<T> {
  const answer = Promise.withResolvers<T>()
  calls.push(answer)
  return answer.promise
}

function instance(): ReturnType<typeof runJobs> {
  const shop = {
    ...world.shop,
    settings: settingsOf(db),
    texts: textsOf(db),
    emails: { isAvailable: true, paceMs: 0, send: () => call(sending) },
    payments: {
      isAvailable: true,
      listPayments: () => call(asked),
      listDisputes: async () => ({ disputes: [], isLast: true }),
    },
    courier: { isAvailable: false },
    changeFeed: { onUnresponsive: () => () => {} },
    connections: { onAvailable: () => () => {} },
    databaseUrl: world.url,
    config: { workers: 1, rateLimitFactor: 100 },
  } as unknown as Shop
  return runJobs(shop)
}

const instances = [instance(), instance()]
after(async () => {
  await Promise.all(instances.map((jobs) => jobs.close()))
  await world.close()
})

const enqueue = (job: string, key: string) => sql('select graphile_worker.add_job($1, job_key => $2)', [job, key])

/** Lets the scheduled job look for orphaned jobs. */
async function lookForOrphans(key: string): Promise<void> {
  await enqueue('unlock-orphaned-jobs', key)
  await until(
    'it has looked',
    async () => (await sql(`select from graphile_worker.jobs where key = '${key}'`)).length === 0,
  )
}

test('an email that the provider is slow to accept is sent once', async () => {
  const params = { name: 'Meera', email: 'meera24@gmail.com', amount: '', status: '', lines: '' }
  await db.transaction((tx) => insertSentMessage(tx, { template: 'order-placed', subject: 'order 1', params }))
  const [{ id = 0 } = {}] = await sql<{ id: number }>('select id from sent_messages')
  await db.transaction((tx) => enqueueJob(tx, { job: 'resend-email', emailId: id }))
  const first = await until('it is being sent', () => sending[0])
  await lookForOrphans('during an email')
  // Jobs of this queue run one after the other, so if the first were free, this one would be sent too.
  await db.transaction((tx) => enqueueJob(tx, { job: 'resend-email', emailId: id }))
  await lookForOrphans('during an email and another')

  first.resolve()
  await until(
    'no job is left',
    async () => (await sql(`select from graphile_worker.jobs where task_identifier = 'resend-email'`)).length === 0,
  )
  assert.equal((await findSentMessageById(db, id))?.state, 'sent')
  assert.equal(sending.length, 1)
})

test('while the payment provider is slow, no second round of reconciliation begins beside the first', async () => {
  await until(
    'the rounds after the start are over',
    async () => (await sql(`select from graphile_worker.jobs where task_identifier = 'reconcile'`)).length === 0,
  )
  const meera = await addUser(db)
  const { providerOrderId } = await world.open(meera, world.wanted(await addProduct(db)))
  await world.age(providerOrderId, '20 minutes')
  const round = () => db.transaction((tx) => enqueueJob(tx, { job: 'reconcile' }))
  await round()
  const first = await until('the provider is asked', () => asked[0])
  await round()
  await lookForOrphans('during a round')
  await lookForOrphans('again during a round')
  assert.equal(asked.length, 1)

  first.resolve([])
  await until(
    'the second round is over',
    async () => (await sql(`select from graphile_worker.jobs where task_identifier = 'reconcile'`)).length === 0,
  )
  assert.equal(asked.length, 1, 'it was checked after the second round was asked for')
})
