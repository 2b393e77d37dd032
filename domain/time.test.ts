import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendarDay, daysOfMonth, formatDateTime, formatDay, formatMonth, lastDays, monthsSince } from './time.ts'

test('a time is the one on the clock in India, five and a half hours ahead of Greenwich', () => {
  assert.equal(formatDateTime('2026-11-21T03:45:00Z'), '21 Nov 2026, 9:15 am')
  assert.equal(formatDateTime('2026-06-21T12:00:00Z'), '21 Jun 2026, 5:30 pm')
  assert.equal(formatDateTime(new Date('2026-11-21T06:30:00Z')), '21 Nov 2026, 12:00 pm')
})

test('the day changes at midnight in India, not in Greenwich', () => {
  assert.equal(formatDateTime('2026-11-20T18:29:59.999Z'), '20 Nov 2026, 11:59 pm')
  assert.equal(formatDateTime('2026-11-20T18:30:00Z'), '21 Nov 2026, 12:00 am')
  assert.equal(formatDateTime('2026-11-21T00:00:00Z'), '21 Nov 2026, 5:30 am')
})

test('the year changes at midnight in India too, and so does a leap day', () => {
  assert.equal(formatDateTime('2025-12-31T18:29:59Z'), '31 Dec 2025, 11:59 pm')
  assert.equal(formatDateTime('2025-12-31T18:30:00Z'), '1 Jan 2026, 12:00 am')
  assert.equal(formatDateTime('2028-02-28T18:30:00Z'), '29 Feb 2028, 12:00 am')
})

test('summer time elsewhere does not move a clock in India', () => {
  assert.equal(formatDateTime('2026-03-29T01:30:00+01:00'), '29 Mar 2026, 6:00 am')
  assert.equal(formatDateTime('2026-03-29T03:30:00+02:00'), '29 Mar 2026, 7:00 am')
})

test('a calendar day is year, month, day in digits, and changes at midnight in India', () => {
  assert.equal(calendarDay('2026-11-20T18:29:59.999Z'), '2026-11-20')
  assert.equal(calendarDay('2026-11-20T18:30:00Z'), '2026-11-21')
  assert.equal(calendarDay(new Date('2026-01-05T12:00:00Z')), '2026-01-05')
})

test('the last days begin at midnight in India, and end with today', () => {
  assert.deepEqual(lastDays(new Date('2026-03-01T18:30:00Z'), 3), [
    { day: '2026-02-28', start: new Date('2026-02-27T18:30:00Z') },
    { day: '2026-03-01', start: new Date('2026-02-28T18:30:00Z') },
    { day: '2026-03-02', start: new Date('2026-03-01T18:30:00Z') },
  ])
  assert.equal(lastDays(new Date('2026-03-01T18:29:59Z'), 1)[0]?.day, '2026-03-01')
})

test('months have their days, and go back to the first one', () => {
  assert.deepEqual(daysOfMonth('2028-02'), { first: '2028-02-01', last: '2028-02-29' })
  assert.deepEqual(monthsSince('2025-11-30', '2026-02-01'), ['2026-02', '2026-01', '2025-12', '2025-11'])
  assert.deepEqual(monthsSince('2026-02-03', '2026-02-01'), ['2026-02'])
  assert.equal(formatMonth('2026-11'), 'November 2026')
  assert.equal(formatDay('2026-11-02'), '2 Nov 2026')
})
