import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { followRedirects, MAX_REDIRECTS, normalizePath, parseRedirect, redirectProblem } from './redirects.ts'

function form(from: string, to: string): FormData {
  const data = new FormData()
  data.set('from', from)
  data.set('to', to)
  return data
}

test('paths of this shop are taken as browsers send them', () => {
  const parsed = parseRedirect(form(' /Products/Old Pot/ ', '/productinfo/17?a=1#size'))
  assert.deepEqual(parsed, { ok: true, value: { from: '/Products/Old%20Pot', to: '/productinfo/17?a=1#size' } })
  assert.deepEqual(parseRedirect(form('/a?utm=1', '/')), { ok: true, value: { from: '/a', to: '/' } })
})

const ELSEWHERE = [
  ...['//evil.example', '/\\evil.example', '\\\\evil.example', 'https://evil.example/', 'evil.example', '', ' '],
  ...['javascript:alert(1)', '/..//evil.example', '/.//evil.example', '/%09/evil.example\\', '?a=1', '#a', 'a/b'],
]

/** fast-check's own `binary` spends a second on a table of all characters. */
const anyCharacter = fc.nat({ max: 0x10ffff }).map((code) => String.fromCodePoint(code))

test('no address leads out of the shop', () => {
  for (const to of ELSEWHERE) {
    assert.equal(parseRedirect(form('/old', to)).ok, false, to)
    assert.equal(parseRedirect(form(to, '/new')).ok, false, to)
  }
  fc.assert(
    fc.property(
      fc.string({ unit: anyCharacter }),
      fc.constantFrom('', '/', '//', '/\\', '/./', '/../'),
      (text, start) => {
        const path = normalizePath(start + text, { withQuery: true })
        if (path === undefined) return true
        return new URL(path, 'https://gamla.example').origin === 'https://gamla.example' && path.startsWith('/')
      },
    ),
  )
})

test('no redirect leads to itself or in a circle', () => {
  assert.deepEqual(parseRedirect(form('/old', '/OLD/?a=1')), {
    ok: false,
    problems: { to: 'This is the same address.' },
  })
  const redirects = new Map([
    ['/a', '/B'],
    ['/b', '/c?x=1'],
  ])
  assert.equal(followRedirects(redirects, '/a'), '/c?x=1')
  assert.equal(
    followRedirects(
      new Map([
        ['/a', '/b'],
        ['/b', '/a'],
      ]),
      '/a',
    ),
    undefined,
  )
  assert.deepEqual(redirectProblem(redirects, { from: '/C', to: '/a' }), { to: 'This would create a loop.' })
  assert.equal(redirectProblem(redirects, { from: '/d', to: '/a' }), undefined)
  assert.match(redirectProblem(redirects, { from: '/A', to: '/d' })?.from ?? '', /already/)
  const many = new Map(Array.from({ length: MAX_REDIRECTS }, (_, n) => [`/${n}`, '/']))
  assert.match(redirectProblem(many, { from: '/x', to: '/' })?.from ?? '', /can have/)
})
