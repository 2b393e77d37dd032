import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProductMatcher, parseImportedReview, reviewSourceOf } from './import.ts'

const now = new Date('2026-11-28T12:00:00Z')
const row = {
  title: 'Lovely',
  body: 'Drains well.',
  rating: '5',
  review_date: '2023-05-14 12:34:56 UTC',
  reviewer_name: 'Meera Sharma',
  reviewer_email: 'meera@gamla.example',
  product_handle: 'cubee',
  curated: 'ok',
}

test('the exports of Judge.me and WooCommerce are known by their headings', () => {
  assert.equal(reviewSourceOf(['title', 'body', 'rating', 'review_date', 'product_handle']), 'judgeme')
  assert.equal(reviewSourceOf(['comment_ID', 'comment_date', 'comment_content', 'rating']), 'woocommerce')
  assert.equal(reviewSourceOf(['title', 'price']), undefined)
})

test('a review keeps its date, and of its author only how they are shown', () => {
  const read = parseImportedReview('judgeme', { ...row, reply: 'Thank you.', reply_date: '15/05/2023' }, now)
  assert.ok(read.ok)
  const { identity, ...value } = read.value
  assert.deepEqual(value, {
    product: { handle: 'cubee', sku: '', title: '' },
    stars: 5,
    text: 'Lovely\n\nDrains well.',
    shownAs: 'Meera S.',
    state: 'published',
    time: new Date('2023-05-14T12:34:56Z'),
    answer: 'Thank you.',
    answeredAt: new Date('2023-05-15T00:00:00Z'),
  })
  const again = parseImportedReview('judgeme', { ...row, body: 'Edited.' }, now)
  assert.equal(again.ok && again.value.identity, identity)
  const waiting = parseImportedReview('judgeme', { ...row, curated: 'not-yet', reviewer_name: 'meera@x.in' }, now)
  assert.ok(waiting.ok)
  assert.deepEqual([waiting.value.state, waiting.value.shownAs], ['waiting', ''])
})

test('what is no review of a buyer is refused with its reason', () => {
  for (const [changes, problem] of [
    [{ rating: '0' }, /1 to 5/],
    [{ rating: '4.5' }, /1 to 5/],
    [{ review_date: '' }, /date/],
    [{ review_date: '2023-02-31' }, /date/],
    [{ review_date: '2027-01-01' }, /future/],
    [{ curated: 'spam' }, /spam/],
    [{ body: 'x'.repeat(2001) }, /2,000/],
    [{ product_handle: '' }, /no product/],
  ] as const) {
    const read = parseImportedReview('judgeme', { ...row, ...changes }, now)
    assert.match(read.ok ? '' : read.problem, problem)
  }
  const reply = { comment_content: 'Hi', rating: '', comment_date: '2023-05-14', comment_parent: '7' }
  assert.deepEqual(parseImportedReview('woocommerce', reply, now), {
    ok: false,
    problem: 'This is a reply, not a review.',
  })
})

test('a product is found by handle, SKU or title, and never by chance', () => {
  const find = createProductMatcher([
    { id: 1, title: 'Cubee Planter', names: ['old-cubee', 'CUB-1'] },
    { id: 2, title: 'Tubo', names: [] },
    { id: 3, title: 'tubo', names: [] },
  ])
  const none = { handle: '', sku: '', title: '' }
  for (const found of [
    { handle: 'Old-Cubee' },
    { sku: 'cub-1' },
    { title: 'CUBEE  planter' },
    { handle: 'cubee-planter' },
  ])
    assert.deepEqual(find({ ...none, ...found }), { id: 1 })
  assert.deepEqual(find({ ...none, title: 'Tubo' }), { problem: 'Several products of this shop are called Tubo.' })
  assert.deepEqual(find({ ...none, title: 'Bowl' }), { problem: 'No product of this shop is called Bowl.' })
})
