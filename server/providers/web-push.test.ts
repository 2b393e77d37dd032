import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { isPushService } from '#domain/accounts/notifications.ts'
import { ProviderRejectedError, ProviderUnavailableError } from '#server/errors.ts'
import { openPushService } from '#tests/support/push/push-service.ts'
import { createWebPush, DeviceGoneError, encryptPush } from './web-push.ts'

const service = await openPushService()
const push = createWebPush({ secret: 's'.repeat(32), origin: 'https://shop.example', services: [service.origin] })
after(() => service.close())

test('a push is encrypted as RFC 8291 shows it', () => {
  const fromBase64 = (text: string) => Buffer.from(text, 'base64url')
  const encrypted = encryptPush(
    Buffer.from('When I grow up, I want to be a watermelon'),
    {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    {
      salt: fromBase64('DGv6ra1nlYgDCS1FRnbzlw'),
      privateKey: fromBase64('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
    },
  )
  assert.equal(
    encrypted.toString('base64url'),
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('a push service accepts it, and the browser reads it', async () => {
  const device = service.subscribe('phone')
  await push.send(device, { title: 'Gamla', body: 'New order 1001, ₹450.' }, 'notice-new-order')
  const [got] = service.got
  assert.deepEqual(got?.payload, { title: 'Gamla', body: 'New order 1001, ₹450.' })
  assert.equal(got?.topic, 'notice-new-order')
})

test('the key of a shop is the same on every instance', () => {
  const other = createWebPush({ secret: 's'.repeat(32), origin: 'https://shop.example', services: [] })
  assert.equal(other.publicKey, push.publicKey)
  assert.match(push.publicKey, /^B[\w-]{86}$/)
})

test('a device that is gone, one that is refused and a service that is away are told apart', async () => {
  const device = service.subscribe('tablet')
  for (const [status, kind] of [
    [410, DeviceGoneError],
    [413, ProviderRejectedError],
    [503, ProviderUnavailableError],
    [302, ProviderUnavailableError],
  ] as const) {
    service.answerWith(() => status)
    await assert.rejects(push.send(device, {}, 'x'), (error: Error) => {
      assert.ok(error instanceof kind, String(error))
      assert.doesNotMatch(error.message, /tablet/)
      return true
    })
  }
})

test('only push services are called, over https and at their own port', () => {
  const isKnown = (endpoint: string) => isPushService(endpoint, ['https://push.example'])
  for (const endpoint of [
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://web.push.apple.com/Q',
    'https://wns2-par02p.notify.windows.com/w/?token=x',
    'https://push.example/x',
  ])
    assert.ok(isKnown(endpoint), endpoint)
  for (const endpoint of [
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://user@fcm.googleapis.com/x',
    'https://evil-googleapis.com/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://169.254.169.254/latest',
    'http://push.example/x',
    'file:///etc/passwd',
    'x',
  ])
    assert.ok(!isKnown(endpoint), endpoint)
})
