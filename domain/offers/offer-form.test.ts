import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { conditionsOf, inWords, plainCode, reducedPrice } from './offer.ts'
import { madeCode, parseMakeCodes, parseOffer, typedOffer } from './offer-form.ts'
import { priceBefore } from './price-before.ts'

const now = new Date('2026-11-08T12:00:30+05:30')

function formOf(values: Record<string, string>): FormData {
  const form = new FormData()
  const all = { name: 'Diwali', kind: 'percent', amount: '10', appliesTo: 'order', ...values }
  for (const [name, value] of Object.entries(all)) form.set(name, value)
  return form
}

function problemsOf(values: Record<string, string>) {
  const parsed = parseOffer(formOf(values), now)
  return parsed.ok ? {} : parsed.problems
}

test('an offer is read to the minute, in Indian time, and shown as it was typed', () => {
  const typed = {
    ...{ name: 'Diwali', kind: 'rupees', amount: '1,000', appliesTo: 'order', from: '2026-11-08T18:30' },
    ...{ until: '2026-11-09T00:00', smallestOrder: '₹5,000', code: ' diwali 26 ', usesInAll: '100' },
    ...{ usesByPerson: '1', onlyFor: 'Asha@Example.in', addsUp: 'on' },
  }
  const parsed = parseOffer(formOf(typed), now)
  assert.ok(parsed.ok)
  assert.equal(parsed.value.startsAt.toISOString(), '2026-11-08T13:00:00.000Z')
  const shown = typedOffer({ ...parsed.value, id: 1, version: 1, needsCode: true })
  assert.deepEqual(shown, {
    ...typed,
    ...{ amount: '1000', smallestOrder: '5000', code: 'DIWALI26', onlyFor: 'asha@example.in' },
    ...{ buy: '', get: '', collection: '' },
  })
  assert.deepEqual(conditionsOf(parsed.value), ['from ₹5,000', 'for asha@example.in'])
  const begun = parseOffer(formOf({}), now)
  assert.equal(begun.ok && begun.value.startsAt.toISOString(), '2026-11-08T06:30:00.000Z')
})

test('bad input is refused at its field', () => {
  const cases: [values: Record<string, string>, field: string, problem: RegExp][] = [
    [{ name: ' ' }, 'name', /Enter a name/],
    [{ kind: 'free' }, 'kind', /Choose a kind/],
    [{ amount: '0' }, 'amount', /from 1 to 100/],
    [{ amount: '101' }, 'amount', /from 1 to 100/],
    [{ amount: 'ten' }, 'amount', /whole number/],
    [{ kind: 'rupees', amount: '0' }, 'amount', /1 rupee/],
    [{ kind: 'buy-get', buy: '0', get: '1' }, 'buy', /1 or more/],
    [{ kind: 'buy-get', buy: '2' }, 'get', /1 or more/],
    [{ appliesTo: 'collection' }, 'collection', /Choose a collection/],
    [{ appliesTo: 'products' }, 'products', /at least one/],
    [{ from: 'soon' }, 'from', /day and a time/],
    [{ from: '2026-11-09T10:00', until: '2026-11-09T09:59' }, 'until', /after it begins/],
    [{ until: '2026-11-08T11:00' }, 'until', /after it begins/],
    [{ smallestOrder: '-5' }, 'smallestOrder', /whole rupees/],
    [{ kind: 'rupees', amount: '500', smallestOrder: '400' }, 'smallestOrder', /₹500 or more/],
    [{ code: 'A' }, 'code', /at least 3/],
    [{ code: 'DIWALI!' }, 'code', /letters, digits/],
    [{ usesInAll: 'many' }, 'usesInAll', /whole number/],
    [{ usesByPerson: '1.5' }, 'usesByPerson', /whole number/],
    [{ onlyFor: 'asha' }, 'onlyFor', /Enter an email/],
  ]
  for (const [values, field, problem] of cases) assert.match(problemsOf(values)[field] ?? '', problem, field)
  assert.deepEqual(problemsOf({ amount: '100' }), {})
  assert.deepEqual(Object.keys(problemsOf({ name: '', amount: '101', until: '2026-11-01T00:00' })).sort(), [
    'amount',
    'name',
    'until',
  ])
})

test('up to a thousand codes are made at once, and none has a letter that looks like a digit', () => {
  const made = (howMany: string) => {
    const form = new FormData()
    form.set('howMany', howMany)
    return parseMakeCodes(form)
  }
  assert.deepEqual(made('1000'), { ok: true, value: 1000 })
  for (const typed of ['0', '1001', '', 'ten', '-1']) assert.equal(made(typed).ok, false)
  assert.match(madeCode(Uint8Array.from({ length: 10 }, (_, index) => index * 25)), /^[0-9A-HJKMNP-TV-Z]{10}$/)
  assert.equal(plainCode(' di wali\t'), 'DIWALI')
})

test('an offer is said in words', () => {
  const say = (values: object) =>
    inWords({ kind: 'percent', amount: 20, buy: 0, get: 0, appliesTo: 'all', ...values } as never, 'Bowls')
  assert.equal(say({}), '20% off all products')
  assert.equal(say({ kind: 'rupees', amount: 1500, appliesTo: 'collection' }), '₹1,500 off Bowls')
  assert.equal(say({ kind: 'buy-get', buy: 2, get: 1, appliesTo: 'order' }), 'Buy 2, get 1 free: the order')
})

test('a band of prices is found among the prices before the offers', () => {
  const offer = fc.record({
    kind: fc.constantFrom('percent', 'rupees' as const),
    amount: fc.integer({ min: 1, max: 100 }),
  })
  const price = fc.nat({ max: 9999 })
  fc.assert(
    fc.property(fc.array(offer, { maxLength: 3 }), price, price, (offers, least, one) => {
      const costs = Math.min(one, ...offers.map((each) => reducedPrice(each, one)))
      assert.equal(one >= priceBefore(offers, least), costs >= least)
    }),
  )
})
