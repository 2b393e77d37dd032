import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMonths } from '#domain/time.ts'
import { type AskableLine, problemsOfAsked, wishesFor } from './ask.ts'
import { ASKED_REASONS, isFaultOfShop } from './return-request.ts'

const arrivedAt = new Date('2026-11-20T10:00:00Z')
const line: AskableLine = {
  position: 0,
  productId: 1,
  title: 'Cubee',
  sent: 3,
  arrived: 3,
  arrivedAt,
  taken: 0,
  requests: [],
  available: 5,
}
const settings = { changedMindHours: 48, changedMindGives: 'voucher', warrantyMonths: 24 } as const
const after = (ms: number) => new Date(arrivedAt.getTime() + ms)
const HOUR = 3_600_000

function problems(
  asked: Partial<Parameters<typeof problemsOfAsked>[1]>,
  {
    now = after(HOUR),
    deliversBy = null as string | null,
    ...changes
  }: Partial<AskableLine> & {
    now?: Date
    deliversBy?: string | null
  } = {},
) {
  const wanted = { quantity: 1, reason: 'damaged', wanted: 'money', ...asked } as const
  return problemsOfAsked({ ...line, ...changes }, wanted, { deliversBy, settings, now })
}

test('a mind is changed within 48 hours of delivery, to the second', () => {
  const changed = { reason: 'changed-mind', wanted: 'voucher' } as const
  assert.deepEqual(problems(changed, { now: after(48 * HOUR) }), {})
  assert.match(problems(changed, { now: after(48 * HOUR + 1000) }).reason ?? '', /within 48 hours of delivery/)
})

test('a parcel came too late only where a promised day was missed', () => {
  const late = { reason: 'late' } as const
  assert.match(problems(late).reason ?? '', /promised no day/)
  assert.match(problems(late, { deliversBy: '2026-11-20' }).reason ?? '', /as we promised/)
  assert.deepEqual(problems(late, { deliversBy: '2026-11-19' }), {})
  const onTheWay = { arrived: 0, arrivedAt: null }
  assert.match(problems(late, { ...onTheWay, deliversBy: '2026-11-20' }).reason ?? '', /not over yet/)
  const nextDay = { ...onTheWay, deliversBy: '2026-11-20', now: new Date('2026-11-20T18:30:00Z') }
  assert.deepEqual(problems(late, nextDay), {}, 'the day in India is over')
})

test('the warranty ends after 24 months, and a fault can be claimed for two years', () => {
  const wanted = { reason: 'warranty', wanted: 'replacement' } as const
  assert.deepEqual(problems(wanted, { now: new Date('2028-11-20T10:00:00Z') }), {})
  assert.match(
    problems(wanted, { now: new Date('2028-11-20T10:00:01Z') }).reason ?? '',
    /24 months ended on 20 Nov 2028/,
  )
  assert.ok(problems({}, { now: new Date('2028-11-20T10:00:01Z') }).reason)
  assert.equal(addMonths(new Date('2026-01-31T10:00:00Z'), 1).toISOString(), '2026-02-28T10:00:00.000Z')
})

test('what has not arrived can only be missed, and what was not sent is nobody’s to ask for', () => {
  const onTheWay = { arrived: 0, arrivedAt: null }
  assert.match(problems({}, onTheWay).reason ?? '', /Never arrived/)
  assert.deepEqual(problems({ reason: 'never-arrived' }, onTheWay), {})
  assert.deepEqual(problems({ reason: 'never-arrived' }), {}, 'marked delivered, and disputed')
  assert.ok(problems({}, { sent: 0 }).item)
})

test('no more is asked for than was sent and neither came back nor is asked for', () => {
  assert.deepEqual(problems({ quantity: 3 }), {})
  assert.match(problems({ quantity: 3 }, { taken: 1 }).quantity ?? '', /at most 2/)
  assert.match(problems({ quantity: 3 }, { arrived: 2 }).quantity ?? '', /Only 2/)
  assert.match(problems({}, { taken: 3, requests: [1001, 1004] }).item ?? '', /RET-1001 and RET-1004/)
  assert.match(problems({}, { taken: 3 }).item ?? '', /came back/)
})

test('for the shop’s faults money comes first; a replacement is there only while a unit is', () => {
  for (const reason of ASKED_REASONS.filter(isFaultOfShop))
    assert.deepEqual(wishesFor(reason, line, settings), ['money', 'replacement', 'voucher'])
  assert.deepEqual(wishesFor('damaged', { available: 0 }, settings), ['money', 'voucher'])
  assert.deepEqual(wishesFor('warranty', line, settings), ['replacement', 'voucher'])
  assert.deepEqual(wishesFor('changed-mind', line, settings), ['voucher'])
  assert.deepEqual(wishesFor('changed-mind', line, { changedMindGives: 'money' }), ['money'])
  assert.match(problems({ reason: 'changed-mind', wanted: 'money' }).wanted ?? '', /choose “Voucher”/)
  assert.match(
    problems({ wanted: 'replacement' }, { available: 0 }).wanted ?? '',
    /none left.*“Money back” or “Voucher”/,
  )
  assert.match(problems({ wanted: 'replacement', quantity: 2 }, { available: 1 }).wanted ?? '', /We have 1 left/)
})
