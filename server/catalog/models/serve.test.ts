import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { respondWith } from '#server/cache/serve-cached.ts'
import { openConcurrencyLimiter } from '#server/http/load-shedding.ts'
import { createModelEndpoint } from './serve.ts'

const serve = createModelEndpoint(openConcurrencyLimiter(), respondWith)

function ask(name: string, headers: Record<string, string> = {}): Promise<Response> {
  return serve(new Request(`http://shop/models/${name}`, { headers }), name)
}

test('a GLB goes out compressed to those who can read that, and as it is to others', async () => {
  const [compressed, plain] = await Promise.all([
    ask('BON01-marble-white.glb', { 'accept-encoding': 'gzip, br' }),
    ask('BON01-marble-white.glb'),
  ])
  assert.equal(compressed.headers.get('content-encoding'), 'br')
  assert.equal(plain.headers.get('content-encoding'), null)
  for (const { headers } of [compressed, plain]) {
    assert.equal(headers.get('content-type'), 'model/gltf-binary')
    assert.equal(headers.get('vary'), 'accept-encoding')
    assert.match(headers.get('cache-control') ?? '', /^public, max-age=\d+/)
  }
  const bytes = Buffer.from(await plain.arrayBuffer())
  assert.deepEqual(brotliDecompressSync(await compressed.arrayBuffer()), bytes)
  assert.equal(bytes.toString('latin1', 0, 4), 'glTF')
  assert.equal(Number(plain.headers.get('content-length')), bytes.byteLength)
})

test('a USDZ is what Quick Look expects', async () => {
  const { status, headers } = await ask('BON01-marble-white.usdz', { 'accept-encoding': 'br' })
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'model/vnd.usdz+zip')
  assert.equal(headers.get('content-encoding'), null)
})

test('a browser that has the model is told so', async () => {
  const etag = (await ask('BON01-marble-white.glb')).headers.get('etag') ?? ''
  assert.equal((await ask('BON01-marble-white.glb', { 'if-none-match': etag })).status, 304)
  assert.equal((await ask('BON01-marble-white.glb', { 'if-none-match': '"another"' })).status, 200)
})

test('only models have an address', async () => {
  for (const name of [
    'C99-sandstone.glb',
    'W01-sandstone-planted.glb',
    'C01-sandstone.mesh',
    'C01.mesh.br',
    '../shots.py',
    '..',
    '',
    'constructor',
  ]) {
    assert.equal((await ask(name)).status, 404, name)
  }
})
