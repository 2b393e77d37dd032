import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { MAX_MB_ON_DISK, openStore } from './store.ts'

/** SQLite's log, which all kinds share. */
const LOG_MB = 4
const KINDS = ['order', 'payment', 'refund', 'refund-key', 'message', 'email', 'submission']

async function sizeOf(folder: string): Promise<number> {
  const sizes = await Promise.all((await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0) / 1024 / 1024
}

for (const [what, bytes, kinds, mostMb] of [
  ['large', 60_000, KINDS, MAX_MB_ON_DISK],
  // The same share of it for one that may hold 4 of the 64 MB, as small things take more besides their value.
  ['small', 300, ['email'], LOG_MB + ((MAX_MB_ON_DISK - LOG_MB) * 4) / 64],
] as const) {
  test(`however many ${what} records are stored, the file stays small and keeps the newest`, {
    timeout: 90_000,
  }, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'gamla-store-'))
    t.after(() => rm(folder, { recursive: true, force: true }))
    const file = join(folder, 'sandbox.sqlite')
    const store = openStore(file)
    for (const kind of kinds) {
      const most = ['order', 'payment', 'refund'].includes(kind) ? 16 : 4
      const count = Math.ceil(((most + 1) * 1024 * 1024) / (bytes + 250))
      for (let n = 0; n < count; n += 1) store.put(kind, `${kind}_${n}`, { n, text: 'a'.repeat(bytes) }, `parent_${n}`)
      assert.equal(store.find(kind, `${kind}_0`), undefined)
      assert.ok(store.find(kind, `${kind}_${count - 1}`))
    }
    assert.ok((await sizeOf(folder)) < mostMb, `${await sizeOf(folder)} MB`)
    store.close()
    // Opened again it knows how much it holds.
    const again = openStore(file)
    again.put('email', 'newest', { text: 'a'.repeat(bytes) })
    assert.ok(again.find('email', 'newest'))
    const held = again.list('email', 1_000_000).length * (bytes + 250)
    assert.ok(held > 3.8 * 1024 * 1024 && held <= 4 * 1024 * 1024, `${held} bytes of emails`)
    again.close()
  })
}

test('overwritten and removed records no longer count towards the size limit', () => {
  const store = openStore()
  for (let n = 0; n < 1000; n += 1) store.put('email', 'the same', 'a'.repeat(100_000))
  store.put('email', 'another', 'b')
  assert.equal(store.list('email').length, 2)
  for (let n = 0; n < 1000; n += 1) {
    store.put('email', 'passing', 'a'.repeat(100_000))
    store.remove('email', 'passing')
  }
  assert.equal(store.list('email').length, 2)
  store.close()
})
