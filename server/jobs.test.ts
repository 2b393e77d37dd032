import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openGate } from '#tests/gate.ts'
import { testDatabase } from '#tests/postgres.ts'
import { until } from '#tests/process.ts'
import { connect } from './db/connection.ts'
import { freeStuckJobs, promise, showPresence } from './db/jobs.ts'
import { runJobs } from './jobs.ts'
import { describeError, type Log, silentLog } from './log.ts'
import type { Shop } from './shop.ts'

const database = await testDatabase()
const gate = await openGate(database.url)
const { pool, db } = connect(database.url, silentLog)
const said: string[] = []
const log: Log = { ...silentLog, error: (line, error) => void said.push(`${line} ${describeError(error)}`) }

/** Each time that the job asks the provider, which answers when the test says so. */
const asked: PromiseWithResolvers<never>[] = []
const payments = {
  getPayment() {
    const answer = Promise.withResolvers<never>()
    asked.push(answer)
    return answer.promise
  },
}
const live = { onSilence: () => () => {} }
const shop = { db, log, payments, live, databaseUrl: gate.url, config: { databaseUrl: gate.url } } as unknown as Shop
const jobs = runJobs(shop)

/** In the shop, each of these is its end. */
const unheard: unknown[] = []
process.on('unhandledRejection', (error) => unheard.push(error))

after(async () => {
  await jobs.close()
  await gate.close()
  await pool.end()
  await database.drop()
})

test('a job that ends while the database is away takes nobody along, and is done again', async () => {
  await db.transaction((tx) => promise(tx, { job: 'look-at-payment', paymentId: 'pay_1' }))
  const first = await until('the job asks', () => asked[0])
  gate.shut()
  first.reject(new Error('Failed query: select\nparams: meera24@gmail.com'))
  await until('that is noticed', () => said.some((line) => line.startsWith('Promised jobs are not being done')))
  gate.open()

  const again = await until('the job is done again', () => asked[1])
  again.reject(new Error('enough'))
  assert.deepEqual(unheard, [])
  assert.equal(said.join('\n').includes('meera24'), false, 'values of queries stay out of the log')
})

test('what a killed process held is free when its connection is gone; what a living one holds is not', async () => {
  async function hold(task: string, who: string, ago: string) {
    await pool.query("select graphile_worker.add_job($1, run_at => now() + interval '1 hour')", [task])
    await pool.query(
      `update graphile_worker._private_jobs set locked_by = $2, locked_at = now() - $3::interval
       where task_id = (select id from graphile_worker._private_tasks where identifier = $1)`,
      [task, who, ago],
    )
  }
  const presence = await pool.connect()
  await showPresence(presence, 'pool-alive')
  await hold('of the living', 'pool-alive', '1 minute')
  await hold('of the dead', 'pool-dead', '1 minute')
  await hold('just begun', 'pool-new', '1 second')
  const held = async () => {
    const { rows } = await pool.query(
      `select task_identifier as task from graphile_worker.jobs where locked_by like 'pool-_%' and task_identifier ~ '^(of|just)' order by 1`,
    )
    return rows.map(({ task }) => task)
  }
  await freeStuckJobs(db)
  assert.deepEqual(await held(), ['just begun', 'of the living'])
  presence.release(true)
  await until('the connection is gone', async () => {
    await freeStuckJobs(db)
    return (await held()).length === 1
  })
  assert.deepEqual(await held(), ['just begun'])
})
