import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Identity, redactEverybody, redactPerson } from './redact.ts'

const zubin: Identity = {
  userId: 'u-1',
  emails: ['zubin7@gmail.com'],
  names: ['Zubin Daruwala', 'Bowl'],
  details: ['9845077777', '7 Marine Lines'],
}

test('a record of the person loses all its personal fields, and nothing else', () => {
  const order = {
    id: 1001,
    userId: 'u-1',
    email: 'old@gmail.com',
    name: 'A friend',
    city: 'Pune',
    totalAmount: 495,
    lines: [{ title: 'Bowl', sellerId: 's-1', name: 'odd' }],
  }
  assert.deepEqual(redactPerson(order, zubin), {
    id: 1001,
    userId: null,
    email: 'deleted user',
    name: 'deleted user',
    city: 'deleted user',
    totalAmount: 495,
    lines: [{ title: 'deleted user', sellerId: 's-1', name: 'deleted user' }],
  })
})

test('in records of others only what is theirs is replaced', () => {
  const other = {
    userId: 'u-2',
    name: 'Meera',
    title: 'Bowl of Zubin Daruwala',
    sellerId: 'u-1',
    reason: 'Rejected: ZUBIN7@gmail.com, 9845077777',
    delivered: 'At 7 marine lines, twice: 7 Marine Lines',
  }
  assert.deepEqual(redactPerson(other, zubin), {
    userId: 'u-2',
    name: 'Meera',
    title: 'Bowl of Zubin Daruwala',
    sellerId: null,
    reason: 'Rejected: deleted user, deleted user',
    delivered: 'At deleted user, twice: deleted user',
  })
  assert.deepEqual(redactPerson({ role: 'admin', name: 'X' }, zubin, true), { role: 'admin', name: 'deleted user' })
})

test('letters that grow in lower case hide nothing', () => {
  assert.equal(redactPerson('İİ zubin7@gmail.com', zubin), 'İİ deleted user')
})

test('after the period nobody is left, and what was done is', () => {
  const record = { userId: 'u-2', name: 'Meera', price: 5, city: '', note: null, problem: 'x', said: 'to a.b@c.in now' }
  assert.deepEqual(redactEverybody([record, 1, null, true]), [
    {
      userId: null,
      name: 'no longer kept',
      price: 5,
      city: '',
      note: null,
      problem: 'no longer kept',
      said: 'to no longer kept now',
    },
    1,
    null,
    true,
  ])
})
