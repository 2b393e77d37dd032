import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { zipSync } from 'fflate'
import sharp from 'sharp'
import { preparePictures } from '#server/import/pictures.ts'
import { until } from '#tests/support/process.ts'
import { sharedStorefront } from '#tests/support/storefront.ts'

const START = '/adminDashboard/import/move'
const MEASURES = {
  'width:Indoor Planters|Small|': '15',
  'depth:Indoor Planters|Small|': '15',
  'height:Indoor Planters|Small|': 'tall',
  'width:Indoor Planters|Large|': '28',
  'depth:Indoor Planters|Large|': '28',
  'height:Indoor Planters|Large|': '26,5',
}

test('without scripts an export and its ZIP become products, and old addresses lead to them', async () => {
  const shop = await sharedStorefront()
  const cookie = await shop.sessionOf('admin')
  const csv = await readFile(new URL('../../support/fixtures/import/shopify.csv', import.meta.url), 'utf8')
  const picture = await sharp({ create: { width: 40, height: 50, channels: 3, background: '#864' } })
    .png()
    .toBuffer()
  const zip = zipSync({ 'wp/Jaipur-grey.png': picture, 'tulsi-pot.jpg': picture })
  const post = (path: string, files: Record<string, [name: string, content: string | Uint8Array]>, intent = '') => {
    const body = new FormData()
    body.set('intent', intent)
    for (const [field, [name, content]] of Object.entries(files)) {
      body.set(field, new File([typeof content === 'string' ? content : new Uint8Array(content)], name))
    }
    return fetch(shop.url + path, {
      method: 'POST',
      headers: { cookie, accept: 'text/html' },
      redirect: 'manual',
      body,
    })
  }

  const wrong = await post(START, { file: ['x.csv', 'a,b\n1,2'] })
  const said = await wrong.text()
  assert.equal(wrong.status, 400)
  assert.ok(said.includes('This is no product export of Shopify') && said.includes('aria-invalid="true"'))

  // The usual import recognises such a file, too.
  const other = await post('/adminDashboard/import', { file: ['products_export.csv', csv] }, 'check')
  const discarded = other.headers.get('location') ?? ''
  assert.match(discarded, /^\/adminDashboard\/import\/move\/[0-9a-f-]{36}$/)
  assert.equal((await shop.ask(discarded, { cookie, form: { intent: 'discard' } })).status, 302)
  assert.equal((await shop.ask(discarded, { cookie })).status, 404)

  const started = await post(START, { file: ['products_export.csv', csv], pictures: ['p.zip', 'no zip'] })
  const [path = ''] = (started.headers.get('location') ?? '').split('?')
  assert.match((await shop.ask(started.headers.get('location') ?? '', { cookie })).text, /This is not a ZIP/)
  assert.equal((await post(path, { pictures: ['p.zip', zip] }, 'pictures')).headers.get('location'), `${path}?found=2`)
  assert.match((await shop.ask(path, { cookie })).text, /0 of 2 pictures are prepared/)
  const early = await shop.ask(path, { cookie, form: { intent: 'import' } })
  assert.ok(early.status === 409 && early.text.includes('The pictures are still being prepared'))
  await preparePictures(shop.shop, path.slice(-36))

  // What was typed stays, right or wrong, and is previewed before it is imported.
  const typed = await shop.ask(path, { cookie, form: { intent: 'import', ...MEASURES } })
  assert.equal(typed.headers.get('location'), `${path}?changed`)
  const { html, text } = await shop.ask(path, { cookie })
  assert.ok(html.includes('value="tall"') && html.includes('aria-invalid="true"'))
  assert.match(text, /Enter centimetres/)
  const form = { intent: 'choose', ...MEASURES, 'height:Indoor Planters|Small|': '14' }
  assert.equal((await shop.ask(path, { cookie, form })).headers.get('location'), `${path}?saved`)
  assert.match((await shop.ask(path, { cookie })).text, /Jaipur Ribbed Planter LARGE: 28 × 28 × 26.5 cm/)

  const [one, two] = await Promise.all(
    [1, 2].map(() => shop.ask(path, { cookie, form: { ...form, intent: 'import' } })),
  )
  assert.deepEqual([one?.status, two?.status], [302, 302])
  assert.match((await shop.ask(path, { cookie })).text, /Imported: 3 new, 0 changed, 0 unchanged, 4 skipped/)
  await until('the redirect', async () => (await shop.ask('/products/tulsi-pot')).status === 301)
  const to = (await shop.ask('/products/tulsi-pot')).headers.get('location') ?? ''
  assert.match((await shop.ask(to)).text, /तुलसी गमला.*ONE-SIZE/)

  await shop.sql(`delete from products where title in ('Jaipur Ribbed Planter', 'Balcony Bowl') or title like 'तुलसी%'`)
  await shop.sql(`update finishes set is_retired = true where name in ('Terracotta', 'As pictured')`)
})

test('an import that is not there is not found', async () => {
  const shop = await sharedStorefront()
  const cookie = await shop.sessionOf('admin')
  for (const id of ['x', '00000000-0000-4000-8000-000000000000']) {
    assert.equal((await shop.ask(`${START}/${id}`, { cookie })).status, 404)
    for (const intent of ['import', 'choose', 'discard']) {
      const answer = await shop.ask(`${START}/${id}`, { cookie, form: { intent } })
      assert.ok([302, 404].includes(answer.status), `${intent}: ${answer.status}`)
    }
  }
})
