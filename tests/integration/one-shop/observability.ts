// Health, metrics and logs of a whole shop, which must not contain personal data.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { until } from '#tests/support/process.ts'
import type { TestShop } from '#tests/support/shop.ts'
import { sharedShop } from './shared-shop.ts'

let shop: TestShop

before(async () => {
  shop = await sharedShop()
})

const get = (path: string, headers: Record<string, string> = {}) => fetch(shop.url + path, { headers })

test('/healthz says that it is alive, /readyz that database, store and jobs answer', async () => {
  assert.equal((await get('/healthz')).status, 200)
  await until('it is ready', async () => (await get('/readyz')).status === 200)
  assert.equal(await (await get('/readyz')).text(), 'ready')
})

test('/metrics counts requests, cached pages, live connections, orders, payments, emails and jobs', async () => {
  await get('/faq')
  await get('/faq')
  await get('/no-such-page')
  const leaving = new AbortController()
  await fetch(`${shop.url}/live`, { signal: leaving.signal })
  const answer = await get('/metrics')
  const text = await answer.text()
  leaving.abort()
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/)
  assert.match(text, /^gamla_http_requests_total\{worker="1",kind="page",method="GET",status="404"\} 1$/m)
  assert.match(text, /^gamla_http_request_duration_seconds_count\{worker="1",kind="page"\} [1-9]/m)
  assert.match(text, /^gamla_page_cache_hits_total\{worker="1"\} [1-9]/m)
  assert.match(text, /^gamla_sse_connections\{worker="1"\} 1$/m)
  assert.match(text, /^gamla_orders\{status="delivered",cancel="none"\} \d+$/m)
  for (const name of ['gamla_payments', 'gamla_emails', 'gamla_jobs'])
    assert.match(text, new RegExp(`^# TYPE ${name} gauge$`, 'm'))
})

test('/metrics is not for whoever comes through a proxy', async () => {
  const answer = await get('/metrics', { 'x-forwarded-for': '203.0.113.9' })
  assert.equal(answer.status, 403)
  assert.doesNotMatch(await answer.text(), /gamla_/)
})

test('every answer has an id of its own, which nobody outside chooses', async () => {
  const [one, two] = [await get('/no-such-page', { 'x-request-id': 'chosen-by-me' }), await get('/no-such-page')]
  const ids = [one, two].map(({ headers }) => headers.get('x-request-id'))
  for (const id of ids) assert.match(id ?? '', /^[0-9a-f]{12}$/)
  assert.notEqual(ids[0], ids[1])
})

test('an error is one line of JSON, whose id stands on the error page, and holds nobody’s data', async () => {
  const person = { name: 'Asha Personal', email: 'asha.personal@mail.example', password: 'her secret word' }
  const message = { name: person.name, email: person.email, phone: '9812345670', message: 'My private question' }
  const post = (path: string, form: Record<string, string>) =>
    fetch(shop.url + path, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: { accept: 'text/html', origin: shop.url },
      redirect: 'manual',
    })

  await shop.sql('alter table "user" rename to away')
  const refused = await post('/signup', person)
  const failedLogin = await post('/login', person)
  await shop.sql('alter table away rename to "user"')
  await shop.sql('alter table contact_messages rename to away')
  const failedMessage = await post('/contactUs', message)
  await shop.sql('alter table away rename to contact_messages')
  assert.deepEqual([refused.status, failedLogin.status, failedMessage.status], [500, 500, 503])

  const id = refused.headers.get('x-request-id') ?? ''
  const page = await refused.text()
  assert.match(page, new RegExp(`Request.*${id}`))
  const lines = await until('the error is told', () => {
    const found = shop
      .said()
      .split('\n')
      .filter((line) => line.startsWith('{'))
    return found.some((line) => line.includes(failedMessage.headers.get('x-request-id') ?? '?')) ? found : undefined
  })
  const told = lines.map((line) => JSON.parse(line))
  const about = told.find(({ request }) => request === id)
  assert.equal(about?.level, 'error')
  assert.match(about?.error, /relation "user" does not exist/)
  assert.ok(told.some(({ request }) => request === failedMessage.headers.get('x-request-id')))
  for (const secret of [...Object.values(person), message.phone, message.message])
    assert.equal(lines.join('\n').includes(secret), false, secret)
  // The error page must not reveal details.
  assert.doesNotMatch(page, /relation|Failed query|at .*\.js/)
})
