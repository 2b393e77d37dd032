import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayOpen } from '#domain/permissions.ts'
import { addressOf, MOST_VIEWS, parseSavedView, savedSearchOf, whyNotSaved } from './saved-view.ts'

const parse = (address: string, name = 'Diwali orders') => parseSavedView({ name, address })

test('a view keeps the list and what it is filtered by, but not the place in it', () => {
  const parsed = parse(
    '/admindashboard/orders/?view=to-pack&q=Diwali&after=17&orders=3&orders=4&status=',
    ' Diwali  orders ',
  )
  assert.deepEqual(parsed, {
    ok: true,
    value: { name: 'Diwali orders', list: '/adminDashboard/orders', search: 'q=Diwali&view=to-pack' },
  })
  assert.ok(parsed.ok)
  assert.equal(addressOf(parsed.value), '/adminDashboard/orders?q=Diwali&view=to-pack')
  assert.ok(mayOpen({ role: 'admin' }, addressOf(parsed.value)))
})

test('a view is recognised in any order of its filters, and an email address in it can be read', () => {
  const of = (query: string) => savedSearchOf(new URLSearchParams(query))
  assert.equal(of('hide=Total&hide=Buyer&q=meera%40gamla.example'), of('q=meera@gamla.example&hide=Total&hide=Buyer'))
  assert.equal(of('q=meera%40gamla.example'), 'q=meera@gamla.example')
  assert.equal(of('q=a%26view%3Dlines'), 'q=a%26view%3Dlines')
})

test('only a filtered list of the back office is a view', () => {
  for (const address of [
    'https://elsewhere.example/adminDashboard/orders?q=1',
    '//elsewhere.example/adminDashboard/orders?q=1',
    '/adminDashboard/orders/17?q=1',
    '/adminDashboard/../account?q=1',
    '/logout?q=1',
    '/adminDashboard/export/orders?q=1',
    'javascript:alert(1)',
    '/adminDashboard/orders',
    '/adminDashboard/orders?after=17',
    `/adminDashboard/orders?q=${'a'.repeat(501)}`,
    '',
  ])
    assert.equal(parse(address).ok, false, address)
  assert.deepEqual(parse('/adminDashboard/orders?q=1', ' '), { ok: false, problems: { name: 'Enter a name.' } })
  assert.equal(parse('/adminDashboard/orders?q=1', 'a'.repeat(41)).ok, false)
})

test('a person has at most twenty, and one of the same name and list is replaced', () => {
  const views = Array.from({ length: MOST_VIEWS }, (_, at) => ({
    name: `View ${at}`,
    list: '/adminDashboard',
    search: 'q=1',
  }))
  const more = { name: 'One more', list: '/adminDashboard', search: 'q=2' }
  assert.match(whyNotSaved(more, views) ?? '', /^You have 20 views/)
  assert.equal(whyNotSaved(more, views.slice(1)), undefined)
  assert.equal(whyNotSaved({ ...more, name: 'View 3' }, views), undefined)
  assert.match(whyNotSaved({ ...more, name: 'View 3', list: '/adminDashboard/orders' }, views) ?? '', /^You have 20/)
})
