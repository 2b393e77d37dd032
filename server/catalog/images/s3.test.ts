import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { AwsClient } from 'aws4fetch'
import sharp from 'sharp'
import { readConfig, type S3Config } from '#server/config.ts'
import { connect } from '#server/db/connection.ts'
import { silentLog } from '#server/observability/log.ts'
import { type TestDatabase, testDatabase } from '#tests/support/postgres.ts'
import { createImageDecoder } from './decoder.ts'
import { withImages } from './save.ts'
import { serveImage } from './serve.ts'
import { type ImageStore, openImages } from './store.ts'

/*
 * Against a real S3 server, when TEST_S3_* names one, such as Ceph's radosgw:
 *   TEST_S3_ENDPOINT=http://127.0.0.1:7480 TEST_S3_REGION=default TEST_S3_BUCKET=gamla-test \
 *   TEST_S3_ACCESS_KEY_ID=… TEST_S3_SECRET_ACCESS_KEY=… node --test server/catalog/images/s3.test.ts
 */
const named = Object.entries(process.env).filter(([name]) => name.startsWith('TEST_S3_'))
const s3 = readConfig(Object.fromEntries(named.map(([name, value]) => [name.slice('TEST_'.length), value]))).s3
const skip = s3 ? false : 'TEST_S3_* names no store'

let database: TestDatabase
let handle: ReturnType<typeof connect>
let images: ImageStore
const decoder = createImageDecoder(silentLog)

before(async () => {
  if (!s3) return
  const { endpoint, bucket, ...rest } = s3
  const { status } = await new AwsClient({ ...rest, service: 's3' }).fetch(`${endpoint}/${bucket}`, { method: 'PUT' })
  assert.ok([200, 409].includes(status), String(status))
  database = await testDatabase()
  handle = connect(database.url, silentLog)
  images = await openImages({ dataDir: '/nowhere', s3 })
})

after(async () => {
  if (!s3) return
  await handle.pool.end()
  await database.drop()
  await decoder.close()
})

async function keys(): Promise<string[]> {
  const found: string[] = []
  for await (const key of images.list('productImages')) found.push(key)
  return found
}

async function image(): Promise<File> {
  const bytes = await sharp({ create: { width: 500, height: 400, channels: 3, background: '#a64' } })
    .png()
    .toBuffer()
  return new File([new Uint8Array(bytes)], 'terrace bowl.png')
}

function shopWith(store: ImageStore) {
  return { db: handle.db, decoder, images: store, log: silentLog, now: () => new Date() }
}

test('images are stored in the bucket, shown through the shop, and removed', { skip }, async () => {
  const before = await keys()
  let address = ''
  const answer = await withImages(shopWith(images), [await image(), await image()], async ([first = '']) => {
    address = first
    assert.equal((await keys()).length, before.length + 16)
    return { ok: true }
  })
  assert.deepEqual(answer, { ok: true })
  assert.equal(await images.has(`${address.slice(1)}/640.webp`), true)
  assert.equal(await images.has(`${address.slice(1)}/641.webp`), false)

  const shown = await serveImage(shopWith(images), `${address}/640.webp`)
  assert.equal(shown.headers.get('content-type'), 'image/webp')
  assert.equal(shown.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  const meta = await sharp(Buffer.from(await shown.arrayBuffer())).metadata()
  assert.deepEqual([meta.format, meta.width], ['webp', 500])
  assert.equal((await serveImage(shopWith(images), '/productImages/1-not-there/640.webp')).status, 404)
  assert.equal((await serveImage(shopWith(images), '/productImages/../secret/640.webp')).status, 404)

  await withImages(shopWith(images), [await image()], async () => ({ ok: false }))
  assert.equal((await keys()).length, before.length + 16)
  await images.remove((await keys()).filter((key) => !before.includes(key)))
  assert.deepEqual(await keys(), before)
})

test('with a public address, browsers fetch images from the store themselves', { skip }, async () => {
  const store = await openImages({
    dataDir: '/nowhere',
    s3: { ...(s3 as S3Config), publicUrl: 'https://cdn.example/pots' },
  })
  const shown = await serveImage(shopWith(store), '/productImages/1-bowl/320.avif')
  assert.deepEqual(
    [shown.status, shown.headers.get('location')],
    [302, 'https://cdn.example/pots/productImages/1-bowl/320.avif'],
  )
})

test('a store that is down or denies access is reported as failed', { skip }, async () => {
  const broken: Partial<S3Config>[] = [
    { endpoint: 'http://127.0.0.1:1' },
    { secretAccessKey: 'wrong' },
    { bucket: 'no-such-bucket' },
  ]
  for (const change of broken) {
    const store = await openImages({ dataDir: '/nowhere', s3: { ...(s3 as S3Config), ...change } })
    const answer = await withImages(shopWith(store), [await image()], async () => ({ ok: true }))
    assert.deepEqual(answer, { ok: false, reason: 'store-failed' }, JSON.stringify(change))
  }
  const dead = await openImages({ dataDir: '/nowhere', s3: { ...(s3 as S3Config), ...broken[0] } })
  assert.equal((await serveImage(shopWith(dead), '/productImages/1-bowl/320.avif')).status, 503)
})
