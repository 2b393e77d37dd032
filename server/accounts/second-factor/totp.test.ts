import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeOf, findPeriod, makeSecret } from './totp.ts'

/** RFC 6238, appendix B: the last six of its eight digits. */
const SECRET = '12345678901234567890'
const vectors: [seconds: number, code: string][] = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
]

test('the codes of RFC 6238', () => {
  for (const [seconds, code] of vectors) assert.equal(codeOf(SECRET, Math.floor(seconds / 30)), code)
})

test('a code is right for its own period and the ones beside it', () => {
  const period = Math.floor(1234567890 / 30)
  const found = (periods: number) => findPeriod(SECRET, '005924', new Date((1234567890 + 30 * periods) * 1000))
  assert.deepEqual([-2, -1, 0, 1, 2].map(found), [undefined, period, period, period, undefined])
  assert.equal(findPeriod(SECRET, '5924', new Date(1234567890_000)), undefined)
})

test('each secret has 144 bits of its own', () => {
  assert.match(makeSecret(), /^[\w-]{24}$/)
  assert.notEqual(makeSecret(), makeSecret())
})
