// Products, their owners and an image store for tests. Importing this registers the hooks of the test file.
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import sharp from 'sharp'
import type { User } from '#domain/account.ts'
import type { ProductFields } from '#domain/catalog/product-fields.ts'
import { insertAccount } from '#server/accounts/queries.ts'
import { createImageDecoder } from '#server/catalog/images/decoder.ts'
import { type ImageStore, openImages } from '#server/catalog/images/store.ts'
import { addProduct } from '#server/catalog/products.ts'
import { connect } from '#server/db/connection.ts'
import { silentLog } from '#server/observability/log.ts'
import { testDatabase } from './postgres.ts'

const database = await testDatabase({ seeded: true })
export const { db, pool } = connect(database.url, silentLog)
const dataDir = await mkdtemp(join(tmpdir(), 'gamla-images-'))
export const images = await openImages({ dataDir, s3: undefined })
export const decoder = createImageDecoder(silentLog)
export const shop = { db, decoder, images, log: silentLog, now: () => new Date() }
export const broken: ImageStore = {
  ...images,
  async put(key, bytes) {
    if (key.endsWith('960.webp')) throw new Error('The store is down')
    await images.put(key, bytes)
  },
}

export let admin: User
export let seller: User
export let otherSeller: User
export const form: ProductFields = {
  title: 'Test Bowl',
  price: 849,
  sizeCode: 'C02',
  category: 'POT',
  description: 'A bowl to test with.',
  discount: null,
}

before(async () => {
  ;[admin, seller, otherSeller] = await Promise.all([
    makePerson('admin'),
    makePerson('seller'),
    makePerson('seller', 2),
  ])
})

after(async () => {
  await decoder.close()
  await pool.end()
  await database.drop()
  await rm(dataDir, { recursive: true })
})

async function makePerson(role: User['role'], number = 1): Promise<User> {
  const person = { name: `Some ${role}`, email: `${role}${number}@test.example`, role }
  const userId = await insertAccount(db, { ...person, passwordHash: undefined })
  assert.ok(userId)
  return { ...person, uid: userId }
}

export async function image(name = 'My Bowl (1).JPG', width = 400): Promise<File> {
  const bytes = await sharp({ create: { width, height: 300, channels: 3, background: '#a64' } })
    .jpeg()
    .toBuffer()
  return new File([new Uint8Array(bytes)], name)
}

export async function storedNames(): Promise<string[]> {
  return (await readdir(join(dataDir, 'images/productImages')).catch(() => [])).sort()
}

export async function auditOf(
  id: number,
): Promise<{ action: string; actor_email: string; before: unknown; after: unknown }[]> {
  const { rows } = await pool.query('select * from audit where subject = $1 order by id', [`product ${id}`])
  return rows
}

export async function add(user: User, files?: File[]): Promise<number> {
  const added = await addProduct(shop, user, form, files ?? [await image()])
  assert.ok(added.ok)
  return added.id
}
