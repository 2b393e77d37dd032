import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { rupeesInWords } from './amount-in-words.ts'

const examples: [number, string][] = [
  [0, 'Zero rupees only'],
  [1, 'One rupee only'],
  [13, 'Thirteen rupees only'],
  [40, 'Forty rupees only'],
  [100, 'One hundred rupees only'],
  [495, 'Four hundred and ninety-five rupees only'],
  [1005, 'One thousand and five rupees only'],
  [2547, 'Two thousand five hundred and forty-seven rupees only'],
  [100_000, 'One lakh rupees only'],
  [9_999_999, 'Ninety-nine lakh ninety-nine thousand nine hundred and ninety-nine rupees only'],
  [12_34_56_789, 'Twelve crore thirty-four lakh fifty-six thousand seven hundred and eighty-nine rupees only'],
  [99_99_99_90_000, 'Nine thousand nine hundred and ninety-nine crore ninety-nine lakh ninety thousand rupees only'],
]

for (const [amount, words] of examples) test(`${amount}`, () => assert.equal(rupeesInWords(amount), words))

test('no two amounts are written alike', () => {
  const amount = fc.integer({ min: 0, max: 99_000_000_000 })
  fc.assert(
    fc.property(amount, amount, (one, other) => {
      assert.equal(rupeesInWords(one) === rupeesInWords(other), one === other)
      assert.match(rupeesInWords(one), /^[A-Z][a-z -]+ rupees? only$/)
    }),
  )
})
