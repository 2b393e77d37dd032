import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptsEncoding, isNotModified, isUsableRange } from './negotiation.ts'

const etag = '"abc-br"'

test('a browser that names the very copy has it, among others and weakly too', () => {
  for (const field of [etag, `W/${etag}`, `"x", ${etag}`, `"x",W/${etag} , "y"`, ` ${etag} `, '*', ' * '])
    assert.equal(isNotModified(field, { status: 200, etag }), true, field)
})

test('one that names another copy, or nothing that is a tag, has not', () => {
  for (const field of [
    undefined,
    null,
    '',
    '"abc-gzip"',
    'abc-br',
    '"abc-br',
    'abc-br"',
    '"xabc-br"',
    '"x"abc-br"',
    `x${etag}`,
    `${etag}x`,
    `w/${etag}`,
    '"ABC-BR"',
    '"*"',
    '**',
    ',',
  ])
    assert.equal(isNotModified(field, { status: 200, etag }), false, String(field))
})

test('a page that is not there, or a failure, is told anew each time', () => {
  for (const status of [302, 404, 503])
    for (const field of ['*', etag]) assert.equal(isNotModified(field, { status, etag }), false)
})

test('an encoding is used when it is named and not refused', () => {
  for (const field of ['br', 'gzip, deflate, br, zstd', 'gzip;q=0.5,br;q=1.0', 'BR', 'br ; q=0.001', 'x, br;q=1'])
    assert.equal(acceptsEncoding(field, 'br'), true, field)
  for (const field of [
    undefined,
    null,
    '',
    '*',
    'identity',
    'brotli',
    'x-br',
    'br;q=0',
    'br; q=0.000',
    'br;Q=0',
    'gzip, br;q=0',
    '*;q=0',
    'identity;q=0',
    'br;q=nonsense',
    ';;;,,,br;q',
  ])
    assert.equal(acceptsEncoding(field, 'br'), false, String(field))
})

test('one plain range is used, and none of a copy that may be another', () => {
  for (const range of ['bytes=0-', 'bytes=0-0', 'bytes=5-2', 'bytes=-1']) {
    assert.equal(isUsableRange(range, undefined), true, range)
    assert.equal(isUsableRange(range, '"a"'), false, range)
  }
  for (const range of [
    '',
    'bytes=',
    'bytes=-',
    'bytes=0-1,2-3',
    ' bytes=0-',
    '0-1',
    'bytes=0-1 ',
    `bytes=${'9'.repeat(16)}-`,
  ])
    assert.equal(isUsableRange(range, undefined), false, range)
})
