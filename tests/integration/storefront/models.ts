import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedStorefront } from '#tests/support/storefront.ts'

test('3D models are served as what they are, to GET and HEAD', async () => {
  const { url } = await sharedStorefront()
  for (const [file, type] of [
    ['C02-grey-stone.glb', 'model/gltf-binary'],
    ['TR01-mosaic-grey-planted.usdz', 'model/vnd.usdz+zip'],
  ]) {
    const [got, head] = await Promise.all([
      fetch(`${url}/models/${file}`),
      fetch(`${url}/models/${file}`, { method: 'HEAD' }),
    ])
    assert.equal(got.status, 200)
    assert.ok((await got.arrayBuffer()).byteLength > 50_000)
    assert.equal((await head.arrayBuffer()).byteLength, 0)
    for (const { status, headers } of [got, head]) {
      assert.equal(status, 200)
      assert.equal(headers.get('content-type'), type)
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
    }
  }
})

test('a GLB goes out compressed to a browser that can read that, and may be kept for a week', async () => {
  const { url } = await sharedStorefront()
  const [compressed, plain] = await Promise.all(
    ['br', 'identity'].map((encoding) =>
      fetch(`${url}/models/BON01-marble-white.glb`, { headers: { 'accept-encoding': encoding } }),
    ),
  )
  assert.equal(compressed?.headers.get('content-encoding'), 'br')
  assert.equal(plain?.headers.get('content-encoding'), null)
  assert.equal(compressed?.headers.get('cache-control'), 'public, max-age=604800')
  // fetch has decompressed the first.
  assert.deepEqual(await compressed?.bytes(), await plain?.bytes())
})

test('there is no way from the models to other files', async () => {
  const { url } = await sharedStorefront()
  for (const path of ['C02.mesh.br', '..%2fpictures%2findex.json', '%2e%2e%2f%2e%2e%2fpackage.json', 'C02-brass.glb']) {
    assert.equal((await fetch(`${url}/models/${path}`)).status, 404, path)
  }
})
