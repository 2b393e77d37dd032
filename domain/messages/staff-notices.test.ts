import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultShopInfo } from '#domain/shop/shop-info.ts'
import { sayIn } from './say.ts'
import { type News, writeDigest, writeNotice } from './staff-notices.ts'

const owner = { userId: 'a', name: 'Asha', email: 'asha@gamla.example', role: 'admin' } as const
const say = sayIn(defaultShopInfo)

test('a title that a seller wrote brings neither a link nor a placeholder into a notice', () => {
  const about = 'Cube {{tracking-link}} https://evil.example/login'
  const { status } = writeNotice(say, owner, { kind: 'low-stock', count: 1, amount: 0, about })
  assert.equal(status, 'Low stock: Cube tracking-link ….')
})

const order: News = { kind: 'new-order', count: 1, amount: 450, about: '1001' }

test('a notice says what happened, once or how often, and the sum to those who may see it', () => {
  const said = (news: Partial<News>) => writeNotice(say, owner, { ...order, ...news }).status
  assert.equal(said({}), 'New order 1001, ₹450.')
  assert.equal(said({ count: 1200, amount: 123_400 }), '1,200 new orders, ₹1,23,400.')
  const failure = { kind: 'failure', amount: 0 } as const
  assert.equal(said({ ...failure, about: 'message' }), 'A message was not sent.')
  assert.equal(said({ ...failure, about: '' }), 'A payment failed.')
  assert.equal(said({ ...failure, about: '1001' }), 'A payment of order 1001 failed.')
  const packer = {
    ...owner,
    role: 'user',
    staff: { role: 'Packer', rights: ['see orders'], needsSecondFactor: false },
  } as const
  assert.equal(writeNotice(say, packer, order).status, 'New order 1001.')
})

test('notices and the digest say what the owner has written', () => {
  const own = sayIn(
    defaultShopInfo,
    new Map([
      ['notice-new-order', 'Hurray, {{order}}'],
      ['notice-amount', '{{news}} for {{amount}}'],
      ['staff-notice', '{{news}}!'],
      ['digest-nothing', 'A quiet night.'],
    ]),
  )
  assert.equal(writeNotice(own, owner, order).status, 'Hurray, 1001 for ₹450!')
  const waits = [{ text: '3 orders to pack', to: '/adminDashboard/orders', oldest: null }]
  assert.equal(writeDigest(own, owner, [], waits)?.status, 'A quiet night.\nWaiting: 3 orders to pack.')
  assert.equal(writeDigest(say, owner, [order], [])?.status, 'New: New order 1001, ₹450.')
  assert.equal(writeDigest(say, owner, [], []), undefined)
})
