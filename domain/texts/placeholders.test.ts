import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultShopInfo } from '#domain/shop/shop-info.ts'
import type { Block } from './document.ts'
import { fillCategory, fillPlaceholders, listPlaceholders, listUnknownPlaceholders } from './placeholders.ts'

const lamps = { ...defaultShopInfo, shopName: 'Diya $& Co', productNoun: 'lamp', productNounPlural: 'lamps' }

const say = (text: string): Block[] => [{ type: 'paragraph', children: [text] }]

test('the shop’s name and what it sells follow the settings, at the start of a sentence and inside it', () => {
  const text = '{{Nouns}} of {{shop}}: {{a-noun}}. {{A-noun}}, {{noun}}, {{nouns}}, {{Noun}}.'
  assert.deepEqual(fillPlaceholders(say(text), lamps), say('Lamps of Diya $& Co: a lamp. A lamp, lamp, lamps, Lamp.'))
  const urns = { ...lamps, productNoun: 'urn' }
  assert.deepEqual(fillPlaceholders(say('{{a-noun}}. {{A-noun}}.'), urns), say('an urn. An urn.'))
})

test('the figures are the specification’s: both of its warranties stand', () => {
  const figures = Object.fromEntries(listPlaceholders(defaultShopInfo).map(({ name, value }) => [name, value]))
  assert.deepEqual(
    [
      figures['return-hours'],
      figures['warranty-months'],
      figures['consumables-days'],
      figures['cover-months'],
      figures['breakage-months'],
      figures['parts-months'],
      figures['reply-hours'],
    ],
    ['48', '24', '28', '6', '1', '3', '48 to 72'],
  )
})

test('the terms explain the struck-through price as the shop shows it', () => {
  const explained = (['times-1.1', 'mrp', 'none'] as const).map((listPrice) =>
    JSON.stringify(fillPlaceholders(say('{{list-price-note}}'), { ...lamps, listPrice })),
  )
  assert.match(explained[0] ?? '', /plus 10 percent/)
  assert.match(explained[1] ?? '', /maximum retail price/)
  assert.deepEqual(explained[2], JSON.stringify(say('')))
})

test('a placeholder that does not exist is named, wherever it stands, and stays as it was typed', () => {
  const blocks: Block[] = [
    { type: 'heading', level: 2, children: [{ type: 'strong', children: ['{{shopp}}'] }] },
    { type: 'table', head: [['{{Shop}}']], rows: [[[{ type: 'link', to: '/faq', children: ['{{constructor}}'] }]]] },
    { type: 'list', start: 1, items: [say('{{noun}} {{ noun }}')] },
    { type: 'quote', blocks: say('{{}}') },
  ]
  assert.deepEqual(listUnknownPlaceholders(blocks), ['{{shopp}}', '{{Shop}}', '{{constructor}}', '{{ noun }}', '{{}}'])
  assert.deepEqual(fillPlaceholders(blocks.slice(0, 1), lamps), blocks.slice(0, 1))
})

test('a category’s name is put in as it is, not as a pattern', () => {
  const [block] = fillPlaceholders(say('Browse {{category}}.'), lamps)
  assert.deepEqual(block, say('Browse {{category}}.')[0])
  assert.equal(fillCategory('Browse {{category}}.', '$& {{shop}}'), 'Browse $& {{shop}}.')
})
