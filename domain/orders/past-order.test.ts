import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pastKindOf, readPast } from './past-order.ts'

const rows = (list: Record<string, string>[]) => list.map((cells, index) => ({ row: index + 2, cells }))

test('the exports of customers and orders are told by their headings', () => {
  assert.equal(pastKindOf(['name', 'email', 'financial status', 'lineitem name', 'total']), 'shopify orders')
  assert.equal(pastKindOf(['first name', 'last name', 'email', 'accepts email marketing']), 'shopify customers')
  assert.equal(pastKindOf(['order number', 'email (billing)', 'item name']), 'woocommerce orders')
  assert.equal(pastKindOf(['name', 'username', 'email', 'sign up']), 'woocommerce customers')
  assert.equal(pastKindOf(['handle', 'title']), undefined)
})

test('an order of Shopify is all of its rows, at the time of its zone', () => {
  const head = {
    ...{ name: '#1001', email: 'Meera@Example.com', 'financial status': 'paid', 'fulfillment status': 'fulfilled' },
    ...{ currency: 'INR', total: '1,299.50', 'created at': '2024-05-01 10:00:00 +0530', 'billing name': 'Meera Rao' },
    ...{ 'lineitem name': 'Cube - Small', 'lineitem quantity': '2', 'lineitem price': '500.00' },
  }
  const { orders, problems } = readPast(
    'shopify orders',
    rows([head, { name: '#1001', 'lineitem name': 'Saucer', 'lineitem quantity': '1', 'lineitem price': '299.5' }]),
  )
  assert.deepEqual(problems, [])
  assert.deepEqual(orders, [
    {
      ...{ source: 'shopify', number: '#1001', email: 'meera@example.com', name: 'Meera Rao', total: 1299.5 },
      ...{ placedAt: '2024-05-01T04:30:00.000Z', state: 'Fulfilled' },
      lines: [
        { title: 'Cube - Small', quantity: 2, price: 500 },
        { title: 'Saucer', quantity: 1, price: 299.5 },
      ],
    },
  ])
  const stateOf = (more: Record<string, string>) =>
    readPast('shopify orders', rows([{ ...head, ...more }])).orders[0]?.state
  assert.equal(stateOf({ 'cancelled at': '2024-05-02 10:00:00 +0530' }), 'Cancelled')
  assert.equal(stateOf({ 'financial status': 'partially_refunded' }), 'Partially refunded')
})

test('an order of WooCommerce is read as add-ons export it', () => {
  const { orders } = readPast(
    'woocommerce orders',
    rows([
      {
        ...{ 'order number': '204', 'order status': 'wc-completed', 'order date': '2023-11-02 09:15' },
        ...{ 'email (billing)': 'ravi@example.com', 'first name (billing)': 'Ravi', 'last name (billing)': 'Iyer' },
        ...{ 'order total amount': '899', 'item name': 'Bowl', 'quantity (- refund)': '1', 'item cost': '899' },
      },
    ]),
  )
  assert.partialDeepStrictEqual(orders[0], { number: '204', state: 'Completed', name: 'Ravi Iyer', total: 899 })
  assert.equal(orders[0]?.placedAt, '2023-11-02T03:45:00.000Z')
})

test('what cannot be taken is named by its row, and nothing else is lost', () => {
  const order = { name: '#1', email: 'a@example.com', total: '5', 'created at': '2024-05-01', 'lineitem name': 'x' }
  const { orders, problems } = readPast(
    'shopify orders',
    rows([
      { ...order, name: '' },
      { ...order, name: '#2', email: 'nobody' },
      { ...order, name: '#3', currency: 'USD' },
      { ...order, name: '#4', 'created at': 'yesterday' },
      { ...order, name: '#5', total: '' },
      { ...order, name: '#6' },
    ]),
  )
  assert.deepEqual(
    problems.map(({ row }) => row),
    [2, 3, 4, 5, 6],
  )
  assert.match(problems[2]?.problem ?? '', /USD, not in rupees/)
  assert.deepEqual(
    orders.map(({ number }) => number),
    ['#6'],
  )
})
