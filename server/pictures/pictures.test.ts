import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import sharp from 'sharp'
import { claimUploads } from '#server/catalog/images/queries.ts'
import { renditionNames } from '#server/catalog/images/renditions.ts'
import { removeStaleUploads } from '#server/catalog/images/save.ts'
import { broken, db, image, images, pool, shop } from '#tests/support/fixtures/product-fixture.ts'
import { sendPicture, withPictures } from './pictures.ts'

type Saved = { ok: true; folders: string[] }

/** Keeps the pictures in a review of nobody. */
async function save(files: File[], max = 3, store = images) {
  return withPictures<Saved>({ ...shop, images: store }, files, max, (folders) =>
    db.transaction(async (tx) => {
      await claimUploads(tx, folders)
      return { ok: true, folders }
    }),
  )
}

async function savedFolders(files: File[]): Promise<string[]> {
  const saved = await save(files)
  assert.ok(saved.ok)
  return saved.folders
}

async function bytesOf(folder: string, file: string): Promise<Buffer> {
  const stream = await images.read(`${folder}/${file}`)
  assert.ok(stream)
  return Buffer.concat(await stream.toArray())
}

const fileOf = (bytes: Uint8Array, name = 'garden.jpg') => new File([new Uint8Array(bytes)], name)
const photo = () =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: '#a64' } })
    .withExif({ IFD0: { Model: 'Phone 7' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '18/1 31/1 12/1' } })
    .jpeg()
    .toBuffer()

test('a picture loses its place and camera, and what else was hidden in its file', async () => {
  const hidden = '<script>alert(1)</script>PK\u0003\u0004'
  const sent = Buffer.concat([await photo(), Buffer.from(hidden)])
  assert.match((await sharp(sent).metadata()).exif?.toString('latin1') ?? '', /Phone 7/)
  const [folder = ''] = await savedFolders([fileOf(sent)])
  for (const file of renditionNames()) {
    const stored = await bytesOf(folder, file)
    assert.equal((await sharp(stored).metadata()).exif, undefined, file)
    for (const secret of ['Phone 7', '<script', 'PK\u0003\u0004', 'GPS'])
      assert.equal(stored.includes(secret), false, `${file} ${secret}`)
  }
})

test('nobody can guess where a picture is', async () => {
  const folders = await savedFolders([await image('IMG_1.jpg'), await image('IMG_1.jpg')])
  for (const folder of folders) assert.match(folder, /^buyerPictures\/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f-]{21}$/)
  assert.notEqual(folders[0], folders[1])
})

test('what is no picture, too many, or too large is refused in words, and nothing stays', async () => {
  const { rows: before } = await pool.query('select * from uploads')
  const bomb = await readFile(new URL('../../tests/security/cases/49-megapixels.avif', import.meta.url))
  const gifar = Buffer.concat([Buffer.from('GIF89a'), Buffer.from('PK\u0003\u0004')])
  const good = await image()
  for (const [files, problem] of [
    [[good, fileOf(Buffer.from('just words'), 'notes.jpg')], /^notes\.jpg: This is not a supported image\. Use a JPEG/],
    [[fileOf(Buffer.from('<svg onload="alert(1)"/>'), 'x.svg')], /^x\.svg: SVG is not supported/],
    [[fileOf(gifar, 'x.gif')], /^x\.gif: This is not a supported image/],
    [[fileOf((await photo()).subarray(0, 500))], /^garden\.jpg: This image cannot be read/],
    [[fileOf(bomb, 'bomb.avif')], /^bomb\.avif: This image is 7,000 × 7,000 pixels/],
    [[fileOf(new Uint8Array(16 * 1024 * 1024))], /larger than 15 MB/],
    [[good, good, good, good], /^Send at most 3 pictures\.$/],
  ] as const) {
    const saved = await save([...files])
    assert.ok(!saved.ok)
    assert.equal(saved.status, 400)
    assert.match(saved.problem, problem)
  }
  const failed = await save([good], 3, broken)
  assert.deepEqual(failed.ok || failed.status, 503)
  const { rows: after } = await pool.query('select * from uploads')
  // The store that failed may still write, so its folder is cleaned up once more.
  assert.equal(after.length, before.length + 1)
})

test('only files that a picture has are sent, and a private one is kept by nobody', async () => {
  const [folder = ''] = await savedFolders([await image()])
  const sent = await sendPicture(shop, folder, '320.webp', { isPublic: false })
  assert.deepEqual(
    [sent.status, sent.headers.get('content-type'), sent.headers.get('cache-control')],
    [200, 'image/webp', 'private, no-store'],
  )
  await sent.body?.cancel()
  const shown = await sendPicture(shop, folder, '640.avif', { isPublic: true })
  assert.match(shown.headers.get('cache-control') ?? '', /^public, max-age=3600$/)
  await shown.body?.cancel()
  for (const file of ['', '../x', '320.jpg', '320.webp/..', '%2e%2e', '__proto__'])
    assert.equal((await sendPicture(shop, folder, file, { isPublic: true })).status, 404, file)
  assert.equal((await sendPicture(shop, undefined, '320.webp', { isPublic: true })).status, 404)
})

test('the files of a deleted picture are removed by the clean-up', async () => {
  const [folder = ''] = await savedFolders([await image()])
  const { rows } = await pool.query(
    `insert into reviews (product_id, order_id, position, stars, text, shown_as) values (1, 1, 0, 4, '', '') returning id`,
  )
  await pool.query('insert into review_pictures (folder, review_id, place, product_id) values ($1, $2, 0, 1)', [
    folder,
    rows[0].id,
  ])
  await removeStaleUploads(shop)
  assert.equal(await images.has(`${folder}/320.webp`), true)
  await pool.query('delete from reviews where id = $1', [rows[0].id])
  await removeStaleUploads(shop)
  assert.equal(await images.has(`${folder}/320.webp`), false)
})
