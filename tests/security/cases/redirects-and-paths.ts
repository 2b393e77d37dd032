// Open redirects, path traversal, and server-side request forgery.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { before, type TestContext, test } from 'node:test'
import { type Attacked, shared } from '#tests/security/harness.ts'
import type { Person } from '#tests/support/permissions/permissions-harness.ts'

let shop: Attacked
/** Requests that the server sent to other hosts. */
let asked: string[]
const { fetch: realFetch } = globalThis

before(async () => {
  shop = await shared()
  asked = []
})

test('login and signup lead back to a path of the shop, or not at all', async () => {
  // domain/safe-next.test.ts knows many more of them.
  const ways = ['https://evil.example', '//evil.example', '/\\evil.example', '/.//evil.example', '/\t/evil.example']
  const { email } = shop.users.user
  for (const next of ways) {
    const answer = await shop.fetch(`/login?next=${encodeURIComponent(next)}`, {
      method: 'POST',
      body: new URLSearchParams({ email, password: shop.password }),
      headers: { accept: 'text/html' },
    })
    const to = new URL(answer.headers.get('location') ?? '', shop.url)
    assert.equal(to.origin, shop.url, next)
    assert.ok(!to.pathname.startsWith('//'), next)
  }
  const signed = await shop.fetch('/signup?next=//evil.example', {
    method: 'POST',
    body: new URLSearchParams({ name: 'Way', email: 'way@gamla.example', password: 'secret-word' }),
  })
  assert.equal(signed.headers.get('location'), '/login')
})

test('a redirect of the shop’s own never leaves it, however the address is written', async () => {
  for (const path of [
    '//evil.example/userDashboard',
    '/%5cevil.example/..',
    '/userDashboard//evil.example',
    '/productinfo/%2f%2fevil.example/request',
    '/logout//evil.example',
  ]) {
    const location = (await shop.fetch(path)).headers.get('location')
    if (location) assert.equal(new URL(location, shop.url).origin, shop.url, path)
  }
})

test('no path leads out of the folders of files, and no secret of the data folder is one', async () => {
  const outs = ['../', '..%2f', '%2e%2e/', '..%5c', '%252e%252e%252f', '....//', '%c0%ae%c0%ae/', '%00/../']
  for (const folder of ['/assets/', '/pots/', '/pictures/', '/productImages/', '/']) {
    for (const out of outs) {
      for (const file of ['package.json', 'etc/passwd', 'secret']) {
        const said = await shop.send(
          `GET ${folder}${out.repeat(4)}${file} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`,
        )
        const status = Number(said.slice(9, 12))
        assert.ok(status === 404 || status === 400 || status === 302, `${folder}${out}${file}: ${status}`)
        assert.doesNotMatch(said, /"dependencies"|root:x:|ConfigError/, `${folder}${out}${file}`)
      }
    }
  }
})

test('an image’s name leads nowhere: not in an address, not in a form, not in a file’s own name', async (t) => {
  t.after(() => {
    globalThis.fetch = realFetch
  })
  globalThis.fetch = ((input: Parameters<typeof fetch>[0], init?: RequestInit) => {
    const url = String(input instanceof Request ? input.url : input)
    if (!url.startsWith(shop.url)) asked.push(url)
    return realFetch(input, init)
  }) as typeof fetch
  const { addresses: listened, connections } = await listenNearby(t)
  const addresses = [
    ...listened,
    'http://169.254.169.254/latest/meta-data/',
    `${shop.url}/metrics`,
    'http://127.0.0.1:5432/',
    'file:///etc/passwd',
    '//evil.example/a.png',
    '/productImages/../secret',
    '/productImages/..%2fsecret/640.webp',
    '/../../etc/passwd',
    'gopher://127.0.0.1:6379/_x',
  ]
  const state = await shop.digest()
  for (const address of addresses) {
    const csv = `title,price,sizeCode,category,description,productImageUrl\nNew,5,C01,POT,Round,${address}`
    const form = new FormData()
    form.append('intent', 'write')
    form.append('file', new File([csv], 'pots.csv'))
    const answer = await shop.fetch('/adminDashboard/import', { who: 'admin', method: 'POST', body: form })
    assert.ok(answer.status < 500, address)
    await answer.body?.cancel()
    for (const [who, path] of [
      ['admin', `/updateproduct/${shop.ids.pot}/save`],
      ['seller', `/sellerDashboard/updateproduct/${shop.ids.pot}/save`],
    ] as [Person, string][]) {
      const edit = new FormData()
      for (const [name, value] of [
        ['version', '1'],
        ['imageOrder', address],
        ['productImageUrl', address],
        ['images', address],
      ] as const)
        edit.append(name, value)
      const saved = await shop.fetch(path, { who, method: 'POST', body: edit })
      assert.ok(saved.status < 500, `${path}: ${saved.status}`)
      await saved.body?.cancel()
    }
    const { rows } = await shop.sql('select product_image_url as urls from products')
    for (const { urls } of rows) assert.ok(!urls.includes(address), address)
  }
  assert.deepEqual(asked, [])
  assert.equal(connections(), 0)
  const { rows } = await shop.sql("select from products where title = 'New'")
  assert.deepEqual(rows, [])
  assert.equal(await shop.digest(), state)
})

/** Detects requests of the server to internal hosts, by whichever library or program. */
async function listenNearby(t: TestContext) {
  let count = 0
  const server = net.createServer((socket) => {
    count += 1
    socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { port } = server.address() as net.AddressInfo
  return {
    addresses: [`http://127.0.0.1:${port}/a.png`, `http://localhost:${port}/a.png`, `//127.0.0.1:${port}/a.png`],
    connections: () => count,
  }
}
