import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDisputesPage, openParcelsPage } from './pages.ts'
import { createProviderState } from './provider-state.ts'
import { openStore } from './store.ts'

test('a form that cannot be read is the sender’s mistake', async () => {
  const page = openParcelsPage({} as never)
  // Without the boundary that separates its fields.
  const headers = { 'content-type': 'multipart/form-data' }
  const answer = await page.request('/', { method: 'POST', headers, body: 'awb=1' })
  assert.equal(answer.status, 400)
})

test('a payment is disputed and the dispute moved by buttons, each of which tells the shop', async () => {
  const told: string[] = []
  const state = createProviderState(openStore(), (event) => told.push(event))
  const { id } = state.pay(state.createOrder({ amount: 49_500, currency: 'INR' }).id)
  const page = openDisputesPage(state)
  const press = async (fields: Record<string, string>) =>
    (await page.request('/', { method: 'POST', body: new URLSearchParams(fields) })).text()
  assert.match(await (await page.request('/')).text(), new RegExp(`name="payment" value="${id}">Dispute<`))
  await press({ payment: id })
  const [dispute] = state.listDisputes()
  assert.match(await press({ dispute: dispute?.id ?? '', move: 'lost' }), /₹495, chargeback: lost/)
  await press({ payment: 'pay_x' })
  await press({ dispute: 'disp_x', move: 'won' })
  await press({ dispute: dispute?.id ?? '', move: '?' })
  assert.deepEqual(told.slice(-2), ['payment.dispute.created', 'payment.dispute.lost'])
})
