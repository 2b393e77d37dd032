import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from '#server/db/connection.ts'
import { silentLog } from '#server/observability/log.ts'
import { findRunning } from '#server/postgres/embedded.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { seedBulk } from './bulk-seed.ts'

/** A million take five minutes to be made up and 3 GB, so they are kept from one run to the next. */
const FOLDER = join(import.meta.dirname, '.shops')

/** A shop with so many products and as many orders, a hundred of them the demo shopper's. */
export async function openGrownShop(rows: number): Promise<TestShop> {
  const folder = join(FOLDER, `${rows}-${await recipe()}`)
  const whole = join(folder, 'whole')
  if (!existsSync(whole)) await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const shop = await openTestShop({ kept: folder })
  try {
    if (existsSync(whole)) return shop
    console.log(`Making up ${rows} products and orders …`)
    await grow(shop, rows)
    await writeFile(whole, '')
    return shop
  } catch (error) {
    await shop.close()
    throw error
  }
}

async function grow(shop: TestShop, rows: number): Promise<void> {
  const url = await findRunning(shop.dataDir)
  if (!url) throw new Error('The shop is open, but its database does not run')
  const { db, pool } = connect(url, silentLog)
  const client = await pool.connect()
  await client.query('set statement_timeout = 0')
  await seedBulk(db, { products: rows })
  await seedBulk(db, { orders: rows })
  await client.query(
    `update orders set user_id = (select id from "user" where email = $1)
     where user_id = (select user_id from orders where email like 'made-up%' order by id limit 1)`,
    [shop.accounts.user.email],
  )
  // As the database does by itself within a minute.
  await client.query('vacuum analyze')
  client.release()
  await pool.end()
}

/** A shop that was seeded by other code or into another schema is not reused. */
async function recipe(): Promise<string> {
  const hash = createHash('sha256').update(await readFile(join(import.meta.dirname, 'bulk-seed.ts')))
  const migrations = join(import.meta.dirname, '../server/db/migrations')
  for (const name of (await readdir(migrations)).sort()) hash.update(name)
  return hash.digest('hex').slice(0, 8)
}
