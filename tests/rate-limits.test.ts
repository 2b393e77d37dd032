// What somebody who does a thing too often is told, at the door of a whole shop.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openWorld, type World } from './permissions-world.ts'
import { addProduct, lineFor, someAddress } from './records.ts'

let world: World
let folder: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gamla-limits-'))
  world = await openWorld(folder, { RATE_LIMIT_FACTOR: '0.2' })
})

after(async () => {
  await world?.close()
  await rm(folder, { recursive: true, force: true })
})

const TOO_OFTEN = /That was too often in a short time\. Please wait [\w ]+ and try again\./

function assertWaits(answer: { status: number; retryAfter: string | undefined; text: string }) {
  assert.equal(answer.status, 429)
  assert.match(answer.retryAfter ?? '', /^[1-9]\d*$/)
  assert.match(answer.text, TOO_OFTEN)
}

test('guessing a password has to wait, with the address kept; the answer before was the same for any address', async () => {
  const guess = (email: string) => world.ask('guest', { path: '/login', form: { email, password: 'guessed it' } })
  for (const email of [world.users.user.email, 'nobody@gamla.example']) {
    const first = await guess(email)
    assert.equal(first.status, 401)
    assert.match(first.text, /Login Failed/)
    await guess(email)
    const third = await guess(email)
    assertWaits(third)
    assert.match(third.text, new RegExp(`value="${email}"`))
  }
})

test('messages have to wait, and what was typed is kept', async () => {
  const form = { name: 'Meera', email: 'meera@gamla.example', phone: '9845000012', message: 'Do you sell large pots?' }
  const write = () => world.ask('guest', { path: '/contactUs', form })
  for (let sent = 0; sent < 6; sent += 1) assert.equal((await write()).status, 200)
  const refused = await write()
  assertWaits(refused)
  assert.match(refused.text, /Do you sell large pots\?/)
  assert.match(refused.text, /Failed to send message\. Please try again\./)
})

test('orders have to wait, but one that is there already is answered again', async () => {
  const send = async (key: string) =>
    world.ask('user', {
      path: '/cart',
      form: { ...someAddress, key, lines: JSON.stringify([lineFor(await addProduct(world.db))]) },
    })
  const keys = Array.from({ length: 7 }, () => crypto.randomUUID())
  const lines = JSON.stringify([lineFor(await addProduct(world.db))])
  const same = () => world.ask('user', { path: '/cart', form: { ...someAddress, key: keys[0] ?? '', lines } })
  const twenty = await Promise.all(Array.from({ length: 20 }, same))
  assert.deepEqual([...new Set(twenty.map(({ status }) => status))], [200])
  for (const key of keys.slice(1, 6)) assert.equal((await send(key)).status, 200)
  const refused = await send(keys[6] ?? '')
  assert.equal(refused.status, 429)
  assert.match(refused.retryAfter ?? '', /^\d+$/)
  assert.equal((await same()).status, 200)
})
