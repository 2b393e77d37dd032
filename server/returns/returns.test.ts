import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import sharp from 'sharp'
import type { User } from '#domain/accounts/user.ts'
import type { TypedReturn } from '#domain/returns/forms.ts'
import { READABLE_JOBS } from '#server/db/enqueue.ts'
import { deleteOrder } from '#server/order-page/cancel.ts'
import { readDeskOrder, readOwnOrder } from '#server/order-page/page.ts'
import { findOrderRow } from '#server/orders/queries.ts'
import { addUser } from '#tests/support/fixtures/factories.ts'
import { openImageStore } from '#tests/support/fixtures/image-store.ts'
import { admin, db, meera } from '#tests/support/fixtures/order-fixture.ts'
import {
  back,
  deliver,
  desk,
  dispatch,
  NOW,
  placeCounted,
  registerShop,
  returnPots,
  sql,
} from '#tests/support/fixtures/shipment-fixture.ts'
import { listReturnRequests, readDeskReturn } from './admin-queries.ts'
import { askForReturn } from './ask.ts'
import { acknowledgeReturn, declineReturn, withdrawReturn } from './decide.ts'
import { listPastReturns } from './desk-queries.ts'
import { readReturnForm, sendReturnPicture } from './page.ts'
import { findReturnRequest, findReturnStep, listAskable, listOpenReturnsOf, listReturnRates } from './queries.ts'
import { settleReturnRequest, withReturn } from './steps.ts'

const store = await openImageStore()
const shop = { ...desk, ...store }
after(() => store.close())

const form = (changes: Partial<TypedReturn> = {}): TypedReturn => ({
  key: randomUUID(),
  item: 0,
  quantity: 1,
  reason: 'damaged',
  words: 'It has a crack.',
  wanted: 'money',
  ...changes,
})
const ask = (orderId: number, changes: Partial<TypedReturn> = {}, user = meera) =>
  askForReturn(shop, user, orderId, form(changes))

/** Of two pots of one product, delivered. */
async function deliveredOrder() {
  await registerShop()
  const { id } = await placeCounted(2)
  const { shipmentId } = await dispatch(id)
  await deliver(id)
  await sql('update orders set delivered_at = $1 where id = $2', [NOW, id])
  await sql('update shipments set delivered_at = $1 where order_id = $2', [NOW, id])
  return { id, shipmentId }
}

async function asked(orderId: number, changes: Partial<TypedReturn> = {}) {
  const request = await ask(orderId, changes)
  assert.ok(request.ok, JSON.stringify(request))
  return request.id
}

const problemsOf = async (orderId: number, changes: Partial<TypedReturn>) => {
  const refused = await ask(orderId, changes)
  assert.ok(!refused.ok && refused.reason === 'problems', JSON.stringify(refused))
  return refused.problems
}

test('a form asks once, however often it is sent, and six at a time ask for no more than was bought', async () => {
  const { id } = await deliveredOrder()
  const key = randomUUID()
  const [one, same] = await Promise.all([ask(id, { key }), ask(id, { key })])
  assert.ok(one?.ok)
  assert.deepEqual(same, one)
  const again = await Promise.all(Array.from({ length: 6 }, () => ask(id, { key })))
  assert.deepEqual(again, Array(6).fill(one))
  const many = await Promise.all(Array.from({ length: 6 }, () => ask(id)))
  assert.equal(many.filter(({ ok }) => ok).length, 1)
  const [line] = await listAskable(db, id)
  assert.deepEqual([line?.sent, line?.arrived, line?.taken], [2, 2, 2])
  assert.equal((await sql('select from return_requests where order_id = $1', [id])).length, 2)
})

test('another person’s order is not found, and their form’s key asks for nothing', async () => {
  const { id } = await deliveredOrder()
  const stranger = await addUser(db)
  assert.deepEqual(await ask(id, {}, stranger), { ok: false, reason: 'not-found' })
  const key = randomUUID()
  await asked(id, { key })
  const { id: other } = await deliveredOrder()
  assert.deepEqual(await ask(other, { key }), { ok: false, reason: 'used-key' })
  assert.deepEqual(await withdrawReturn(desk, stranger, id, 1001), { ok: false, reason: 'not-found' })
})

test('what came back, or was asked for twice, cannot be asked for again', async () => {
  const { id, shipmentId } = await deliveredOrder()
  await asked(id)
  assert.match((await problemsOf(id, { quantity: 2 })).quantity ?? '', /at most 1/)
  await returnPots(shipmentId, [back(1)])
  assert.match((await problemsOf(id, {})).item ?? '', /already/)
  assert.ok((await problemsOf(id, { item: 7 })).item)
})

test('a withdrawn request frees its units, and a settled one keeps them', async () => {
  const { id } = await deliveredOrder()
  const request = await asked(id, { quantity: 2 })
  assert.deepEqual(await listOpenReturnsOf(db, id), [request])
  assert.deepEqual(await withdrawReturn(desk, meera, id, request), { ok: true })
  assert.deepEqual(await withdrawReturn(desk, meera, id, request), { ok: true })
  assert.deepEqual(await listOpenReturnsOf(db, id), [])
  const second = await asked(id, { quantity: 2 })
  await withReturn(desk, second, (tx, row) =>
    settleReturnRequest(tx, row, { as: 'money', amount: 99_000, staff: admin, now: NOW }),
  )
  assert.deepEqual(await withdrawReturn(desk, meera, id, second), { ok: false, reason: 'not-allowed' })
  assert.ok((await problemsOf(id, {})).item)
  assert.equal((await findOrderRow(db, id))?.warrantyAmount, null)
})

test('an order with an open return is not deleted, and one whose return has ended is', async () => {
  const { id } = await deliveredOrder()
  const request = await asked(id)
  const refused = { ok: false, reason: 'return-open' }
  assert.deepEqual(await deleteOrder(desk, admin, id), refused)
  await acknowledgeReturn(desk, admin, request)
  assert.deepEqual(await deleteOrder(desk, admin, id), refused)
  assert.ok(await findOrderRow(db, id))
  await withdrawReturn(desk, meera, id, request)
  assert.deepEqual(await deleteOrder(desk, admin, id), { ok: true })
})

test('the desk acknowledges, and declines with a reason where the shop is not at fault', async () => {
  const { id } = await deliveredOrder()
  const fault = await asked(id)
  assert.deepEqual(await acknowledgeReturn(desk, admin, fault), { ok: true })
  assert.deepEqual(await declineReturn(desk, admin, fault, 'No.'), { ok: false, reason: 'not-declinable' })
  const mind = await asked(id, { reason: 'changed-mind', wanted: 'voucher' })
  assert.deepEqual(await declineReturn(desk, admin, mind, 'It was planted.'), { ok: true })
  const declined = await findReturnRequest(db, mind)
  assert.deepEqual([declined?.state, declined?.declineReason], ['declined', 'It was planted.'])
  assert.deepEqual(declined?.acknowledgedAt, NOW)
  const steps = await sql<{ state: string }>(
    'select state from return_request_steps where request_id = $1 order by id',
    [mind],
  )
  assert.deepEqual(
    steps.map(({ state }) => state),
    ['requested', 'declined'],
  )
})

test('what a claim under warranty was worth is the warranty amount of its order', async () => {
  const { id } = await deliveredOrder()
  const settle = (request: number, as: 'voucher' | 'replacement', amount?: number) =>
    withReturn(desk, request, (tx, row) =>
      settleReturnRequest(tx, row, { as, ...(amount && { amount }), staff: admin, now: NOW }),
    )
  const warranty = { reason: 'warranty', wanted: 'voucher' } as const
  const first = await asked(id, warranty)
  await settle(first, 'voucher', 20_000)
  await settle(first, 'voucher', 20_000)
  assert.equal((await findOrderRow(db, id))?.warrantyAmount, 200)
  await settle(await asked(id, warranty), 'replacement')
  const [price] = await sql<{ price: number }>('select price from order_lines where order_id = $1', [id])
  assert.equal((await findOrderRow(db, id))?.warrantyAmount, 200 + (price?.price ?? 0))
  assert.equal((await listAskable(db, id))[0]?.taken, 1, 'what was replaced is the buyer’s again')
})

test('every step is told to the buyer once, and is in the timeline of the order', async () => {
  const { id } = await deliveredOrder()
  const request = await asked(id)
  await acknowledgeReturn(desk, admin, request)
  await acknowledgeReturn(desk, admin, request)
  const jobs = await sql<{ step: number }>(
    `select (payload ->> 'stepId')::integer as step from ${READABLE_JOBS} as job where task_identifier = 'send-return-step'
     and (payload ->> 'stepId')::bigint in (select id from return_request_steps where request_id = $1) order by 1`,
    [request],
  )
  assert.equal(jobs.length, 2)
  const told = await Promise.all(jobs.map(({ step }) => findReturnStep(db, step)))
  assert.deepEqual(
    told.map((step) => step?.state),
    ['requested', 'acknowledged'],
  )
  const timeline = (await readDeskOrder(desk, id))?.timeline.map(({ text }) => text) ?? []
  for (const text of [`RET-${request}: requested`, `RET-${request}: acknowledged`])
    assert.ok(timeline.includes(text), text)
  const [own] = (await readOwnOrder(desk, meera, id))?.returns ?? []
  assert.deepEqual(
    [own?.id, own?.state, own?.steps.map(({ who }) => who)],
    [request, 'acknowledged', [undefined, undefined]],
  )
})

test('the desk finds requests by state, reason and product, and reads one', async () => {
  const { id } = await deliveredOrder()
  const request = await asked(id)
  const list = async (filter: Parameters<typeof listReturnRequests>[1]) =>
    (await listReturnRequests(db, filter, {}, NOW)).rows.map((row) => row.id)
  const { title } = (await findReturnRequest(db, request)) ?? { title: '' }
  assert.ok((await list({ state: 'open', reason: 'damaged', product: title.toUpperCase() })).includes(request))
  for (const filter of [{ state: 'settled' }, { reason: 'late' }, { product: 'No such product' }] as const)
    assert.ok(!(await list(filter)).includes(request), JSON.stringify(filter))
  const late = new Date(Date.now() + 49 * 3_600_000)
  const read = await readDeskReturn(db, request, late)
  assert.deepEqual(
    [read?.buyer, read?.words, read?.clocks.acknowledge?.isLate],
    ['Meera Nair', 'It has a crack.', true],
  )
  assert.equal(await readDeskReturn(db, 999_999, NOW), undefined)
})

test('of a product the desk reads how many of the units sent were asked back, and why; withdrawn ones do not count', async () => {
  const { id } = await deliveredOrder()
  const first = await asked(id)
  const { productId } = (await findReturnRequest(db, first)) ?? {}
  const again = await asked(id, { reason: 'wrong' })
  const rate = async () => (await listReturnRates(db)).find((each) => each.productId === productId)
  const { title: _, ...numbers } = (await rate()) ?? {}
  assert.deepEqual(numbers, { productId, sent: 2, asked: 2, reasons: { damaged: 1, wrong: 1 } })
  const [past] = await listPastReturns(db, { id: again, userId: meera.userId })
  assert.equal(past?.id, first, 'the desk sees the buyer’s other returns, the newest first')
  await withdrawReturn(desk, meera, id, again)
  assert.partialDeepStrictEqual(await rate(), { sent: 2, asked: 1, reasons: { damaged: 1 } })
})

const photo = () =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: '#a64' } })
    .withExif({ IFD0: { Model: 'Phone 7' } })
    .jpeg()
    .toBuffer()
const fileOf = (bytes: Uint8Array, name = 'crack.jpg') => new File([new Uint8Array(bytes)], name)

test('pictures lose their place and camera, and only the buyer and staff are sent them', async () => {
  const { id } = await deliveredOrder()
  const sent = await askForReturn(shop, meera, id, form(), [fileOf(await photo()), fileOf(await photo())])
  assert.ok(sent.ok)
  const pictures = (await readOwnOrder(desk, meera, id))?.returns[0]?.pictures ?? []
  assert.equal(pictures.length, 2)
  const picture = pictures[0]?.split('/').at(-1) ?? ''
  const see = (user: User) => sendReturnPicture(shop, user, { picture, file: '320.webp' })
  const may = (right: string): User => ({
    ...admin,
    role: 'user',
    staff: { role: 'x', rights: [right], needsSecondFactor: false },
  })
  const answers = await Promise.all(
    [meera, admin, may('settle returns'), await addUser(db), may('see orders')].map(see),
  )
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 404, 404],
  )
  const bytes = Buffer.from((await answers[0]?.arrayBuffer()) ?? new ArrayBuffer())
  assert.equal((await sharp(bytes).metadata()).exif, undefined)
  for (const answer of answers.slice(1)) await answer.body?.cancel()
  for (const wrong of ['', '..', picture.slice(1)])
    assert.equal((await sendReturnPicture(shop, meera, { picture: wrong, file: '320.webp' })).status, 404)
})

test('a sixth picture and a picture that is none are refused, and nothing stays', async () => {
  const { id } = await deliveredOrder()
  const good = fileOf(await photo())
  const before = await sql('select from uploads')
  for (const [files, problem] of [
    [[good, good, good, good, good, good], /at most 5/],
    [[good, fileOf(Buffer.from('just words'), 'notes.jpg')], /^notes\.jpg: This is not a supported image/],
  ] as const) {
    const refused = await askForReturn(shop, meera, id, form(), [...files])
    assert.ok(!refused.ok && refused.reason === 'pictures')
    assert.match(refused.problem, problem)
  }
  // Of a request that cannot be made, no picture is stored.
  const late = await askForReturn(shop, meera, id, form({ reason: 'late' }), [good])
  assert.ok(!late.ok && late.reason === 'problems')
  assert.deepEqual(await sql('select from uploads'), before)
  assert.deepEqual(await listOpenReturnsOf(db, id), [])
})

test('the form offers what is left of what was sent', async () => {
  await registerShop()
  const { id } = await placeCounted(2, 1)
  assert.equal((await readReturnForm(desk, meera, id))?.isOpen, false)
  assert.equal(await readReturnForm(desk, await addUser(db), id), undefined)
  await dispatch(id, { lines: [{ position: 0, quantity: 2 }] })
  const before = await readReturnForm(desk, meera, id)
  assert.deepEqual(
    before?.lines.map(({ position, left }) => [position, left]),
    [[0, 2]],
  )
  await asked(id, { reason: 'never-arrived', quantity: 2 })
  assert.deepEqual((await readReturnForm(desk, meera, id))?.lines, [])
})
