import assert from 'node:assert/strict'
import { watch } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type ImageStore, openImages } from './store.ts'

let folder: string
let images: ImageStore

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gamla-store-'))
  images = await openImages({ dataDir: folder, s3: undefined })
})

after(() => rm(folder, { recursive: true, force: true }))

const KEY = 'productImages/1-pot/640.webp'

test('an image that is being stored is read whole or not at all', async () => {
  const bytes = Buffer.alloc(8_000_000, 7)
  const path = join(folder, 'images', KEY)
  const sizes = new Set<number>()
  await mkdir(join(path, '..'), { recursive: true })
  const watcher = watch(join(path, '..'), { persistent: false })
  watcher.on(
    'change',
    () =>
      void stat(path).then(
        ({ size }) => sizes.add(size),
        () => {},
      ),
  )
  await images.put(KEY, bytes)
  await stat(path).then(({ size }) => sizes.add(size))
  watcher.close()
  assert.deepEqual([...sizes], [bytes.length])
  assert.deepEqual(await readFile(path), bytes)
  assert.deepEqual(await readdir(join(path, '..')), ['640.webp'])
})

test('a partly written image is not visible', async () => {
  const blocked = 'productImages/2-pot/640.webp'
  // As a full disk does it: the draft cannot be written.
  await mkdir(join(folder, 'images', `${blocked}.part`), { recursive: true })
  await assert.rejects(images.put(blocked, Buffer.from('half')))
  assert.equal(await images.has(blocked), false)
  await images.remove([blocked])
  await assert.rejects(readdir(join(folder, 'images', 'productImages/2-pot')))
})

test('nothing is stored outside the store', async () => {
  for (const key of ['../secret', 'productImages/../../secret', '/etc/passwd', 'a//b', '.hidden', '']) {
    await assert.rejects(images.put(key, Buffer.from('x')), /Invalid image key/)
  }
})
