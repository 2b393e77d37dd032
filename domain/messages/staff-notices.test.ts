import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeNotice } from './staff-notices.ts'

test('a title that a seller wrote brings neither a link nor a placeholder into a notice', () => {
  const owner = { userId: 'a', name: 'Asha', email: 'asha@gamla.example', role: 'admin' } as const
  const about = 'Cube {{tracking-link}} https://evil.example/login'
  const { status } = writeNotice(owner, { kind: 'low-stock', count: 1, amount: 0, about })
  assert.equal(status, 'Low stock: Cube tracking-link ….')
})
