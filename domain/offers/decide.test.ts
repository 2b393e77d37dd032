import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decideOffers, keepShares, type OfferLine, type UsableOffer } from './decide.ts'
import { isPriceOffer, type Offer, reducedPrice } from './offer.ts'

const now = new Date('2026-11-08T12:00:00+05:30')
const buyer = { email: 'asha@example.in', isConfirmed: true, isFirstOrder: true, paysOnline: true }

let ids = 0
function offer(values: Partial<UsableOffer>): UsableOffer {
  ids += 1
  return {
    ...{ id: ids, name: `Offer ${ids}`, kind: 'percent', amount: 10, buy: 0, get: 0, appliesTo: 'order' },
    ...{ collectionId: null, startsAt: new Date('2026-11-01'), endsAt: null, smallestOrder: 0, firstOrderOnly: false },
    ...{ paidOnlineOnly: false, code: '', needsCode: false, usesInAll: 0, usesByPerson: 0, onlyFor: '', addsUp: false },
    ...{ version: 1, used: 0, usedByBuyer: 0 },
    ...values,
  }
}

const line = (price: number, quantity = 1, values: Partial<OfferLine> = {}): OfferLine => ({
  ...{ id: 1, price, quantity, offers: [] },
  ...values,
})

const decide = (lines: OfferLine[], offers: UsableOffer[], facts: Partial<Parameters<typeof decideOffers>[2]> = {}) =>
  decideOffers(lines, offers, { buyer, now, ...facts })

test('an offer is rounded to the rupee in the shopper’s favour, and its paise are spread over the lines', () => {
  const { discount, shares, applied } = decide([line(333), line(102, 2)], [offer({ name: 'Diwali', amount: 10 })])
  assert.equal(discount, 54)
  assert.equal(shares[0] !== undefined && shares[1] !== undefined && shares[0] + shares[1], 5400)
  assert.deepEqual(applied, [{ id: ids, name: 'Diwali', discount: 54 }])
  assert.equal(reducedPrice({ kind: 'percent', amount: 10 }, 333), 299)
})

test('the best one is used; offers add up only if each of them says so', () => {
  const lines = [line(1000)]
  assert.equal(decide(lines, [offer({ amount: 5 }), offer({ kind: 'rupees', amount: 80 })]).discount, 80)
  const adding = [offer({ amount: 5, addsUp: true }), offer({ kind: 'rupees', amount: 80, addsUp: true })]
  assert.equal(decide(lines, adding).discount, 130)
  assert.equal(decide(lines, [...adding, offer({ amount: 12 })]).discount, 130)
  assert.equal(decide(lines, [...adding, offer({ amount: 20 })]).discount, 200)
  assert.equal(decide(lines, [offer({ amount: 5, addsUp: true }), offer({ amount: 4 })]).discount, 50)
})

test('of what is bought the cheapest are free', () => {
  const free = offer({ kind: 'buy-get', buy: 2, get: 1 })
  assert.equal(decide([line(300), line(200)], [free]).discount, 0)
  assert.deepEqual(decide([line(300), line(200), line(100)], [free]).shares, [0, 0, 10_000])
  assert.deepEqual(decide([line(300, 5), line(100)], [free]).shares, [30_000, 10_000])
  assert.equal(decide([line(50, 3)], [offer({ kind: 'buy-get', buy: 2, get: 2 })]).discount, 50)
})

test('a line that is on offer already gets only what an offer on the order takes off beyond it', () => {
  const lines = [line(800, 1, { regular: 1000 }), line(500)]
  assert.deepEqual(decide(lines, [offer({ amount: 30 })]).shares, [10_000, 15_000])
  assert.deepEqual(decide(lines, [offer({ amount: 10 })]).shares, [0, 5000])
  assert.deepEqual(decide(lines, [offer({ amount: 10, addsUp: true })]).shares, [8000, 5000])
})

test('a code is refused in its own words, and one that is worth less is not used', () => {
  const refusal = (values: Partial<UsableOffer>, facts: Partial<typeof buyer> = {}) => {
    const coded = offer({ code: 'DIWALI', needsCode: true, ...values })
    const code = { offerId: coded.id, isUsed: false }
    return decide([line(1000)], [coded], { buyer: { ...buyer, ...facts }, code }).refusal?.kind
  }
  assert.equal(refusal({}), undefined)
  assert.equal(decide([line(1)], [], { code: { offerId: undefined, isUsed: false } }).refusal?.kind, 'unknown')
  assert.equal(decide([line(1)], [], { code: { offerId: 1, isUsed: true } }).refusal?.kind, 'used-up')
  assert.equal(refusal({ usesInAll: 3, used: 3 }), 'used-up')
  assert.equal(refusal({ usesByPerson: 1, usedByBuyer: 1 }), 'used-by-you')
  assert.equal(refusal({ onlyFor: 'ravi@example.in' }), 'another-person')
  assert.equal(refusal({ onlyFor: 'asha@example.in' }), undefined)
  assert.equal(refusal({ onlyFor: 'asha@example.in' }, { isConfirmed: false }), 'unconfirmed')
  assert.equal(refusal({ onlyFor: 'ravi@example.in' }, { isConfirmed: false }), 'another-person')
  assert.equal(refusal({ onlyFor: 'asha@example.in' }, { email: undefined }), 'log-in')
  assert.equal(refusal({ endsAt: now }), 'ended')
  assert.equal(refusal({ startsAt: new Date(now.getTime() + 1) }), 'not-yet')
  assert.equal(refusal({ smallestOrder: 1001 }), 'too-small')
  assert.equal(refusal({ firstOrderOnly: true }, { isFirstOrder: false }), 'not-first')
  assert.equal(refusal({ paidOnlineOnly: true }, { paysOnline: false }), 'cash')
  assert.equal(refusal({ appliesTo: 'products' }), 'no-goods')
  const coded = offer({ needsCode: true, amount: 5 })
  const better = offer({ name: 'Festival', amount: 6 })
  const { discount, refusal: less } = decide([line(1000)], [better, coded], {
    code: { offerId: coded.id, isUsed: false },
  })
  assert.equal(discount, 60)
  assert.deepEqual(less, { kind: 'less', than: 'Festival' })
  assert.equal(decide([line(1000)], [coded]).discount, 0)
})

/** Counted unit by unit, with fractions, by other code than the shop's. */
function oracle(lines: readonly OfferLine[], one: UsableOffer): number[] {
  const fits = (each: OfferLine) => one.appliesTo === 'order' || one.appliesTo === 'all' || each.offers.includes(one.id)
  const base = (each: OfferLine) => (one.addsUp ? each.price : (each.regular ?? each.price))
  const units = lines.flatMap((each, index) => Array.from({ length: each.quantity }, () => ({ each, index })))
  const fitting = units.filter(({ each }) => fits(each))
  const all = fitting.reduce((sum, { each }) => sum + base(each), 0)
  const off = new Map<object, number>()
  for (const unit of fitting) {
    if (one.kind === 'percent') off.set(unit, base(unit.each) * (one.amount / 100))
    else if (one.kind === 'rupees' && one.appliesTo !== 'order') off.set(unit, Math.min(one.amount, base(unit.each)))
    else if (one.kind === 'rupees') off.set(unit, all && (Math.min(one.amount, all) * base(unit.each)) / all)
  }
  if (one.kind === 'buy-get') {
    const free = fitting.filter((_, index) => index % (one.buy + one.get) >= one.buy).length
    const cheapest = fitting.toSorted((a, b) => base(a.each) - base(b.each) || a.index - b.index)
    for (const unit of cheapest.slice(0, free)) off.set(unit, base(unit.each))
  }
  return lines.map((each, index) => {
    const mine = units.filter((unit) => unit.index === index)
    const whole = mine.reduce((sum, unit) => sum + (off.get(unit) ?? 0), 0)
    return Math.max(0, whole - (base(each) - each.price) * each.quantity)
  })
}

test('10,000 random carts: discount, lines and total agree with a plain count', () => {
  const cart = fc.array(
    fc.record({
      price: fc.integer({ min: 1, max: 9999 }),
      quantity: fc.integer({ min: 1, max: 9 }),
      more: fc.integer({ min: 0, max: 300 }),
      isIn: fc.boolean(),
    }),
    { minLength: 1, maxLength: 8 },
  )
  const rule = fc.record({
    kind: fc.constantFrom('percent', 'rupees', 'buy-get' as const),
    amount: fc.integer({ min: 1, max: 100 }),
    times: fc.constantFrom(1, 7, 100),
    buy: fc.integer({ min: 1, max: 3 }),
    get: fc.integer({ min: 1, max: 2 }),
    appliesTo: fc.constantFrom('order', 'all', 'products' as const),
    smallestOrder: fc.constantFrom(0, 500, 20_000),
    addsUp: fc.boolean(),
  })
  fc.assert(
    fc.property(cart, fc.array(rule, { maxLength: 4 }), (items, rules) => {
      const offers = rules.map(({ times, amount, ...values }) =>
        offer({ ...values, amount: values.kind === 'rupees' ? amount * times : amount } as Partial<UsableOffer>),
      )
      const lines = items.map(({ price, quantity, more, isIn }) =>
        line(price, quantity, {
          ...(more > 0 && { regular: price + more }),
          offers: isIn ? offers.map(({ id }) => id) : [],
        }),
      )
      const { discount, shares, applied } = decideOffers(lines, offers, { buyer, now })
      const subtotal = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
      const open = offers.filter((one) => one.smallestOrder <= subtotal && !isPriceOffer(one as Offer))
      const worth = (one: UsableOffer) => oracle(lines, one).reduce((sum, part) => sum + part, 0)
      const sum = shares.reduce((total, share) => total + share, 0)

      assert.equal(sum, discount * 100)
      assert.ok(Number.isInteger(discount) && discount >= 0 && discount <= subtotal)
      for (const [index, share] of shares.entries()) {
        const each = lines[index] as OfferLine
        assert.ok(Number.isInteger(share) && share >= 0 && share <= each.price * each.quantity * 100)
      }
      assert.equal(
        applied.reduce((total, one) => total + one.discount, 0),
        discount,
      )
      const best = Math.max(0, ...open.map(worth))
      if (applied.length <= 1) {
        // In the shopper's favour, and less than two rupees more than the exact amount: parts of a rupee off a line may be cut.
        assert.ok(discount >= best - 0.011 * lines.length && discount < best + 1, `${discount} for ${best}`)
        const used = open.find(({ id }) => id === applied[0]?.id)
        const exact = used && oracle(lines, used)
        for (const [index, share] of shares.entries())
          assert.ok(Math.abs(share - (exact?.[index] ?? 0) * 100) <= 100, `${share} for ${exact?.[index]}`)
      } else {
        assert.ok(applied.every(({ id }) => open.find((one) => one.id === id)?.addsUp))
        assert.ok(discount >= best - 0.011 * lines.length)
      }
    }),
    { numRuns: 10_000 },
  )
})

test('once a part of an order has left, each line keeps its share for what stays, and the whole stays in rupees', () => {
  const before = { quantity: 3, discount: 10_001 }
  const sent = { price: 1000, quantity: 3, before, sent: 3 }
  const { discount, shares } = keepShares([
    sent,
    { price: 1000, quantity: 2, before: { quantity: 3, discount: 10_000 }, sent: 1 },
    { price: 50, quantity: 1, sent: 0 },
  ])
  assert.equal(shares[0], 10_001)
  assert.equal(discount, 167)
  assert.equal(
    shares.reduce((sum, share) => sum + share, 0),
    16_700,
  )
})
