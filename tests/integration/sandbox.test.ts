// The sandbox's process beside a real shop: its stored data, and crashes of either process.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createAccount } from '#server/accounts/signup.ts'
import { readConfig } from '#server/config.ts'
import { connect } from '#server/db/connection.ts'
import { silentLog } from '#server/observability/log.ts'
import { prepareSandbox } from '#server/runtime/start-sandbox.ts'
import { assertProtected } from '#tests/security/expected-headers.ts'
import { testDatabase } from '#tests/support/postgres.ts'
import { type ShopProcess, startShop, until } from '#tests/support/process.ts'

const database = await testDatabase()
let folder: string
let shop: ShopProcess
let url: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gamla-sandbox-'))
  shop = startShop({ DATA_DIR: folder, DATABASE_URL: database.url })
  url = await shop.opened()
})
after(async () => {
  shop?.process.kill('SIGKILL')
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const keys = {
  RAZORPAY_KEY_ID: 'rzp_live_1',
  RAZORPAY_KEY_SECRET: 'secret',
  RAZORPAY_WEBHOOK_SECRET: 'hook',
}

const onLinux = { skip: process.platform !== 'linux' && 'it looks for the process in /proc' }

test('where real people may order, emails are read at this machine and by admins, and by nobody else', async () => {
  const { db, pool } = connect(database.url, silentLog)
  const password = 'a-long-password'
  for (const role of ['admin', 'user'] as const)
    await createAccount({ db }, { name: role, email: `${role}@gamla.example`, password, role })
  await pool.end()
  const read = (path: string, headers: Record<string, string> = {}) => fetch(new URL(path, url), { headers })
  const logIn = async (name: string) => {
    const body = new URLSearchParams({ email: `${name}@gamla.example`, password })
    const answer = await fetch(new URL('/login', url), { method: 'POST', body, redirect: 'manual' })
    return answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])[0] ?? ''
  }
  const byProxy = { 'x-forwarded-for': '203.0.113.9' }

  const refused = await read('/sandbox/inbox', byProxy)
  assert.equal(refused.status, 403)
  assert.equal(await refused.text(), 'Emails are for admins only.')
  assertProtected('a refused inbox', refused.headers)
  for (const path of [
    '/sandbox/inbox?a',
    '/sandbox/inbox/',
    '/sandbox//inbox',
    '/sandbox/%69nbox',
    '/sandbox/x/../inbox',
  ])
    assert.notEqual((await read(path, byProxy)).status, 200, path)
  assert.equal((await read('/sandbox/inbox', { ...byProxy, cookie: await logIn('user') })).status, 403)
  assert.equal((await read('/sandbox/inbox', { ...byProxy, cookie: await logIn('admin') })).status, 200)
  assert.equal((await read('/sandbox/inbox')).status, 200)
  // The parts of the sandbox that shoppers need stay public.
  assert.equal((await read('/sandbox/razorpay/checkout.js', byProxy)).status, 200)
})

test('without keys the sandbox is there, under the shop’s own address, and ends with the shop', onLinux, async () => {
  const script = await fetch(new URL('/sandbox/razorpay/checkout.js', url))
  assert.equal(script.status, 200)
  assert.match(script.headers.get('content-type') ?? '', /javascript/)
  assert.match(await script.text(), /Razorpay/)
  assertProtected('the widget', script.headers)
  assert.equal(script.headers.get('strict-transport-security'), null)

  // Its API needs the shop's key; without it the response is the provider's own error.
  const books = await fetch(new URL('/sandbox/razorpay/v1/orders', url))
  assert.equal(books.status, 401)
  assert.match(await books.text(), /Authentication failed/)
  assertProtected('its books', books.headers)

  const pid = await until('the sandbox runs', () => findChild(shop.process.pid))
  shop.process.kill('SIGKILL')
  await shop.ended()
  await until('the sandbox has ended', () => !isAlive(pid))
})

test(
  'a sandbox that is closed has ended, also while it starts, so that nothing writes into its folder any more',
  onLinux,
  async () => {
    const config = readConfig({ DATA_DIR: folder })
    for (const isServing of [false, true]) {
      const sandbox = await prepareSandbox(config, 'secret')
      sandbox.start('http://localhost:1', silentLog)
      const pid = await until('the sandbox starts', () => findChild(process.pid))
      if (isServing) await fetch(`http://127.0.0.1:${sandbox.target.port}`)
      await sandbox.close()
      assert.equal(isAlive(pid), false)
    }
  },
)

test('with keys nothing of it is there, and pages may load the provider’s widget', async () => {
  const others = {
    EMAILJS_SERVICE_ID: 's',
    EMAILJS_TEMPLATE_ID: 't',
    EMAILJS_USER_ID: 'u',
    EMAILJS_ACCESS_TOKEN: 'a',
    WEB3FORMS_ACCESS_KEY: 'w',
  }
  const shop = startShop({
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    RAZORPAY_URL: 'http://127.0.0.1:9',
    ...keys,
    ...others,
  })
  const url = await shop.opened()
  assert.equal((await fetch(new URL('/sandbox/razorpay/checkout.js', url))).status, 404)
  assert.equal(await findChild(shop.process.pid), undefined)
  const page = await fetch(new URL('/cart', url))
  assert.match(page.headers.get('content-security-policy') ?? '', /script-src [^;]*https:\/\/\*\.razorpay\.com/)
  shop.process.kill('SIGTERM')
  assert.equal(await shop.ended(), 0)
})

async function findChild(parent: number | undefined): Promise<number | undefined> {
  const list = await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8').catch(() => '')
  for (const pid of list.split(' ').filter(Boolean)) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (command.includes('sandbox/main.ts')) return Number(pid)
  }
  return undefined
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
