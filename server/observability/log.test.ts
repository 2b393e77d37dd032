import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assignRequestId, createLog, createThrottledLog, describeError, withRequestId } from './log.ts'

function openLog(
  isProduction: boolean,
  logLevel: Parameters<ReturnType<typeof createLog>['configure']>[0]['logLevel'] = 'info',
) {
  const [out, err]: [string[], string[]] = [[], []]
  const log = createLog({ write: (line) => out.push(line) }, { write: (line) => err.push(line) })
  log.configure({ isProduction, logLevel })
  return { log, out, err }
}

test('in production an error is a line of JSON with its request; otherwise it is text', () => {
  const json = openLog(true)
  withRequestId('a1b2c3', () => json.log.error('No refund for 9845000012', new TypeError('asha@mail.example')))
  const { time, error, ...others } = JSON.parse(json.err.join(''))
  assert.deepEqual(others, { level: 'error', request: 'a1b2c3', message: 'No refund for ‹phone›' })
  assert.match(error, /^TypeError: ‹e-mail› at .*log\.test\.ts/)
  assert.match(time, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  const text = openLog(false)
  withRequestId('a1b2c3', () => text.log.error('No refund', 'why'))
  assert.match(text.err.join(''), /^\d{4}-\S+Z \[a1b2c3\] No refund: why\n$/)
})

test('news are text on stdout, unless the level is higher; a channel is written at any level', () => {
  for (const [level, wanted] of [
    ['info', ['Open\n']],
    ['error', []],
  ] as const) {
    const { log, out } = openLog(true, level)
    log.info('Open')
    assert.deepEqual(out, wanted)
    log.channel('security').info({ event: 'login', email: 'asha@mail.example' })
    const { time: _, ...line } = JSON.parse(out.at(-1) ?? '')
    assert.deepEqual(line, { level: 'info', channel: 'security', event: 'login', email: '‹redacted›' })
  }
  const { log, err } = openLog(true, 'silent')
  log.error('Lost')
  assert.deepEqual(err, [])
})

test('an error is one line: message, code, where it happened, and what caused it', () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const line = describeError(new TypeError('first\nsecond', { cause }))
  assert.match(
    line,
    /^TypeError: first second at .*log\.test\.ts.* \| caused by Error: connect ECONNREFUSED \[ECONNREFUSED\] at /,
  )
  assert.doesNotMatch(line, /\n/)
})

test('the values of a failed query stay out of the log', () => {
  const line = describeError(new Error('Failed query: insert into orders values ($1)\nparams: Asha Rao,\n12 Lake Road'))
  assert.match(line, /Failed query: insert into orders values \(\$1\)/)
  assert.doesNotMatch(line, /Asha|Lake/)
})

test('any thrown value can be logged', () => {
  assert.equal(describeError('just\ntext'), 'just text')
  assert.equal(describeError(undefined), 'undefined')
})

test('what PostgreSQL could not read, an e-mail and a phone number stay out too; packages keep their names', () => {
  const error = new Error('invalid input syntax for type bigint: "12 Lake Road"')
  assert.doesNotMatch(describeError(error), /Lake/)
  assert.match(describeError(error), /invalid input syntax for type bigint/)
  assert.doesNotMatch(describeError(new Error('no email to asha.rao+pots@mail.gamla.example')), /asha|gamla/)
  assert.doesNotMatch(describeError(new Error(`no email to ${'a.'.repeat(50)}rao@mail.gamla.example`)), /rao|gamla/)
  assert.doesNotMatch(describeError(new Error('cannot call 9845000012')), /9845/)
  const stack = Object.assign(new Error('x'), {
    stack: 'Error: x\n    at f (/srv/node_modules/@hono/node-server/dist/index.mjs:1:2)',
  })
  assert.match(describeError(stack), /@hono\/node-server\/dist\/index\.mjs/)
})

test('a value that looks like a line of the stack stays out of it', () => {
  const value = 'Asha\n    at 12 Lake Road (flat 3:1:2)\n at 12 Lake Road'
  const told = describeError(new Error(`Failed query: select $1\nparams: ${value}`))
  assert.doesNotMatch(told, /Lake/)
  assert.match(told, / at .*log\.test\.ts/)
  // Then the stack still has the words that it was made with.
  const renamed = new Error(value)
  renamed.message = 'other words'
  assert.doesNotMatch(describeError(renamed), /Lake/)
})

test('nor does what PostgreSQL could not take in reach the log, wherever it quotes it', () => {
  for (const message of [
    'value "12 "Lake" Road" is out of range for type integer',
    '"12 Lake Road" is out of range for type double precision',
    'date/time field value out of range: "12 Lake Road"',
    'invalid input value for enum role: "12 Lake Road"',
    'malformed array literal: "12 Lake Road"',
    'invalid input syntax for type bigint: "12 Lake Road',
    'time zone "12 Lake Road" not recognized',
    'syntax error in tsquery: "12 Lake Road"',
  ]) {
    const told = describeError(new Error(message))
    assert.doesNotMatch(told, /Lake|Road/, message)
    assert.match(told, /out of range|invalid|malformed|not recognized|tsquery/)
  }
  assert.match(describeError(new Error('relation "user" does not exist')), /relation "user" does not exist/)
})

test('repeated messages are logged once at once, then once a minute with a count', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const said: string[] = []
  const say = createThrottledLog({ error: (line) => said.push(line) })
  for (let n = 0; n < 1000; n += 1) say('Refused')
  say('Something else')
  assert.deepEqual(said, ['Refused', 'Something else'])
  t.mock.timers.tick(60_000)
  assert.deepEqual(said.slice(2), ['Refused (999 more in the last minute)'])
  for (let n = 0; n < 3; n += 1) say('Refused')
  assert.equal(said.length, 3)
  t.mock.timers.tick(60_000)
  assert.equal(said.at(-1), 'Refused (3 more in the last minute)')
  // A quiet minute later it is news again.
  t.mock.timers.tick(60_000)
  say('Refused')
  assert.deepEqual(said.slice(4), ['Refused'])
})

test('a request id is generated, or taken from a trusted proxy', () => {
  assert.match(assignRequestId('from-outside', false), /^[0-9a-f]{12}$/)
  assert.equal(assignRequestId('from-the-proxy', true), 'from-the-proxy')
  for (const odd of ['a b', '{"x":1}', 'short', 'x'.repeat(65), undefined])
    assert.match(assignRequestId(odd, true), /^[0-9a-f]{12}$/)
})
