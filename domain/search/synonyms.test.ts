import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings } from '#domain/shop/settings.ts'
import { parseSynonym, searchSection } from './search-section.ts'
import { addSynonym, DEFAULT_SYNONYMS, readSynonyms, synonymProblem } from './synonyms.ts'

test('the words of a line mean each other, also over several lines', () => {
  const synonyms = readSynonyms(['Pot, गमला , pot', 'flower  POT, pot', 'lonely', ''])
  assert.deepEqual(synonyms.get('pot'), ['गमला', 'flower pot'])
  assert.deepEqual(synonyms.get('flower pot'), ['pot'])
  assert.deepEqual(synonyms.get('lonely'), [])
})

test('those that come with the shop can be saved, and unchanged ones follow the next version', () => {
  assert.equal(synonymProblem(DEFAULT_SYNONYMS), undefined)
  const typed = searchSection.typedOf(defaultSettings)
  assert.match(typed.synonyms ?? '', /गमला/)
  assert.equal(searchSection.typedOf({ ...defaultSettings, productNoun: 'lamp' }).synonyms, '')
  const parsed = searchSection.parse({ ...typed, synonyms: typed.synonyms?.replaceAll('\n', '\r\n') })
  assert.deepEqual(parsed, { ok: true, value: { synonyms: [], keepSearchesDays: 90 } })
  const changed = searchSection.parse({ synonyms: ' pot,  gamla \r\n\r\n', keepSearchesDays: '7' })
  assert.deepEqual(changed, { ok: true, value: { synonyms: ['pot, gamla'], keepSearchesDays: 7 } })
})

test('lines of one word, too many and too long ones, and odd periods are refused at their field', () => {
  for (const synonyms of ['pot', 'pot,', 'pot, POT', 'a, b\n%, 🪴', `pot, ${'x'.repeat(300)}`, 'a, b\n'.repeat(201)]) {
    const parsed = searchSection.parse({ synonyms, keepSearchesDays: '90' })
    assert.deepEqual(parsed.ok ? [] : Object.keys(parsed.problems), ['synonyms'], synonyms.slice(0, 20))
  }
  for (const keepSearchesDays of ['', '0', '-1', '1.5', '3651'])
    assert.equal(searchSection.parse({ synonyms: '', keepSearchesDays }).ok, false, keepSearchesDays)
})

test('a word is added to the line that has the other, or as a new line', () => {
  const add = (word: string, means: string) => addSynonym(['pot, gamla', 'bowl, urli'], { word, means })
  assert.deepEqual(add('Urn', 'GAMLA'), { ok: true, lines: ['pot, gamla, urn', 'bowl, urli'] })
  assert.deepEqual(add('lota', 'vase'), { ok: true, lines: ['pot, gamla', 'bowl, urli', 'vase, lota'] })
  assert.deepEqual(add('gamla', 'pot'), { ok: false, problems: { word: 'This means the same as “pot” already.' } })
  assert.deepEqual(add('pot', 'Pot'), { ok: false, problems: { means: 'Enter another word.' } })
})

test('the form asks for two words', () => {
  const parse = (word: string, means: string) => {
    const form = new FormData()
    form.set('word', word)
    form.set('means', means)
    return parseSynonym(form)
  }
  assert.deepEqual(parse(' gamla ', 'pot'), { ok: true, value: { word: 'gamla', means: 'pot' } })
  for (const [word, means, field] of [
    ['', 'pot', 'word'],
    ['gamla', ' ', 'means'],
    ['%', 'pot', 'word'],
    ['a, b', 'pot', 'word'],
    ['x'.repeat(61), 'pot', 'word'],
  ] as const) {
    const parsed = parse(word, means)
    assert.deepEqual(parsed.ok ? [] : Object.keys(parsed.problems), [field], word)
  }
})
