import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { createMemoryRouter } from 'react-router'
import { listToasts, toast } from '#web/client/toast.ts'
import { runWithToast, skipRevalidationOnFailure } from './action-result.ts'

let router: ReturnType<typeof createMemoryRouter>
let loads: number
/** The table's first load ends after it. */
let slow: PromiseWithResolvers<void>

beforeEach(() => {
  loads = 0
  slow = Promise.withResolvers()
  const table = {
    id: 'table',
    path: '/table',
    shouldRevalidate: skipRevalidationOnFailure,
    action: () => ({ ok: false, message: 'Refused' }),
    loader: async ({ request }: { request: Request }) => {
      if (++loads === 1) await slow.promise
      return new URL(request.url).search
    },
  }
  router = createMemoryRouter([table], { initialEntries: ['/table'], hydrationData: { loaderData: { table: '' } } })
})

afterEach(() => router.dispose())

function pressRefusedButton(): Promise<void> {
  return router.fetch('button', 'table', '/table', { formMethod: 'POST', formData: new FormData() })
}

test('a refused button loads nothing again', async () => {
  await pressRefusedButton()
  assert.equal(loads, 0)
})

test('a button that is refused while the next page loads does not keep the rows of the page before', async () => {
  const turned = router.navigate('/table?page=2')
  await pressRefusedButton()
  slow.resolve()
  await turned
  assert.equal(router.state.location.search, '?page=2')
  assert.equal(router.state.loaderData.table, '?page=2')
})

test('what a form was refused goes once it succeeds, and why something else was refused stays', async () => {
  const answers = [
    { ok: false, message: 'This order was cancelled.' },
    { ok: false, message: 'Wrong code', intent: 'hand-over', about: '1' },
    { ok: false, message: 'Wrong code', intent: 'hand-over', about: '2' },
    { ok: true, message: 'Delivered' },
    { ok: true, message: 'Handed over', intent: 'hand-over', about: '2' },
  ]
  for (const answer of answers) await runWithToast(async () => answer, '')
  const shown = listToasts()
  for (const { id } of shown) toast.remove(id)
  assert.deepEqual(
    shown.map(({ content }) => content),
    ['Handed over', 'Delivered', 'Wrong code', 'This order was cancelled.'],
  )
})
