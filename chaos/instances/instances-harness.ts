import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '#server/db/connection.ts'
import { silentLog } from '#server/observability/log.ts'
import { testDatabase } from '#tests/support/postgres.ts'
import { type ShopProcess, startShop } from '#tests/support/process.ts'

export type Instances = Awaited<ReturnType<typeof openInstances>>

let one: Promise<Instances> | undefined

/** Shared by all cases, which must leave them intact. */
export function sharedInstances(): Promise<Instances> {
  one ??= openInstances()
  return one
}

export async function closeInstances(): Promise<void> {
  const open = one
  one = undefined
  await (await open)?.close()
}

/** Two instances on one database, of which the second has low rate limits. */
async function openInstances() {
  const folder = await mkdtemp(join(tmpdir(), 'gamla-instances-'))
  const database = await testDatabase()
  const { db, pool } = connect(database.url, silentLog)
  const shops: ShopProcess[] = [
    startShop({ DATA_DIR: folder, DATABASE_URL: database.url }),
    startShop({ DATA_DIR: folder, DATABASE_URL: database.url, RATE_LIMIT_FACTOR: '0.02' }),
  ]
  const [url = '', limitedUrl = ''] = await Promise.all(shops.map((shop) => shop.opened()))
  const [shop, limited] = shops as [ShopProcess, ShopProcess]

  return {
    db,
    pool,
    /** The first instance. */
    shop,
    url,
    limited: { ...limited, url: limitedUrl },
    async close() {
      for (const shop of shops) shop.process.kill('SIGTERM')
      await Promise.all(shops.map((shop) => shop.ended()))
      await pool.end()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
