import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeError } from './log.ts'

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

test('whatever was thrown can be told', () => {
  assert.equal(describeError('just\ntext'), 'just text')
  assert.equal(describeError(undefined), 'undefined')
})
