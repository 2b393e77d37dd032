import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayOpen } from '#domain/permissions.ts'
import { currentLink, navigationFor, type Waiting } from './navigation.ts'

const waiting: Waiting = {
  approvals: 2,
  dispatch: 3,
  confirmations: 5,
  cancellations: 1,
  disputes: 0,
  requests: 0,
  emails: 120,
  messages: 6,
  reviews: 0,
  returns: 2,
  toSell: 12,
}
const admins = navigationFor((address) => mayOpen({ role: 'admin' }, address), waiting)
const allOf = (groups: typeof admins) => groups.flatMap(({ page, links }) => [...(page ? [page] : []), ...links])

test('the groups are in the order of the day, and counts are of what waits', () => {
  assert.deepEqual(
    admins.map(({ label }) => label),
    ['Home', 'Orders', 'Products', 'Customers', 'Shop window', 'Settings'],
  )
  const counts = Object.fromEntries(allOf(admins).map(({ label, count }) => [label, count]))
  assert.deepEqual(
    { ...counts },
    {
      ...Object.fromEntries(Object.keys(counts).map((label) => [label, 0])),
      Orders: 4,
      Returns: 2,
      Products: 2,
      Messages: 6,
      Sent: 120,
      'Ready to sell': 12,
    },
  )
  assert.equal(allOf(admins).filter(({ isInBar }) => isInBar).length, 4)
})

test('a person is offered the pages that they may open, and a group without any is left out', () => {
  assert.deepEqual(
    allOf(navigationFor((address) => mayOpen({ role: 'seller' }, address), undefined)).map(({ to }) => to),
    ['/sellerDashboard', '/sellerDashboard/orders'],
  )
  assert.deepEqual(
    navigationFor((address) => mayOpen({ role: 'user' }, address), undefined),
    [],
  )
  const accountant = navigationFor((address) => /invoices|cash/.test(address), waiting)
  assert.deepEqual(
    accountant.map(({ label, page, links }) => [label, page, links.map((link) => link.label)]),
    [['Orders', undefined, ['Cash', 'Invoices']]],
  )
})

test('a subpage belongs to the longest address that it begins with', () => {
  const at = (path: string) => currentLink(admins, path)?.label
  assert.equal(at('/adminDashboard/'), 'Products')
  assert.equal(at('/admindashboard/orders/1016'), 'Orders')
  assert.equal(at('/adminDashboard/dispatch'), 'Orders')
  assert.equal(at('/adminDashboard/import/move'), 'Import')
  assert.equal(at('/updateproduct/3'), 'Products')
  assert.equal(at('/addproduct'), 'Products')
  assert.equal(at('/adminDashboard/settings/texts/faq'), 'Banner and texts')
  assert.equal(at('/adminDashboard/settings/shop'), 'Shop')
  assert.equal(at('/adminDashboard/search'), undefined, 'a page of no group')
})
