// A shop that begins empty, as its owner meets it: the command, the first start, every screen without a product, the end.
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { findPostmaster } from '#server/postgres/postmaster.ts'
import { runHere } from '#tests/support/command.ts'
import { logInAt } from '#tests/support/cookies.ts'
import { type ShopProcess, startShop } from '#tests/support/process.ts'
import { textOf } from '#tests/support/storefront.ts'

const folder = await mkdtemp(join(tmpdir(), 'shop-new-'))
let shop: ShopProcess
after(async () => {
  shop?.process.kill('SIGKILL')
  await shop?.ended()
  await rm(folder, { recursive: true, force: true })
})

const PUBLIC = ['/', '/allproduct', '/category/pot', '/search?q=lamp', '/cart', '/contactUs', '/productinfo/1']
const TABS = [
  '',
  '/orders',
  '/users',
  '/requests',
  '/messages',
  '/emails',
  '/settings',
  '/ready',
  '/audit',
  '/sessions',
]

test('an empty shop opens empty, shows no broken page, and is asked for what it lacks', async () => {
  const { out } = await runHere({ DATA_DIR: folder }, ['new', '--name', 'Lamp House', '--admin', 'mira@lamps.example'])
  const [, password = ''] = /^Password \(shown only once\): (\S+)$/m.exec(out) ?? []
  shop = startShop({ DATA_DIR: folder }, 'scripts/start.mjs')
  const url = await shop.opened()
  const ask = async (path: string, { cookie = '', form }: { cookie?: string; form?: Record<string, string> } = {}) => {
    const response = await fetch(new URL(path, url), {
      headers: { accept: 'text/html', cookie },
      redirect: 'manual',
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    return { status: response.status, headers: response.headers, text: textOf(await response.text()) }
  }

  await assert.rejects(stat(join(folder, 'demo-accounts.json')), { code: 'ENOENT' })
  assert.match(shop.said(), /^Lamp House is open at http/m)
  assert.doesNotMatch(shop.said(), /Demo accounts|No admin account/)

  const cookie = await logInAt(url, { email: 'mira@lamps.example', password })
  for (const path of [...PUBLIC, ...TABS.map((tab) => `/adminDashboard${tab}`), '/addproduct']) {
    const { status, text } = await ask(path, { cookie })
    // There is no product yet, so no category either.
    assert.equal(status, path === '/productinfo/1' || path === '/category/pot' ? 404 : 200, path)
    assert.doesNotMatch(text, /undefined|NaN|\[object|Infinity/, path)
  }
  assert.match((await ask('/allproduct')).text, /No products found/)
  assert.match((await ask('/adminDashboard', { cookie })).text, /No products yet/)

  const ready = (await ask('/adminDashboard/ready', { cookie })).text
  assert.match(ready, /14 things are missing before your shop can sell/)
  for (const missing of ['Online payment uses test keys', 'Emails go to the sandbox', 'The tax regime is not chosen'])
    assert.ok(ready.includes(missing), missing)
  assert.doesNotMatch(ready, /demo (product|account)|is not confirmed/i)

  // Without scripts: the button's form is answered with the page.
  const press = (intent: string, id: string) => ask('/adminDashboard/ready', { cookie, form: { intent, id } })
  const kept = await press('keep', 'backup')
  assert.match(kept.text, /13 things are missing.*Kept as it is.*No backup in the last 24 hours/s)
  const refused = await press('keep', 'tax-regime')
  assert.deepEqual([refused.status, /Failed to keep this point/.test(refused.text)], [409, true])
  assert.equal((await press('dance', 'backup')).status, 400)
  assert.match((await press('ask-again', 'backup')).text, /14 things are missing/)
  assert.match(
    (await ask('/adminDashboard/audit', { cookie })).text,
    /opened a point of “Ready to sell” again.*kept a point.*The command line began an empty shop/s,
  )
})

test('Ctrl-C, which comes twice, closes everything, open live streams too, even when no word of that can be left', async () => {
  const stream = await fetch(new URL('/live', await shop.opened()))
  // As on a full disk.
  const note = join(folder, 'open.json')
  await rm(note)
  await mkdir(note)
  shop.process.kill('SIGINT')
  shop.process.kill('SIGINT')
  assert.equal(await shop.ended(), 0)
  await stream.text().catch(() => {})
  const cluster = join(folder, 'postgres')
  assert.equal(await findPostmaster(cluster), undefined)
  await assert.rejects(stat(join(cluster, 'postmaster.pid')), 'closed in good order')
})
