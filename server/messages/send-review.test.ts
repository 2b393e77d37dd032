import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Decision, seenOf, type TypedReview } from '#domain/reviews/review.ts'
import { tasks } from '#server/jobs.ts'
import { decideReview } from '#server/reviews/decide.ts'
import { listReviewsOfOrder } from '#server/reviews/queries.ts'
import { writeReview } from '#server/reviews/write.ts'
import { admin, meera, order, world } from '#tests/support/emails/order-email-fixture.ts'

const typed: TypedReview = { position: 0, seen: 0, stars: 4, text: 'Light, and it drains well.', shown: 'name' }

async function deliveredOrder(days = 0): Promise<number> {
  const id = await order()
  await world.sql(
    `update orders set status = 'delivered', delivered_at = now() - make_interval(days => ${days}) where id = ${id}`,
  )
  return id
}

async function decline(id: number, reason: 'link' | 'abuse') {
  const [line] = await listReviewsOfOrder(world.db, id)
  assert.ok(line?.review)
  const decision: Decision = { intent: 'decline', review: line.review.id, seen: seenOf(line.review), reason }
  assert.deepEqual(await decideReview({ db: world.db, now: () => new Date() }, admin, decision), { ok: true })
  await world.doJobs()
}

test('the author of a declined review is told why, once for each reason', async () => {
  const id = await deliveredOrder()
  await writeReview(world.shop, meera, id, typed)
  for (const reason of ['link', 'link', 'abuse'] as const) await decline(id, reason)
  const told = world.service.emails().map(({ params }) => params.status ?? '')
  assert.deepEqual(told.flatMap((status) => /because (.*?)\./.exec(status)?.[1] ?? []).toSorted(), [
    'it contains a link',
    'it insults or threatens someone',
  ])
  assert.ok(told.some((status) => status.includes(`/orders/${id}#items`)))
})

test('a review is asked for once, seven days after delivery, if the shop does so', async () => {
  const [early, due, late, reviewed] = [
    await deliveredOrder(6),
    await deliveredOrder(8),
    await deliveredOrder(30),
    await deliveredOrder(8),
  ]
  await writeReview(world.shop, meera, reviewed, typed)
  const ask = async () => {
    await tasks['ask-for-reviews'](world.shop, {} as never)
    await world.doJobs()
  }
  const asked = () => world.sql(`select subject from sent_messages where template = 'review-asked'`)
  await ask()
  assert.deepEqual(await asked(), [], 'a fresh shop asks nobody')
  await world.sql(`insert into settings (name, value) values ('askForReviews', 'true')`)
  for (let run = 0; run < 2; run += 1) await ask()
  assert.deepEqual(await asked(), [{ subject: `order ${due}` }], `not ${early}, ${late}, ${reviewed}`)
  assert.ok(world.service.emails().some(({ params }) => params.status?.includes(`/orders/${due}#items`)))
})
