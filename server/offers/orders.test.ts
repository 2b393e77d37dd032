import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { User } from '#domain/accounts/user.ts'
import { plainCode } from '#domain/offers/offer.ts'
import type { OfferValues } from '#domain/offers/offer-form.ts'
import { fingerprintOf } from '#domain/orders/change-lines.ts'
import { createRateLimiter } from '#server/http/rate-limit.ts'
import { silentLog } from '#server/observability/log.ts'
import { changeLines, readChangeForm } from '#server/order-page/change-lines.ts'
import { placeOrder, quoteLines } from '#server/orders/place.ts'
import { findOrder } from '#server/orders/queries.ts'
import { openCheckout } from '#server/payments/checkout.ts'
import { createVoucher } from '#server/vouchers/create.ts'
import { addProduct, addUser, lineFor, someAddress } from '#tests/support/fixtures/factories.ts'
import { cancelOrder } from '#tests/support/fixtures/order-steps.ts'
import { admin, db, meera, payFor, pot, provider, ravi, shop, world } from '#tests/support/payments/payment-fixture.ts'
import { rounds } from '#tests/support/rounds.ts'
import { findCode, quoteOffers } from './decide.ts'
import { makeCodes, saveOffer } from './offers.ts'
import { findByCode, listOfferUses } from './use-queries.ts'

beforeEach(async () => {
  await world.sql('delete from offer_uses')
  await world.sql('delete from offers')
})

async function add(values: Partial<OfferValues>): Promise<number> {
  const saved = await saveOffer(
    shop,
    admin,
    {
      ...{ name: 'Diwali', kind: 'percent', amount: 10, buy: 0, get: 0, appliesTo: 'order', collectionId: null },
      ...{ startsAt: new Date(Date.now() - 60_000), endsAt: null, smallestOrder: 0, firstOrderOnly: false },
      ...{ paidOnlineOnly: false, code: '', usesInAll: 0, usesByPerson: 0, onlyFor: '', addsUp: false, products: [] },
      ...values,
    },
    undefined,
  )
  assert.ok(saved.ok)
  return saved.id
}

const pots = (quantity = 1) => world.wanted(pot, { lines: [lineFor(pot, { quantity })] })

async function codeOf(typed: string) {
  const code = plainCode(typed)
  const found = await findByCode(db, code)
  return { code, offerId: found?.offerId, isMade: found?.isMade ?? false }
}

const mobiles = new Map<string, string>()

/** Everybody has a mobile number of their own. */
function mobileOf({ userId }: User): string {
  if (!mobiles.has(userId)) mobiles.set(userId, `98450 ${10_000 + mobiles.size}`)
  return mobiles.get(userId) ?? ''
}

async function place(user: User, seen: number, { quantity = 1, code = '', mobileNumber = mobileOf(user) } = {}) {
  const wanted = { seen, code: code ? await codeOf(code) : undefined }
  const address = { ...someAddress, mobileNumber }
  return placeOrder(shop, user, { ...pots(quantity), address }, undefined, wanted)
}

test('an offer on the order is on its lines, its total and its own line', async () => {
  await add({})
  const placed = await place(meera, 50)
  assert.ok(placed.ok)
  const order = await findOrder(db, placed.order.id)
  assert.deepEqual([order?.totalAmount, order?.offer], [445, { name: 'Diwali', discount: 50 }])
  assert.deepEqual(
    order?.cartItems.map(({ price, discount }) => [price, discount]),
    [[495, 5000]],
  )
  assert.deepEqual(await listOfferUses(db, placed.order.id), [
    { id: order && (await lastOffer()), name: 'Diwali', discount: 50, code: '' },
  ])
})

async function lastOffer(): Promise<number> {
  const [row] = await world.sql<{ id: string }>('select max(id) as id from offers')
  return Number(row?.id)
}

test('an offer that has ended meanwhile, or begun, shows the new total before anything is ordered or charged', async () => {
  const id = await add({})
  await world.sql(`update offers set ends_at = clock_timestamp() where id = $1`, [id])
  const placed = await place(meera, 50)
  assert.ok(!placed.ok && placed.reason === 'offers')
  assert.match(placed.message, /takes ₹0 off now, not ₹50\. Please check the total/)
  const opened = await openCheckout(shop, meera, pots(), undefined, { code: undefined, seen: 50 })
  assert.equal(opened.kind, 'offers')
  assert.deepEqual(await world.ordersOf(meera.userId), [])
  assert.ok((await place(meera, 0)).ok)
})

test('fifty checkouts at once use an offer no more often than it may be used, in all and by a person', async () => {
  await add({ code: 'TEN', usesInAll: 10 })
  const buyers = await Promise.all(Array.from({ length: 50 }, () => addUser(db)))
  const placed = await Promise.all(buyers.map((buyer) => place(buyer, 50, { code: 'ten' })))
  assert.equal(placed.filter(({ ok }) => ok).length, 10)
  const [refused] = placed.filter(({ ok }) => !ok)
  assert.ok(refused && !refused.ok && refused.reason === 'offers')
  assert.match(refused.message, /^This code has been used up\./)

  await add({ name: 'Once', code: 'ONCE', usesByPerson: 1 })
  const same = await Promise.all(Array.from({ length: 10 }, () => place(meera, 50, { code: 'ONCE' })))
  assert.equal(same.filter(({ ok }) => ok).length, 1)
  assert.ok((await place(ravi, 50, { code: 'once' })).ok)
})

test('a use comes back when its order is cancelled, and a made code is good for one order', async () => {
  const id = await add({ code: 'ONE', usesInAll: 1 })
  const first = await place(meera, 50, { code: 'ONE' })
  assert.ok(first.ok)
  assert.equal((await place(ravi, 50, { code: 'ONE' })).ok, false)
  await cancelOrder(shop, admin, meera, first.order.id)
  assert.ok((await place(ravi, 50, { code: 'ONE' })).ok)

  await world.sql('update offers set uses_in_all = 0')
  assert.ok(await makeCodes(shop, admin, id, 1))
  const [made] = await world.sql<{ code: string }>('select code from offer_codes')
  const both = await Promise.all([meera, ravi].map((user) => place(user, 50, { code: made?.code ?? '' })))
  assert.equal(both.filter(({ ok }) => ok).length, 1)
})

test('an open payment holds its use, and pays what it was opened for although the offer ended', async () => {
  const id = await add({ code: 'HELD', usesInAll: 1 })
  const opened = await openCheckout(shop, meera, pots(), undefined, { code: await codeOf('HELD'), seen: 50 })
  assert.ok(opened.kind === 'pay')
  assert.equal(opened.amount, 44_500)
  assert.equal((await place(ravi, 50, { code: 'HELD' })).ok, false)
  await world.sql(`update offers set ends_at = clock_timestamp() where id = $1`, [id])
  await payFor(meera, opened)
  const [order] = await world.ordersOf(meera.userId)
  const found = await findOrder(db, Number(order?.id))
  assert.deepEqual([found?.totalAmount, found?.offer], [445, { name: 'Diwali', discount: 50 }])
})

test('a payment whose use was given to somebody else is refunded', async () => {
  await add({ code: 'LATE', usesInAll: 1 })
  const opened = await openCheckout(shop, meera, pots(), undefined, { code: await codeOf('LATE'), seen: 50 })
  assert.ok(opened.kind === 'pay')
  await world.age(opened.providerOrderId, '20 minutes')
  assert.ok((await place(ravi, 50, { code: 'LATE' })).ok)
  await payFor(meera, opened)
  assert.deepEqual(await world.ordersOf(meera.userId), [])
  assert.equal((await world.refundsOf(meera.userId)).length, 1)
  assert.ok(provider)
})

test('an offer for paying online holds for no order that is paid in cash', async () => {
  await add({ paidOnlineOnly: true })
  const cash = await place(meera, 50)
  assert.ok(!cash.ok && cash.reason === 'offers')
  const quotes = await quoteLines(shop, [lineFor(pot)], meera.userId)
  const offers = await quoteOffers(shop, { quotes, buyer: meera, code: undefined })
  assert.deepEqual([offers?.online.discount, offers?.cash.discount], [50, 0])
  assert.equal(offers?.online.offers[0]?.why, '10% off the order, paid online.')
})

test('a first order is one of a person who has none that stands, with whichever account', async () => {
  await add({ firstOrderOnly: true })
  const first = await place(meera, 50)
  assert.ok(first.ok)
  assert.ok((await place(meera, 0)).ok)
  // Another account with the same mobile number.
  const mobileNumber = `+91 ${mobileOf(meera)}`
  const again = await place(ravi, 50, { mobileNumber })
  assert.ok(!again.ok && again.reason === 'offers')
  const quotes = await quoteLines(shop, [lineFor(pot)], ravi.userId)
  const shown = (typed: string) =>
    quoteOffers(shop, { quotes, buyer: { ...ravi, mobileNumber: typed }, code: undefined })
  assert.equal((await shown(mobileNumber))?.cash.discount, 0)
  assert.equal((await shown(mobileOf(ravi)))?.cash.discount, 50)
})

test('a code that a person can use once is not used again with another account and the same mobile number', async () => {
  await add({ code: 'ONCE', usesByPerson: 1 })
  assert.ok((await place(meera, 50, { code: 'ONCE' })).ok)
  const again = await place(ravi, 50, { code: 'ONCE', mobileNumber: mobileOf(meera) })
  assert.ok(!again.ok && again.reason === 'offers')
  assert.match(again.message, /^You have used this code already, with this account or mobile number\./)
})

test('each refusal of a code is said in its own words, and five unknown ones can be tried in a minute', async () => {
  await add({ code: 'OTHERS', onlyFor: ravi.email.toLowerCase() })
  await add({ code: 'OVER', endsAt: new Date(Date.now() - 1000) })
  await add({ code: 'SOON', startsAt: new Date(Date.now() + 60_000) })
  await add({ code: 'LARGE', smallestOrder: 5000 })
  const quotes = await quoteLines(shop, [lineFor(pot)], meera.userId)
  const refusal = async (code: string) =>
    (await quoteOffers(shop, { quotes, buyer: meera, code: await codeOf(code) }))?.cash.refusal ?? ''
  assert.match(await refusal('NOBODY’S'), /don’t know this code/)
  assert.match(await refusal('others'), /another person/)
  assert.match(await refusal('over'), /expired on/)
  assert.match(await refusal('soon'), /can be used from .* (am|pm)/)
  assert.match(await refusal('large'), /order of ₹5,000/)

  const limits = createRateLimiter({ db, log: silentLog, secret: 'secret', factor: 1 })
  const client = { address: '10.1.2.3', account: meera.userId }
  for (let tries = 0; tries < 8; tries += 1) assert.ok((await findCode({ db, limits }, 'OVER', client)).ok)
  const tried = []
  for (let tries = 0; tries < 6; tries += 1) tried.push((await findCode({ db, limits }, `GUESS${tries}`, client)).ok)
  assert.deepEqual(tried, [true, true, true, true, true, false])

  // Guests from other networks each time.
  const from = (network: number) => ({ address: `10.2.${network >> 8}.${network & 255}` })
  const few = createRateLimiter({ db, log: silentLog, secret: 'secret', factor: 0.05 })
  const guess = (network: number, code: string) => findCode({ db, limits: few }, code, from(network))
  await Promise.all(Array.from({ length: 30 }, (_, network) => guess(network, `GUESS${network}`)))
  const refused = await guess(700, 'OVER')
  assert.ok(!refused.ok && refused.message === 'Log in to use this code.')
  assert.ok((await findCode({ db, limits: few }, 'OVER', { ...from(701), account: ravi.userId })).ok)
})

/** Staff set the quantity of each line; 0 removes it. */
async function changeTo(orderId: number, quantities: readonly number[]) {
  const form = await readChangeForm(shop, orderId)
  const lines = quantities.map((quantity, position) => ({ position, quantity }))
  const request = { key: crypto.randomUUID(), orderId, seen: fingerprintOf(form?.lines ?? []) }
  const changed = await changeLines(shop, admin, { ...request, wanted: { lines, added: [], seenPrices: new Map() } })
  assert.ok(changed.ok || changed.reason === 'nothing', JSON.stringify(changed))
  return findOrder(db, orderId)
}

test('a change of the order decides its offer again, as of when it was ordered', async () => {
  const id = await add({ smallestOrder: 900, code: 'TWO' })
  const placed = await place(meera, 99, { quantity: 2, code: 'TWO' })
  assert.ok(placed.ok)
  await world.sql(`update offers set ends_at = clock_timestamp() where id = $1`, [id])
  const change = async (quantity: number) => {
    const order = await changeTo(placed.order.id, [quantity])
    return [order?.totalAmount, order?.offer?.discount, order?.cartItems[0]?.discount]
  }
  assert.deepEqual(await change(3), [1336, 149, 14_900])
  assert.deepEqual(await change(1), [495, undefined, undefined])
  assert.deepEqual(await listOfferUses(db, placed.order.id), [])
})

test('a line on offer keeps its price, and an offer on the order takes off what is beyond', async () => {
  const other = await addProduct(db, { price: 1000 })
  await add({ name: 'Sale', appliesTo: 'products', products: [other], amount: 20 })
  await add({ amount: 30 })
  const wanted = world.wanted(other, { lines: [lineFor(other, { seenPrice: 800 }), lineFor(pot)] })
  const placed = await placeOrder(shop, meera, wanted, undefined, { code: undefined, seen: 249 })
  assert.ok(placed.ok, JSON.stringify(placed))
  assert.equal(placed.order.totalAmount, 800 + 495 - 249)
})

test('a changed order costs what it would have cost like that from the start, whatever was on offer', async () => {
  const random = (most: number) => 1 + Math.floor(Math.random() * most)
  for (let round = 0; round < rounds({ few: 8, all: 60 }); round += 1) {
    await world.sql('delete from offer_uses')
    await world.sql('delete from offers')
    const buyer = await addUser(db)
    const products = [
      await addProduct(db, { price: 99 + random(2000) }),
      await addProduct(db, { price: 99 + random(2000) }),
    ]
    const sale = { name: 'Sale', appliesTo: 'products', products: products.slice(0, 1), amount: random(60) } as const
    const rules = [
      { amount: random(60), addsUp: random(2) === 1 },
      { kind: 'rupees', amount: random(900), addsUp: random(2) === 1, smallestOrder: 900 },
      { kind: 'buy-get', amount: 0, buy: random(2), get: 1 },
    ] as const
    const used = rules.filter(() => random(2) === 1)
    for (const values of [sale, ...used]) await add(values)

    const quote = async (quantities: readonly number[]) => {
      const asked = products.map((id, index) => lineFor(id, { quantity: quantities[index] ?? 0 }))
      const quotes = await quoteLines(
        shop,
        asked.filter(({ quantity }) => quantity > 0),
        buyer.userId,
      )
      const goods = quotes.reduce((sum, { price = 0, quantity }) => sum + price * quantity, 0)
      const discount = (await quoteOffers(shop, { quotes, buyer, code: undefined }))?.cash.discount ?? 0
      return {
        lines: quotes.map(({ id, quantity, price = 0 }) => lineFor(id, { quantity, seenPrice: price })),
        discount,
        total: goods - discount,
      }
    }
    const first = [random(3), random(3)]
    const { lines, discount } = await quote(first)
    const placed = await placeOrder(shop, buyer, world.wanted(pot, { lines }), undefined, {
      code: undefined,
      seen: discount,
    })
    assert.ok(placed.ok, JSON.stringify(placed))
    for (const wanted of [[random(4), random(4)], first, [random(3), 0]]) {
      const what = JSON.stringify({ sale, used, first, wanted, lines })
      const order = await changeTo(placed.order.id, wanted)
      const { total, discount: off } = await quote(wanted)
      assert.deepEqual([order?.totalAmount, order?.offer?.discount ?? 0], [total, off], what)
      assert.equal(
        order?.cartItems.reduce((sum, line) => sum + (line.discount ?? 0), 0),
        off * 100,
        what,
      )
    }
  }
})

test('an offer for one email is for the account that has confirmed it', async () => {
  await add({ code: 'RAVI', onlyFor: ravi.email.toLowerCase() })
  const refused = await place(ravi, 50, { code: 'RAVI' })
  assert.ok(!refused.ok && refused.reason === 'offers')
  assert.match(refused.message, /^This code is for your email only\. Confirm your email in your account/)
  await world.sql('update "user" set email_verified = true where id = $1', [ravi.userId])
  assert.ok((await place(ravi, 50, { code: 'RAVI' })).ok)
})

test('of six checkouts at once, paid in cash and online, one gets the last use of a code', async () => {
  await add({ code: 'LAST', usesInAll: 1 })
  const buyers = await Promise.all(Array.from({ length: 6 }, () => addUser(db)))
  const wanted = { seen: 50, code: await codeOf('LAST') }
  const results = await Promise.all(
    buyers.map(async (buyer, index) => {
      if (index % 2 === 0) return (await placeOrder(shop, buyer, pots(), undefined, wanted)).ok
      return (await openCheckout(shop, buyer, pots(), undefined, wanted)).kind === 'pay'
    }),
  )
  assert.deepEqual(results.filter(Boolean), [true])
})

test('a code that makes an order free leaves a voucher as it was', async () => {
  await add({ code: 'FREE', amount: 100 })
  const voucher = await db.transaction((tx) =>
    createVoucher(tx, { key: crypto.randomUUID(), userId: meera.userId, amount: 10_000 }),
  )
  const wanted = { seen: 495, code: await codeOf('FREE') }
  const opened = await openCheckout(shop, meera, pots(), undefined, wanted)
  assert.equal(opened.kind, 'free')
  const refused = await placeOrder(shop, meera, pots(), { id: voucher.id, seen: 100 }, wanted)
  assert.ok(!refused.ok && refused.reason === 'voucher')
  const placed = await placeOrder(shop, meera, pots(), undefined, wanted)
  assert.ok(placed.ok && placed.order.totalAmount === 0)
  const [row] = await world.sql<{ balance: string }>('select balance from vouchers where id = $1', [voucher.id])
  assert.equal(Number(row?.balance), 10_000)
})
