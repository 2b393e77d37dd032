import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { findNumber } from '#server/accounts/number-queries.ts'
import { confirmNumber, forgetNumber, requestNumber } from '#server/accounts/profile/number.ts'
import { findSession } from '#server/accounts/sessions.ts'
import { READABLE_JOBS } from '#server/db/enqueue.ts'
import type { Shop } from '#server/shop.ts'
import { type AskedCode, sendWhatsappCode } from '#server/whatsapp/send-code.ts'
import { submitTemplates } from '#server/whatsapp/templates.ts'
import { addAccount, logInAs, page, pool, somebody } from '#tests/support/fixtures/account-fixture.ts'
import {
  browser,
  enterCode,
  openBrowser,
  openShop,
  otherCode,
  sendCode,
  sent,
} from '#tests/support/fixtures/code-fixture.ts'
import { openMeta } from '#tests/support/whatsapp/whatsapp-harness.ts'
import { requestLoginNumber } from './request.ts'

const meta = openMeta()
const shop: Shop = Object.assign(openShop(), { whatsapp: meta.whatsapp })
before(() => submitTemplates(shop))

let last = 9_800_000_000
const newNumber = () => `+91${++last}`

/** Runs the jobs that send codes. @returns the code that came to the number */
async function codeTo(number: string): Promise<string | undefined> {
  const before = meta.messages().length
  const { rows } = await pool.query<{ key: string; payload: AskedCode }>(
    `select key, payload from ${READABLE_JOBS} as job where task_identifier = 'send-whatsapp-code'`,
  )
  for (const { key, payload } of rows) {
    await pool.query('select graphile_worker.remove_job($1)', [key])
    await sendWhatsappCode(shop, payload)
  }
  const [message] = meta.messages().slice(0, meta.messages().length - before)
  return message?.to === number.slice(1) ? message.text.slice(0, 6) : undefined
}

async function member() {
  const form = somebody()
  await addAccount(form)
  const { user, cookie } = await logInAs(form)
  const session = await findSession(shop, page(cookie))
  assert.ok(session)
  return { form, user, session }
}

async function confirmed(number: string) {
  const person = await member()
  assert.deepEqual(await requestNumber(shop, person.session, { number, password: person.form.password }), { ok: true })
  const code = (await codeTo(number)) ?? ''
  assert.equal(await confirmNumber(shop, person.session, { number, code: otherCode(code) }), false)
  assert.equal(await confirmNumber(shop, person.session, { number, code }), true)
  return person
}

async function ask(number: string, from = browser): Promise<string | undefined> {
  const headers = { cookie: from.cookie }
  const request = new Request('http://shop/login', { headers })
  const { asked } = await requestLoginNumber(shop, { number, address: '192.0.2.1', request })
  assert.deepEqual(asked, { ok: true })
  return codeTo(number)
}

describe('a mobile number', () => {
  test('that its owner has confirmed logs in, once, in the browser that asked', async () => {
    const number = newNumber()
    const { user } = await confirmed(number)
    const code = (await ask(number)) ?? ''
    assert.equal((await enterCode(number, code, { in: openBrowser() })).ok, false)
    const entered = await enterCode(number, code)
    assert.ok(entered.ok)
    assert.equal(entered.user.userId, user.userId)
    assert.equal((await enterCode(number, code)).ok, false)
  })

  test('that somebody only typed gets no code, opens nothing, and makes no account', async () => {
    const number = newNumber()
    const { user } = await member()
    await pool.query(
      `insert into whatsapp_updates (user_id, checkout_key, number) values ($1, gen_random_uuid(), $2)`,
      [user.userId, number],
    )
    assert.equal(await ask(number), undefined)
    assert.equal((await enterCode(number, '123456')).ok, false)
  })

  test('is added with the password only, and told to the owner by email', async () => {
    const { session } = await member()
    const number = newNumber()
    const asked = await requestNumber(shop, session, { number, password: 'not-the-password' })
    assert.deepEqual(asked, { ok: false, reason: 'wrong-password' })
    assert.equal(await codeTo(number), undefined)
    const { user } = await confirmed(number)
    const { rows } = await pool.query(
      `select from ${READABLE_JOBS} as job where payload ->> 'template' = 'number-confirmed' and payload ->> 'userId' = $1`,
      [user.userId],
    )
    assert.equal(rows.length, 1)
  })

  test('belongs to the last account that confirmed it', async () => {
    const number = newNumber()
    const first = await confirmed(number)
    const second = await confirmed(number)
    assert.equal(await findNumber(shop.db, first.user.userId), undefined)
    const entered = await enterCode(number, (await ask(number)) ?? '')
    assert.ok(entered.ok)
    assert.equal(entered.user.userId, second.user.userId)
    await forgetNumber(shop, second.session)
    assert.equal(await ask(number), undefined)
  })

  test('of a stranger who signed up with somebody else’s address goes when its owner takes the account over', async () => {
    const number = newNumber()
    const { user, form } = await confirmed(number)
    const pending = (await ask(number)) ?? ''
    assert.ok((await enterCode(form.email, await sendCode(form.email))).ok)
    assert.equal(await findNumber(shop.db, user.userId), undefined)
    assert.equal((await enterCode(number, pending)).ok, false)
  })

  test('does not stand in for the second factor', async () => {
    const number = newNumber()
    const { user } = await confirmed(number)
    await pool.query('update "user" set two_factor_enabled = true where id = $1', [user.userId])
    const entered = await enterCode(number, (await ask(number)) ?? '')
    assert.ok(!entered.ok && entered.reason === 'second-factor')
  })

  test('that WhatsApp refuses gets the code at the confirmed email address', async () => {
    const number = newNumber()
    const { user, form } = await confirmed(number)
    await pool.query('update "user" set email_verified = true where id = $1', [user.userId])
    await pool.query(`update whatsapp_templates set state = 'paused' where name = 'login_code'`)
    const before = sent.length
    assert.equal(await ask(number), undefined)
    await pool.query(`update whatsapp_templates set state = 'approved' where name = 'login_code'`)
    assert.equal(sent.length, before + 1)
    assert.equal(sent.at(-1)?.email, form.email)
    const [code = ''] = /\b\d{6}\b/.exec(JSON.stringify(sent.at(-1))) ?? []
    assert.ok((await enterCode(number, code)).ok)
  })
})
