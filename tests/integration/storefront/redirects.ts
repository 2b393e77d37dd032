import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#tests/support/process.ts'
import { sharedStorefront } from '#tests/support/storefront.ts'

const PATH = '/adminDashboard/redirects'

test('an admin’s redirect serves an address that is no page, within a second, and never a page', async () => {
  const shop = await sharedStorefront()
  const cookie = await shop.sessionOf('admin')
  const add = (from: string, to: string) => shop.ask(PATH, { cookie, form: { intent: 'add', from, to } })
  const leadsTo = async (path: string) => {
    const { status, headers } = await shop.ask(path)
    return status === 301 ? headers.get('location') : status
  }
  assert.equal(await leadsTo('/products/Old%20Pot'), 404)
  assert.equal((await add('/products/Old Pot', '/productinfo/1')).status, 302)
  await until('the redirect', async () => (await leadsTo('/products/old%20pot?utm=1')) === '/productinfo/1')
  assert.equal(await leadsTo('/products/Old%20Pot/'), '/productinfo/1')

  assert.equal((await add('/older', '/products/old pot')).status, 302)
  await until('both at once', async () => (await leadsTo('/older')) === '/productinfo/1')

  // A product that is gone is a page no more.
  const id = await shop.makeProduct({ title: 'Leaving' })
  const from = `/productinfo/${id}`
  assert.match((await add(from, '/allproduct')).text, /This address is a page of the shop/)
  await shop.sql('delete from products where id = $1', [id])
  await until('gone', async () => (await leadsTo(from)) === 404)
  assert.equal((await add(from, '/allproduct')).status, 302)
  await until('the redirect of a product', async () => (await leadsTo(from)) === '/allproduct')

  const { text } = await shop.ask(PATH, { cookie })
  for (const part of ['/products/old pot', '/older', 'Add redirect', 'From', 'To']) assert.ok(text.includes(part), part)
  const added = ['/products/old%20pot', '/older', from].map((path) => `redirect ${path}`)
  const audited = await shop.sql<{ subject: string }>(
    `select subject from audit where action = 'add redirect' and subject = any ($1)`,
    [added],
  )
  assert.equal(audited.length, 3)

  assert.equal((await shop.ask(PATH, { cookie, form: { intent: 'delete', from: '/older' } })).status, 200)
  await until('no redirect', async () => (await leadsTo('/older')) === 404)
})

test('what is no path of the shop, or a page, is refused at its field', async () => {
  const shop = await sharedStorefront()
  const cookie = await shop.sessionOf('admin')
  for (const [from, to, sentence] of [
    ['/faq', '/', 'This address is a page of the shop'],
    ['/sitemap.xml', '/', 'This address is a page of the shop'],
    ['/x', 'https://evil.example', 'Enter a path of this shop'],
  ] as const) {
    const { status, html, text } = await shop.ask(PATH, { cookie, form: { intent: 'add', from, to } })
    assert.equal(status, 400, `${from} ${to}`)
    assert.ok(text.includes(sentence) && html.includes('aria-invalid="true"'), `${from} ${to}`)
  }
  // It cannot be decoded, so it is no page.
  const odd = await shop.ask(PATH, { cookie, form: { intent: 'add', from: '/category/%E0%A4%A', to: '/' } })
  assert.equal(odd.status, 302)
})
