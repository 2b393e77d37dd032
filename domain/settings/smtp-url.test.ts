import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseKeys, variablesOf } from './connections.ts'
import { parseSmtpUrl } from './smtp-url.ts'

const TYPED = { SMTP_HOST: 'smtp.gamla.example', SMTP_PORT: '', SMTP_USER: 'a@gamla.example', SMTP_PASSWORD: 'p@ss/:%' }

test('what is typed on Connections and what stands in .env are one address', () => {
  const server = (changes = {}) => parseSmtpUrl(variablesOf('smtp', { ...TYPED, ...changes }).SMTP_URL ?? '')
  const login = { user: 'a@gamla.example', password: 'p@ss/:%' }
  const host = 'smtp.gamla.example'
  assert.deepEqual(server(), { host, port: 587, isTls: false, ...login })
  assert.deepEqual(server({ SMTP_PORT: '465' }), { host, port: 465, isTls: true, ...login })
  assert.deepEqual(server({ SMTP_HOST: '::1' })?.host, '::1')
  assert.deepEqual(server({ SMTP_USER: '' })?.user, '')
  assert.deepEqual(parseSmtpUrl('smtps://mail.example')?.port, 465)
})

test('addresses that are none, or ask for more than is understood, are refused', () => {
  for (const wrong of [
    'mail.example',
    'https://mail.example',
    'smtp://',
    'smtp://mail.example/inbox',
    'smtp://mail.example?tls=off',
    'smtp://%zz:b@mail.example',
    'smtp://mail.example:99999',
  ])
    assert.equal(parseSmtpUrl(wrong), undefined, wrong)
})

test('a host or a port that is none is refused, and a user needs a password', () => {
  const problemsOf = (changes: object) => {
    const parsed = parseKeys('smtp', { ...TYPED, ...changes }, undefined)
    return parsed.ok ? [] : Object.keys(parsed.problems)
  }
  assert.deepEqual(problemsOf({}), [])
  assert.deepEqual(problemsOf({ SMTP_USER: '', SMTP_PASSWORD: '' }), [])
  for (const host of ['', 'https://mail.example', 'mail.example:25', 'a b', 'me@mail.example'])
    assert.deepEqual(problemsOf({ SMTP_HOST: host }), ['SMTP_HOST'], host)
  for (const port of ['0', '65536', 'smtp', '-1'])
    assert.deepEqual(problemsOf({ SMTP_PORT: port }), ['SMTP_PORT'], port)
  assert.deepEqual(problemsOf({ SMTP_PASSWORD: '' }), ['SMTP_PASSWORD'])
})
