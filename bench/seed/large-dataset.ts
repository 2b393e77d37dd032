import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from '#server/db/connection.ts'
import { silentLog } from '#server/observability/log.ts'
import { findRunning } from '#server/postgres/embedded.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { seedParcels } from './bulk-parcels.ts'
import { seedBulk, seedReviews } from './bulk-seed.ts'

/** A million rows take five minutes to seed and 3 GB, so the data folder is reused by later runs. */
const FOLDER = join(import.meta.dirname, '../.shops')

/** The product of a shop of so many that has a review for each fifty of them, at most 2,000. */
export const reviewedProduct = (rows: number) => Math.ceil(rows / 3)

/** A shop with `rows` products and as many orders, of which a hundred belong to the demo shopper. */
export async function openLargeShop(rows: number): Promise<TestShop> {
  const folder = join(FOLDER, `${rows}-${await seedVersion()}`)
  const complete = join(folder, 'complete')
  if (!existsSync(complete)) await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const shop = await openTestShop({ kept: folder })
  try {
    if (existsSync(complete)) return shop
    console.log(`Seeding ${rows} products, orders and invoices …`)
    await seedRows(shop, rows)
    await writeFile(complete, '')
    return shop
  } catch (error) {
    await shop.close()
    throw error
  }
}

async function seedRows(shop: TestShop, rows: number): Promise<void> {
  const url = await findRunning(shop.dataDir)
  if (!url) throw new Error('The shop is open, but its database does not run')
  const { db, pool } = connect(url, silentLog)
  const client = await pool.connect()
  await client.query('set statement_timeout = 0')
  await seedBulk(db, { products: rows })
  await seedBulk(db, { orders: rows })
  await seedParcels(db)
  await seedReviews(db, reviewedProduct(rows), Math.floor(Math.min(2000, rows / 50)))
  await client.query(
    `update orders set user_id = (select id from "user" where email = $1)
     where user_id = (select user_id from orders where email like 'made-up%' order by id limit 1)`,
    [shop.accounts.user.email],
  )
  // Autovacuum would do this within a minute.
  await client.query('vacuum analyze')
  client.release()
  await pool.end()
}

/** Changes with the seed script and the migrations, so that an outdated data folder is not reused. */
async function seedVersion(): Promise<string> {
  const hash = createHash('sha256')
  for (const name of ['bulk-seed.ts', 'bulk-parcels.ts']) hash.update(await readFile(join(import.meta.dirname, name)))
  for (const name of (await readdir(join(import.meta.dirname, '../../server/db/migrations'))).sort()) hash.update(name)
  return hash.digest('hex').slice(0, 8)
}
