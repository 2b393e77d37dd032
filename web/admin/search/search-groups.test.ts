import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FoundRecords } from '#server/admin/search.ts'
import { someAddress } from '#tests/support/fixtures/factories.ts'
import { groupsOf, onlyHitIn } from './search-groups.ts'

type Row<Name extends keyof FoundRecords> = NonNullable<FoundRecords[Name]>['rows'][number]

const order: Row<'orders'> = {
  id: 1016,
  userId: 'asha',
  email: 'asha@example.com',
  cartItems: [],
  addressInfo: { ...someAddress, name: 'Asha Rao', city: 'Pune' },
  totalAmount: 2998,
  status: 'confirmed',
  cancel: 'none',
  refund: 'processed',
  refundedPart: 500,
  time: '2026-11-24T06:00:00.000Z',
}
const asha: Row<'customers'> = {
  userId: 'asha',
  name: 'Asha Rao',
  email: 'asha@example.com',
  role: 'user',
  isEmailConfirmed: true,
  tags: [],
  staffRole: null,
  time: '2026-11-01T06:00:00.000Z',
}
const admin = { userId: 'a', name: 'A', email: 'a@gamla.example', role: 'admin' } as const
const only = <T>(...rows: T[]) => ({ rows, isWhole: true })

test('hits are grouped, without empty groups and without amounts', () => {
  const groups = groupsOf({ orders: only(order), customers: only(), products: only() }, 'asha', admin)
  assert.deepEqual(groups, [
    {
      name: 'Orders',
      hits: [
        {
          to: '/adminDashboard/orders/1016',
          title: '#1016 Asha Rao',
          detail: 'Pune, 24 Nov 2026',
          state: { status: 'confirmed', cancel: 'none' },
        },
      ],
    },
  ])
})

test('a group with more records leads to the list with the same search', () => {
  const found = { orders: { rows: [order], isWhole: false }, customers: { rows: [asha], isWhole: false } }
  assert.deepEqual(
    groupsOf(found, 'asha rao', admin).map(({ all }) => all),
    ['/adminDashboard/orders?q=asha+rao', '/adminDashboard/users?q=asha+rao'],
  )
})

test('Enter opens the only hit; an order and its buyer are one', () => {
  const open = (found: FoundRecords) => onlyHitIn(found, 'asha', admin)
  assert.equal(open({ orders: only(order), customers: only(asha) }), '/adminDashboard/orders/1016')
  assert.equal(open({ customers: only(asha) }), '/adminDashboard/users/asha')
  assert.equal(open({ orders: only(order, { ...order, id: 1017 }), customers: only(asha) }), undefined)
  assert.equal(open({ orders: only(order), customers: only(asha, { ...asha, userId: 'other' }) }), undefined)
  assert.equal(open({ orders: only(), customers: only(), products: only() }), undefined)
})
