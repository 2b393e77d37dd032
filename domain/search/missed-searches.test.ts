import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keptWords } from './missed-searches.ts'

test('words are kept in small letters, with single spaces', () => {
  assert.equal(keptWords('  Brass   URLI '), 'brass urli')
  assert.equal(keptWords('गमला'), 'गमला')
  assert.equal(keptWords('pot 60 x 24 x 24 cm'), 'pot 60 x 24 x 24 cm')
  assert.equal(keptWords('tr05'), 'tr05')
})

test('what may say who somebody is or where they live is not kept', () => {
  for (const query of [
    'meera@gamla.example',
    'meera@okaxis',
    '9845000012',
    'call +91 98450-00012 please',
    'pot (98450) 00012',
    '９８４５０００１２',
    'फ़ोन ९८४५००००१२',
    'pot 560038',
    '2345 6789 0123 aadhaar',
    'abcde1234f',
    '27AABCU9603R1ZM',
    'https://evil.example/x',
    'www.evil.example',
    'a\\b',
  ])
    assert.equal(keptWords(query), undefined, query)
})

test('what is no word, or too long, is not kept', () => {
  for (const query of ['', ' ', '🪴', '%', '123', 'a', 'x'.repeat(61), 'a\0', '\u202e'])
    assert.equal(keptWords(query), undefined, query)
})
