import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { User } from '#domain/accounts/user.ts'
import { silentLog } from '#server/observability/log.ts'
import { until } from '#tests/support/process.ts'
import { createUploadSpool, type Upload } from './uploads.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'gamla-uploads-'))
after(() => rm(dataDir, { recursive: true }))

const KB = 1024
const seller: User = { userId: 's', name: 'S', email: 's@example.com', role: 'seller' }
const otherSeller: User = { ...seller, userId: 'o' }
const admin: User = { ...seller, userId: 'a', role: 'admin' }
const forSellers = { permission: 'POST /sellerDashboard/addproduct', bytes: 200 * KB } as const
const forAdmins = { permission: 'POST /addproduct', bytes: 200 * KB } as const

/** A form with a file of so many bytes, whose sender writes the rest of it only when told to. */
async function sending(bytes: number) {
  const form = new FormData()
  form.append('title', 'Bowl')
  form.append('images', new File([new Uint8Array(bytes)], 'pot.png'))
  const response = new Response(form)
  const all = new Uint8Array(await response.arrayBuffer())
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const headers = { 'content-type': response.headers.get('content-type') ?? '' }
  return {
    request: new Request('http://localhost/addproduct', {
      method: 'POST',
      headers,
      body: readable,
      // The types of the DOM do not know it; without it Node takes no stream.
      ...{ duplex: 'half' },
    }),
    begin: () => writer.write(all.subarray(0, all.length / 2)),
    async finish() {
      await writer.write(all.subarray(all.length / 2))
      await writer.close()
    },
    abort: () => writer.abort(new Error('gone')),
  }
}

/** All of it at once; resolves with what the route was given. */
async function send(
  uploads: ReturnType<typeof createUploadSpool>,
  bytes: number,
  user: User | undefined = seller,
): Promise<Upload | string | undefined> {
  const { request, begin, finish } = await sending(bytes)
  let given: Upload | string | undefined = 'not used'
  void begin().then(finish, () => {})
  const large = user?.role === 'admin' ? forAdmins : forSellers
  const cut = await uploads.receive(request, large, user, async (upload) => {
    given = upload
  })
  return cut ?? given
}

const unused = () => Promise.reject(new Error('This was not to be used'))

function statusOf(given: Upload | string | undefined) {
  return typeof given === 'object' ? (given.ok ? 'ok' : given.status) : given
}

test('a form is there while it is used, with its files', async () => {
  const uploads = createUploadSpool(dataDir, silentLog)
  const given = await send(uploads, 100 * KB)
  assert.ok(typeof given === 'object' && given.ok)
  assert.equal(given.fields.get('title'), 'Bowl')
  assert.deepEqual(
    given.files.map(({ field, file }) => [field, file.name, file.size]),
    [['images', 'pot.png', 100 * KB]],
  )
  await assert.rejects(given.files[0]?.file.arrayBuffer() ?? Promise.resolve(), /closed|EBADF/)
})

test('an upload without permission is read to the end, and nothing of it is stored', async () => {
  const uploads = createUploadSpool(dataDir, silentLog, { perAccount: 1, perRole: 1 })
  for (const user of [undefined, admin]) {
    const { request, begin, finish } = await sending(100 * KB)
    const given: unknown[] = []
    const receiving = uploads.receive(request, forSellers, user, async (upload) => void given.push(upload))
    await begin()
    await finish()
    assert.equal(await receiving, undefined)
    assert.deepEqual(given, [undefined])
  }
})

test('an account sends two at once, idle or not; others are not concerned', async () => {
  const uploads = createUploadSpool(dataDir, silentLog)
  const idle = await Promise.all([sending(100 * KB), sending(100 * KB)])
  const waiting = idle.map(({ request }) => uploads.receive(request, forSellers, seller, async () => {}))
  await Promise.all(idle.map(({ begin }) => begin()))
  assert.equal(statusOf(await send(uploads, 100 * KB)), 429)
  assert.equal(statusOf(await send(uploads, 100 * KB, otherSeller)), 'ok')
  assert.equal(statusOf(await send(uploads, 100 * KB, admin)), 'ok')
  await idle[0]?.finish()
  assert.equal(await waiting[0], undefined)
  assert.equal(statusOf(await send(uploads, 100 * KB)), 'ok')
  await idle[1]?.abort()
  assert.equal(await waiting[1], 'broken')
  assert.equal(statusOf(await send(uploads, 100 * KB)), 'ok')
})

test('what is on the disk is bounded for each role, and given back', async () => {
  const uploads = createUploadSpool(dataDir, silentLog, { perAccount: 2, perRole: 150 * KB })
  const first = await sending(160 * KB)
  const receiving = uploads.receive(first.request, forSellers, seller, async () => {})
  await first.begin()
  assert.equal(statusOf(await send(uploads, 100 * KB, otherSeller)), 503)
  assert.equal(statusOf(await send(uploads, 100 * KB, admin)), 'ok')
  await first.abort()
  assert.equal(await receiving, 'broken')
  for (let round = 0; round < 3; round += 1) {
    assert.equal(statusOf(await send(uploads, 100 * KB, otherSeller)), 'ok')
    assert.equal(statusOf(await send(uploads, 190 * KB, otherSeller)), 503)
  }
})

test('what is larger than allowed is told so in words, and what is much larger is cut short', async () => {
  const uploads = createUploadSpool(dataDir, silentLog)
  assert.equal(statusOf(await send(uploads, 190 * KB)), 'ok')
  assert.equal(statusOf(await send(uploads, 300 * KB)), 413)
  assert.equal(await send(uploads, 900 * KB), 'too-large')
  for (const user of [seller, undefined]) {
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '500000' }
    const request = new Request('http://localhost/addproduct', { method: 'POST', headers, body: 'x' })
    assert.equal(await uploads.receive(request, forSellers, user, unused), 'too-large')
  }
})

test('a sender who falls silent is cut, and a broken form counts as one without fields', async () => {
  const uploads = createUploadSpool(dataDir, silentLog, { perAccount: 1, perRole: 1024 * KB, idleMs: 50 })
  for (let round = 0; round < 2; round += 1) {
    const silent = await sending(100 * KB)
    const receiving = uploads.receive(silent.request, forSellers, seller, unused)
    await silent.begin()
    assert.equal(await receiving, 'too-slow')
  }
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const request = new Request('http://localhost/addproduct', { method: 'POST', headers, body: 'no form' })
  await uploads.receive(request, forSellers, seller, async (upload) => {
    assert.ok(upload?.ok)
    assert.deepEqual([...upload.fields, ...upload.files], [])
  })
})

test('a disk that refuses is said to have failed, and an error in the route gives everything back', async () => {
  const blocked = await mkdtemp(join(dataDir, 'blocked-'))
  await writeFile(join(blocked, 'uploads'), 'no folder')
  assert.equal(statusOf(await send(createUploadSpool(blocked, silentLog), 100 * KB)), 503)

  const uploads = createUploadSpool(dataDir, silentLog, { perAccount: 1, perRole: 110 * KB })
  for (let round = 0; round < 2; round += 1) {
    const { request, begin, finish } = await sending(100 * KB)
    void begin().then(finish)
    await assert.rejects(
      uploads.receive(request, forSellers, seller, () => Promise.reject(new Error('route'))),
      /route/,
    )
  }
})

test('what a killed process left is removed', async () => {
  await writeFile(join(dataDir, 'uploads', 'left-behind'), 'x')
  createUploadSpool(dataDir, silentLog)
  await until('it is gone', async () => (await readdir(join(dataDir, 'uploads'))).length === 0)
})
