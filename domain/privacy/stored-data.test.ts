import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings } from '#domain/shop/settings.ts'
import { defaultShopInfo } from '#domain/shop/shop-info.ts'
import { sentenceIn, wordsOf } from '#domain/shop/wording.ts'
import { formatDays, privacySection } from './retention.ts'
import { STORED_DATA } from './stored-data.ts'
import { TOPICS } from './stored-table.ts'

const words = wordsOf(defaultShopInfo)

test('every table about people says what, whose, why and how long, and every topic has one', () => {
  for (const { table, about, personal = [], secret = [] } of STORED_DATA) {
    if (!about) assert.deepEqual([...personal, ...secret], [], table)
    else
      for (const sentence of [about.what, about.whose, about.why])
        assert.match(sentenceIn(words, sentence), /^[A-Z].*[^.]$/, table)
  }
  for (const topic of Object.keys(TOPICS)) assert.ok(STORED_DATA.some(({ about }) => about?.topic === topic))
})

test('the defaults of the settings are periods that the form accepts', () => {
  const form = Object.fromEntries(Object.entries(defaultSettings).map(([name, value]) => [name, String(value)]))
  const parsed = privacySection.parse(form)
  assert.ok(parsed.ok)
  for (const [name, value] of Object.entries(parsed.value))
    assert.deepEqual(value, { ...defaultSettings }[name as keyof typeof parsed.value], name)
})

test('a period below its minimum, above ten years or not in whole days is refused at its field', () => {
  const good = { ...defaultSettings, keepMessagesDays: '730', keepEmailsDays: '90', keepCheckoutsDays: '90' }
  for (const [value, message] of [
    ['', 'Enter a whole number of days.'],
    ['1.5', 'Enter a whole number of days.'],
    ['-1', 'Enter a whole number of days.'],
    ['364', 'Enter at least 365 days.'],
    ['3651', 'Enter at most 3650 days.'],
  ]) {
    const parsed = privacySection.parse({ ...good, keepAuditPersonalDays: value })
    assert.deepEqual(parsed, { ok: false, problems: { keepAuditPersonalDays: message } })
  }
})

test('days read as people say them', () => {
  assert.deepEqual([1, 90, 365, 730].map(formatDays), ['1 day', '90 days', '1 year', '2 years'])
})
