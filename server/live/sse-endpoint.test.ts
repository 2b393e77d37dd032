import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { defaultSettings } from '#domain/shop/settings.ts'
import { silentLog } from '#server/observability/log.ts'
import { createMetrics } from '#server/observability/metrics.ts'
import type { Shop } from '#server/shop.ts'
import { openDatabase } from '#tests/support/postgres.ts'
import { until } from '#tests/support/process.ts'
import { openChangeFeed } from './change-feed.ts'
import { createSseEndpoint } from './sse-endpoint.ts'

test('whose role changes while it is looked up is sent away, to be looked up anew', { timeout: 30_000 }, async (t) => {
  const database = await openDatabase()
  const { pool } = database
  const changeFeed = await openChangeFeed(database.url, silentLog)
  const lookedUp = Promise.withResolvers<unknown>()
  let isAsked = false
  const find = () => {
    isAsked = true
    return lookedUp.promise
  }
  const settings = { read: async () => defaultSettings }
  const shop = { changeFeed, metrics: createMetrics(), log: silentLog, config: {}, sessions: { find }, settings }
  const server = createServer(createSseEndpoint(shop as unknown as Shop)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(async () => {
    await changeFeed.close()
    server.close()
    server.closeAllConnections()
    await database.close()
  })

  const { port } = server.address() as AddressInfo
  const answer = fetch(`http://127.0.0.1:${port}/live`, { headers: { cookie: 'session' } })
  await until('it is looked up', () => isAsked)
  await pool.query(`select pg_notify('gamla', 'user asha')`)
  await until('the change is heard', () => changeFeed.listRecent().length > 0)
  lookedUp.resolve({
    expiresAt: new Date(Date.now() + 60_000),
    user: { userId: 'asha', name: 'Asha', email: 'asha@gamla.example', role: 'admin' },
  })
  assert.match(await (await answer).text(), /^retry: 1000\n/)
})
