import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, test } from 'node:test'
import { addField, type WantedChange } from '#domain/orders/change-lines.ts'
import { listVariants } from '#server/catalog/stock/queries.ts'
import { placeOrder } from '#server/orders/place.ts'
import { findOrder } from '#server/orders/queries.ts'
import { dispatchOrder } from '#server/parcels/dispatch.ts'
import { listShipmentsOf } from '#server/parcels/queries.ts'
import { moveShipment } from '#server/parcels/steps.ts'
import { openPayInstead } from '#server/payments/pay-instead.ts'
import { reconcile } from '#server/payments/reconcile.ts'
import { addCounted, addProduct, lineFor } from '#tests/support/fixtures/factories.ts'
import { cancelOrder } from '#tests/support/fixtures/order-steps.ts'
import { assertStockAddsUp } from '#tests/support/fixtures/stock-ledger.ts'
import { admin, db, meera, payFor, pot, provider, ravi, shop, world } from '#tests/support/payments/payment-fixture.ts'
import { deleteOrder } from './cancel.ts'
import { changeLines, readChangeForm } from './change-lines.ts'
import { readDeskOrder, readOwnOrder } from './page.ts'

const { sql } = world
let counted: number

beforeEach(async () => {
  counted = await addCounted(db, { 'Grey Stone': 5, 'Marble White': 5 })
})

type Wish = Partial<Pick<WantedChange, 'lines' | 'added'>>

async function orderOf(quantities: [product: number, quantity: number][], { paid = false } = {}): Promise<number> {
  const lines = quantities.map(([id, quantity]) => lineFor(id, { quantity }))
  const wanted = world.wanted(pot, { lines })
  if (paid) {
    assert.equal((await payFor(meera, await world.open(meera, wanted))).kind, 'placed')
    return Number((await world.ordersOf(meera.userId)).at(-1)?.id)
  }
  const placed = await placeOrder(shop, meera, wanted)
  assert.ok(placed.ok)
  return placed.order.id
}

/** What the desk sends from a form that it opens now. */
async function request(id: number, { lines = [], added = [] }: Wish) {
  const form = await readChangeForm(shop, id)
  return { key: randomUUID(), orderId: id, seen: form?.seen ?? '', wanted: { lines, added, seenPrices: new Map() } }
}

const change = async (id: number, wish: Wish) => changeLines(shop, admin, await request(id, wish))

async function variantOf(product: number, finish = 'Grey Stone', sizeCode?: string): Promise<number> {
  const list = (await listVariants(db, [product])).get(product) ?? []
  const found = list.find((one) => one.finish === finish && (sizeCode === undefined || one.sizeCode === sizeCode))
  assert.ok(found)
  return found.id
}

const linesOf = async (id: number) =>
  (await findOrder(db, id))?.cartItems.map((line) => [line.id, line.selectedColor, line.quantity, line.price])
const unitsOf = async (id: number) =>
  (
    await sql<{ units: number }>(
      'select on_hand as units from product_variants where offered and product_id = $1 order by finish',
      [id],
    )
  ).map(({ units }) => units)
const refunds = async () =>
  (await world.refundsOf(meera.userId))
    .map(({ reason, amount }) => [reason, amount])
    .sort()
    .reverse()
const dispatch = (id: number, lines: 'rest' | { position: number; quantity: number }[] = 'rest') =>
  dispatchOrder(shop, admin, {
    ...{ key: randomUUID(), orderId: id, lines, courier: '', awb: '', trackingLink: '', book: false },
  })

describe('an order in cash', () => {
  test('follows a change of quantities, lines and finishes with its total, its stock and its cash to collect', async () => {
    const id = await orderOf([
      [counted, 2],
      [pot, 1],
    ])
    assert.deepEqual(await unitsOf(counted), [3, 5])
    const marble = await variantOf(counted, 'Marble White')
    const changed = await change(id, {
      lines: [{ position: 0, quantity: 3, variantId: marble }],
      added: [{ variantId: await variantOf(pot, 'Sandstone'), quantity: 2 }],
    })
    assert.deepEqual(changed, { ok: true, changeId: changed.ok && changed.changeId, refund: 0, due: 0 })
    assert.deepEqual(await linesOf(id), [
      [counted, 'Marble White', 3, 495],
      [pot, 'Grey Stone', 1, 495],
      [pot, 'Sandstone', 2, 495],
    ])
    assert.equal((await findOrder(db, id))?.totalAmount, 6 * 495)
    assert.deepEqual(await unitsOf(counted), [5, 2])
    await assertStockAddsUp(sql)
    assert.ok((await dispatch(id)).ok)
    const [parcel] = await listShipmentsOf(db, id)
    assert.equal(parcel?.cash, 6 * 495)
  })

  test('keeps the price of its lines, and adds at the price of today', async () => {
    const id = await orderOf([[pot, 1]])
    await sql('update products set price = 700 where id = $1', [pot])
    assert.ok((await change(id, { lines: [{ position: 0, quantity: 2 }] })).ok)
    assert.equal((await findOrder(db, id))?.totalAmount, 990)
    const variantId = await variantOf(pot, 'Grey Stone', 'C01')
    assert.ok((await change(id, { added: [{ variantId, quantity: 1 }] })).ok)
    assert.deepEqual(await linesOf(id), [
      [pot, 'Grey Stone', 2, 495],
      [pot, 'Grey Stone', 1, 700],
    ])
    const seen = new Map([[variantId, 495]])
    const asked = await request(id, { added: [{ variantId, quantity: 1 }] })
    const stale = await changeLines(shop, admin, { ...asked, wanted: { ...asked.wanted, seenPrices: seen } })
    assert.ok(!stale.ok && stale.reason === 'problems')
    assert.deepEqual(stale.problems, { [addField(variantId)]: { kind: 'price-changed', was: 495, now: 700 } })
    assert.equal((await findOrder(db, id))?.totalAmount, 1690)
  })

  test('fills the gap of a removed line, and is cancelled rather than emptied', async () => {
    const other = await addProduct(db)
    const id = await orderOf([
      [pot, 1],
      [counted, 1],
      [other, 1],
    ])
    assert.ok((await change(id, { lines: [{ position: 0, quantity: 0 }] })).ok)
    const positions = await sql<{ position: number }>('select position from order_lines where order_id = $1', [id])
    assert.deepEqual(positions.map(({ position }) => position).sort(), [0, 1])
    const all = [0, 1].map((position) => ({ position, quantity: 0 }))
    assert.deepEqual(await change(id, { lines: all }), { ok: false, reason: 'last-line' })
    assert.deepEqual(await change(id, {}), { ok: false, reason: 'nothing' })
    assert.deepEqual(await change(id, { lines: [{ position: 1, quantity: 100 }] }), {
      ok: false,
      reason: 'problems',
      problems: {
        'quantity:1': { kind: (await linesOf(id))?.[1]?.[0] === counted ? 'not-enough' : 'too-much', left: 4 },
      },
    })
    await assertStockAddsUp(sql)
  })

  test('is refused as a whole when a stock has run out', async () => {
    const id = await orderOf([
      [counted, 2],
      [pot, 1],
    ])
    assert.ok((await placeOrder(shop, ravi, world.wanted(counted, { lines: [lineFor(counted, { quantity: 3 })] }))).ok)
    const refused = await change(id, {
      lines: [
        { position: 0, quantity: 3 },
        { position: 1, quantity: 0 },
      ],
    })
    assert.deepEqual(refused, {
      ok: false,
      reason: 'problems',
      problems: { 'quantity:0': { kind: 'not-enough', left: 0 } },
    })
    assert.deepEqual(await linesOf(id), [
      [counted, 'Grey Stone', 2, 495],
      [pot, 'Grey Stone', 1, 495],
    ])
  })

  test('changed by two people is changed by the first; a repeat of one form changes nothing twice', async () => {
    const id = await orderOf([[counted, 2]])
    const [one, other] = [
      await request(id, { lines: [{ position: 0, quantity: 3 }] }),
      await request(id, { lines: [{ position: 0, quantity: 1 }] }),
    ]
    const results = await Promise.all([one, one, one].map((form) => changeLines(shop, admin, form)))
    assert.equal(new Set(results.map((result) => result.ok && result.changeId)).size, 1)
    assert.deepEqual(await changeLines(shop, admin, other), { ok: false, reason: 'changed' })
    assert.deepEqual(await unitsOf(counted), [2, 5])
    const emails = await world.queued('send-change-email')
    assert.equal(emails.length, 1)
    await assertStockAddsUp(sql)
  })

  test('gives back what it took when it is cancelled or deleted after changes', async () => {
    for (const end of ['cancelled', 'deleted'] as const) {
      const product = await addCounted(db, { 'Grey Stone': 5, 'Marble White': 5 })
      const id = await orderOf([[product, 2]])
      const marble = await variantOf(product, 'Marble White')
      assert.ok((await change(id, { lines: [{ position: 0, quantity: 4 }] })).ok)
      assert.ok(
        (await change(id, { lines: [{ position: 0, quantity: 1 }], added: [{ variantId: marble, quantity: 2 }] })).ok,
      )
      assert.deepEqual(await unitsOf(product), [4, 3])
      if (end === 'deleted') await deleteOrder(shop, admin, id)
      else {
        await cancelOrder(shop, admin, meera, id)
      }
      assert.deepEqual(await unitsOf(product), [5, 5], end)
      await assertStockAddsUp(sql)
    }
  })
})

describe('an order partly sent', () => {
  test('keeps what was sent, and changes the rest', async () => {
    const other = await addProduct(db)
    const id = await orderOf([
      [counted, 3],
      [pot, 1],
      [other, 1],
    ])
    const position = 0
    assert.ok((await dispatch(id, [{ position, quantity: 2 }])).ok)
    const marble = await variantOf(counted, 'Marble White')
    for (const [field, wish] of [
      ['quantity', { position, quantity: 1 }],
      ['variant', { position, quantity: 3, variantId: marble }],
    ] as const)
      assert.deepEqual(await change(id, { lines: [wish] }), {
        ok: false,
        reason: 'problems',
        problems: { [`${field}:${position}`]: { kind: 'sent', sent: 2 } },
      })
    assert.ok((await change(id, { lines: [{ position, quantity: 2 }] })).ok)
    assert.deepEqual(await unitsOf(counted), [3, 5])
    assert.ok((await dispatch(id)).ok)
    assert.deepEqual(await change(id, { lines: [{ position, quantity: 3 }] }), { ok: false, reason: 'not-allowed' })
    await assertStockAddsUp(sql)
  })

  test('is sent as a whole when the rest is removed, and delivered when that has arrived', async () => {
    for (const arrives of ['before', 'after']) {
      const id = await orderOf([
        [pot, 2],
        [counted, 1],
      ])
      const parcel = await dispatch(id, [{ position: 0, quantity: 2 }])
      assert.ok(parcel.ok)
      const arrive = () => moveShipment(shop, admin, { shipmentId: parcel.shipmentId, step: 'delivered' })
      if (arrives === 'before') await arrive()
      assert.ok((await change(id, { lines: [{ position: 1, quantity: 0 }] })).ok)
      assert.equal((await findOrder(db, id))?.dispatched, 'whole')
      if (arrives === 'after') await arrive()
      assert.equal((await findOrder(db, id))?.status, 'delivered')
      await sql('update order_lines set delivered_at = null where order_id = $1', [id])
    }
    await assertStockAddsUp(sql)
  })
})

describe('an order paid online', () => {
  test('gets back what a change makes cheaper, once, and its rest when it is cancelled', async () => {
    const id = await orderOf([[counted, 3]], { paid: true })
    const form = await request(id, { lines: [{ position: 0, quantity: 1 }] })
    const results = await Promise.all([changeLines(shop, admin, form), changeLines(shop, admin, form)])
    assert.deepEqual(
      results.map((result) => result.ok && [result.refund, result.due]),
      [
        [990, 0],
        [990, 0],
      ],
    )
    await world.doJobs()
    await reconcile(shop, { every: true })
    assert.deepEqual(await refunds(), [['changed', 99_000]])
    const order = await findOrder(db, id)
    assert.deepEqual([order?.totalAmount, order?.refund, order?.refundedPart], [495, undefined, undefined])
    await cancelOrder(shop, admin, meera, id)
    await world.doJobs()
    assert.deepEqual(await refunds(), [
      ['changed', 99_000],
      ['cancelled', 49_500],
    ])
    const [{ payment_id: paymentId } = { payment_id: '' }] = await sql<{ payment_id: string }>(
      'select payment_id from orders where id = $1',
      [id],
    )
    assert.deepEqual(
      provider.state.listRefunds(paymentId).map(({ amount }) => amount),
      [99_000, 49_500],
    )
  })

  test('asks for what a change makes dearer, is sent when that is paid, and refunds both payments', async () => {
    const id = await orderOf([[counted, 1]], { paid: true })
    const changed = await change(id, { lines: [{ position: 0, quantity: 3 }] })
    assert.deepEqual(changed.ok && [changed.refund, changed.due], [0, 990])
    assert.deepEqual(await dispatch(id), { ok: false, reason: 'unpaid' })
    const opened = await openPayInstead(shop, meera, id)
    assert.ok(opened.kind === 'pay')
    assert.equal(opened.amount, 99_000)
    assert.equal((await payFor(meera, opened)).kind, 'placed')
    assert.equal((await openPayInstead(shop, meera, id)).kind, 'paid')
    assert.deepEqual((await world.queued('send-rest-paid-email')).length, 1)
    assert.equal((await findOrder(db, id))?.due, undefined)
    await cancelOrder(shop, admin, meera, id)
    await world.doJobs()
    assert.deepEqual(await refunds(), [
      ['cancelled', null],
      ['cancelled', null],
    ])
  })

  test('asks for less, and then refunds, as it is made cheaper again before that is paid', async () => {
    const id = await orderOf([[counted, 2]], { paid: true })
    await change(id, { lines: [{ position: 0, quantity: 4 }] })
    const stale = await openPayInstead(shop, meera, id)
    assert.ok(stale.kind === 'pay')
    const less = await change(id, { lines: [{ position: 0, quantity: 1 }] })
    assert.deepEqual(less.ok && [less.refund, less.due], [495, 0])
    // Paid at the moment of the change: the money goes back.
    assert.equal((await payFor(meera, stale)).kind, 'refunded')
    await world.doJobs()
    assert.deepEqual(await refunds(), [
      ['paid-twice', null],
      ['changed', 49_500],
    ])
  })

  test('tells the buyer what was changed, on the page and on the timeline', async () => {
    const id = await orderOf([[counted, 2]], { paid: true })
    await change(id, { lines: [{ position: 0, quantity: 1 }] })
    const own = await readOwnOrder(shop, meera, id)
    assert.deepEqual(
      own?.changes.map(({ lines, refund }) => [lines[0]?.before, lines[0]?.after, refund]),
      [[2, 1, 495]],
    )
    assert.ok(own?.progress.some(({ label }) => label === 'Changed'))
    const desk = await readDeskOrder(shop, id)
    const entry = desk?.timeline.find(({ text }) => text === 'Change order')
    assert.match(entry?.detail ?? '', /2 changed to 1.*₹990 → ₹495/)
  })
})

describe('a payment during a change', () => {
  test('of a cash order pays the order or goes back, whoever is first', async () => {
    for (let round = 0; round < 4; round += 1) {
      const product = await addCounted(db, { 'Grey Stone': 5 })
      const id = await orderOf([[product, 2]])
      const opened = await openPayInstead(shop, meera, id)
      assert.ok(opened.kind === 'pay')
      const form = await request(id, { lines: [{ position: 0, quantity: round % 2 === 0 ? 1 : 3 }] })
      const [paid, changed] = await Promise.all([
        payFor(meera, opened),
        changeLines(shop, admin, form),
        world.deliver().then(world.doJobs),
      ])
      assert.ok(changed.ok)
      await world.doJobs()
      await reconcile(shop, { every: true })
      await world.doJobs()
      await assertMoneyAddsUp(id)
      if (paid.kind === 'refunded') assert.equal((await findOrder(db, id))?.paymentId, undefined)
    }
  })

  test('of the rest of an order pays that rest or goes back', async () => {
    for (const quantity of [2, 4, 1, 2, 4, 1]) {
      const product = await addCounted(db, { 'Grey Stone': 9 })
      const id = await orderOf([[product, 2]], { paid: true })
      await change(id, { lines: [{ position: 0, quantity: 3 }] })
      const opened = await openPayInstead(shop, meera, id)
      assert.ok(opened.kind === 'pay')
      const form = await request(id, { lines: [{ position: 0, quantity }] })
      const [, changed] = await Promise.all([
        payFor(meera, opened),
        changeLines(shop, admin, form),
        world.deliver().then(world.doJobs),
        reconcile(shop, { every: true }),
      ])
      assert.ok(changed.ok)
      await world.doJobs()
      await assertMoneyAddsUp(id)
    }
  })
})

/** What was paid, less what went back, is the total less what is still to be paid; the lines add up to the total. */
async function assertMoneyAddsUp(id: number): Promise<void> {
  const [row] = await sql<{
    total: number
    due: number
    lines: number
    paid: number | null
    back: number
    lost: number
  }>(
    `select total_amount::integer as total, due::integer as due,
      (select sum(price * quantity)::integer from order_lines where order_id = o.id) as lines,
      case when payment_id is not null then (
        select sum(p.amount)::integer / 100 from payments as p join checkouts as c on c.id = p.checkout_id
        where p.allocation = 'order' and (p.id = o.payment_id or c.order_id = o.id)) end as paid,
      (select coalesce(sum(coalesce(r.amount, p.amount)), 0)::integer / 100
        from refunds as r join payments as p on p.id = r.payment_id
        where r.order_id = o.id and reason = 'changed' and state <> 'failed') as back,
      (select count(*)::integer from payments as p join checkouts as c on c.id = p.checkout_id
        where c.user_id = o.user_id and p.allocation = 'refund'
          and not exists (select from refunds as r where r.payment_id = p.id)) as lost
    from orders as o where id = $1`,
    [id],
  )
  assert.ok(row)
  assert.equal(row.total, row.lines)
  if (row.paid === null) assert.deepEqual([row.due, row.back], [0, 0])
  else assert.equal(row.paid - row.back, row.total - row.due, JSON.stringify(row))
  assert.equal(row.lost, 0)
}
