import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDeviceCookies } from './device-cookie.ts'

const owner = { userId: 'meera', passwordHash: '$scrypt$ln=17,r=8,p=1$salt$key' }
const devices = createDeviceCookies({ secret: 'a secret', isHttps: false })

function sentBack(setCookie: string): Headers {
  return new Headers({ cookie: `theme=dark; ${setCookie.split(';')[0]}; other=1` })
}

test('a device is known again by the account that logged in on it', () => {
  const cookie = devices.write(undefined, owner)
  const device = devices.find(sentBack(cookie), owner)
  assert.match(device?.id ?? '', /^[\w-]{22}$/)
  assert.deepEqual(devices.find(sentBack(devices.write(device, owner)), owner), device)
})

test('a device cookie is bound to its account and password hash and cannot be forged', () => {
  const cookie = devices.write(undefined, owner)
  assert.equal(devices.find(sentBack(cookie), { ...owner, userId: 'ravi' }), undefined)
  assert.equal(
    devices.find(sentBack(cookie), { ...owner, passwordHash: '$scrypt$ln=17,r=8,p=1$salt$other' }),
    undefined,
  )
  assert.equal(devices.find(sentBack(cookie), undefined), undefined)
  const elsewhere = createDeviceCookies({ secret: 'another secret', isHttps: false })
  assert.equal(elsewhere.find(sentBack(cookie), owner), undefined)
  for (const forged of [
    '',
    'x',
    `${cookie.split(';')[0]}x`,
    'gamla.device=.',
    `gamla.device=${'a'.repeat(22)}.${'a'.repeat(43)}`,
  ]) {
    assert.equal(devices.find(new Headers({ cookie: forged }), owner), undefined, forged)
  }
  assert.equal(devices.find(new Headers(), owner), undefined)
})

test('a device cookie is HttpOnly and SameSite, and __Host- behind https', () => {
  assert.match(
    devices.write(undefined, owner),
    /^gamla\.device=[^;]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/,
  )
  const cookie = createDeviceCookies({ secret: 'a secret', isHttps: true }).write(undefined, owner)
  assert.match(cookie, /^__Host-gamla\.device=[^;]+; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
  assert.doesNotMatch(cookie, /domain/i)
})
