import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDecline, parseReturnForm, RETURN_PICTURES_MAX } from './forms.ts'

const typed = {
  key: '00000000-0000-4000-8000-000000000001',
  item: '0',
  quantity: '2',
  reason: 'damaged',
  words: ' It has a crack. ',
  wanted: 'money',
}

test('the form is read as it was typed', () => {
  const parsed = parseReturnForm(typed)
  assert.ok(parsed.ok)
  assert.deepEqual(parsed.value, { ...typed, item: 0, quantity: 2, words: 'It has a crack.' })
  assert.equal(RETURN_PICTURES_MAX, 5)
})

test('each wrong field is named with what to do', () => {
  const parsed = parseReturnForm({ key: typed.key, quantity: '0', reason: 'bored', words: '', wanted: 'a trip' })
  assert.ok(!parsed.ok)
  assert.deepEqual(Object.keys(parsed.problems).sort(), ['item', 'quantity', 'reason', 'wanted', 'words'])
  for (const quantity of ['-1', '1.5', '1e3', '']) assert.ok(!parseReturnForm({ ...typed, quantity }).ok, quantity)
  assert.ok(parseReturnForm({ ...typed, words: '🪴'.repeat(2000) }).ok)
  assert.ok(!parseReturnForm({ ...typed, words: '🪴'.repeat(2001) }).ok)
  assert.ok(!parseReturnForm({ ...typed, key: 'x' }).ok)
})

test('a refusal says why', () => {
  assert.ok(!parseDecline({ why: ' ' }).ok)
  assert.ok(!parseDecline({ why: 'x'.repeat(501) }).ok)
  assert.deepEqual(parseDecline({ why: 'It was planted.' }), { ok: true, value: { why: 'It was planted.' } })
})
