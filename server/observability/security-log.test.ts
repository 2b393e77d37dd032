import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog, withRequestId } from './log.ts'
import { createSecurityLog } from './security-log.ts'

function open() {
  const lines: string[] = []
  const log = createSecurityLog(createLog({ write: (line) => lines.push(line.trimEnd()) }), 'a secret')
  return { ...log, lines, told: () => lines.map((line) => JSON.parse(line)) }
}

test('an event is one line of JSON with time, account, address and request', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 0 })
  const log = open()
  withRequestId('a1b2c3', () => log.record('login', { account: 'userId-1', address: '203.0.113.9', device: 'known' }))
  assert.deepEqual(log.told(), [
    {
      level: 'info',
      time: '1970-01-01T00:00:00.000Z',
      channel: 'security',
      event: 'login',
      account: 'userId-1',
      address: '203.0.113.9',
      request: 'a1b2c3',
      device: 'known',
    },
  ])
})

test('whatever a value holds, it is one line of plain characters, and not a long one', () => {
  const log = open()
  const nasty = 'x\n{"channel":"security","event":"login"}\r\u2028\u202e\x1b[2J🪴"'
  log.record('role-refused', { account: 'userId-1', address: nasty, path: nasty.repeat(1000) })
  const [line = ''] = log.lines
  assert.match(line, /^[\x20-\x7e]+$/)
  assert.ok(line.length < 3000, `${line.length} characters`)
  assert.equal(JSON.parse(line).address, nasty)
  assert.equal(JSON.parse(line).event, 'role-refused')
})

test('failures of one address are told five times a minute, and then summed up; others are told all the same', () => {
  const log = open()
  for (let n = 0; n < 500; n += 1) log.record('login-failed', { account: 'userId-1', address: '203.0.113.9' })
  log.record('login-failed', { account: 'userId-1', address: '198.51.100.1' })
  for (let n = 0; n < 20; n += 1) log.record('role-changed', { account: 'userId-1', address: '203.0.113.9' })
  assert.equal(log.lines.length, 5 + 1 + 20)
  log.close()
  const [sum, ...others] = log.told().slice(26)
  assert.deepEqual([sum.event, sum.address, sum.more, others], ['login-failed', '203.0.113.9', 495, []])
  log.record('login-failed', { address: '203.0.113.9' })
  assert.equal(log.lines.length, 28)
  log.close()
  assert.equal(log.lines.length, 28)
})

test('the summary is written when the minute ends', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const log = open()
  for (let n = 0; n < 8; n += 1) log.record('login-failed', { address: '203.0.113.9' })
  t.mock.timers.tick(60_000)
  assert.equal(log.told().at(-1)?.more, 3)
})

test('a hundred thousand failures from as many addresses are a few hundred lines', () => {
  const log = open()
  for (let n = 0; n < 100_000; n += 1) log.record('login-failed', { address: `10.0.${n >> 8}.${n & 255}` })
  log.close()
  assert.ok(log.lines.length < 300, `${log.lines.length} lines`)
  assert.deepEqual(log.told().at(-1)?.address, 'many')
  assert.equal(
    log.told().reduce((sum, { more }) => sum + (more ?? 1), 0),
    100_000,
  )
})

test('an address without an account is logged as a keyed hash', () => {
  const log = open()
  assert.match(log.unknownAccount('meera@gmail.com'), /^unknown [\w-]{12}$/)
  assert.equal(log.unknownAccount('meera@gmail.com'), log.unknownAccount('meera@gmail.com'))
  assert.notEqual(log.unknownAccount('meera@gmail.com'), log.unknownAccount('ravi@gmail.com'))
})
