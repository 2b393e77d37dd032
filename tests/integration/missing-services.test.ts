// A shop without some of the outside services and without the sandbox.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createAccount } from '#server/accounts/signup.ts'
import { readConfig } from '#server/config.ts'
import { connect } from '#server/db/connection.ts'
import { silentLog } from '#server/observability/log.ts'
import { listMissingServices, needsSandbox } from '#server/runtime/start-sandbox.ts'
import { logInAt } from '#tests/support/cookies.ts'
import { addProduct, lineFor, someAddress } from '#tests/support/fixtures/factories.ts'
import { testDatabase } from '#tests/support/postgres.ts'
import { findSandbox, type ShopProcess, startShop, until } from '#tests/support/process.ts'

const razorpay = { RAZORPAY_KEY_ID: 'rzp_live_1', RAZORPAY_KEY_SECRET: 'key', RAZORPAY_WEBHOOK_SECRET: 'hook' }
const emailjs = {
  EMAILJS_SERVICE_ID: 's',
  EMAILJS_TEMPLATE_ID: 't',
  EMAILJS_USER_ID: 'u',
  EMAILJS_ACCESS_TOKEN: 'a',
}
const web3forms = { WEB3FORMS_ACCESS_KEY: 'w' }
const smtp = { SMTP_URL: 'smtp://user:password@smtp.example' }
const shiprocket = { SHIPROCKET_EMAIL: 'api@gamla.example', SHIPROCKET_PASSWORD: 'p' }

const whatsapp = {
  WHATSAPP_PHONE_NUMBER_ID: '1',
  WHATSAPP_BUSINESS_ID: '2',
  WHATSAPP_TOKEN: 't',
  WHATSAPP_APP_SECRET: 's',
  WHATSAPP_VERIFY_TOKEN: 'v',
}

const OFF = {
  payment: 'Online payment is off: RAZORPAY_KEY_ID is not set',
  emails: 'Emails are not sent and wait in the database: EMAILJS_SERVICE_ID is not set',
  contact: 'Contact messages are only stored in the back office: WEB3FORMS_ACCESS_KEY is not set',
}

const cases: [env: NodeJS.ProcessEnv, hasSandbox: boolean][] = [
  [{}, true],
  [{ SANDBOX: 'off' }, false],
  [razorpay, false],
  [emailjs, false],
  [smtp, false],
  [web3forms, false],
  [shiprocket, false],
  [{ ...razorpay, SANDBOX: 'on' }, true],
  [{ ...razorpay, ...emailjs, ...web3forms, SANDBOX: 'on' }, true],
  [whatsapp, false],
  [{ ...razorpay, ...emailjs, ...web3forms, ...shiprocket, SANDBOX: 'on' }, true],
  [{ ...razorpay, ...emailjs, ...smtp, ...web3forms, ...shiprocket, ...whatsapp, SANDBOX: 'on' }, false],
]

for (const [env, hasSandbox] of cases) {
  test(`with ${Object.keys(env).join(', ') || 'nothing'} set there is ${hasSandbox ? 'a' : 'no'} sandbox`, () => {
    assert.equal(needsSandbox(readConfig(env)), hasSandbox)
  })
}

test('each service without keys is told in one line that names what to set', () => {
  assert.deepEqual(listMissingServices(readConfig({})), Object.values(OFF))
  assert.deepEqual(listMissingServices(readConfig(razorpay)), [OFF.emails, OFF.contact])
  assert.deepEqual(listMissingServices(readConfig({ ...razorpay, ...emailjs, ...web3forms })), [])
})

const database = await testDatabase()
const { db, pool } = connect(database.url, silentLog)
const person = { name: 'Meera Nair', email: 'meera.missing@gamla.example', password: 'a-long-password' }
let folder: string
let shop: ShopProcess
let url: string
let cookie: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gamla-missing-'))
  await createAccount({ db }, { ...person, role: 'user' })
  shop = startShop({ DATA_DIR: folder, DATABASE_URL: database.url, SANDBOX: 'off' })
  url = await shop.opened()
  cookie = await logInAt(url, person)
})

after(async () => {
  shop?.process.kill('SIGKILL')
  await shop?.ended()
  await pool.end()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

function post(path: string, form: Record<string, string>): Promise<Response> {
  const headers = { cookie, accept: 'text/html' }
  return fetch(url + path, { method: 'POST', body: new URLSearchParams(form), headers, redirect: 'manual' })
}

async function checkoutForm(): Promise<Record<string, string>> {
  const lines = JSON.stringify([lineFor(await addProduct(db))])
  return { ...someAddress, key: crypto.randomUUID(), lines }
}

async function rows<Row>(text: string): Promise<Row[]> {
  return (await pool.query(text)).rows as Row[]
}

test('nobody has a demo account, and the start says how to make the first admin', async () => {
  await until('it is said', () =>
    shop.said().includes('No admin account yet. Create one with: npm run shop -- create-admin you@example.com'),
  )
  await assert.rejects(stat(join(folder, 'demo-accounts.json')), { code: 'ENOENT' })
  assert.doesNotMatch(shop.said(), /Demo accounts/)
  assert.match(await (await fetch(`${url}/allproduct`)).text(), /<h1/)
})

test('the start says what will not work, and nothing of a sandbox is there', async () => {
  await until('it is told', () => Object.values(OFF).every((line) => shop.said().split('\n').includes(line)))
  assert.doesNotMatch(shop.said(), /Test mode/)
  for (const path of ['/sandbox/inbox', '/sandbox/razorpay/checkout.js'])
    assert.equal((await fetch(url + path)).status, 404)
})

test('without a payment provider the cart learns so, and a press is refused without a trace', async () => {
  const form = await checkoutForm()
  const quote = await post('/cart/quote', { lines: form.lines ?? '' })
  assert.equal((await quote.json()).mayPayOnline, false)
  const pay = await post('/cart/pay', form)
  assert.equal(pay.status, 503)
  assert.deepEqual(await pay.json(), { kind: 'unavailable' })
  assert.deepEqual(await rows('select id from checkouts'), [])
  assert.doesNotMatch(shop.said(), /could not be opened at the payment provider/)
})

test('without a form service a contact message is sent, and stands in the back office', async () => {
  const answer = await post('/contactUs', {
    name: 'Meera',
    email: 'meera@gamla.example',
    phone: '9845000012',
    message: 'Do you sell large pots?',
  })
  assert.equal(answer.status, 200)
  assert.match(await answer.text(), /Message sent successfully!/)
  assert.deepEqual(await rows('select message from contact_messages'), [{ message: 'Do you sell large pots?' }])
})

test('without an email provider emails wait untried, and are sent by whoever has one', async (t) => {
  for (let n = 0; n < 2; n += 1) assert.ok((await post('/cart', await checkoutForm())).status < 400)
  const jobs = () =>
    rows<{ attempts: number }>(
      `select attempts from graphile_worker.jobs where task_identifier ~ 'email$' and locked_at is null`,
    )
  await until('the emails are queued', async () => (await jobs()).length === 2)
  await pool.query(`select graphile_worker.add_job('delete-expired-limits', job_key => 'after them')`)
  await until('a job that comes after them is done', async () => {
    const left = await rows(`select id from graphile_worker.jobs where key = 'after them'`)
    return left.length === 0
  })
  assert.deepEqual(await jobs(), [{ attempts: 0 }, { attempts: 0 }])

  const sent: unknown[] = []
  const service = createServer((request, response) => {
    sent.push(request.url)
    request.resume()
    response.end('OK')
  }).listen(0, '127.0.0.1')
  await once(service, 'listening')
  // As during a rollout of new keys: the shop without them keeps running.
  const next = startShop({
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    ...razorpay,
    RAZORPAY_URL: 'http://127.0.0.1:9',
    ...emailjs,
    ...web3forms,
    EMAILJS_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
  })
  t.after(() => {
    next.process.kill('SIGKILL')
    service.closeAllConnections()
    service.close()
  })
  const nextUrl = await next.opened()
  await until('both are sent', async () => sent.length === 2)
  const emails = () => rows<{ state: string; tries: number }>('select state, tries from sent_messages')
  await until('both are recorded', async () => (await emails()).every(({ state }) => state === 'sent'))
  assert.deepEqual(await emails(), [
    { state: 'sent', tries: 1 },
    { state: 'sent', tries: 1 },
  ])
  await until('no job is left', async () => (await jobs()).length === 0)

  await t.test('with keys nothing of the sandbox is there, and pages may load the provider’s widget', async () => {
    assert.equal((await fetch(`${nextUrl}/sandbox/razorpay/checkout.js`)).status, 404)
    assert.equal(await findSandbox(next.process.pid), undefined)
    const page = await fetch(`${nextUrl}/cart`)
    assert.match(page.headers.get('content-security-policy') ?? '', /script-src [^;]*https:\/\/\*\.razorpay\.com/)
  })
})
