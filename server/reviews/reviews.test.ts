import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { User } from '#domain/accounts/user.ts'
import { type Decision, seenOf, type TypedReview } from '#domain/reviews/review.ts'
import { READABLE_JOBS } from '#server/db/enqueue.ts'
import { addUser } from '#tests/support/fixtures/factories.ts'
import { image, openImageStore } from '#tests/support/fixtures/image-store.ts'
import { admin, db, meera } from '#tests/support/fixtures/order-fixture.ts'
import {
  deliver,
  desk,
  dispatch,
  move,
  placeCounted,
  quantities,
  registerShop,
  sql,
} from '#tests/support/fixtures/shipment-fixture.ts'
import { decideReview } from './decide.ts'
import { importReviews } from './import.ts'
import { listPublished, listReviews, listReviewsOfOrder, readBuyersSay } from './queries.ts'
import { sendReviewPicture } from './send-picture.ts'
import { withdrawReview, writeReview } from './write.ts'

const store = await openImageStore()
after(() => store.close())
const shop = { ...desk, ...store }
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
  assert.deepEqual(await writeReview(shop, stranger, id, typed), { ok: false, reason: 'not-found' })
  assert.deepEqual(await writeReview(shop, meera, id, { ...typed, position: 9 }), { ok: false, reason: 'not-found' })
  const both = await Promise.all([writeReview(shop, meera, id, typed), writeReview(shop, meera, id, typed)])
  assert.deepEqual(both, [{ ok: true }, { ok: true }])
  assert.equal((await sql('select from reviews where order_id = $1', [id])).length, 1)
  const other = { ...typed, stars: 1 }
  assert.deepEqual(await writeReview(shop, meera, id, other), { ok: false, reason: 'changed' })
  assert.equal(await withdrawReview(desk, stranger, id, 0), false)
})

test('what has not arrived cannot be reviewed', async () => {
  await registerShop()
  const { id } = await placeCounted(1)
  assert.deepEqual(await writeReview(shop, meera, id, typed), { ok: false, reason: 'not-delivered' })
})

test('the numbers of a product are counted from published reviews, from the first one on', async () => {
  const { id, product } = await deliveredOrder()
  await writeReview(shop, meera, id, typed)
  assert.equal(await readBuyersSay(db, product), undefined)
  assert.deepEqual(await ratingOf(product), { rating: 4.9, review_count: 321 })
  assert.deepEqual(await decide(id, { intent: 'publish' }), { ok: true })
  assert.deepEqual(await ratingOf(product), { rating: 4, review_count: 1 })
  assert.deepEqual((await readBuyersSay(db, product))?.spread, [0, 0, 0, 1, 0])
  assert.equal((await listPublished(db, product, { stars: 5, isPictured: false, page: 1 })).length, 0)
  // An edit is read again before it is shown, and a withdrawal leaves no numbers of the demo.
  assert.deepEqual(await writeReview(shop, meera, id, { ...typed, seen: 1, text: 'Still good.' }), { ok: true })
  assert.deepEqual(await ratingOf(product), { rating: 0, review_count: 0 })
  await decide(id, { intent: 'publish' })
  assert.equal(await withdrawReview(desk, meera, id, 0), true)
  assert.deepEqual(await ratingOf(product), { rating: 0, review_count: 0 })
})

test('a refusal is counted on the page and tells its author once', async () => {
  const { id, product } = await deliveredOrder()
  await writeReview(shop, meera, id, typed)
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
  await writeReview(shop, meera, id, typed)
  const { id: review, ...before } = await reviewOf(id)
  await writeReview(shop, meera, id, { ...typed, seen: 1, text: 'Buy elsewhere.' })
  const late = { intent: 'publish', review, seen: seenOf(before) } as const
  assert.deepEqual(await decideReview(desk, admin, late), { ok: false, reason: 'changed' })
  assert.deepEqual(await decideReview(desk, admin, { ...late, review: 999_999 }), { ok: false, reason: 'not-found' })
  await decide(id, { intent: 'answer', answer: 'Sorry to hear that.' })
  const [listed] = (await listReviews(db, { state: 'waiting' }, {})).rows
  assert.deepEqual([listed?.id, listed?.answer, listed?.buyer], [review, 'Sorry to hear that.', 'Meera Nair'])
})

test('a line that has arrived is reviewed before the rest of its order is there', async () => {
  await registerShop()
  const { id } = await placeCounted(1, 1)
  const { shipmentId } = await dispatch(id, { lines: [...quantities(0, 1)].slice(1) })
  assert.deepEqual(await writeReview(shop, meera, id, { ...typed, position: 1 }), {
    ok: false,
    reason: 'not-delivered',
  })
  await move(shipmentId, 'delivered')
  assert.deepEqual(
    (await listReviewsOfOrder(db, id)).map(({ isReceived }) => isReceived),
    [false, true],
  )
  assert.deepEqual(await writeReview(shop, meera, id, typed), { ok: false, reason: 'not-delivered' })
  assert.deepEqual(await writeReview(shop, meera, id, { ...typed, position: 1 }), { ok: true })
})

const foldersOf = (orderId: number) =>
  sql<{ folder: string }>(
    `select folder from review_pictures join reviews on reviews.id = review_id where order_id = $1 order by place`,
    [orderId],
  )

const see = async (address: string | undefined, user: User | undefined) => {
  const answer = await sendReviewPicture(shop, `${address}/320.webp`, async () => user)
  await answer.body?.cancel()
  return answer.status
}

test('pictures are private until their review is shown, and go with it', async () => {
  const { id, product } = await deliveredOrder()
  const sent = { files: [await image('a.jpg'), await image('b.jpg')], kept: [] }
  const both = await Promise.all([writeReview(shop, meera, id, typed, sent), writeReview(shop, meera, id, typed, sent)])
  assert.deepEqual(both, [{ ok: true }, { ok: true }])
  const { pictures } = await reviewOf(id)
  assert.equal(pictures.length, 2)
  const [first] = pictures
  const may = (right: string) => ({ role: 'Desk', rights: [right], needsSecondFactor: false })
  const staff: User = { ...(await addUser(db)), staff: may('moderate reviews') }
  const lacking: User = { ...staff, staff: may('pack orders') }
  const asked = [undefined, await addUser(db), lacking, staff, meera, admin]
  assert.deepEqual(await Promise.all(asked.map((user) => see(first, user))), [404, 404, 404, 200, 200, 200])
  await decide(id, { intent: 'publish' })
  assert.equal(await see(first, undefined), 200)
  assert.deepEqual((await readBuyersSay(db, product))?.newest[0]?.pictures, pictures)
  assert.equal((await readBuyersSay(db, product))?.pictured, 1)
  assert.equal((await listPublished(db, product, { stars: 4, isPictured: true, page: 1 })).length, 1)
  assert.equal((await listPublished(db, product, { stars: 3, isPictured: true, page: 1 })).length, 0)

  // An edit keeps those that are ticked, and is read again.
  const edit = { ...typed, seen: 1 }
  const another = { files: [await image('c.jpg')], kept: pictures.slice(1) }
  assert.deepEqual(await writeReview(shop, meera, id, edit, another), { ok: true })
  const after = (await reviewOf(id)).pictures
  assert.deepEqual([after.length, after[0]], [2, pictures[1]])
  assert.equal(await see(first, meera), 404)
  assert.equal(await see(after[0], undefined), 404)
  assert.equal(await withdrawReview(shop, meera, id, 0), true)
  assert.deepEqual(await foldersOf(id), [])
  assert.equal(await see(after[0], meera), 404)
})

test('a fourth picture, and one of a stranger, is refused before it is stored', async () => {
  const { id } = await deliveredOrder()
  const one = await image()
  const three = { files: [one, one, one, one], kept: [] }
  assert.deepEqual(await writeReview(shop, meera, id, typed, three), {
    ok: false,
    reason: 'pictures',
    status: 400,
    problem: 'Send at most 3 pictures.',
  })
  const stranger = await addUser(db)
  const before = await sql('select from uploads')
  assert.deepEqual(await writeReview(shop, stranger, id, typed, { files: [one], kept: [] }), {
    ok: false,
    reason: 'not-found',
  })
  const wrong = await writeReview(shop, meera, id, typed, { files: [new File(['words'], 'x.jpg')], kept: [] })
  assert.match('problem' in wrong ? wrong.problem : '', /^x\.jpg: This is not a supported image/)
  assert.deepEqual(await sql('select from uploads'), before)
  assert.deepEqual(await foldersOf(id), [])
})

test('imported reviews keep their dates, count until a buyer has reviewed, and are imported once', async () => {
  const { id, product } = await deliveredOrder()
  const [{ title = '' } = {}] = await sql<{ title: string }>(
    `update products set title = 'Pot ' || id where id = $1 returning title`,
    [product],
  )
  const file = (text: string) => new File([text], 'reviews.csv')
  const csv = [
    'title,body,rating,review_date,reviewer_name,reviewer_email,product_handle,curated,product_title',
    `Lovely,<b>Light</b>,5,2023-05-14 12:00:00 UTC,Asha Rao,asha@gamla.example,,ok,${title}`,
    `,Not for me,2,2024-05-14 12:00:00 UTC,Ravi,ravi@gamla.example,,ok,${title}`,
    `,Not read yet,1,2024-06-14 12:00:00 UTC,Isha,isha@gamla.example,,not-yet,${title}`,
    ',Great,5,2024-06-14 12:00:00 UTC,Isha,isha@gamla.example,unknown-pot,ok,',
  ].join('\n')
  const first = await importReviews(desk, admin, file(csv))
  assert.ok(first.ok)
  assert.deepEqual(first.imported, {
    source: 'judgeme',
    added: 3,
    known: 0,
    waiting: 1,
    problems: [{ row: 5, problem: 'No product of this shop is called unknown-pot.' }],
  })
  const again = await importReviews(desk, admin, file(csv))
  assert.deepEqual(again.ok && [again.imported.added, again.imported.known], [0, 3])
  assert.deepEqual(await ratingOf(product), { rating: 3.5, review_count: 2 })
  const said = await readBuyersSay(db, product)
  assert.deepEqual(
    said?.newest.map(({ text, shownAs, source, time }) => [text, shownAs, source, time.slice(0, 10)]),
    [
      ['Not for me', 'Ravi', 'judgeme', '2024-05-14'],
      ['Lovely\n\nLight', 'Asha R.', 'judgeme', '2023-05-14'],
    ],
  )
  assert.equal(said?.isImported, true)
  assert.equal(JSON.stringify(await sql('select * from reviews where source is not null')).includes('@'), false)

  await writeReview(shop, meera, id, typed)
  await decide(id, { intent: 'publish' })
  assert.deepEqual(await ratingOf(product), { rating: 4, review_count: 1 })
  const { isImported, imported } = (await readBuyersSay(db, product)) ?? {}
  assert.deepEqual([isImported, imported], [false, 2])
  assert.deepEqual(await importReviews(desk, admin, file('title,price\nPot,1')), {
    ok: false,
    problem:
      'This is no export of reviews from Judge.me or WooCommerce: its first row has other headings. Choose the file as it was made.',
  })
})
