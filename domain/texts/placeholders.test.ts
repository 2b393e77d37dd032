import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultShopInfo } from '#domain/shop/shop-info.ts'
import { fillCategory, fillPlaceholders, listPlaceholders, listUnknownPlaceholders } from './placeholders.ts'

const lamps = { ...defaultShopInfo, shopName: 'Diya $& Co', productNoun: 'lamp', productNounPlural: 'lamps' }

test('the shop’s name and what it sells follow the settings, at the start of a sentence and inside it', () => {
  const text = '{{Nouns}} of {{shop}}: {{a-noun}}. {{A-noun}}, {{noun}}, {{nouns}}, {{Noun}}.'
  assert.equal(fillPlaceholders(text, lamps), 'Lamps of Diya $& Co: a lamp. A lamp, lamp, lamps, Lamp.')
  const urns = { ...lamps, productNoun: 'urn' }
  assert.equal(fillPlaceholders('{{a-noun}}. {{A-noun}}.', urns), 'an urn. An urn.')
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
    fillPlaceholders('{{list-price-note}}', { ...lamps, listPrice }),
  )
  assert.match(explained[0] ?? '', /plus 10 percent/)
  assert.match(explained[1] ?? '', /maximum retail price/)
  assert.equal(explained[2], '')
})

test('a placeholder that does not exist is named and stays as it was typed', () => {
  const text = '## **{{shopp}}**\n\n{{Shop}} [{{constructor}}](/faq) {{noun}} {{ noun }}\n\n> {{}} {{shopp}}'
  assert.deepEqual(listUnknownPlaceholders(text), ['{{shopp}}', '{{Shop}}', '{{constructor}}', '{{ noun }}', '{{}}'])
  assert.equal(fillPlaceholders('{{shopp}}', lamps), '{{shopp}}')
})

test('a category’s name is put in as it is, not as a pattern', () => {
  assert.equal(fillPlaceholders('Browse {{category}}.', lamps), 'Browse {{category}}.')
  assert.equal(fillCategory('Browse {{category}}.', '$& {{shop}}'), 'Browse $& {{shop}}.')
})
