import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openParcelsPage } from './pages.ts'

test('a form that cannot be read is the sender’s mistake', async () => {
  const page = openParcelsPage({} as never)
  // Without the boundary that separates its fields.
  const headers = { 'content-type': 'multipart/form-data' }
  const answer = await page.request('/', { method: 'POST', headers, body: 'awb=1' })
  assert.equal(answer.status, 400)
})
