import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysIn, findPreset, listPresets, momentsOf, parsePeriod, periodBefore } from './sales-period.ts'

const now = new Date('2026-11-24T20:00:00Z')
const periodOf = (query: string) => parsePeriod(new URLSearchParams(query), now)

test('a period without its days is the last thirty of the Indian calendar', () => {
  const last30 = { from: '2026-10-27', until: '2026-11-25' }
  for (const query of [
    '',
    'from=2026-11-01',
    'from=2026-02-30&until=2026-11-25',
    'from=x&until=y',
    'from=0001-01-01&until=1',
  ])
    assert.deepEqual(periodOf(query), last30, query)
  assert.equal(daysIn(last30), 30)
})

test('days in the wrong sequence are exchanged', () => {
  assert.deepEqual(periodOf('from=2026-11-05&until=2026-11-01'), { from: '2026-11-01', until: '2026-11-05' })
})

test('the period before is as long, and ends the day before', () => {
  assert.deepEqual(periodBefore({ from: '2026-03-01', until: '2026-03-31' }), {
    from: '2026-01-29',
    until: '2026-02-28',
  })
  assert.deepEqual(periodBefore({ from: '2026-03-01', until: '2026-03-01' }), {
    from: '2026-02-28',
    until: '2026-02-28',
  })
})

test('a day begins and ends at midnight in India', () => {
  const { start, end } = momentsOf({ from: '2026-11-24', until: '2026-11-24' })
  assert.equal(start.toISOString(), '2026-11-23T18:30:00.000Z')
  assert.equal(end.toISOString(), '2026-11-24T18:30:00.000Z')
})

test('each preset is a period until today, or one that is over', () => {
  const presets = Object.fromEntries(listPresets('2026-03-01').map(({ label, period }) => [label, period]))
  assert.deepEqual(presets, {
    Today: { from: '2026-03-01', until: '2026-03-01' },
    Yesterday: { from: '2026-02-28', until: '2026-02-28' },
    'Last 7 days': { from: '2026-02-23', until: '2026-03-01' },
    'Last 30 days': { from: '2026-01-31', until: '2026-03-01' },
    'This month': { from: '2026-03-01', until: '2026-03-01' },
    'Last month': { from: '2026-02-01', until: '2026-02-28' },
    'This financial year': { from: '2025-04-01', until: '2026-03-01' },
  })
})

test('one preset is marked, also where several are the same days', () => {
  const marked = (from: string, until: string) => findPreset({ from, until }, '2026-11-30')?.label
  assert.equal(marked('2026-11-01', '2026-11-30'), 'Last 30 days')
  assert.equal(marked('2026-11-30', '2026-11-30'), 'Today')
  assert.equal(marked('2026-11-02', '2026-11-30'), undefined)
})
