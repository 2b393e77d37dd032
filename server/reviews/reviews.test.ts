import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Decision, seenOf, type TypedReview } from '#domain/reviews/review.ts'
import { READABLE_JOBS } from '#server/db/enqueue.ts'
import { addUser } from '#tests/support/fixtures/factories.ts'
import { admin, db, meera } from '#tests/support/fixtures/order-fixture.ts'
import { deliver, desk, dispatch, placeCounted, registerShop, sql } from '#tests/support/fixtures/shipment-fixture.ts'
import { decideReview } from './decide.ts'
import { listPublished, listReviews, listReviewsOfOrder, readBuyersSay } from './queries.ts'
import { withdrawReview, writeReview } from './write.ts'

const typed: TypedReview = { position: 0, seen: 0, stars: 4, text: 'Light, and it drains well.', shown: 'name' }

/** A delivered order of two products, the first of which the seed's numbers are about. */
async function deliveredOrder() {
  await registerShop()
  const { id, products } = await placeCounted(1, 1)
  await sql('update products set rating = 4.9, review_count = 321 where id = $1', [products[0]])
  await dispatch(id)
  await deliver(id)
  return { id, product: products[0] ?? 0 }
}

async function reviewOf(orderId: number) {
  const [line] = await listReviewsOfOrder(db, orderId)
  assert.ok(line?.review)
  return line.review
}

async function decide(orderId: number, decision: Pick<Decision, 'intent'> & { reason?: 'link'; answer?: string }) {
  const review = await reviewOf(orderId)
  return decideReview(desk, admin, { review: review.id, seen: seenOf(review), ...decision } as Decision)
}

const ratingOf = async (product: number) =>
  (
    await sql<{ rating: number; review_count: number }>(
      'select rating::float, review_count from products where id = $1',
      [product],
    )
  )[0]

test('who received a line reviews it once, and is asked again for nothing', async () => {
  const { id } = await deliveredOrder()
  const stranger = await addUser(db)
  assert.deepEqual(await writeReview(desk, stranger, id, typed), { ok: false, reason: 'not-found' })
  assert.deepEqual(await writeReview(desk, meera, id, { ...typed, position: 9 }), { ok: false, reason: 'not-found' })
  const both = await Promise.all([writeReview(desk, meera, id, typed), writeReview(desk, meera, id, typed)])
  assert.deepEqual(both, [{ ok: true }, { ok: true }])
  assert.equal((await sql('select from reviews where order_id = $1', [id])).length, 1)
  const other = { ...typed, stars: 1 }
  assert.deepEqual(await writeReview(desk, meera, id, other), { ok: false, reason: 'changed' })
  assert.equal(await withdrawReview(desk, stranger, id, 0), false)
})

test('what has not arrived cannot be reviewed', async () => {
  await registerShop()
  const { id } = await placeCounted(1)
  assert.deepEqual(await writeReview(desk, meera, id, typed), { ok: false, reason: 'not-delivered' })
})

test('the numbers of a product are counted from published reviews, from the first one on', async () => {
  const { id, product } = await deliveredOrder()
  await writeReview(desk, meera, id, typed)
  assert.equal(await readBuyersSay(db, product), undefined)
  assert.deepEqual(await ratingOf(product), { rating: 4.9, review_count: 321 })
  assert.deepEqual(await decide(id, { intent: 'publish' }), { ok: true })
  assert.deepEqual(await ratingOf(product), { rating: 4, review_count: 1 })
  assert.deepEqual((await readBuyersSay(db, product))?.spread, [0, 0, 0, 1, 0])
  assert.equal((await listPublished(db, product, { stars: 5, page: 1 })).length, 0)
  // An edit is read again before it is shown, and a withdrawal leaves no numbers of the demo.
  assert.deepEqual(await writeReview(desk, meera, id, { ...typed, seen: 1, text: 'Still good.' }), { ok: true })
  assert.deepEqual(await ratingOf(product), { rating: 0, review_count: 0 })
  await decide(id, { intent: 'publish' })
  assert.equal(await withdrawReview(desk, meera, id, 0), true)
  assert.deepEqual(await ratingOf(product), { rating: 0, review_count: 0 })
})

test('a refusal is counted on the page and tells its author once', async () => {
  const { id, product } = await deliveredOrder()
  await writeReview(desk, meera, id, typed)
  const before = await reviewOf(id)
  assert.deepEqual(await decide(id, { intent: 'decline', reason: 'link' }), { ok: true })
  assert.deepEqual(await decide(id, { intent: 'decline', reason: 'link' }), { ok: true })
  const jobs = await sql(
    `select from ${READABLE_JOBS} as job where task_identifier = 'send-review-email' and payload ->> 'reviewId' = $1`,
    [before.id],
  )
  assert.equal(jobs.length, 1)
  const said = await readBuyersSay(db, product)
  assert.deepEqual([said?.declined, said?.newest], [1, []])
})

test('nobody decides about a review that they have not read', async () => {
  const { id } = await deliveredOrder()
  await writeReview(desk, meera, id, typed)
  const { id: review, ...before } = await reviewOf(id)
  await writeReview(desk, meera, id, { ...typed, seen: 1, text: 'Buy elsewhere.' })
  const late = { intent: 'publish', review, seen: seenOf(before) } as const
  assert.deepEqual(await decideReview(desk, admin, late), { ok: false, reason: 'changed' })
  assert.deepEqual(await decideReview(desk, admin, { ...late, review: 999_999 }), { ok: false, reason: 'not-found' })
  await decide(id, { intent: 'answer', answer: 'Sorry to hear that.' })
  const [listed] = (await listReviews(db, { state: 'waiting' }, {})).rows
  assert.deepEqual([listed?.id, listed?.answer, listed?.buyer], [review, 'Sorry to hear that.', 'Meera Nair'])
})
