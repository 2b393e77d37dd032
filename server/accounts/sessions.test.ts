import assert from 'node:assert/strict'
import { describe, mock, test } from 'node:test'
import { inspect } from 'node:util'
import { connect } from '#server/db/connection.ts'
import { describeError, silentLog } from '#server/observability/log.ts'
import { addAccount, database, logInAs, page, pool, shop, somebody } from '#tests/support/fixtures/account-fixture.ts'
import { createAuth } from './auth.ts'
import { addDevice } from './profile/notifications.ts'
import { findUser, logIn, logOut, logOutEverywhere } from './sessions.ts'

describe('a session', () => {
  test('is whoever logged in, and nobody without its cookie or with a forged one', async () => {
    const form = somebody()
    await addAccount(form)
    const { user, cookie } = await logInAs(form)
    assert.deepEqual(await findUser(shop, page(cookie)), user)
    assert.equal(await findUser(shop, page()), undefined)
    for (const forged of [
      'gamla.session_token=x',
      `${cookie}x`,
      cookie.replace(/=./, '=~'),
      'gamla.session_token=%',
      'a=1; ;;=',
    ]) {
      assert.equal(await findUser(shop, page(forged)), undefined, forged)
    }
  })

  test('has the role of this moment', async () => {
    const form = somebody()
    await addAccount(form)
    const { cookie } = await logInAs(form)
    assert.equal((await findUser(shop, page(cookie)))?.role, 'user')
    await pool.query('update "user" set role = \'seller\' where email = $1', [form.email])
    assert.equal((await findUser(shop, page(cookie)))?.role, 'seller')
  })

  test('ends with logout, and logging out twice is no error', async () => {
    const form = somebody()
    await addAccount(form)
    const [{ cookie }, elsewhere] = [await logInAs(form), await logInAs(form)]
    const headers = await logOut(shop, page(cookie))
    assert.ok(headers.getSetCookie().some((text) => /^gamla\.session_token=; Max-Age=0/.test(text)))
    assert.equal(await findUser(shop, page(cookie)), undefined)
    assert.ok(await findUser(shop, page(elsewhere.cookie)))
    await logOut(shop, page(cookie))
    await logOut(shop, page())
  })

  test('of another account ends the notifications of the one before it in this browser', async () => {
    const [former, next] = [somebody(), somebody()]
    await addAccount(former)
    await addAccount(next)
    const { user } = await logInAs(former)
    const device = { endpoint: 'https://fcm.googleapis.com/1', p256dh: 'B', auth: 'a' }
    const pushCookie = (await addDevice(shop, user, device, null)).split(';')[0]
    const count = async () => (await pool.query('select from push_devices where user_id = $1', [user.userId])).rowCount
    for (const [form, left] of [
      [former, 1],
      [next, 0],
    ] as const) {
      assert.ok((await logIn(shop, form, page(pushCookie))).ok)
      assert.equal(await count(), left)
    }
  })

  test('that ends by a logout is an event of its user, so that live streams end with it', async () => {
    const form = somebody()
    await addAccount(form)
    const { cookie, user } = await logInAs(form)
    await pool.query('delete from outbox')
    await logOut(shop, page(cookie))
    const { rows } = await pool.query('select change from outbox')
    assert.deepEqual(rows, [{ change: `session ${user.userId}` }])
  })

  test('is another one after a login, and the one before it is over; one that somebody planted is never taken up', async () => {
    const form = somebody()
    await addAccount(form)
    const before = await logInAs(form)
    const logInWith = async (cookie: string) => {
      const answer = await logIn(shop, form, page(cookie))
      assert.ok(answer.ok)
      return answer.headers.getSetCookie().map((text) => text.split(';')[0])[0] ?? ''
    }
    const after = await logInWith(before.cookie)
    assert.notEqual(after, before.cookie)
    assert.equal(await findUser(shop, page(before.cookie)), undefined)
    assert.ok(await findUser(shop, page(after)))

    const planted = 'gamla.session_token=planted-by-somebody.c2lnbmF0dXJl'
    assert.notEqual(await logInWith(planted), planted)
    assert.equal(await findUser(shop, page(planted)), undefined)
    const { rows } = await pool.query("select from session where token like 'planted%'")
    assert.deepEqual(rows, [])
  })

  test('ends everywhere on request, of this account and of no other, and live pages are told', async () => {
    const [form, other] = [somebody(), somebody()]
    await addAccount(form)
    await addAccount(other)
    const [here, there, stranger] = [await logInAs(form), await logInAs(form), await logInAs(other)]
    const headers = await logOutEverywhere(shop, here.user, page(here.cookie))
    assert.ok(headers.getSetCookie().some((text) => /^gamla\.session_token=; Max-Age=0/.test(text)))
    assert.equal(await findUser(shop, page(here.cookie)), undefined)
    assert.equal(await findUser(shop, page(there.cookie)), undefined)
    assert.ok(await findUser(shop, page(stranger.cookie)))
    const { rowCount } = await pool.query('select from outbox where change = $1', [`session ${here.user.userId}`])
    assert.ok(rowCount)
    await logOutEverywhere(shop, undefined, page())
  })

  test('ends by itself', async () => {
    const form = somebody()
    await addAccount(form)
    const { cookie, user } = await logInAs(form)
    await pool.query("update session set expires_at = now() - interval '1 second' where user_id = $1", [user.userId])
    assert.equal(await findUser(shop, page(cookie)), undefined)
  })

  test('is not believed when another shop signed it', async () => {
    const form = somebody()
    await addAccount(form)
    const { cookie } = await logInAs(
      form,
      createAuth({ secret: 'quite another secret, just as long', publicUrl: undefined }),
    )
    assert.equal(await findUser(shop, page(cookie)), undefined)
  })
})

test('a session that cannot be read is told to the operator, without the token that opens it', async () => {
  const form = somebody()
  await addAccount(form)
  const { cookie } = await logInAs(form)
  const { rows } = await pool.query('select token from session where token = $1', [tokenIn(cookie)])
  assert.equal(rows.length, 1, 'the test knows the token')

  const away = connect(database.url, silentLog)
  await away.pool.end()
  const said: string[] = []
  const output = mock.method(console, 'error', (...words: unknown[]) => void said.push(inspect(words, { depth: 9 })))
  try {
    await assert.rejects(findUser({ auth: shop.auth, db: away.db }, page(cookie)), (error) => {
      said.push(describeError(error))
      return true
    })
  } finally {
    output.mock.restore()
  }
  assert.match(said.join('\n'), /from "session"/)
  assert.equal(said.join('\n').includes(tokenIn(cookie)), false)
})

function tokenIn(cookie: string): string {
  return decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0] ?? ''
}
