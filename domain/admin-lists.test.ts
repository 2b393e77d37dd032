import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  parseAuditFilter,
  parseCursor,
  parseOrderFilter,
  parseOrderView,
  parseProductFilter,
  parseUserFilter,
  ROWS_A_PAGE,
} from './admin-lists.ts'

const asked = (query: string) => new URLSearchParams(query)
const given = (filter: object) => Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))

test('a table of the back office has 20 rows a page', () => {
  assert.equal(ROWS_A_PAGE, 20)
})

test('a list that is asked for without more is the whole list, newest first', () => {
  assert.deepEqual(given(parseProductFilter(asked(''))), { sort: 'newest' })
  assert.deepEqual(given(parseOrderFilter(asked(''))), { sort: 'newest' })
  assert.deepEqual(given(parseUserFilter(asked(''))), { sort: 'newest' })
  assert.deepEqual(given(parseAuditFilter(asked(''))), {})
  assert.deepEqual(given(parseCursor(asked(''))), {})
})

test('what was chosen in a filter is what is listed', () => {
  assert.deepEqual(
    given(parseProductFilter(asked('q=cubee&category=POT&approved=false&featured=true&sort=lowToHigh'))),
    {
      q: 'cubee',
      category: 'POT',
      approved: false,
      featured: true,
      sort: 'lowToHigh',
    },
  )
  assert.deepEqual(given(parseOrderFilter(asked('q=1001&status=confirmed&cancel=requested&sort=oldest'))), {
    q: '1001',
    status: 'confirmed',
    cancel: 'requested',
    sort: 'oldest',
  })
  assert.deepEqual(given(parseUserFilter(asked('q=meera&role=seller&sort=oldest'))), {
    q: 'meera',
    role: 'seller',
    sort: 'oldest',
  })
  assert.deepEqual(given(parseAuditFilter(asked('subject=product%2017'))), { subject: 'product 17' })
})

test('each choice of a filter can be made', () => {
  for (const sort of ['newest', 'oldest', 'lowToHigh', 'highToLow']) {
    assert.equal(parseProductFilter(asked(`sort=${sort}`)).sort, sort)
  }
  for (const status of ['pending', 'confirmed', 'delivered']) {
    assert.equal(parseOrderFilter(asked(`status=${status}`)).status, status)
  }
  for (const cancel of ['none', 'requested', 'cancelled']) {
    assert.equal(parseOrderFilter(asked(`cancel=${cancel}`)).cancel, cancel)
  }
  for (const role of ['user', 'seller', 'admin']) assert.equal(parseUserFilter(asked(`role=${role}`)).role, role)
})

test('an old or mistyped link shows the whole list', () => {
  const nonsense = asked(
    'sort=price&status=sent&cancel=yes&role=owner&approved=1&featured=TRUE&q=%20&category=%00&subject=',
  )
  assert.deepEqual(given(parseProductFilter(nonsense)), { sort: 'newest' })
  assert.deepEqual(given(parseOrderFilter(nonsense)), { sort: 'newest' })
  assert.deepEqual(given(parseUserFilter(nonsense)), { sort: 'newest' })
  assert.deepEqual(given(parseAuditFilter(nonsense)), {})
  assert.deepEqual(given(parseOrderFilter(asked('status=confirmed%0A&sort=lowToHigh'))), { sort: 'newest' })
})

test('a cursor is a short plain word, or there is none', () => {
  assert.deepEqual(given(parseCursor(asked('after=17&before=2026-11-21T03:45:00.000Z'))), {
    after: '17',
    before: '2026-11-21T03:45:00.000Z',
  })
  for (const cursor of ['', ' ', "1'--", '1 2', '%00', '१', 'x'.repeat(201)]) {
    assert.deepEqual(given(parseCursor(asked(`after=${cursor}`))), {}, cursor)
  }
})

test('a search is one clean line of at most 200 characters that PostgreSQL can be asked for', () => {
  assert.equal(parseProductFilter(new URLSearchParams({ q: ' Cu\0bee \r\n grey ' })).q, 'Cubee grey')
  assert.equal(parseProductFilter(new URLSearchParams({ q: 'x'.repeat(1_000_000) })).q, 'x'.repeat(200))
  fc.assert(
    fc.property(fc.array(fc.constantFrom('\0', '\ud83e', '🪴', 'a', ' ', '\n'), { maxLength: 400 }), (parts) => {
      const { q = '' } = parseUserFilter(new URLSearchParams({ q: parts.join('') }))
      assert.ok(q.length <= 200 && q.isWellFormed())
      assert.doesNotMatch(q, /\p{Cc}/u)
    }),
  )
})

test('a long search never ends in half an emoji', () => {
  const { q } = parseProductFilter(new URLSearchParams({ q: `x${'🪴'.repeat(200)}` }))
  assert.ok(q && !q.includes('\ufffd'))
})

test('an order list shows its view, and an address of before the views leads to the same orders', () => {
  const parse = (query: string) => {
    const params = new URLSearchParams(query)
    return [parseOrderView(params), parseOrderFilter(params).show]
  }
  assert.deepEqual(parse(''), ['all', undefined])
  assert.deepEqual(parse('view=to-pack'), ['to-pack', 'to-pack'])
  assert.deepEqual(parse('view=problems&q=1016'), ['problems', 'problems'])
  assert.deepEqual(parse('view=lines'), ['lines', undefined])
  assert.deepEqual(parse('view=orders&show=to-dispatch'), ['to-pack', 'to-pack'])
  assert.deepEqual(parse('view=orders&show=came-back'), ['all', 'coming-back'])
  assert.deepEqual(parse('view=nothing'), ['all', undefined])
})
