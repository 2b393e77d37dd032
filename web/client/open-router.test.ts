import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMemoryRouter } from 'react-router'
import { noteRequests, pendingDestination } from './open-router.ts'

test('a page that was asked for is known at once, until it is open or another one was asked for', async () => {
  const [slow, slower] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()]
  const routes = [
    { path: '/faq' },
    { path: '/contactUs', loader: () => slow.promise },
    { path: '/warranty', loader: () => slower.promise },
  ]
  const router = createMemoryRouter(routes, { initialEntries: ['/faq'], instrumentations: [noteRequests] })
  const first = router.navigate('/contactUs?about=order')
  assert.equal(pendingDestination(), '/contactUs?about=order')
  const second = router.navigate('/warranty')
  slow.resolve(null)
  await first
  assert.equal(pendingDestination(), '/warranty')
  slower.resolve(null)
  await second
  assert.equal(pendingDestination(), undefined)
  assert.equal(router.state.location.pathname, '/warranty')
})
