// Decompression bombs, oversized forms and uploads that never finish.
import assert from 'node:assert/strict'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { openConnection } from './connection.ts'
import { attack, type RealShop } from './real-shop-harness.ts'

/** 1 KB, and 49 million pixels when it is decoded. */
const HUGE = join(import.meta.dirname, '../../tests/security/cases/49-megapixels.avif')
/** Memory for one image: its pixels, and as much again for its variants. */
const MAX_GROWTH_MB = 700
const PRODUCT = { title: 'Pot', price: '495', sizeCode: 'C01', category: 'POT', description: 'A pot.' }

async function productWith(images: readonly Uint8Array[], name = 'pot.png') {
  const form = new FormData()
  for (const [field, value] of Object.entries(PRODUCT)) form.append(field, value)
  for (const bytes of images) form.append('images', new File([new Uint8Array(bytes)], name))
  const made = new Response(form)
  return { type: made.headers.get('content-type') ?? '', bytes: new Uint8Array(await made.arrayBuffer()) }
}

async function someImage(): Promise<Uint8Array> {
  return sharp({ create: { width: 40, height: 40, channels: 3, background: '#a64' } })
    .png()
    .toBuffer()
}

attack('two uploads that begin and never arrive hold up nobody else’s', async (shop) => {
  const idle = await Promise.all(
    Array.from({ length: 2 }, () =>
      openConnection(
        shop.port,
        `POST /sellerDashboard/addproduct/save HTTP/1.1\r\nhost: ${shop.host}\r\ncookie: ${shop.cookieOf('seller')}\r\n` +
          'content-type: multipart/form-data; boundary=x\r\ntransfer-encoding: chunked\r\n\r\n5\r\n--x\r\n\r\n',
      ),
    ),
  )
  try {
    const body = await productWith([await someImage()])
    const saved = await Promise.race([
      shop.ask('/addproduct/save', { who: 'admin', body }),
      new Promise<undefined>((resolve) => setTimeout(resolve, 20_000, undefined)),
    ])
    assert.equal(saved?.status, 200)
  } finally {
    await Promise.all(idle.map(({ close }) => close()))
  }
})

attack('images of 1 KB that are 49 million pixels cost no more memory than one of them', async (shop) => {
  const huge = await readFile(HUGE)
  const body = await productWith([huge], 'pot.avif')
  const before = await shop.memoryMb()
  let most = before
  const clock = setInterval(async () => {
    most = Math.max(most, await shop.memoryMb())
  }, 50)
  try {
    const answers = await Promise.all(
      Array.from({ length: 2 }, () => shop.ask('/sellerDashboard/addproduct/save', { who: 'seller', body })),
    )
    for (const { status } of answers) assert.ok(status < 500, String(status))
  } finally {
    clearInterval(clock)
  }
  assert.ok(most - before < MAX_GROWTH_MB, `${Math.round(most - before)} MB`)
})

const sandboxFile = async ({ dataDir }: RealShop) => {
  const sizes = await Promise.all(
    ['sandbox.sqlite', 'sandbox.sqlite-wal'].map((name) =>
      stat(join(dataDir, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((all, size) => all + size, 0)
}

attack('nobody fills the disk by way of the sandbox', async (shop) => {
  const before = await sandboxFile(shop)
  const bytes = Buffer.from(JSON.stringify({ access_key: 'x', message: 'x'.repeat(20_000_000) }))
  for (const path of [
    '/sandbox/web3forms/submit',
    '/sandbox/emailjs/api/v1.0/email/send',
    '/sandbox/razorpay/v1/orders',
    '/sandbox/razorpay/widget/pay',
  ]) {
    const sent = shop.ask(path, { body: { type: 'application/json', bytes } }).catch(() => ({ status: 413 }))
    assert.equal((await sent).status, 413, path)
  }
  const { text } = await shop.ask('/contactUs')
  const key = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/.exec(text)?.[0] ?? 'none'
  for (let round = 0; round < 40; round += 1) {
    const form = { access_key: key, name: 'A', email: 'a@b.example', message: 'x'.repeat(200_000) }
    assert.ok((await shop.ask('/sandbox/web3forms/submit', { form })).status < 500)
  }
  const grown = (await sandboxFile(shop)) - before
  assert.ok(grown < 6_000_000, `${grown} bytes were kept`)
})

attack('a page of another site does not use the sandbox', async (shop) => {
  for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
    for (const path of ['/sandbox/web3forms/submit', '/sandbox/razorpay/widget/pay'])
      assert.equal((await shop.ask(path, { form: { a: 'b' }, headers: headers as never })).status, 403, path)
})
