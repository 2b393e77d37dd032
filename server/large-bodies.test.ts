import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { User } from './contexts.ts'
import { bodyLimitOf, createBudget } from './large-bodies.ts'

const user: User = { uid: 'u', name: 'U', email: 'u@example.com', role: 'user' }
const seller: User = { ...user, role: 'seller' }
const admin: User = { ...user, role: 'admin' }

test('pictures and tables are taken from those who may send them, in every spelling of their address', () => {
  const large: [string, User][] = [
    ['/addproduct', admin],
    ['/addproduct.data', admin],
    ['/addproduct/save', admin],
    ['/AddProduct/', admin],
    ['/updateproduct/17', admin],
    ['/updateproduct/17/save', admin],
    ['/adminDashboard/import', admin],
    ['/adminDashboard/import.data', admin],
    ['/sellerDashboard/addproduct/save', seller],
    ['/sellerDashboard/updateproduct/17.data', seller],
  ]
  for (const [path, who] of large) {
    assert.equal(bodyLimitOf(path, who).isRead, true, path)
    assert.ok(bodyLimitOf(path, who).bytes > 10_000_000)
    for (const other of [undefined, user, who === admin ? seller : admin]) {
      assert.equal(bodyLimitOf(path, other).isRead, false)
    }
  }
  for (const path of ['/', '/cart', '/login', '/updateproduct/x', '/adminDashboard']) {
    assert.deepEqual(bodyLimitOf(path, admin), { bytes: 256 * 1024, isRead: false })
  }
})

test('as much at once as there is room for, in order, also after something has failed', async () => {
  const inMemory = createBudget(10)
  const begun: number[] = []
  let held = 0
  const work = [4, 6, 6, 1, 10, 2].map((cost, index) =>
    inMemory(cost, async () => {
      begun.push(index)
      held += cost
      assert.ok(held <= 10)
      await sleep(5)
      held -= cost
      if (index === 1) throw new Error('failed')
    }),
  )
  const results = await Promise.allSettled(work)
  assert.deepEqual(begun, [0, 1, 2, 3, 4, 5])
  assert.equal(results.filter(({ status }) => status === 'rejected').length, 1)
})
