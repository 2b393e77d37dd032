// Orders and a sandbox of the email service for tests. Importing this registers the hooks of the test file.
import assert from 'node:assert/strict'
import { after, before, beforeEach } from 'node:test'
import type { User } from '#domain/accounts/user.ts'
import { placeOrder } from '#server/orders/place.ts'
import { addProduct, addUser, lineFor, someAddress } from '#tests/support/fixtures/factories.ts'
import { type EmailHarness, openEmailHarness } from './email-harness.ts'

export let world: EmailHarness
export let admin: User
export let meera: User

before(async () => {
  world = await openEmailHarness()
  admin = await addUser(world.db, 'admin')
  meera = await addUser(world.db)
})

beforeEach(() => world.forget())
after(() => world.close())

export async function order(name = someAddress.name, title = 'Some Pot'): Promise<number> {
  const pot = await addProduct(world.db, { title })
  const placed = await placeOrder(world.shop, meera, {
    key: crypto.randomUUID(),
    lines: [lineFor(pot)],
    address: { ...someAddress, name },
  })
  assert.ok(placed.ok)
  await world.relay()
  return placed.order.id
}

export const stateOf = (id: number) =>
  world.sql<{ template: string; state: string; tries: number; problem: string | null }>(
    `select template, state, tries, problem from sent_messages where subject = 'order ${id}' order by id`,
  )
