import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { after, test } from 'node:test'
import type { PoolClient } from 'pg'
import { openGate } from '#tests/support/gate.ts'
import { LOCK_JOB } from '#tests/support/jobs.ts'
import { testDatabase } from '#tests/support/postgres.ts'
import { until } from '#tests/support/process.ts'
import { connect, openPool, RunnerPool } from './db/connection.ts'
import { announceWorker, enqueueJob, READABLE_JOBS, unlockOrphanedJobs } from './db/enqueue.ts'
import { runJobs } from './jobs.ts'
import { describeError, type Log, silentLog } from './observability/log.ts'
import type { Shop } from './shop.ts'

const database = await testDatabase()
const gate = await openGate(database.url)
const { pool, db } = connect(database.url, silentLog)
const said: string[] = []
const log: Log = { ...silentLog, error: (line, error) => void said.push(`${line} ${describeError(error)}`) }

/** Each time that the job asks the provider, which answers when the test says so. */
const asked: Record<string, PromiseWithResolvers<never>[]> = { pay_1: [], pay_2: [], pay_3: [], pay_4: [] }
const payments = {
  isAvailable: true,
  getPayment(id: string) {
    const answer = Promise.withResolvers<never>()
    asked[id]?.push(answer)
    return answer.promise
  },
}
const changeFeed = { onUnresponsive: () => () => {} }
const shop = {
  db,
  log,
  payments,
  emails: { isAvailable: true },
  courier: { isAvailable: true },
  changeFeed,
  connections: { onAvailable: () => () => {} },
  databaseUrl: gate.url,
  config: { databaseUrl: gate.url, workers: 1 },
} as unknown as Shop

let jobs: ReturnType<typeof runJobs> | undefined

/** In the shop, each of these replaces a worker. */
const unheard: unknown[] = []
process.on('unhandledRejection', (error) => unheard.push(error))

after(async () => {
  await jobs?.close()
  await gate.close()
  await pool.end()
  await database.drop()
})

/** Gives the connection back after a failure too, because `pool.end` waits for it. */
async function withConnection(work: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    await work(client)
  } finally {
    client.release(true)
  }
}

test('a job that ends while the database is away crashes no process and runs again', async () => {
  jobs = runJobs(shop, { hangingJobMs: 6000 })
  await loseDatabaseDuring('pay_1')
})

test('a job runs again when its runner failed while starting', async () => {
  await jobs?.close()
  // A promise with the same key that is not committed keeps the runner's own waiting.
  await withConnection(async (slow) => {
    await slow.query('begin')
    // It waits for the runner, on a busy machine longer than the shop's own transactions may.
    await slow.query('set local idle_in_transaction_session_timeout = 0')
    await slow.query(`select graphile_worker.add_job('reconcile', job_key => 'reconcile {"every":true}')`)
    jobs = runJobs(shop, { hangingJobMs: 6000 })
    await loseDatabaseDuring('pay_2', async () => {
      await slow.query('rollback')
    })
  })
})

test('a job that never ends does not keep the others from being done again', async (t) => {
  await db.transaction((tx) => enqueueJob(tx, { job: 'sync-payment', paymentId: 'pay_3' }))
  await until('it hangs', () => asked.pay_3?.[0])
  // The runner with this job is given up after a while, and may still ask its closed pool for a connection. Its jobs
  // are free when the one that hangs has reached its time limit.
  const emit = t.mock.method(EventEmitter.prototype, 'emit')
  const checkStopped = async () => {
    // Otherwise its schedule would ask the closed pool each minute.
    assert.ok(
      emit.mock.calls.some(({ arguments: [event] }) => event === 'stop'),
      'the runner is stopped',
    )
  }
  await loseDatabaseDuring('pay_4', checkStopped, { isGivenUp: true })
  await until('it is done again, too', () => asked.pay_3?.[1])
  asked.pay_3?.[1]?.reject(new Error('enough'))
})

test('a connection of a runner may be released twice', async (t) => {
  const runnerPool = openPool(database.url, 1, silentLog, RunnerPool)
  t.after(() => runnerPool.end())
  const release = await new Promise<(error?: Error) => void>((resolve, reject) => {
    runnerPool.connect((error, _client, done) => (error ? reject(error) : resolve(done)))
  })
  release(new Error('lost'))
  release()
  const client = await runnerPool.connect()
  client.release()
  assert.equal((await runnerPool.query<{ one: number }>('select 1 as one')).rows[0]?.one, 1)
})

test('a runner that asks a closed pool for a connection gets an error', async () => {
  const runnerPool = openPool(database.url, 1, silentLog, RunnerPool)
  await runnerPool.end()
  const [error, release] = await new Promise<[error: unknown, release: () => void]>((resolve) => {
    runnerPool.connect((error, _client, done) => resolve([error, done]))
  })
  assert.match(String(error), /after calling end on the pool/)
  release()
})

test('a runner that lives can be seen, so that nobody takes its jobs', async () => {
  await until('it is seen', async () => {
    const { rows } = await pool.query(
      "select from pg_stat_activity where application_name like 'gamla jobs pool-%' and datname = current_database()",
    )
    return rows.length === 1
  })
})

/**
 * @param meanwhile is done while the database is away
 * @param isGivenUp the runner before does not come to its end
 */
async function loseDatabaseDuring(
  paymentId: string,
  meanwhile = async () => {},
  { isGivenUp = false } = {},
): Promise<void> {
  said.length = 0
  await db.transaction((tx) => enqueueJob(tx, { job: 'sync-payment', paymentId }))
  const first = await until('the job asks', () => asked[paymentId]?.[0])
  gate.shut()
  try {
    first.reject(new Error('Failed query: select\nparams: meera24@gmail.com'))
    await until('that is noticed', () => said.some((line) => line.startsWith('Background jobs are interrupted')))
    await meanwhile()
  } finally {
    gate.open()
  }

  const again = await until('the job is done again', () => asked[paymentId]?.[1])
  again.reject(new Error('enough'))
  assert.deepEqual(unheard, [])
  assert.equal(said.join('\n').includes('meera24'), false, 'values of queries stay out of the log')
  const asksOn = said.some((line) => line.includes('after calling end'))
  if (!isGivenUp) assert.equal(asksOn, false, 'the runner before has come to its end')
}

test('jobs of a killed process run again after a minute; those of a living one never do', async () => {
  async function hold(task: string, who: string) {
    await pool.query("select graphile_worker.add_job($1, run_at => now() + interval '1 hour')", [task])
    await pool.query(LOCK_JOB, [task, who])
  }
  const held = async () => {
    const { rows } = await pool.query(
      `select task_identifier as task from graphile_worker.jobs where locked_by like 'pool-_%' and task_identifier ~ '^(of|back)' order by 1`,
    )
    return rows.map(({ task }) => task)
  }
  /** The runners that a later look is about, and whether it is due in a minute. */
  const looks = async () => {
    const { rows } = await pool.query(
      `select payload -> 'missing' as missing, run_at > now() + interval '50 seconds' as later
       from ${READABLE_JOBS} as job where payload ->> 'missing' is not null order by id`,
    )
    return rows
  }
  // The runners of the tests before may have left some.
  await pool.query(
    `select graphile_worker.complete_jobs(array_agg(id))
     from graphile_worker.jobs where locked_by is not null or task_identifier = 'unlock-orphaned-jobs'`,
  )
  await withConnection(async (presence) => {
    await announceWorker(presence, 'pool-alive')
    await hold('of the living', 'pool-alive')
    await hold('of the dead', 'pool-dead')
    await hold('back soon', 'pool-reconnecting')

    await unlockOrphanedJobs(db)
    assert.deepEqual(await held(), ['back soon', 'of the dead', 'of the living'])
    assert.deepEqual(await looks(), [{ missing: ['pool-dead', 'pool-reconnecting'], later: true }])

    await withConnection(async (reconnected) => {
      await announceWorker(reconnected, 'pool-reconnecting')
      await unlockOrphanedJobs(db, ['pool-dead', 'pool-reconnecting'])
      assert.deepEqual(await held(), ['back soon', 'of the living'])
      assert.equal((await looks()).length, 1)
    })
  })

  // More names than the key of one job holds: the others come after them.
  for (let n = 0; n < 20; n += 1) await hold(`of many ${n}`, `pool-${n}-of-many-that-were-killed-together`)
  await unlockOrphanedJobs(db)
  const [, { missing: first = [] } = {}] = await looks()
  assert.equal(first.length, 10)
  await unlockOrphanedJobs(db, first)
  assert.equal((await held()).filter((task) => task.startsWith('of many')).length, 10)
})
