import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileNameOf } from '#domain/file-name.ts'
import { chooseFinish, messages } from '#domain/messages.ts'
import { defaultShopInfo } from './shop-info.ts'
import { countOfNouns, wordsOf } from './wording.ts'

const lampMaker = {
  shopName: 'Diya Lamps',
  productNoun: 'lamp',
  productNounPlural: 'lamps',
  finishLabel: 'Shade',
  pictureNote: defaultShopInfo.pictureNote,
}

test('a fresh shop says what the specification says', () => {
  assert.deepEqual(wordsOf(defaultShopInfo), {
    shop: 'Gamla',
    noun: 'pot',
    aNoun: 'a pot',
    nouns: 'pots',
    Noun: 'Pot',
    ANoun: 'A pot',
    Nouns: 'Pots',
    finishLabel: 'Pot colour',
    finish: 'colour',
    aFinish: 'a colour',
    finishes: 'colours',
    Finish: 'Colour',
    pictureNote: 'Plant not included',
    isRenamed: false,
    sellsPots: true,
  })
  assert.equal(chooseFinish(wordsOf(defaultShopInfo)), messages.chooseColour)
})

test('another shop has its own words everywhere', () => {
  const words = wordsOf(lampMaker)
  assert.doesNotMatch(Object.values(words).join(), /gamla|\bpots?\b|colou?r/i)
  assert.equal(chooseFinish(words), 'Please select a shade')
  assert.deepEqual([words.ANoun, words.Nouns, words.finishes], ['A lamp', 'Lamps', 'shades'])
  assert.deepEqual([words.isRenamed, words.sellsPots], [true, false])
  // Nobody expects a plant with a lamp; a note of the owner's own is always shown.
  assert.equal(words.pictureNote, '')
  assert.equal(wordsOf({ ...lampMaker, pictureNote: 'Bulb not included' }).pictureNote, 'Bulb not included')
})

test('the article follows the sound of the word, and the plural its end', () => {
  const articles = ['urn', 'unit', 'utensil', 'umbrella', 'hourglass', 'horn', 'one-light lamp', 'oil lamp', 'ewer']
  assert.deepEqual(
    articles.map((productNoun) => wordsOf({ ...lampMaker, productNoun }).aNoun),
    [
      'an urn',
      'a unit',
      'a utensil',
      'an umbrella',
      'an hourglass',
      'a horn',
      'a one-light lamp',
      'an oil lamp',
      'a ewer',
    ],
  )
  const labels = ['Glass', 'Finish', 'Body', 'Grey', 'Ash tone']
  assert.deepEqual(
    labels.map((finishLabel) => wordsOf({ ...lampMaker, finishLabel }).finishes),
    ['glasses', 'finishes', 'bodies', 'greys', 'ash tones'],
  )
})

test('capitals that belong to a word stay in the middle of a sentence', () => {
  const words = wordsOf({ ...lampMaker, productNoun: 'Lamp', finishLabel: 'LED colour' })
  assert.deepEqual([words.noun, words.Noun, words.finish], ['lamp', 'Lamp', 'LED colour'])
  assert.equal(wordsOf({ ...lampMaker, productNoun: 'T-shirt' }).aNoun, 'a T-shirt')
})

test('a count names one or many', () => {
  const words = wordsOf(defaultShopInfo)
  assert.deepEqual(
    [countOfNouns(0, words), countOfNouns(1, words), countOfNouns(30, words)],
    ['0 pots', '1 pot', '30 pots'],
  )
  assert.equal(countOfNouns(10_000, words, '10,000+'), '10,000+ pots')
})

test('files are named after the shop, in letters that every computer stores', () => {
  const names = ['Gamla', 'Diya Lamps', 'Café & Söhne', '  D’Souza’s ', 'दीया', '../../etc', 'a"b\r\nc']
  assert.deepEqual(
    names.map((shopName) => fileNameOf({ shopName }, 'orders.csv')),
    [
      'gamla-orders.csv',
      'diya-lamps-orders.csv',
      'cafe-sohne-orders.csv',
      'dsouzas-orders.csv',
      'shop-orders.csv',
      'etc-orders.csv',
      'a-b-c-orders.csv',
    ],
  )
})
