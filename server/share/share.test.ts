import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import sharp from 'sharp'
import { CARD_MAX_BYTES } from '#domain/catalog/share-card.ts'
import { openImages } from '#server/catalog/images/store.ts'
import { readCatalogue } from '#server/catalog/sizes/queries.ts'
import { listVariants } from '#server/catalog/stock/queries.ts'
import { readConfig } from '#server/config.ts'
import { openConcurrencyLimiter } from '#server/http/load-shedding.ts'
import { findSettings } from '#server/settings/queries.ts'
import { openBucket } from '#tests/support/bucket.ts'
import { db, pool } from '#tests/support/fixtures/database-fixture.ts'
import { addProduct } from '#tests/support/fixtures/factories.ts'
import { findProductCard, type productPicture } from './cards.ts'
import { createShareEndpoint } from './serve.ts'

const uploads = new Map<string, Buffer>()
const shop = {
  db,
  config: readConfig({ PUBLIC_URL: 'https://gamla.example' }),
  settings: { read: () => findSettings(db), readOrLast: () => findSettings(db) },
  catalogue: { read: () => readCatalogue(db) },
  texts: { read: async () => ({ tagline: 'Pots for every corner' }) },
  images: {
    async read(key: string) {
      const file = uploads.get(key)
      return file && Readable.from([file])
    },
  },
} as unknown as Parameters<typeof createShareEndpoint>[0] & Parameters<typeof productPicture>[0]
const serve = createShareEndpoint(shop, openConcurrencyLimiter())

function ask(file: string, query = '', headers: Record<string, string> = {}): Promise<Response> {
  return serve(new Request(`https://gamla.example/share/${file}${query}`, { headers }))
}

async function readCard(file: string): Promise<Buffer> {
  const answer = await ask(file)
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'image/jpeg'], file)
  const jpeg = Buffer.from(await answer.arrayBuffer())
  assert.equal(jpeg.readUInt32BE(0) >>> 8, 0xffd8ff)
  assert.ok(jpeg.byteLength < CARD_MAX_BYTES, `${jpeg.byteLength} bytes`)
  assert.equal(answer.headers.get('content-length'), String(jpeg.byteLength))
  const { width, height, format } = await sharp(jpeg).metadata()
  assert.deepEqual([width, height, format], [1200, 630, 'jpeg'])
  return jpeg
}

/** The part of a card where its heading stands has this entropy: paper alone has nearly none. */
async function entropyOfHeading(jpeg: Buffer): Promise<number> {
  const heading = await sharp(jpeg).extract({ left: 72, top: 160, width: 560, height: 180 }).toBuffer()
  return (await sharp(heading).stats()).entropy
}

test('a card is a JPEG for chat programs, whatever its picture and script', async () => {
  const noise = { raw: { width: 960, height: 640, channels: 3 } } as const
  uploads.set(
    'productImages/1-noise/960.webp',
    await sharp(randomBytes(960 * 640 * 3), noise)
      .webp()
      .toBuffer(),
  )
  const noisy = await addProduct(db, { productImageUrl: ['/productImages/1-noise'] })
  const hindi = await addProduct(db, { title: 'तुलसी का गमला', productImageUrl: ['/pots/cubee-sandstone-front'] })
  const lost = await addProduct(db, { title: '🪴', productImageUrl: ['/productImages/2-lost'] })
  await readCard(`${noisy}.jpg`)
  assert.ok((await entropyOfHeading(await readCard(`${hindi}.jpg`))) > 1)
  await readCard(`${lost}.jpg`)
  await readCard('shop.jpg')
})

test('a price changes the address and the card', async () => {
  const id = await addProduct(db, { price: 495 })
  const addressed = async () => {
    const card = await findProductCard(shop, id)
    assert.ok(card)
    const { rows } = await pool.query('select price from products where id = $1', [id])
    assert.equal(card.price, `₹${rows[0].price}`)
    const answer = await ask(`${id}.jpg`)
    return answer.headers.get('etag')?.replaceAll('"', '') ?? ''
  }
  const before = await addressed()
  const kept = await ask(`${id}.jpg`, `?v=${before}`)
  assert.match(kept.headers.get('cache-control') ?? '', /immutable/)
  assert.equal((await ask(`${id}.jpg`, '', { 'if-none-match': `"${before}"` })).status, 304)

  await pool.query('update products set price = 795 where id = $1', [id])
  const now = await addressed()
  assert.notEqual(now, before)
  const old = await ask(`${id}.jpg`, `?v=${before}`, { 'if-none-match': `"${before}"` })
  assert.deepEqual([old.status, old.headers.get('cache-control')], [200, 'no-cache'])
})

test('a picture in a bucket is on the card', async () => {
  const bucket = await openBucket()
  const images = await openImages({ dataDir: '', s3: bucket.s3 })
  const green = { create: { width: 960, height: 640, channels: 3, background: '#00ff00' } } as const
  bucket.objects.set('productImages/3-green/960.webp', await sharp(green).webp().toBuffer())
  const id = await addProduct(db, { productImageUrl: ['/productImages/3-green'] })
  const answer = await createShareEndpoint(
    { ...shop, images },
    openConcurrencyLimiter(),
  )(new Request(`https://gamla.example/share/${id}.jpg`))
  const picture = sharp(Buffer.from(await answer.arrayBuffer())).extract({
    left: 900,
    top: 300,
    width: 100,
    height: 100,
  })
  const [red, grassy, blue] = (await sharp(await picture.toBuffer()).stats()).channels.map(({ mean }) => mean)
  assert.ok(red !== undefined && red < 30 && grassy !== undefined && grassy > 225 && blue !== undefined && blue < 30)
  bucket.close()
})

test('a link to a variant with a picture of its own shares a card with it; any other variant shares that of its product', async () => {
  const id = await addProduct(db)
  await pool.query(
    `update product_variants set image = '/productImages/4-white' where product_id = $1 and finish = 'Marble White'`,
    [id],
  )
  const variants = (await listVariants(db, [id])).get(id) ?? []
  const cardOf = (finish: string) => findProductCard(shop, id, variants.find((one) => one.finish === finish)?.id)
  assert.match((await cardOf('Marble White'))?.picture ?? '', /4-white/)
  assert.deepEqual(await cardOf('Sandstone'), await findProductCard(shop, id))
})

test('what is not for sale has no card', async () => {
  const [waiting, offSale] = [await addProduct(db, { approved: false }), await addProduct(db, { onSale: false })]
  const files = [`${waiting}.jpg`, `${offSale}.jpg`, '999999.jpg', '1', '0.jpg', '1.png', '.jpg', 'shop.JPG', '-1.jpg']
  for (const file of files) assert.equal((await ask(file)).status, 404, file)
})
