import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chosenWords, optionGroupsOf, pictureOfChoice, priceOfChoice } from './option-groups.ts'
import { optionWords, readOptionWords } from './options.ts'
import type { ShownVariant } from './variant.ts'

const soil = (pack: string, price: number, rest: Partial<ShownVariant> = {}): ShownVariant => ({
  ...{ sizeCode: '', finish: `Pack: ${pack}`, price },
  ...rest,
})
const lamp = (colour: string, watts: string, rest: Partial<ShownVariant> = {}): ShownVariant => ({
  ...{ sizeCode: '', finish: `Colour: ${colour} · Power: ${watts}`, price: 500 },
  ...rest,
})
const lamps = [
  lamp('Red', '5 W', { image: 'red' }),
  lamp('Red', '9 W', { image: 'red' }),
  lamp('Blue', '9 W', { left: 0 }),
]

test('options can be read from their words, also values with a colon', () => {
  const words = optionWords(['Pack', 'Mix'], ['5 kg', 'Peat: none'])
  assert.equal(words, 'Pack: 5 kg · Mix: Peat: none')
  assert.deepEqual(readOptionWords(words), [
    { name: 'Pack', value: '5 kg' },
    { name: 'Mix', value: 'Peat: none' },
  ])
  assert.deepEqual(readOptionWords(''), [])
})

test('a product without options has no groups', () => {
  assert.deepEqual(optionGroupsOf([{ sizeCode: '', finish: '', price: 90 }], ''), [])
  assert.equal(chosenWords([]), '')
})

test('each value shows its price where prices differ, and how many are left', () => {
  const [group] = optionGroupsOf([soil('1 kg', 99), soil('5 kg', 399, { left: 2 }), soil('9 kg', 699, { left: 0 })], '')
  assert.deepEqual(group, {
    name: 'Pack',
    chosen: undefined,
    values: [
      { value: '1 kg', words: 'Pack: 1 kg', state: 'on-sale', price: 99 },
      { value: '5 kg', words: 'Pack: 5 kg', state: 'on-sale', price: 399, left: 2 },
      { value: '9 kg', words: 'Pack: 9 kg', state: 'sold-out' },
    ],
  })
})

test('the price says From until what is chosen has only one', () => {
  const soils = [soil('1 kg', 99), soil('5 kg', 399)]
  assert.deepEqual(priceOfChoice(soils, optionGroupsOf(soils, '')), { price: 99, isFrom: true })
  assert.deepEqual(priceOfChoice(soils, optionGroupsOf(soils, 'Pack: 5 kg')), { price: 399 })
  assert.equal(priceOfChoice([{ sizeCode: '', finish: '', price: 90 }], []), undefined)
})

test('the only value is chosen by itself', () => {
  assert.equal(chosenWords(optionGroupsOf([soil('1 kg', 99)], '')), 'Pack: 1 kg')
})

test('what cannot be had with the choice above it is off, and choosing above drops it', () => {
  const [colour, power] = optionGroupsOf(lamps, 'Colour: Red · Power: 5 W')
  assert.deepEqual(
    power?.values.map(({ value, state }) => [value, state]),
    [
      ['5 W', 'on-sale'],
      ['9 W', 'on-sale'],
    ],
  )
  assert.deepEqual(
    colour?.values.map(({ words, state }) => [words, state]),
    [
      ['Colour: Red · Power: 5 W', 'on-sale'],
      ['Colour: Blue', 'sold-out'],
    ],
  )
  const [, ofBlue] = optionGroupsOf(lamps, 'Colour: Blue')
  assert.deepEqual(
    ofBlue?.values.map(({ state }) => state),
    ['not-offered', 'sold-out'],
  )
})

test('words that no variant has choose nothing', () => {
  assert.equal(chosenWords(optionGroupsOf(lamps, 'Colour: Green · Weight: 1')), '')
  assert.equal(chosenWords(optionGroupsOf(lamps, 'Colour: Blue · Power: 5 W')), 'Colour: Blue')
})

test('the picture follows the colour before all is chosen', () => {
  assert.equal(pictureOfChoice(lamps, optionGroupsOf(lamps, 'Colour: Red')), 'red')
  assert.equal(pictureOfChoice(lamps, optionGroupsOf(lamps, 'Power: 9 W')), undefined)
  assert.equal(pictureOfChoice(lamps, optionGroupsOf(lamps, '')), undefined)
})
