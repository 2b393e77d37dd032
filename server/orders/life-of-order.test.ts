import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { calendarDay, DAY_MS } from '#domain/time.ts'
import { listVariants } from '#server/catalog/stock/queries.ts'
import { approveCancellation, requestCancel } from '#server/order-page/cancel.ts'
import { changeLines, readChangeForm } from '#server/order-page/change-lines.ts'
import { cancelParcel } from '#server/parcels/cancel.ts'
import { dispatchOrder } from '#server/parcels/dispatch.ts'
import { takeBack } from '#server/parcels/returns.ts'
import { openPayInstead } from '#server/payments/pay-instead.ts'
import { upsertSettings } from '#server/settings/queries.ts'
import { addCounted, registered, someAddress } from '#tests/support/fixtures/factories.ts'
import { assertSalesAgree } from '#tests/support/fixtures/sales-agree.ts'
import { assertStockAddsUp } from '#tests/support/fixtures/stock-ledger.ts'
import { admin, db, meera, payFor, world } from '#tests/support/payments/payment-fixture.ts'
import { takeOrder } from './take.ts'

const { sql } = world

type Step = { kind: (typeof KINDS)[number]; amount: number }

const KINDS = ['change', 'exchange', 'dispatch', 'cancel-parcel', 'pay', 'return', 'cancel'] as const

const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom(...KINDS, 'change', 'change', 'exchange', 'dispatch', 'dispatch', 'cancel-parcel', 'pay'),
    amount: fc.integer({ min: 1, max: 5 }),
  }),
  { minLength: 4, maxLength: 12 },
)

/** What the parcel held is not in the order any more. */
const EXCHANGED_AFTER_CANCELLED_PARCEL: Step[] = (
  ['dispatch', 'change', 'cancel-parcel', 'exchange', 'dispatch'] as const
).map((kind) => ({ kind, amount: 1 }))

type Offer = { id: number; price: number }
let lives = 0

/** Goes on by days between the steps, so that an invoice and its credit note are in several periods. */
let clock = new Date()
const shop = { ...world.shop, now: () => clock }

/** A product that no other life sells. */
async function offer(title: string, price: number): Promise<Offer> {
  const product = await addCounted(db, { 'Grey Stone': 9 }, { changes: { title: `${title} ${lives}` }, price })
  const [variant] = (await listVariants(db, [product])).get(product) ?? []
  assert.ok(variant)
  return variant
}

async function take(payment: 'link' | 'counter', variant: Offer): Promise<number> {
  const taken = await takeOrder(shop, admin, {
    ...{ key: randomUUID(), userId: meera.userId, email: '', address: someAddress, payment },
    added: [{ variantId: variant.id, quantity: 3 }],
    seenPrices: new Map([[variant.id, variant.price]]),
  })
  assert.ok(taken.ok)
  return taken.order.id
}

/** Carries out one step. A refusal must leave everything as it is, which the sums show. */
async function carryOut(orderId: number, { kind, amount }: Step, offers: readonly Offer[]): Promise<void> {
  const key = randomUUID()
  if (kind === 'change' || kind === 'exchange') {
    const form = await readChangeForm(shop, orderId)
    const other = kind === 'exchange' ? offers.find(({ id }) => id !== form?.lines[0]?.variantId) : undefined
    const wanted = {
      lines: [{ position: 0, quantity: amount, ...(other && { variantId: other.id }) }],
      added: [],
      seenPrices: new Map(offers.map(({ id, price }) => [id, price])),
    }
    await changeLines(shop, admin, { key, orderId, seen: form?.seen ?? '', wanted })
  } else if (kind === 'cancel-parcel') {
    const [parcel] = await sql<{ id: number }>(
      'select id::integer from shipments where order_id = $1 order by id desc limit 1',
      [orderId],
    )
    if (parcel) await cancelParcel(shop, admin, parcel.id)
  } else if (kind === 'dispatch') {
    const parcel = { key, orderId, courier: '', awb: '', trackingLink: '', book: false }
    await dispatchOrder(shop, admin, { ...parcel, lines: [{ position: 0, quantity: amount }] })
  } else if (kind === 'pay') {
    const opened = await openPayInstead(shop, meera, orderId)
    if (opened.kind === 'pay') await payFor(meera, opened)
  } else if (kind === 'return') {
    const [parcel] = await sql<{ id: number }>(
      'select id::integer from shipments where order_id = $1 order by id offset $2 limit 1',
      [orderId, amount % 2],
    )
    const lines = [{ position: 0, good: 1, damaged: 0 }]
    if (parcel) await takeBack(shop, admin, { key, shipmentId: parcel.id, lines, reason: 'returned', refund: 'full' })
  } else {
    await requestCancel(shop, meera, orderId)
    await approveCancellation(shop, admin, orderId)
  }
}

/** Paise. */
type Sums = { paid: number; back: number; invoiced: number; unsent: number; due: number; isCancelled: boolean }

async function sumsOf(orderId: number, atCounter: number): Promise<Sums> {
  const [sums] = await sql<Sums>(
    `select $2::integer + (select coalesce(sum(p.amount), 0)::integer from payments as p
        join checkouts as c on c.id = p.checkout_id
        where p.status = 'captured' and (c.order_id = o.id or c.checkout_key = o.checkout_key)) as paid,
      (select coalesce(sum(coalesce(r.amount, p.amount)), 0)::integer from refunds as r
        join payments as p on p.id = r.payment_id where r.order_id = o.id)
        + (select coalesce(sum(amount), 0)::integer from counter_refunds where order_id = o.id) as back,
      (select coalesce(sum(case kind when 'credit-note' then -total else total end), 0)::integer from bills
        where order_id = o.id and shipment_id is not null) as invoiced,
      (select sum(100 * l.price * (l.quantity - (select coalesce(sum(s.quantity), 0) from shipment_lines as s
        join shipments as p on p.id = s.shipment_id
        where p.order_id = o.id and p.step <> 'cancelled' and s.position = l.position)))::integer
        from order_lines as l where l.order_id = o.id) as unsent,
      100 * due::integer as due, cancel = 'cancelled' as "isCancelled"
     from orders as o where id = $1`,
    [orderId, atCounter],
  )
  assert.ok(sums)
  return sums
}

for (const payment of ['link', 'counter'] as const)
  test(`${payment}: whatever happens to an order, its money, documents, reports and stock agree`, async () => {
    await db.transaction((tx) => upsertSettings(tx, registered))
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        lives++
        const offers = [await offer('Cheap', 495), await offer('Dear', 1299)] as const
        const orderId = await take(payment, offers[0])
        const days: string[] = []
        for (const step of list) {
          clock = new Date(clock.getTime() + step.amount * DAY_MS)
          days.push(calendarDay(clock))
          await carryOut(orderId, step, offers)
          const sums = await sumsOf(orderId, payment === 'counter' ? 148_500 : 0)
          const { paid, back, invoiced, unsent, due, isCancelled } = sums
          const owned = isCancelled ? 0 : invoiced + unsent - due
          assert.equal(paid - back, owned, JSON.stringify({ ...sums, step }))
        }
        await assertStockAddsUp(sql)
        const [from = '', until = ''] = [days[0], days[Math.floor(days.length / 2)]]
        await assertSalesAgree(db, { from, until }, registered.gstin ?? '')
        await assertSalesAgree(db, { from: until, until: days.at(-1) ?? '' }, registered.gstin ?? '')
      }),
      { numRuns: 8, examples: [[EXCHANGED_AFTER_CANCELLED_PARCEL]] },
    )
  })
