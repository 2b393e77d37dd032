import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePayout, payoutText } from './payout.ts'

const account = {
  kind: 'account',
  name: 'Meera Nair',
  account: '0011 2233-445',
  again: '00112233445',
  ifsc: 'sbin 0001234',
}

test('an account is its digits and the IFSC in capitals, as the bank takes them', () => {
  const parsed = parsePayout(account)
  const value = { kind: 'account', name: 'Meera Nair', account: '00112233445', ifsc: 'SBIN0001234' } as const
  assert.deepEqual(parsed, { ok: true, value })
  assert.equal(payoutText(value), 'Meera Nair, 00112233445, SBIN0001234')
})

test('a UPI ID has a name and a handle', () => {
  for (const upi of ['meera@okaxis', '9845000012@ybl', 'meera.nair-2@paytm'])
    assert.ok(parsePayout({ kind: 'upi', name: 'Meera', upi }).ok, upi)
  for (const upi of ['meera', 'meera@gmail.com', '@ybl', 'meera nair@ybl', 'meera@', '=cmd@ybl'])
    assert.ok(!parsePayout({ kind: 'upi', name: 'Meera', upi }).ok, upi)
})

test('each wrong field says so', () => {
  const problemsOf = (changes: object) => {
    const parsed = parsePayout({ ...account, ...changes })
    return parsed.ok ? [] : Object.keys(parsed.problems)
  }
  assert.deepEqual(problemsOf({ again: '11' }), ['again'])
  assert.deepEqual(problemsOf({ account: '12', again: '12' }), ['account'])
  assert.deepEqual(problemsOf({ ifsc: 'SBIN1001234' }), ['ifsc'])
  assert.deepEqual(problemsOf({ name: '', ifsc: '' }), ['name', 'ifsc'])
  assert.deepEqual(problemsOf({ kind: 'cheque' }), ['kind'])
})
