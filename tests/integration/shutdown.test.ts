// Graceful shutdown: pending requests are answered, and open pages are told to reconnect.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, get, type IncomingMessage } from 'node:http'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import pg from 'pg'
import { createAccount } from '#server/accounts/signup.ts'
import { connect } from '#server/db/connection.ts'
import { silentLog } from '#server/observability/log.ts'
import { logInAt } from '#tests/support/cookies.ts'
import { addProduct, lineFor, someAddress } from '#tests/support/fixtures/factories.ts'
import { testDatabase } from '#tests/support/postgres.ts'
import { startShop, until } from '#tests/support/process.ts'

/** Fewer than the shop's database connections, so that all of them can be seen waiting. */
const PAGES = 6
const ORDERS = 2

const person = { name: 'Meera Nair', email: 'meera@gamla.example', password: 'terracotta 7' }

test('SIGTERM under load: every page is answered and every order placed, readyz says no at once, live streams end in good order', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'gamla-shutdown-'))
  const database = await testDatabase()
  const shop = startShop({ DATA_DIR: folder, DATABASE_URL: database.url })
  const blocker = new pg.Client({ connectionString: database.url })
  const { pool, db } = connect(database.url, silentLog)
  const agent = new Agent({ keepAlive: true })
  t.after(async () => {
    shop.process.kill('SIGKILL')
    await Promise.all([blocker.end(), pool.end()])
    agent.destroy()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })
  await blocker.connect()
  const url = await shop.opened()
  const ask = (path: string) =>
    new Promise<IncomingMessage>((resolve, reject) => get(url + path, { agent }, resolve).on('error', reject))
  await until('it is ready', async () => {
    const answer = await ask('/readyz')
    await text(answer)
    return answer.statusCode === 200
  })
  const live = await fetch(`${url}/live`)
  await createAccount({ db }, { ...person, role: 'user' })
  const cookie = await logInAt(url, person)
  const lines = JSON.stringify([lineFor(await addProduct(db))])
  const order = () => {
    const body = new URLSearchParams({ ...someAddress, key: crypto.randomUUID(), lines })
    return fetch(`${url}/cart.data`, { method: 'POST', headers: { cookie }, body })
  }
  const idle = net.connect(Number(new URL(url).port), '127.0.0.1')
  const half = net.connect(Number(new URL(url).port), '127.0.0.1')
  await Promise.all([once(idle, 'connect'), once(half, 'connect')])
  half.write('GET /healthz HTTP/1.1\r\nhost: x\r\n')

  // Pages that are not cached yet wait for this lock.
  await blocker.query('begin; lock table products in access exclusive mode')
  const waiting = Array.from({ length: PAGES }, (_, n) => ask(`/search?q=pot${n}`))
  const ordering = Array.from({ length: ORDERS }, order)
  await until('they are under way', async () => {
    const { rows } = await blocker.query('select from pg_locks where not granted')
    return rows.length === PAGES + ORDERS
  })

  shop.process.kill('SIGTERM')
  const refusal = await until('it is not ready', async () => {
    // Over an open connection, because the port may be closed already.
    const answer = await ask('/readyz').catch(() => 'closed' as const)
    if (answer === 'closed') return answer
    await text(answer)
    return answer.statusCode === 503 && answer
  })
  assert.ok(refusal)
  half.write('\r\n')
  assert.match(await text(half), /^HTTP\/1\.1 200 OK\r\n.*alive$/s)
  assert.equal(await text(idle), '')

  await blocker.query('commit')
  for (const answer of await Promise.all(waiting)) {
    assert.equal(answer.statusCode, 200)
    assert.equal(answer.headers.connection, 'close')
    assert.match(await text(answer), /<\/html>/)
  }
  for (const answer of await Promise.all(ordering)) {
    assert.equal(answer.status, 200)
    assert.match(await answer.text(), /"placed"/)
  }
  assert.equal((await db.$client.query('select from orders')).rows.length, ORDERS)
  assert.match(await live.text(), /^retry: 1000\n/)
  assert.equal(await shop.ended(), 0)
})
