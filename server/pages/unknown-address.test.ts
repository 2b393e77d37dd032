import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createUnknownCheck } from './unknown-address.ts'

const route = (id: string, parentId: string | undefined, path?: string, index?: true) => ({
  [id]: { id, path, parentId, index },
})
const routes = {
  ...route('root', undefined, ''),
  ...route('home', 'root', undefined, true),
  ...route('faq', 'root', 'faq'),
  ...route('product', 'root', 'productinfo/:id'),
  ...route('dashboard', 'root'),
  ...route('orders', 'dashboard', 'adminDashboard/orders'),
  ...route('missing', 'root', '*'),
}
const isUnknown = createUnknownCheck(routes)

test('an address is unknown when no page has it, however it is written', () => {
  for (const path of [
    '/',
    '/faq',
    '/FAQ',
    '/faq/',
    '/%66aq',
    '/productinfo/17',
    '/productinfo/x',
    '/admindashboard/orders',
  ])
    assert.equal(isUnknown(path), false, path)
  for (const path of ['/faqs', '/faq/more', '/productinfo', '/adminDashboard/nothing', '/%zz', '/a//b', '/%66aqs'])
    assert.equal(isUnknown(path), true, path)
})
