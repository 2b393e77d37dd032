import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MediaName } from '#domain/catalog/media.ts'
import { someGlb, someVideo } from '#tests/support/fixtures/media.ts'
import { admin, db, form, image, images, pool, shop, storedNames } from '#tests/support/fixtures/product-fixture.ts'
import { removeStaleUploads } from './images/save.ts'
import { serveImage } from './images/serve.ts'
import { deleteProduct, restoreProduct } from './product-actions.ts'
import { addProduct, findEditableProduct, updateProduct } from './products.ts'
import { findForSale } from './storefront-queries.ts'

const file = (media: MediaName, bytes: Uint8Array, name = 'Turning (1).mp4') => ({
  media,
  file: new File([new Uint8Array(bytes)], name),
})
const addFilmed = async () => {
  const added = await addProduct(shop, admin, form, [await image()], [], [file('video', someVideo())])
  assert.ok(added.ok)
  return added.id
}
const videoOf = async (id: number) => (await findForSale(db, id))?.video ?? ''
const aDayLater = async () => {
  await pool.query("update uploads set time = time - interval '2 days'")
  await removeStaleUploads(shop)
}

test('a video is stored beside the images, and sent in the parts that a player asks for', async () => {
  const address = await videoOf(await addFilmed())
  assert.match(address, /^\/productImages\/\d{13}-turning-1-[0-9a-f]{6}\/video\.mp4$/)
  const whole = await serveImage(shop, address)
  assert.deepEqual([whole.status, whole.headers.get('content-type')], [200, 'video/mp4'])
  const bytes = Buffer.from(await whole.arrayBuffer())
  assert.deepEqual(bytes, Buffer.from(someVideo()))
  for (const [range, start, end] of [
    ['bytes=0-1', 0, 2],
    ['bytes=10-', 10, bytes.length],
    ['bytes=-5', bytes.length - 5, bytes.length],
    ['bytes=4-99999', 4, bytes.length],
  ] as const) {
    const part = await serveImage(shop, address, range)
    assert.equal(part.status, 206, range)
    assert.equal(part.headers.get('content-range'), `bytes ${start}-${end - 1}/${bytes.length}`)
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(start, end), range)
  }
  assert.equal((await serveImage(shop, address, `bytes=${bytes.length}-`)).status, 416)
  assert.equal((await serveImage(shop, '/productImages/1-none/video.mp4')).status, 404)
})

test('a video that is none is refused with a sentence, and no file stays', async () => {
  const before = await storedNames()
  const refused = await addProduct(
    shop,
    admin,
    form,
    [await image()],
    [],
    [file('glb', someGlb()), file('video', Buffer.from('<html>no video</html>'), 'film.mp4')],
  )
  assert.deepEqual(refused, {
    ok: false,
    reason: 'images',
    problems: [{ index: 2, name: 'film.mp4', problem: 'This is no MP4 video. Save it as MP4 with H.264.' }],
  })
  assert.deepEqual(await storedNames(), before)
})

test('another video takes the place of the first, whose file goes a day later; a box takes it away', async () => {
  const id = await addFilmed()
  const first = await videoOf(id)
  assert.ok((await updateProduct(shop, admin, id, { version: 1 }, [], [], [file('video', someVideo())])).ok)
  const second = await videoOf(id)
  assert.notEqual(second, first)
  await aDayLater()
  assert.equal(await images.has(first.slice(1)), false)
  assert.equal(await images.has(second.slice(1)), true)
  assert.ok((await updateProduct(shop, admin, id, { version: 2, removedMedia: ['video'] }, [])).ok)
  assert.equal((await findEditableProduct(shop, admin, id))?.video, null)
  await aDayLater()
  assert.equal(await images.has(second.slice(1)), false)
})

test('a deleted product takes its video along, unless it is restored before', async () => {
  const id = await addFilmed()
  const address = await videoOf(id)
  await deleteProduct(shop, admin, id)
  await restoreProduct(shop, admin, id)
  await aDayLater()
  assert.equal(await videoOf(id), address)
  assert.equal(await images.has(address.slice(1)), true)
  await deleteProduct(shop, admin, id)
  await aDayLater()
  assert.equal(await images.has(address.slice(1)), false)
  await restoreProduct(shop, admin, id)
  assert.equal(await videoOf(id), '')
})
