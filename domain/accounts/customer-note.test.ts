import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCustomerNote } from './customer-note.ts'

const parse = (tags: string, note = '') => parseCustomerNote({ note, tags, version: '0' })

test('tags are separated by commas, and each counts once', () => {
  const parsed = parse(' VIP,  Wholesale buyer ,,vip ', '  Calls on Sundays. ')
  assert.deepEqual(parsed, {
    ok: true,
    value: { note: 'Calls on Sundays.', tags: ['VIP', 'Wholesale buyer'], version: 0 },
  })
  assert.deepEqual(parse('').ok && parse(''), { ok: true, value: { note: '', tags: [], version: 0 } })
})

test('too many or too long tags and a long note are refused by field', () => {
  const many = Array.from({ length: 21 }, (_, index) => `tag ${index}`).join(',')
  assert.deepEqual(parse(many), { ok: false, problems: { tags: 'Use at most 20 tags.' } })
  assert.deepEqual(parse('x'.repeat(41)), { ok: false, problems: { tags: 'Use at most 40 characters for a tag.' } })
  assert.deepEqual(parse('', 'x'.repeat(2001)), { ok: false, problems: { note: 'Use at most 2000 characters.' } })
  assert.equal(parseCustomerNote({ note: '', tags: '', version: 'x' }).ok, false)
})
