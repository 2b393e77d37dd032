import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCrossSiteRequest, isOverHttps } from './csrf.ts'

const direct = { publicUrl: undefined, trustProxy: false }
const proxied = { publicUrl: undefined, trustProxy: true }
const named = { publicUrl: 'https://gamla.example', trustProxy: true }

function request(headers: Record<string, string>, method = 'POST') {
  return { method, header: (name: string) => headers[name] }
}

test('forms of our own pages are taken, those of others are not', () => {
  const host = 'localhost:3000'
  const own: [Record<string, string>, typeof direct | typeof named][] = [
    [{ host }, direct],
    [{ host, origin: 'http://localhost:3000' }, direct],
    [{ host, origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }, direct],
    [{ host, origin: 'null', 'sec-fetch-site': 'same-origin' }, direct],
    [{ host: 'LOCALHOST:3000', origin: 'http://localhost:3000' }, direct],
    [{ host: '10.0.0.7:3000', origin: 'https://gamla.example' }, named],
    [{ host: 'gamla.example', origin: 'https://gamla.example', 'x-forwarded-proto': 'https' }, proxied],
    [{ host: '10.0.0.7', 'x-forwarded-host': 'gamla.example', origin: 'https://gamla.example' }, proxied],
  ]
  for (const [headers, known] of own)
    assert.equal(isCrossSiteRequest(request(headers), known), false, JSON.stringify(headers))

  const others: [Record<string, string>, typeof direct | typeof named][] = [
    [{ host, origin: 'https://evil.example' }, direct],
    [{ host, origin: 'null' }, direct],
    [{ host, origin: 'null', 'sec-fetch-site': 'none' }, direct],
    [{ host, origin: 'null', 'sec-fetch-site': 'cross-site' }, direct],
    [{ host, origin: 'nonsense' }, direct],
    [{ host, origin: 'http://localhost:3001' }, direct],
    [{ host, origin: 'http://localhost:3000.evil.example' }, direct],
    [{ host, 'sec-fetch-site': 'cross-site' }, direct],
    [{ host, 'sec-fetch-site': 'same-site', origin: 'http://localhost:3000' }, direct],
    [{ host, 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' }, direct],
    [{ host: 'gamla.example', origin: 'http://gamla.example' }, named],
    [{ host: 'gamla.example', origin: 'https://shop.gamla.example' }, named],
  ]
  for (const [headers, known] of others)
    assert.equal(isCrossSiteRequest(request(headers), known), true, JSON.stringify(headers))
})

test('reading needs no origin', () => {
  for (const method of ['GET', 'HEAD', 'OPTIONS'])
    assert.equal(isCrossSiteRequest(request({ host: 'a', origin: 'https://evil.example' }, method), direct), false)
  for (const method of ['PUT', 'DELETE', 'PATCH', 'POST', 'PURGE'])
    assert.equal(isCrossSiteRequest(request({ host: 'a', origin: 'https://evil.example' }, method), direct), true)
})

test('https is what PUBLIC_URL says, else what the last proxy says, and nobody else', () => {
  assert.equal(isOverHttps(request({}), named), true)
  assert.equal(
    isOverHttps(request({ 'x-forwarded-proto': 'https' }), { ...named, publicUrl: 'http://gamla.example' }),
    false,
  )
  assert.equal(isOverHttps(request({ 'x-forwarded-proto': 'https' }), proxied), true)
  assert.equal(isOverHttps(request({ 'x-forwarded-proto': 'https, http' }), proxied), false)
  assert.equal(isOverHttps(request({ 'x-forwarded-proto': 'https' }), direct), false)
  assert.equal(isOverHttps(request({}), proxied), false)
})
