import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceOf, isLastUseOutdated, isRecentlyConfirmed, sessionEnd } from './session.ts'

const HOUR_MS = 60 * 60 * 1000
const noon = new Date('2026-11-22T12:00:00Z')
const after = (hours: number) => new Date(noon.getTime() + hours * HOUR_MS)

test('a login ends after its 30 days, that of staff also after twelve idle hours', () => {
  const session = { expiresAt: after(20 * 24), lastUsedAt: noon }
  const staff = { role: 'Packer', rights: [], needsSecondFactor: false }
  assert.deepEqual(sessionEnd(session, { role: 'user' }), session.expiresAt)
  assert.deepEqual(sessionEnd(session, { role: 'seller' }), session.expiresAt)
  assert.deepEqual(sessionEnd(session, { role: 'admin' }), after(12))
  assert.deepEqual(sessionEnd(session, { role: 'user', staff }), after(12))
  assert.deepEqual(sessionEnd({ ...session, expiresAt: after(1) }, { role: 'admin' }), after(1))
})

test('the last use is written again after five minutes, a proof counts for fifteen', () => {
  assert.equal(isLastUseOutdated(noon, after(4.9 / 60)), false)
  assert.equal(isLastUseOutdated(noon, after(5 / 60)), true)
  assert.equal(isRecentlyConfirmed(noon, after(14.9 / 60)), true)
  assert.equal(isRecentlyConfirmed(noon, after(15 / 60)), false)
})

const DEVICES: Record<string, string> = {
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36':
    'Chrome on Android',
  'Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36':
    'Samsung Internet on Android',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36 Edg/139.0.0.0':
    'Edge on Windows',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0': 'Firefox on Windows',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15':
    'Safari on Mac',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1':
    'Safari on iPhone',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/139.0.7258.76 Mobile/15E148 Safari/604.1':
    'Chrome on iPhone',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/139.0.0.0 Safari/537.36':
    'Chrome on Linux',
  'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36':
    'Chrome on ChromeOS',
  'Mozilla/5.0 (Linux; U; Android 8.1; en-US) AppleWebKit/537.36 Version/4.0 Chrome/57.0 UCBrowser/12.9 Mobile Safari/537.36':
    'UC Browser on Android',
  'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/139.0.0.0 Safari/537.36 OPR/120.0.0.0': 'Opera on Windows',
  'Mozilla/5.0 (Android 15; Mobile; rv:142.0)': 'Android',
  'curl/8.5.0': 'Unknown device',
  '': 'Unknown device',
}

for (const [userAgent, device] of Object.entries(DEVICES)) {
  test(`${device}: ${userAgent.slice(0, 60)}`, () => assert.equal(deviceOf(userAgent), device))
}

test('a browser that does not say what it is is an unknown device', () => {
  assert.equal(deviceOf(null), 'Unknown device')
  assert.equal(deviceOf(undefined), 'Unknown device')
})
