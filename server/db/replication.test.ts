// A primary that is cut off from its standbys goes on answering for a while. Those commits would be lost on a failover.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { silentLog } from '#server/observability/log.ts'
import { placeOrder } from '#server/orders/place.ts'
import { startEmbedded } from '#server/postgres/embedded.ts'
import { fillDataFolder } from '#tests/support/data-folder.ts'
import { addProduct, addUser, lineFor, someAddress } from '#tests/support/fixtures/factories.ts'
import { connect } from './connection.ts'
import { migrate } from './migrate.ts'

const folder = await mkdtemp(join(tmpdir(), 'gamla-standby-'))
await fillDataFolder(folder)
const server = await startEmbedded(folder, silentLog, { fsync: 'off', shared_buffers: '32MB' })
await migrate(server.url)
const { pool, db } = connect(server.url, silentLog)
const superuser = new pg.Client({ connectionString: server.adminUrl })
await superuser.connect()
after(async () => {
  await superuser.end()
  await pool.end()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

test('an order that only this machine has is not acknowledged, neither at the first press nor at the second', async () => {
  const user = await addUser(db)
  const checkout = { key: randomUUID(), lines: [lineFor(await addProduct(db))], address: someAddress }
  const place = () => placeOrder({ db }, user, checkout)

  await setStandby('somebody who is away')
  await assert.rejects(impatiently(place()), /standby/)
  const { rows } = await pool.query('select id::integer from orders where checkout_key = $1', [checkout.key])
  assert.equal(rows.length, 1, 'it is there, and would be lost with this machine')
  await assert.rejects(impatiently(place()), /standby/)

  await setStandby('')
  const placed = await place()
  assert.ok(placed.ok)
  assert.equal(placed.order.id, rows[0].id)
})

async function setStandby(name: string): Promise<void> {
  await superuser.query(`alter system set synchronous_standby_names = '${name && `"${name}"`}'`)
  await superuser.query('select pg_reload_conf()')
  const isSet = async () => {
    const { rows } = await pool.query('show synchronous_standby_names')
    return (
      rows[0].synchronous_standby_names.includes(name) && Boolean(name) === Boolean(rows[0].synchronous_standby_names)
    )
  }
  while (!(await isSet())) await sleep(10)
}

/** Ends waits for a standby as the limit for statements does. */
async function impatiently<T>(work: Promise<T>): Promise<T> {
  let isOver = false
  const over = () => {
    isOver = true
  }
  work.then(over, over)
  while (!isOver) {
    await superuser.query(`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`)
    await sleep(10)
  }
  return work
}
