// A shop behind an https proxy, tested as a whole process.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { assertProtected, headersOf } from '#tests/security/expected-headers.ts'
import { testDatabase } from '#tests/support/postgres.ts'
import { startShop, until } from '#tests/support/process.ts'

const database = await testDatabase()
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gamla-public-'))
})
after(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

test('a shop with an https address', async (t) => {
  const shop = startShop({ DATA_DIR: folder, DATABASE_URL: database.url, PUBLIC_URL: 'https://gamla.example' })
  const url = await shop.opened()

  await t.test('what the sandbox says is protected, and stays with https', async () => {
    for (const [path, status] of [
      ['/sandbox/razorpay/checkout.js', 200],
      ['/sandbox/razorpay/v1/orders', 401],
      ['/sandbox/inbox', 403],
      ['/sandbox/nothing', 404],
    ] as const) {
      const answer = await fetch(new URL(path, url))
      assert.equal(answer.status, status, path)
      assertProtected(path, answer.headers)
      assertHttps(path, answer.headers)
      await answer.body?.cancel()
    }
  })

  await t.test('so is the answer to what is no request', async () => {
    const socket = net.connect(Number(new URL(url).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write('NONSENSE\r\n\r\n')
    const said = await text(socket)
    assert.match(said, /^HTTP\/1\.1 400 /)
    assertProtected('400', headersOf(said))
    assertHttps('400', headersOf(said))
  })

  await t.test('what counts readers is not for who comes through the proxy', async () => {
    const answer = await fetch(new URL('/metrics', url))
    assert.equal(answer.status, 403)
    assert.doesNotMatch(await answer.text(), /gamla_/)
  })

  await t.test('nobody has a demo account, and it says how to make the first admin', async () => {
    await until('it is said', () =>
      shop.said().includes('No admin account yet. Create one with: npm run shop -- create-admin you@example.com'),
    )
    await assert.rejects(stat(join(folder, 'demo-accounts.json')), { code: 'ENOENT' })
    assert.doesNotMatch(shop.said(), /Demo accounts/)
    assert.match(await (await fetch(new URL('/allproduct', url))).text(), /<h1/)
  })

  shop.process.kill('SIGTERM')
  assert.equal(await shop.ended(), 0)
})

function assertHttps(name: string, headers: Headers): void {
  assert.match(headers.get('strict-transport-security') ?? '', /^max-age=[1-9]/, name)
}
