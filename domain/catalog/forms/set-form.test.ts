import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Variant } from '#domain/catalog/variant.ts'
import { type ChosenProduct, decideSet, parseSetForm, partFieldsOf, type SetRow, setFields } from './set-form.ts'

const variant = (id: number, price: number, finish = ''): Variant => ({
  ...{ id, price, finish, sizeCode: '', family: '', available: 5, isAvailable: true, image: null, barcode: null },
})
const product = (title: string, variants: Variant[], rest: Partial<ChosenProduct> = {}): ChosenProduct => ({
  ...{ title, variants, isForSale: true, isSet: false, userId: 'owner' },
  ...rest,
})
const products = new Map([
  [1, product('Pot', [variant(11, 849)])],
  [2, product('Soil', [variant(21, 99, 'Pack: 1 kg'), variant(22, 399, 'Pack: 5 kg')])],
  [3, product('Balcony set', [variant(31, 900)], { isSet: true })],
  [4, product('Old pot', [variant(41, 500)], { isForSale: false })],
  [5, product('Their pot', [variant(51, 500)], { userId: 'another' })],
])
const row = (productId: number, choice = '', quantity = 1, number = productId): SetRow => ({
  ...{ number, productId, choice, quantity },
})
const decide = (rows: SetRow[], price: number | null = 500, who: Parameters<typeof decideSet>[2] = {}) =>
  decideSet({ price, percent: price === null ? 10 : null, rows }, products, who)
const problemsOf = (decided: ReturnType<typeof decideSet>) => (decided.ok ? {} : decided.problems)

test('a set holds products on sale, each in one variant, once', () => {
  const decided = decide([row(1, '', 2), row(2, 'Pack: 5 kg')])
  assert.ok(decided.ok)
  assert.deepEqual(
    decided.contents.parts.map(({ variantId, quantity }) => [variantId, quantity]),
    [
      [11, 2],
      [22, 1],
    ],
  )
  const form = parseSetForm({ ...setFields(decided.contents), parts: '' })
  assert.ok(form.ok)
  assert.deepEqual(decideSet(form.form, products, {}), decided)
})

test('what a set cannot hold is said at its row', () => {
  const wrong: [SetRow[], RegExp][] = [
    [[row(2)], /Choose which of them/],
    [[row(2, 'Pack: 9 kg')], /not on sale/],
    [[row(3)], /“Balcony set” is a set/],
    [[row(4)], /“Old pot” is not on sale/],
    [[row(9)], /no longer exists/],
  ]
  for (const [rows, expected] of wrong)
    assert.match(problemsOf(decide(rows))[`part:${rows[0]?.number}:variant`] ?? '', expected)
  assert.match(problemsOf(decide([row(7)], 500, { setId: 7 }))['part:7:variant'] ?? '', /cannot hold itself/)
  assert.match(problemsOf(decide([row(1), row(1, '', 1, 9)]))['part:9:variant'] ?? '', /already/)
  assert.match(problemsOf(decide([row(1)], 850)).price ?? '', /₹849 together/)
  assert.ok(decide([row(5)]).ok, 'staff may use what sellers sell')
  const refused = problemsOf(decide([row(5)], 500, { ownerId: 'owner' }))['part:5:variant'] ?? ''
  assert.match(refused, /your own/)
  assert.doesNotMatch(refused, /Their pot/)
})

test('a set has parts, and a price or a percentage', () => {
  const problems = (sent: Record<string, string>) => {
    const parsed = parseSetForm(sent)
    return parsed.ok ? {} : parsed.problems
  }
  const one = { 'part:1:product': '1', 'part:1:variant': '', 'part:1:many': '1' }
  assert.deepEqual(problems({ ...one, setPercent: '10' }), {})
  assert.match(problems({ setPercent: '10' }).parts ?? '', /at least one/)
  for (const percent of ['0', '100', '101', '1.5', 'ten', '-3'])
    assert.match(problems({ ...one, setPercent: percent }).setPercent ?? '', /from 1 to 99/, percent)
  assert.match(problems({ ...one, setPercent: '10', price: '500' }).setPercent ?? '', /not both/)
  assert.match(problems(one).price ?? '', /Enter a price/)
  assert.match(problems({ ...one, price: '500', 'part:1:many': '100' })['part:1:many'] ?? '', /from 1 to 99/)
  assert.match(problems({ price: '500', 'part:1:product': '1', 'part:1:many': '0' }).parts ?? '', /at least one/)
})

test('products from the list without scripts become rows after those that are there', () => {
  const form = new FormData()
  for (const [name, value] of [
    ['parts', ''],
    ['parts', '2'],
    ['part:3:product', '1'],
    ['part:3:many', '2'],
  ] as const)
    form.append(name, value)
  assert.deepEqual(partFieldsOf(form), { parts: '', 'part:4:product': '2', 'part:4:variant': '', 'part:4:many': '1' })
})
