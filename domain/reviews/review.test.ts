import assert from 'node:assert/strict'
import { test } from 'node:test'
import { declinedSentence, parseDecision, parseReview, ratingOf, shownNameOf } from './review.ts'

test('a buyer is named by the first name, an initial and the city', () => {
  assert.equal(shownNameOf({ name: 'Meera Sharma', city: 'Pune' }), 'Meera S., Pune')
  assert.equal(shownNameOf({ name: ' Meera  Devi sharma ', city: ' Pune ' }), 'Meera S., Pune')
  assert.equal(shownNameOf({ name: 'Meera', city: '' }), 'Meera')
})

test('the rating is the average of the reviews with one decimal, and none without reviews', () => {
  assert.equal(ratingOf([0, 0, 0, 0, 0]), undefined)
  assert.deepEqual(ratingOf([1, 0, 0, 0, 2]), { rating: 3.7, count: 3 })
})

test('how many reviews were refused is said', () => {
  assert.equal(declinedSentence(0), undefined)
  assert.equal(declinedSentence(1), '1 review was not published')
  assert.equal(declinedSentence(2), '2 reviews were not published')
})

test('a review needs stars and words, and nothing else is taken for them', () => {
  const typed = { position: '0', seen: '0', stars: '5', text: ' Good. ', shown: 'name' }
  assert.deepEqual(parseReview(typed), {
    ok: true,
    value: { position: 0, seen: 0, stars: 5, text: 'Good.', shown: 'name' },
  })
  for (const [field, wrong] of [
    ['stars', '0'],
    ['stars', '5.5'],
    ['text', '  '],
    ['text', 'x'.repeat(2001)],
    ['shown', 'all'],
    ['position', '-1'],
  ] as const) {
    const parsed = parseReview({ ...typed, [field]: wrong })
    assert.ok(!parsed.ok && field in parsed.problems, `${field} ${wrong}`)
  }
})

test('a review is refused for a reason of the list only', () => {
  const form = { intent: 'decline', review: '7', seen: '1 waiting ' }
  assert.equal(parseDecision({ ...form, reason: 'link' }).ok, true)
  for (const reason of ['', 'bad review', 'toString']) assert.equal(parseDecision({ ...form, reason }).ok, false)
})
