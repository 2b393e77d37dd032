import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gstinProblem } from './gstin.ts'
import { STATES, STATES_BY_NAME } from './states.ts'

/** The example of the GST portal, that of a validator, and some from the invoices of large companies. */
const PUBLISHED = [
  '27AAPFU0939F1ZV',
  '29AAGCB7383J1Z4',
  '27AAACR5055K1Z7',
  '29AAACI4798L1ZU',
  '27AAACT2727Q1ZW',
  '19AAACI5950L1Z7',
]
const CHARACTERS = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ']

test('published numbers are right', () => {
  for (const gstin of PUBLISHED) assert.equal(gstinProblem(gstin), undefined, gstin)
})

test('every single wrong character is found', () => {
  for (const gstin of PUBLISHED) {
    for (const index of [...gstin].keys()) {
      for (const other of CHARACTERS.filter((each) => each !== gstin[index])) {
        const wrong = gstin.slice(0, index) + other + gstin.slice(index + 1)
        assert.notEqual(gstinProblem(wrong), undefined, wrong)
      }
    }
  }
})

test('every two neighbours that changed places are found', () => {
  for (const gstin of PUBLISHED) {
    for (const [index, one] of [...gstin].entries()) {
      const next = gstin[index + 1]
      if (!next || next === one) continue
      const wrong = gstin.slice(0, index) + next + one + gstin.slice(index + 2)
      assert.notEqual(gstinProblem(wrong), undefined, wrong)
    }
  }
})

test('the message says how it is wrong', () => {
  for (const [gstin, problem] of [
    ['27AAPFU0939F1Z', /15 characters; this has 14/],
    ['27AAPFU0939F1ZVX', /this has 16/],
    ['2AAAPFU0939F1ZV', /looks like 27AAPFU0939F1ZV/],
    ['27AAPFU0939F0ZV', /looks like/],
    ['28AAPFU0939F1ZT', /No State has the code 28/],
    ['99AAPFU0939F1ZV', /No State has the code 99/],
    ['27AAPFU0939F1ZW', /One of the characters is wrong/],
  ] as const)
    assert.match(gstinProblem(gstin) ?? '', problem, gstin)
})

test('28 States and 8 Union Territories, by name', () => {
  assert.equal(Object.keys(STATES).length, 36)
  assert.ok(Object.keys(STATES).every((code) => /^(0[1-9]|[12]\d|3[0-8])$/.test(code)))
  const names = STATES_BY_NAME.map(([, name]) => name)
  assert.deepEqual([names[0], names.at(-1)], ['Andaman and Nicobar Islands', 'West Bengal'])
})
