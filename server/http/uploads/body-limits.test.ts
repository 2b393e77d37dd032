import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantOf } from '#domain/permissions.ts'
import { findLargeBody } from './body-limits.ts'

const MULTIPART = 'multipart/form-data; boundary=x'

test('images and tables are taken from those who may send them, in every spelling of their address', () => {
  const large: [string, 'admin' | 'seller'][] = [
    ['/addproduct', 'admin'],
    ['/addproduct.data', 'admin'],
    ['/addproduct/save', 'admin'],
    ['/AddProduct/', 'admin'],
    ['/updateproduct/17', 'admin'],
    ['/updateproduct/17/save', 'admin'],
    ['/adminDashboard/import', 'admin'],
    ['/adminDashboard/import.data', 'admin'],
    ['/adminDashboard/import/move', 'admin'],
    ['/adminDashboard/import/move/2f1c.data', 'admin'],
    ['/adminDashboard/cash', 'admin'],
    ['/adminDashboard/collections/new', 'admin'],
    ['/adminDashboard/settings', 'admin'],
    ['/sellerDashboard/addproduct/save', 'seller'],
    ['/sellerDashboard/updateproduct/17.data', 'seller'],
  ]
  for (const [path, role] of large) {
    const found = findLargeBody(path, MULTIPART)
    assert.deepEqual(
      (['user', 'seller', 'admin'] as const).filter((who) => found && grantOf(found.permission, { role: who })),
      [role],
      path,
    )
    assert.ok(found)
    assert.ok(found.bytes > 10_000_000)
  }
  for (const path of ['/', '/cart', '/login', '/updateproduct/x', '/adminDashboard', '/addproduct/save/x']) {
    assert.equal(findLargeBody(path, MULTIPART), undefined, path)
  }
})

test('what has no files is no larger than usual there', () => {
  for (const type of [undefined, '', 'application/x-www-form-urlencoded', 'text/plain', 'x-multipart/form-data']) {
    assert.equal(findLargeBody('/addproduct', type), undefined, type)
  }
})
