// The page of an order: who may open it, what a link without login shows, and every form without scripts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { upsertSettings } from '#server/settings/queries.ts'
import { addCounted, addSet, lineFor, registered, someAddress } from '#tests/support/fixtures/factories.ts'
import { until } from '#tests/support/process.ts'
import { type Answer, decodeEntities, fillForm, mainOf, sharedStorefront, textOf } from '#tests/support/storefront.ts'

/** An order of the demo shopper, of three pots of a product of its own. */
async function order(fields: Record<string, string> = {}): Promise<number> {
  const shop = await sharedStorefront()
  const cookie = await shop.sessionOf('user')
  const key = crypto.randomUUID()
  await shop.order(cookie, [lineFor(await shop.makeProduct(), { quantity: 3 })], { key, ...fields })
  const [placed] = await shop.sql<{ id: string }>('select id from orders where checkout_key = $1', [key])
  assert.ok(placed)
  return Number(placed.id)
}

/** Fills in a form of this page and sends it. */
async function send(page: string | Answer, button: string, cookie: string, fields: Record<string, string> = {}) {
  return (await sharedStorefront()).press(page, button, { cookie, fields })
}

test('a shopper opens, moves and cancels their own order; another’s is not found', async () => {
  const shop = await sharedStorefront()
  const [user, admin] = [await shop.sessionOf('user'), await shop.sessionOf('admin')]
  const id = await order()
  const path = `/orders/${id}`
  assert.match((await shop.ask('/userDashboard', { cookie: user })).html, new RegExp(`href="${path}"`))
  const page = await shop.ask(path, { cookie: user })
  assert.equal(page.status, 200)
  assert.match(page.text, /Lake View Road/)
  for (const other of [admin, await shop.sessionOf('seller')]) {
    assert.equal((await shop.ask(path, { cookie: other })).status, 404)
    assert.equal((await shop.ask(path, { cookie: other, form: { intent: 'cancel' } })).status, 404)
    const form = { intent: 'change-address', ...someAddress, city: 'Mysuru' }
    assert.equal((await shop.ask(path, { cookie: other, form })).status, 404)
  }
  for (const missing of ['/orders/999999999', '/orders/x', '/orders/0'])
    assert.equal((await shop.ask(missing, { cookie: user })).status, 404)
  assert.match((await shop.ask(path)).headers.get('location') ?? '', /^\/login/)

  const wrong = await send(path, 'Save address', user, { ...someAddress, pincode: '56', city: 'Mysuru' })
  assert.equal(wrong.status, 400)
  assert.match(wrong.html, /Your pincode must have at least 6 characters/)
  assert.match(wrong.html, /value="Mysuru"/)
  const changed = await send(path, 'Save address', user, { ...someAddress, city: 'Mysuru', pincode: '570001' })
  assert.match(changed.text, /Address changed/)
  assert.match(mainOf(changed.html), /Mysuru/)

  const asking = `${path}?cancel=ask`
  assert.match((await shop.ask(asking, { cookie: user })).text, new RegExp(`Cancel order ${id}\\?`))
  const reason = `Too small for the balcony ${id}`
  assert.match(
    (await send(asking, 'Cancel Order', user, { reason: 'x'.repeat(501) })).text,
    /Please give your reason in at most 500 characters/,
  )
  assert.match(
    (await send(asking, 'Cancel Order', user, { reason })).text,
    /Order cancellation requested successfully!/,
  )
  assert.deepEqual(await shop.sql('select cancel, cancel_reason, city from orders where id = $1', [id]), [
    { cancel: 'requested', cancel_reason: reason, city: 'Mysuru' },
  ])
  const desk = `/adminDashboard/orders/${id}`
  assert.match((await shop.ask(desk, { cookie: admin })).text, new RegExp(`Why the buyer cancels: ${reason}`))
  for (const from of [path, '/userDashboard']) {
    await shop.sql("update orders set cancel = 'requested' where id = $1", [id])
    assert.match((await shop.ask(from, { cookie: user })).text, /Keep my order/)
    const kept = await shop.ask(from, { cookie: user, form: { intent: 'keep', orderId: String(id) } })
    assert.equal(kept.status, 200)
    assert.deepEqual(await shop.sql('select cancel, cancel_reason from orders where id = $1', [id]), [
      { cancel: 'none', cancel_reason: '' },
    ])
  }
  const late = await shop.ask(desk, { cookie: admin, form: { intent: 'approve-cancellation' } })
  assert.equal(late.status, 409)
  assert.match(late.text, /The buyer keeps this order/)
  await shop.sql("update orders set cancel = 'cancelled' where id = $1", [id])
  const refused = await shop.ask(path, { cookie: user, form: { intent: 'keep' } })
  assert.equal(refused.status, 409)
  assert.match(refused.text, /already cancelled this order/)
})

test('a form of an order’s page that names no parcel, step or order is answered as such, and not as a failure', async () => {
  const shop = await sharedStorefront()
  const cookie = await shop.sessionOf('admin')
  const statusOf = async (id: number, form: Record<string, string>) =>
    (await shop.ask(`/adminDashboard/orders/${id}`, { cookie, form })).status
  const id = await order()
  const forms: Record<string, string>[] = [
    { intent: 'step', shipment: 'x', step: 'delivered' },
    { intent: 'step', shipment: '1', step: 'flown' },
    { intent: 'book' },
    { intent: 'change-courier', shipment: 'x' },
    { intent: 'cancel-parcel' },
    { intent: 'take-back', shipment: '-1' },
    { intent: 'refund-return', return: 'x' },
  ]
  for (const form of forms) assert.equal(await statusOf(id, form), 400, JSON.stringify(form))
  assert.equal(await statusOf(999_999, { intent: 'note', note: 'x' }), 404)
})

test('pages with a token in their address tell no other page of it, and their own forms still arrive', async () => {
  const shop = await sharedStorefront()
  const id = await order()
  const confirm = `/orders/${id}/confirm/${shop.shop.trackingLinks.tokenOf('confirm', id)}`
  for (const path of [
    confirm,
    '/reset-password?token=unknown',
    '/account/privacy/download/unknown',
    `/track/${id}/wrong`,
  ])
    assert.equal((await shop.ask(path)).headers.get('referrer-policy'), 'no-referrer', path)
  await shop.sql('update orders set confirmation_asked_at = now() where id = $1', [id])
  // As a browser without scripts sends a form of such a page.
  const post = (site: string) =>
    fetch(shop.url + confirm, {
      method: 'POST',
      headers: { accept: 'text/html', origin: 'null', 'sec-fetch-site': site },
      body: new URLSearchParams({}),
    })
  assert.equal((await post('cross-site')).status, 403)
  const confirmed = await post('same-origin')
  assert.equal(confirmed.status, 200)
  assert.deepEqual(await shop.sql('select cash_confirmed_at is not null as yes from orders where id = $1', [id]), [
    { yes: true },
  ])
})

test('an answer about a parcel that has arrived by then is not acknowledged', async () => {
  const shop = await sharedStorefront()
  const id = await order()
  const desk = (form: Record<string, string>) =>
    shop.sessionOf('admin').then((cookie) => shop.ask(`/adminDashboard/orders/${id}`, { cookie, form }))
  await desk({ intent: 'dispatch', key: crypto.randomUUID() })
  const [parcel] = await shop.sql<{ id: string }>('select id from shipments where order_id = $1', [id])
  const move = (step: string) => desk({ intent: 'step', shipment: parcel?.id ?? '', step })
  const answer = () => shop.ask(shop.shop.trackingLinks.redeliverPath(id), { form: { answer: 'cancel' } })
  await move('not-delivered')
  await move('delivered')
  const late = await answer()
  assert.equal(late.status, 409)
  assert.match(late.text, /has arrived. There is nothing to choose/)
})

test('a tracking link needs no login, shows no phone, street, email or money, and is a secret', async () => {
  const shop = await sharedStorefront()
  const id = await order()
  const path = shop.shop.trackingLinks.trackingPath(id)
  const page = await shop.ask(path)
  assert.equal(page.status, 200)
  const main = mainOf(page.html)
  assert.match(page.text, new RegExp(`Order ${id}`))
  assert.match(page.html, /<meta name="robots" content="noindex"/)
  assert.equal(page.headers.get('cache-control'), 'no-store')
  assert.equal(page.headers.get('referrer-policy'), 'no-referrer')
  assert.match(page.headers.get('x-robots-tag') ?? '', /noindex/)
  const script = await shop.ask(`${path}.data`)
  for (const secret of ['Lake View Road', '9845000012', '560038', shop.accountOf('user').email, '₹'])
    for (const text of [main, script.html]) assert.ok(!text.includes(secret), secret)
  assert.match(main, new RegExp(`href="/login\\?next=/orders/${id}"`))
  assert.match(main, new RegExp(`href="/contactUs/${id}"`))
  for (const step of ['To pack', 'To come: Packed', 'To come: Delivered']) assert.ok(page.text.includes(step), step)
  const own = mainOf((await shop.ask(path, { cookie: await shop.sessionOf('user') })).html)
  assert.match(own, new RegExp(`href="/orders/${id}"`))
  assert.doesNotMatch(own, /Log in/)
  const token = path.split('/').at(-1) ?? ''
  for (const wrong of [
    `/track/${id + 1}/${token}`,
    `/track/${id}/${'A'.repeat(22)}`,
    `/track/${id}/x`,
    `/track/x/${token}`,
  ])
    assert.equal((await shop.ask(wrong)).status, 404, wrong)
})

test('a tracking link leads to the login to say what is wrong once something was sent, and says how far a return is', async () => {
  const shop = await sharedStorefront()
  const id = await order()
  const path = shop.shop.trackingLinks.trackingPath(id)
  assert.doesNotMatch((await shop.ask(path)).text, /Something is wrong/)
  await shop.sql(`update orders set status = 'delivered', delivered_at = now() where id = $1`, [id])
  await shop.sql(
    `insert into return_requests (key, order_id, user_id, position, product_id, title, quantity, reason, words, wanted)
     select gen_random_uuid(), order_id, (select user_id from orders where id = order_id), position, product_id, title, 1,
       'damaged', 'It has a crack.', 'money' from order_lines where order_id = $1 and position = 0`,
    [id],
  )
  const { html, text } = await shop.ask(path)
  assert.match(html, new RegExp(`href="/login\\?next=/orders/${id}/return"[^>]*>Something is wrong<`))
  assert.match(text, /RET-\d+ .* Requested/)
  assert.doesNotMatch(html, /It has a crack/)
})

test('an order is found by its number and the email or phone of its buyer, without scripts, and nothing else is told', async () => {
  const shop = await sharedStorefront()
  const id = await order()
  assert.match((await shop.ask('/')).html, /<a href="\/track"[^>]*>Track order<\/a>/)
  const find = (number: string, contact: string) => shop.ask('/track', { form: { order: number, contact } })
  for (const contact of [shop.accountOf('user').email.toUpperCase(), '+91 98450 00012']) {
    const found = await find(`${id}`, contact)
    assert.deepEqual([found.status, found.headers.get('location')], [302, shop.shop.trackingLinks.trackingPath(id)])
  }
  const wrong = [await find(`${id}`, 'other@gamla.example'), await find('999999', shop.accountOf('user').email)]
  for (const { status, text, html } of wrong) {
    assert.equal(status, 404)
    assert.match(text, /We found no order with this number and this email or phone\. Please check both\./)
    assert.match(html, /value="(other@gamla\.example|999999)"/)
  }
  const empty = await find('', '')
  assert.equal(empty.status, 400)
  assert.match(empty.text, /Enter the order’s number/)
})

test('help with an order begins the message with its number, and fills in the rest for its buyer only', async () => {
  const shop = await sharedStorefront()
  const id = await order()
  const filled = async (cookie?: string) => {
    const { name, email, phone } = fillForm(
      (await shop.ask(`/contactUs/${id}`, { cookie })).html,
      'Send message',
    ).fields
    return [name, email, phone]
  }
  const { name, mobileNumber } = someAddress
  assert.deepEqual(await filled(await shop.sessionOf('user')), [name, shop.accountOf('user').email, mobileNumber])
  for (const cookie of [undefined, await shop.sessionOf('admin')]) assert.deepEqual(await filled(cookie), ['', '', ''])
  const page = await shop.ask('/contactUs/1030')
  assert.match(page.html, />Order 1030: <\/textarea>/)
  assert.doesNotMatch((await shop.ask('/contactUs')).html, /Order \d+: <\/textarea>/)
  assert.equal((await shop.ask('/contactUs/nothing')).status, 404)
})

test('the desk undoes a dispatch and corrects a courier without scripts, after a question and with every refusal', async () => {
  const shop = await sharedStorefront()
  const cookie = await shop.sessionOf('admin')
  const id = await order()
  const path = `/adminDashboard/orders/${id}`
  const untouched = await shop.ask(path, { cookie })
  assert.doesNotMatch(untouched.text, /Undo dispatch/)
  const dispatched = await send(untouched, 'Dispatch', cookie, { courier: 'DTDC', awb: `DT${id}` })
  for (const button of ['Undo dispatch', 'Cancel parcel']) assert.ok(dispatched.text.includes(button), button)

  const wrong = await send(dispatched, 'Save courier', cookie, { courier: 'Blue Dart', awb: 'NO 1' })
  assert.equal(wrong.status, 409)
  assert.match(wrong.html, /An AWB has only letters/)
  assert.match(wrong.html, /value="NO 1"/)
  const saved = await send(dispatched, 'Save courier', cookie, { courier: 'Blue Dart', awb: `BD${id}` })
  assert.match(saved.text, /Courier changed/)
  assert.match(saved.text, new RegExp(`AWB: DT${id} → BD${id}; Courier: DTDC → Blue Dart`))
  const late = await send(dispatched, 'Save courier', cookie, { courier: 'DTDC', awb: `DX${id}` })
  assert.equal(late.status, 409)
  assert.match(late.text, new RegExp(`Someone else has changed this to “Blue Dart / BD${id}”`))
  assert.match(late.html, new RegExp(`value="DX${id}"`))

  const asked = await send(late, 'Undo dispatch', cookie)
  assert.match(asked.text, /Cancel this parcel of order \d+\? Its items are to pack again\./)
  const cancelled = await send(asked, 'Cancel this parcel of order', cookie)
  assert.match(cancelled.text, /Parcel cancelled/)
  assert.deepEqual(await shop.sql('select dispatched from orders where id = $1', [id]), [{ dispatched: 'none' }])

  const again = await send(cancelled, 'Dispatch', cookie, { courier: 'DTDC', awb: `DT${id}` })
  await send(again, 'Picked up', cookie)
  const [parcel] = await shop.sql<{ id: string }>(
    `select id from shipments where order_id = $1 and step = 'picked-up'`,
    [id],
  )
  const tooLate = await shop.ask(path, { cookie, form: { intent: 'cancel-parcel', shipment: parcel?.id ?? '' } })
  assert.equal(tooLate.status, 409)
  assert.match(tooLate.text, /The courier has this parcel, so it can’t be cancelled/)
})

test('the desk dispatches, moves and takes back a parcel without scripts, and every refusal is said', async () => {
  const shop = await sharedStorefront()
  const cookie = await shop.sessionOf('admin')
  const id = await order()
  const path = `/adminDashboard/orders/${id}`
  const opened = await shop.ask(path, { cookie })
  const many = await send(opened, 'Dispatch', cookie, { 'quantity:0': '4' })
  assert.equal(many.status, 409)
  assert.match(many.text, /more units than are left to send/)
  const link = await send(opened, 'Dispatch', cookie, { trackingLink: 'javascript:alert(1)', awb: 'NO 1' })
  assert.match(link.html, /Enter a link that begins with https:\/\//)
  assert.match(link.html, /An AWB has only letters/)
  assert.match(link.html, /value="NO 1"/)

  const fields = { 'quantity:0': '2', courier: 'Delhivery', awb: `DL${id}` }
  for (let press = 0; press < 2; press += 1)
    assert.match(
      (await send(opened, 'Dispatch', cookie, fields)).text,
      /Dispatched without an invoice: Legal name, Address, State, Tax regime missing/,
    )
  const sent = await shop.sql<{ id: string }>('select id from shipments where order_id = $1', [id])
  assert.equal(sent.length, 1)
  const taken = await send(path, 'Dispatch', cookie, { courier: 'Delhivery', awb: `DL${id}` })
  assert.match(taken.html, /Another parcel of this courier has this AWB/)

  const page = await send(taken, 'On the way', cookie)
  assert.match(page.text, /Parcel set to On the way/)
  assert.match(
    page.text,
    /No invoice was made: Legal name, Address, State, Tax regime were missing\. Add them in Settings/,
  )
  for (const part of [/Timeline/, /Parcel dispatched/, /Parcel: On the way/, /2 items, Delhivery/])
    assert.match(page.text, part)
  assert.match(page.html, new RegExp(`href="/adminDashboard/packing-slips\\?orders=${id}"`))
  assert.match(page.html, new RegExp(`href="/adminDashboard/labels\\?shipments=${sent[0]?.id}"`))
  for (const document of [`packing-slips?orders=${id}`, `labels?shipments=${sent[0]?.id}`]) {
    const { status, headers, html } = await shop.ask(`/adminDashboard/${document}`, { cookie })
    assert.deepEqual([status, headers.get('content-type'), html.slice(0, 5)], [200, 'application/pdf', '%PDF-'])
  }
  // The courier has the address by now.
  assert.doesNotMatch(page.text, /Change address/)
  const late = await shop.ask(path, { cookie, form: { intent: 'change-address', ...someAddress, city: 'Mysuru' } })
  assert.equal(late.status, 409)

  assert.match((await send(page, 'Take back', cookie)).text, /Enter how many came back/)
  assert.match((await send(page, 'Take back', cookie, { 'good:0': '3' })).text, /more units than are left to return/)
  const back = await send(page, 'Take back', cookie, { 'good:0': '1' })
  assert.match(back.text, /Return recorded/)

  const above = await send(back, 'Take back', cookie, { 'damaged:0': '1', amount: '9999' })
  assert.equal(above.status, 409)
  assert.match(above.text, /Enter at most ₹[\d,]+, the price of what came back\./)
  assert.match(above.html, /name="amount"[^>]*value="9999"/)
  const open = await send(back, 'Take back', cookie, { 'damaged:0': '1', refund: 'not-yet' })
  assert.match(open.text, /Return recorded/)
  assert.match(open.text, /Refund is open: ₹/)
  const question = { intent: 'delete', id: String(id), confirmed: 'yes' }
  const kept = await shop.ask('/adminDashboard/orders', { cookie, form: question })
  assert.match(kept.text, /Decide the refund of what came back first/)
  assert.match((await send(open, 'Refund', cookie, { amount: 'all' })).text, /Enter an amount in rupees/)
  const refunded = await send(open, 'Refund', cookie, { amount: '100' })
  assert.match(refunded.text, /Refund recorded/)
  assert.doesNotMatch(refunded.text, /Refund is open/)

  const note = await send(refunded, 'Save note', cookie, { note: 'Ring twice.' })
  assert.match(note.html, /<textarea[^>]*>Ring twice\.<\/textarea>/)
  const stale = await shop.ask(path, { cookie, form: { intent: 'note', note: 'Mine', seen: '' } })
  assert.equal(stale.status, 409)
  assert.match(stale.text, /Someone else has changed this note to: “Ring twice\.”/)
  assert.match(stale.html, /<textarea[^>]*>Mine<\/textarea>/)
  assert.equal((await shop.ask('/adminDashboard/orders/999999999', { cookie })).status, 404)
})

test('an order is picked up without scripts: ready, its code shown to its buyer alone, handed over for code and cash', async () => {
  const shop = await sharedStorefront()
  const [desk, cookie] = [await shop.sessionOf('admin'), await shop.sessionOf('user')]
  const settings = '/adminDashboard/settings/delivery'
  const place = {
    pickUpAt: 'Our workshop',
    pickUpAddress: '12 MG Road, Pune 411001',
    pickUpHours: 'Mon–Sat 10 am–7 pm',
  }
  const half = await send(settings, 'Save', desk, { ...place, pickUpHours: '' })
  assert.match(half.text, /Enter when it is open/)
  assert.match(half.html, /value="Our workshop"/)
  await send(settings, 'Save', desk, place)
  const id = await order({ pickUp: 'yes' })
  const [own, path] = [`/orders/${id}`, `/adminDashboard/orders/${id}`]
  const placed = (await shop.ask(own, { cookie })).text
  for (const part of [/Pick up at\s+Our workshop/, /Mon–Sat 10 am–7 pm/, /Billing address/, /Cash when picked up/])
    assert.match(placed, part)
  assert.doesNotMatch(placed, /Show this code/)
  assert.match((await shop.ask('/adminDashboard/orders?view=orders', { cookie: desk })).text, /Pick up/)

  const page = await shop.ask(path, { cookie: desk })
  assert.doesNotMatch(page.html, /name="(courier|awb|trackingLink)"/)
  assert.doesNotMatch(page.html, /value="deliver"/)
  const ready = await send(page, 'Ready to pick up', desk)
  assert.match(ready.text, /Ready to pick up without an invoice/)
  const shown = (await shop.ask(own, { cookie })).text
  const [, code = ''] = /Show this code at the counter: (\d{3} \d{3})/.exec(shown) ?? []
  assert.match(shown, /You pay ₹1,485 there\./)
  assert.ok((await shop.ask('/userDashboard', { cookie })).text.includes(code))
  assert.ok(!ready.text.includes(code) && !ready.html.includes(code.replace(' ', '')))
  assert.doesNotMatch(textOf(mainOf(ready.html)), /On the way|Courier|Label/)

  const none = await send(ready, 'Hand over', desk)
  assert.match(none.text, /Enter the six digits/)
  const wrong = await send(ready, 'Hand over', desk, { code: '000 000', amount: '1485' })
  assert.match(wrong.text, /This is not the code of this parcel/)
  assert.match(wrong.html, /name="amount"[^>]*value="1485"|value="1485"[^>]*name="amount"/)
  assert.match((await send(ready, 'Hand over', desk, { code, amount: '' })).text, /Enter what you collected/)
  const handed = await send(ready, 'Hand over', desk, { code, amount: '1485' })
  assert.match(handed.text, /Handed over/)
  const done = (await shop.ask(own, { cookie })).text
  assert.doesNotMatch(done, /Show this code/)
  assert.match(done, /Handed over/)
  assert.match(handed.text, /₹1,485 received/)
  await shop.sql('update order_lines set seller_id = (select id from "user" where email = $2) where order_id = $1', [
    id,
    shop.accountOf('seller').email,
  ])
  const sales = (await shop.ask('/sellerDashboard/orders', { cookie: await shop.sessionOf('seller') })).text
  assert.match(sales, new RegExp(`${id}.*Status Handed over`))
  await send(settings, 'Save', desk, { pickUpAt: '', pickUpAddress: '', pickUpHours: '' })
})

test('a delivered pot is Sold until Restock sells it again', async () => {
  const shop = await sharedStorefront()
  const cookie = await shop.sessionOf('admin')
  const id = await order()
  const [line] = await shop.sql<{ pot: string }>('select product_id as pot from order_lines where order_id = $1', [id])
  const press = (path: string, intent: string, of: string) => shop.ask(path, { cookie, form: { intent, id: of } })
  const shows = (button: RegExp) =>
    until(`${button}`, async () => button.test((await shop.ask(`/productinfo/${line?.pot}`)).text))
  await press('/adminDashboard/orders', 'deliver', String(id))
  await shows(/ Sold /)
  const restocked = await press('/adminDashboard', 'restock', line?.pot ?? '')
  assert.match(restocked.text, /Product restocked successfully/)
  await shows(/ Add to cart /)
})

test('chosen orders are dispatched together without scripts, and the page says what could not be sent', async () => {
  const shop = await sharedStorefront()
  const cookie = await shop.sessionOf('admin')
  const [one, two, three] = [await order(), await order(), await order()]
  const list = '/adminDashboard/orders?view=orders&show=to-dispatch'
  const page = await shop.ask(list, { cookie })
  assert.match(page.text, /Remove filter With a parcel: To pack/)
  for (const id of [one, two]) assert.match(page.html, new RegExp(`<input[^>]*name="orders"[^>]*value="${id}"`))
  assert.match(page.html, /<button[^>]*formAction="\/adminDashboard\/dispatch"/i)
  const opened = await shop.ask(`/adminDashboard/dispatch?orders=${one}&orders=${two}&orders=${three}`, { cookie })
  const action = opened.headers.get('location') ?? ''
  const { fields } = fillForm((await shop.ask(action, { cookie })).html, 'Dispatch')
  const press = async (form: Record<string, string>) =>
    shop.ask(decodeEntities(action), { cookie, form: { ...fields, intent: 'dispatch', ...form } })

  const wrong = await press({ orders: `${one},${two}`, courier: 'DTDC', [`awb:${one}`]: 'A 1', [`awb:${two}`]: 'D2' })
  assert.equal(wrong.status, 400)
  assert.match(wrong.html, /An AWB has only letters/)
  for (const typed of ['A 1', 'D2']) assert.match(wrong.html, new RegExp(`name="awb:\\d+"[^>]*value="${typed}"`))
  assert.match((await press({ orders: '' })).text, /Choose at least one order/)

  const scanned = { courier: 'DTDC', [`awb:${one}`]: `DM${one}`, [`awb:${two}`]: '' }
  const done = await press({ orders: `${one},${two},999999999`, ...scanned, 'awb:999999999': 'DM9' })
  assert.match(done.text, /1 packed, 1 refused, 1 left out/)
  assert.match(done.text, /Order 999999999 ?: This order no longer exists/)
  assert.match(done.text, new RegExp(`Order ${two} ?: It has no AWB yet`))
  assert.match(done.text, /Print 1 label Slips/)
  // Sent again, it changes nothing; by hand the others follow.
  await press({ orders: String(one), ...scanned })
  assert.match((await press({ orders: `${two},${three}`, courier: '' })).text, /3 packed/)
  const states = await shop.sql('select dispatched from orders where id in ($1, $2, $3)', [one, two, three])
  assert.deepEqual(states, Array(3).fill({ dispatched: 'whole' }))
  const sent = await shop.sql<{ id: string; awb: string | null }>(
    'select id, awb from shipments where order_id in ($1, $2, $3) order by order_id',
    [one, two, three],
  )
  assert.deepEqual(
    sent.map(({ awb }) => awb),
    [`DM${one}`, null, null],
  )
  assert.doesNotMatch((await shop.ask(list, { cookie })).html, new RegExp(`value="${one}"`))
  // What was chosen stays chosen.
  const back = await shop.ask(`/adminDashboard/orders?view=orders&orders=${one}`, { cookie })
  assert.match(back.html, new RegExp(`<input(?=[^>]*value="${one}")(?=[^>]*checked)[^>]*>`))

  let address = action
  const step = (form: Record<string, string>) =>
    shop.ask(address, {
      cookie,
      form: { intent: 'step', shipments: sent.map(({ id }) => id).join(), ...form },
    })
  const undone = await step({ step: 'cancelled', shipments: sent[2]?.id ?? '' })
  assert.match(undone.text, /Cancel 1 parcel\? Their invoices get credit notes/)
  await send(undone, 'Cancel 1 parcel?', cookie)
  const [back3] = await shop.sql('select dispatched from orders where id = $1', [three])
  assert.deepEqual(back3, { dispatched: 'none' })
  // The order is dispatched again from a page with another key.
  const anew = (await shop.ask(action, { cookie })).headers.get('location') ?? ''
  assert.notEqual(anew, action)
  address = anew
  await shop.ask(anew, { cookie, form: { intent: 'dispatch', orders: String(three), courier: '' } })
  const [again] = await shop.sql<{ id: string }>(`select id from shipments where order_id = $1 and step = 'packed'`, [
    three,
  ])
  assert.ok(again)
  sent.splice(2, 1, { ...again, awb: null })

  assert.match((await step({ step: 'picked-up' })).text, /3 parcels set to Picked up\./)
  assert.match((await step({ step: 'out-for-delivery', shipments: '' })).text, /Choose at least one parcel/)
  const asked = await step({ step: 'delivered' })
  assert.match(asked.text, /Set 3 parcels to Delivered\? Orders that have arrived whole are delivered/)
  assert.match((await send(asked, 'Set 3 parcels to Delivered', cookie)).text, /3 parcels set to Delivered/)
  const late = await step({ step: 'on-the-way' })
  assert.equal(late.status, 409)
  assert.match(
    late.text,
    new RegExp(`0 parcels set to On the way, 3 not changed\\. .*Order ${one} ?: Its parcel is delivered`),
  )
  assert.equal((await shop.ask(address, { cookie, form: { intent: 'step', step: 'flown' } })).status, 400)

  const csv = await shop.ask(`/adminDashboard/export/orders?orders=${one}&orders=${two}`, { cookie })
  assert.deepEqual(csv.html.match(/^\d+/gm), [String(one), String(two)])
  // The number that `breach-list export` asks for.
  const [entry] = await shop.sql<{ id: string }>('select max(id) as id from audit')
  const { text: audit } = await shop.ask('/adminDashboard/audit', { cookie })
  assert.match(audit, new RegExp(`exported the table orders Details Entry ${entry?.id}, by \\S+, about table orders`))
})

test('a State against the pincode is refused at checkout, in an account, in an order and at the desk; old orders are listed before dispatch', async () => {
  const shop = await sharedStorefront()
  const [user, admin] = [await shop.sessionOf('user'), await shop.sessionOf('admin')]
  const id = await order()
  const wrong = { ...someAddress, city: 'Pune', pincode: '600002', stateCode: '27' }
  const lines = JSON.stringify([lineFor(await shop.makeProduct())])
  const checkout = { ...wrong, key: crypto.randomUUID(), lines }
  const sentence = /600002 is in Tamil Nadu\. Check the pincode or the State\./
  for (const [cookie, path, form] of [
    [user, '/cart', checkout],
    [user, '/cart/pay', checkout],
    [user, '/account', { intent: 'add-address', ...wrong }],
    [user, `/orders/${id}`, { intent: 'change-address', ...wrong }],
    [admin, `/adminDashboard/orders/${id}`, { intent: 'change-address', ...wrong }],
  ] as const) {
    // The checkout's script reads data, everybody else a page.
    const answer = await shop.ask(path === '/cart' ? '/cart.data' : path, { cookie, form })
    assert.ok([400, 409].includes(answer.status), `${path} ${answer.status}`)
    assert.match(answer.html, sentence, path)
  }
  assert.deepEqual(await shop.sql('select pincode from orders where checkout_key = $1', [checkout.key]), [])

  // An order from before this was refused.
  await shop.sql("update orders set city = 'Pune', pincode = '600002', state_code = '27' where id = $1", [id])
  const listed = `Order ${id} ?: 600002 is in Tamil Nadu\\. Check the pincode or the State\\.`
  assert.match((await shop.ask('/adminDashboard/orders?view=problems', { cookie: admin })).text, new RegExp(listed))
  const page = `/adminDashboard/orders/${id}`
  assert.match((await shop.ask(page, { cookie: admin })).text, sentence)
  for (const stateCode of ['', '27'])
    assert.match(
      (await send(page, 'Dispatch', admin, { stateCode })).text,
      /The State of this address is not the one of its pincode/,
    )
  assert.match(
    (await send(page, 'Deliver', admin, { confirmed: 'yes' })).text,
    /The State of this address is not the one of its pincode/,
  )
  const corrected = await send(page, 'Save address', admin, { ...wrong, city: 'Chennai', stateCode: '33' })
  assert.match(corrected.text, /Address changed/)
  assert.doesNotMatch((await shop.ask('/adminDashboard/orders', { cookie: admin })).text, new RegExp(listed))
  assert.deepEqual(await shop.sql('select state_code from orders where id = $1', [id]), [{ state_code: '' }])
})

test('an order that awaits its buyer’s word says so, and a dispatched one does not read like an untouched one', async () => {
  const shop = await sharedStorefront()
  const [cookie, user] = [await shop.sessionOf('admin'), await shop.sessionOf('user')]
  const [waiting, sent, untouched] = [await order(), await order(), await order()]
  await shop.sql('update orders set confirmation_asked_at = now() where id = $1', [waiting])
  const rowOf = async (path: string, id: number, who = cookie) => {
    const { html } = await shop.ask(path, { cookie: who })
    const shown = html.match(/<(tr|article)\b[\s\S]*?<\/\1>/g) ?? []
    return textOf(shown.find((row) => row.includes(`/orders/${id}"`)) ?? '')
  }
  const orders = '/adminDashboard/orders?view=orders'

  const action = `/adminDashboard/dispatch?orders=${waiting},${sent}&key=${crypto.randomUUID()}`
  const panel = await shop.ask(action, { cookie })
  assert.match(panel.text, /1 unconfirmed Leave out Send anyway/)
  const done = await send(panel, 'Dispatch', cookie, { intent: 'dispatch', orders: `${waiting},${sent}` })
  assert.match(done.text, /1 packed, 1 left out/)
  assert.match(done.text, new RegExp(`Order ${waiting} ?: It awaits its buyer’s confirmation`))

  for (const list of [orders, '/adminDashboard/orders']) {
    assert.match(await rowOf(list, waiting), / confirmed Awaiting confirmation /, list)
    assert.match(await rowOf(list, sent), / confirmed Packed /, list)
    assert.doesNotMatch(await rowOf(list, untouched), /Dispatched|Awaiting/, list)
  }
  assert.match(await rowOf('/userDashboard', waiting, user), / confirmed Awaiting confirmation /)
  assert.match(await rowOf('/userDashboard', sent, user), / confirmed Packed /)
  assert.doesNotMatch(await rowOf('/userDashboard', untouched, user), /Dispatched|Awaiting/)
  assert.ok(!(await rowOf(`${orders}&show=to-dispatch`, waiting)))
  assert.ok(await rowOf(`${orders}&show=not-confirmed`, waiting))

  const page = `/adminDashboard/orders/${waiting}`
  const awaiting = await shop.ask(page, { cookie })
  assert.match(awaiting.text, / confirmed Awaiting confirmation .* Placed .* Awaiting confirmation /s)
  const marked = await send(awaiting, 'Mark confirmed', cookie)
  assert.match(marked.text, /Order marked as confirmed/)
  assert.doesNotMatch(marked.text, /Awaiting confirmation|Mark confirmed/)
  assert.match(await rowOf(orders, waiting), / confirmed To pack /)
})

test('a firm of another State is billed where it is registered; the desk sees firm and GSTIN, corrects them, and confirms it once', async () => {
  const shop = await sharedStorefront()
  const [user, admin] = [await shop.sessionOf('user'), await shop.sessionOf('admin')]
  const lines = JSON.stringify([lineFor(await shop.makeProduct(), { quantity: 2 })])
  const key = crypto.randomUUID()
  const firm = { ...someAddress, firm: 'Green Rooms LLP', gstin: '27AAPFU0939F1ZV' }
  const refused = await shop.ask('/cart.data', { cookie: user, form: { key, lines, ...firm } })
  assert.equal(refused.status, 400)
  assert.match(refused.html, /This GSTIN is of Maharashtra\. Enter the address that is registered there\./)
  const registeredAddress = '4 Paud Road\nPune 411038'
  await shop.ask('/cart', { cookie: user, form: { key, lines, ...firm, registeredAddress } })
  const [placed] = await shop.sql<{ id: string }>('select id from orders where checkout_key = $1', [key])
  const page = `/adminDashboard/orders/${placed?.id}`
  await shop.shop.db.transaction((tx) => upsertSettings(tx, registered))
  await until('the settings are known', async () => (await shop.shop.settings.read()).taxRegime === 'regular')
  try {
    const shown =
      /Firm Green Rooms LLP GSTIN 27AAPFU0939F1ZV Registered address 4 Paud Road Pune 411038 Registered in Maharashtra/
    assert.match((await shop.ask(`/orders/${placed?.id}`, { cookie: user })).text, shown)
    assert.match((await shop.ask(page, { cookie: admin })).text, shown)
    const corrected = { ...firm, firm: 'Green Rooms Pvt Ltd', registeredAddress }
    assert.match((await send(page, 'Save address', admin, corrected)).text, /Address changed/)
    assert.match((await shop.ask(page, { cookie: admin })).text, /Firm Green Rooms Pvt Ltd/)

    for (const button of ['Dispatch', 'Deliver'])
      assert.match(
        (await send(page, button, admin, { billTo: 'anything', confirmed: 'yes' })).text,
        /The GSTIN of this order is of another State/,
      )
    const billTo = 'Bill to Maharashtra, ship to Karnataka: IGST'
    assert.ok((await shop.ask(page, { cookie: admin })).text.includes(billTo))
    assert.match((await send(page, 'Dispatch', admin, { billTo, 'quantity:0': '1' })).text, /Dispatched with /)
    const again = await shop.ask(page, { cookie: admin })
    assert.ok(!mainOf(again.html).includes('name="billTo"'))
    assert.match((await send(page, 'Dispatch', admin)).text, /Dispatched with /)
    const invoices = await shop.sql<{ id: string }>('select id from bills where order_id = $1', [placed?.id])
    assert.equal(invoices.length, 2)
    for (const { id } of invoices) {
      const { text } = await shop.ask(`/bills/${id}`, { cookie: user })
      assert.match(
        text,
        /Billed to Green Rooms Pvt Ltd Meera Nair 4 Paud Road Pune 411038 State: Maharashtra \(27\) GSTIN: 27AAPFU0939F1ZV/,
      )
      assert.match(text, /Delivered to Meera Nair 12 Lake View Road Bengaluru 560038 State: Karnataka \(29\)/)
      assert.match(text, /Place of supply Maharashtra \(27\)/)
    }
  } finally {
    for (const table of ['settings', 'bills', 'bill_counters']) await shop.sql(`delete from ${table}`)
    await until('the settings are forgotten', async () => (await shop.shop.settings.read()).taxRegime === '')
  }
})

test('a shop whose invoices lack one thing is asked for it', async () => {
  const shop = await sharedStorefront()
  const cookie = await shop.sessionOf('admin')
  const page = `/adminDashboard/orders/${await order()}`
  await shop.shop.db.transaction((tx) => upsertSettings(tx, { ...registered, legalState: '' }))
  await until('the settings are known', async () => (await shop.shop.settings.read()).taxRegime === 'regular')
  try {
    const dispatched = await send(page, 'Dispatch', cookie)
    assert.match(dispatched.text, /Dispatched without an invoice: State missing\. Add it in Settings/)
    assert.match(dispatched.text, /No invoice was made: State was missing\. Add it in Settings for later parcels/)
  } finally {
    await shop.sql('delete from settings')
    await until('the settings are forgotten', async () => (await shop.shop.settings.read()).taxRegime === '')
  }
})

test('Deliver asks first and can be undone without scripts; where everything is dispatched it does not ask', async () => {
  const shop = await sharedStorefront()
  const admin = await shop.sessionOf('admin')
  const id = await order()
  const statusOf = async () => (await shop.sql('select status, dispatched from orders where id = $1', [id]))[0]
  for (const path of [`/adminDashboard/orders?q=${id}`, `/adminDashboard/orders/${id}`]) {
    const page = await shop.ask(path, { cookie: admin })
    const { html } = page
    // The list's filter has an option of this name.
    const list = html.slice(html.search(/<tbody|id="order-heading"/))
    const asked = await send({ ...page, html: list }, 'Deliver', admin)
    assert.match(asked.text, new RegExp(`Deliver order ${id}\\? Nothing of it is packed yet\\.`))
    assert.deepEqual(await statusOf(), { status: 'confirmed', dispatched: 'none' })
    const delivered = await send(asked, `Deliver order ${id}?`, admin)
    assert.match(delivered.text, /Order delivered successfully/)
    assert.deepEqual(await statusOf(), { status: 'delivered', dispatched: 'whole' })
    const undone = await send(delivered, 'Undo', admin)
    assert.match(undone.text, /Delivery undone/)
    assert.deepEqual(await statusOf(), { status: 'confirmed', dispatched: 'none' })
  }
  await send(`/adminDashboard/orders/${id}`, 'Dispatch', admin)
  assert.match((await send(`/adminDashboard/orders/${id}`, 'Deliver', admin)).text, /Order delivered successfully/)
  await shop.sql(`update open_deliveries set undo_until = now() where order_id = $1`, [id])
  const form = { intent: 'undo-delivery' }
  const late = await shop.ask(`/adminDashboard/orders/${id}`, { cookie: admin, form })
  assert.equal(late.status, 409)
  assert.match(late.text, /Too late to undo: the invoice and the email are made\. Record a return instead\./)
})

test('an order is changed without scripts: found, added, saved, and the second of two people keeps what was typed', async () => {
  const shop = await sharedStorefront()
  const [cookie, user] = [await shop.sessionOf('admin'), await shop.sessionOf('user')]
  const [id, product] = [await order(), await shop.makeProduct()]
  const path = `/adminDashboard/orders/${id}/change`
  await shop.sql('update products set title = $2 where id = $1', [product, `Ledge ${product}`])
  const [variant] = await shop.sql<{ id: string }>(
    "select id from product_variants where product_id = $1 and size_code = 'C01' and finish = 'Sandstone'",
    [product],
  )
  const open = async () => {
    const { html } = await shop.ask(path, { cookie })
    const fieldOf = (name: string) => decodeEntities(new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '')
    return { key: fieldOf('key'), seen: fieldOf('seen') }
  }
  const save = (form: Record<string, string>) => shop.ask(path, { cookie, form: { intent: 'save', ...form } })
  const [one, other] = [await open(), await open()]

  const found = await shop.ask(path, { cookie, form: { intent: 'draft', find: `ledge ${product}`, 'quantity:0': '2' } })
  assert.match(found.html, new RegExp(`aria-label="Add Ledge ${product}"`))
  assert.match(found.html, /name="quantity:0"[^>]*value="2"/)
  const choice = { [`choice:${product}`]: variant?.id ?? '', add: String(product) }
  const added = await shop.ask(path, { cookie, form: { intent: 'draft', 'quantity:0': '2', ...choice } })
  assert.match(added.html, new RegExp(`name="add:${variant?.id}"[^>]*value="1"`))
  assert.match(added.text, /Total ₹1,485 → ₹1,485|Total ₹1,485/)

  const wanted = { 'quantity:0': '2', [`add:${variant?.id}`]: '2', [`price:${variant?.id}`]: '495' }
  const refused = await save({ ...one, ...wanted, 'quantity:0': 'many' })
  assert.equal(refused.status, 400)
  assert.match(refused.text, /Enter how many, as a whole number/)
  const last = await save({ ...one, 'quantity:0': '3', 'remove:0': 'on' })
  assert.match(last.text, /To remove everything, cancel the order instead/)
  assert.equal((await save({ ...one, ...wanted })).status, 302)
  assert.equal((await save({ ...one, ...wanted })).status, 302, 'sent twice, it changes once')
  const second = await save({ ...other, 'quantity:0': '5' })
  assert.equal(second.status, 409)
  assert.match(second.text, new RegExp(`Order ${id} was changed since you opened it`))
  assert.match(second.text, /C01, Grey Stone: 5 instead of 3/)
  assert.deepEqual(await shop.sql('select quantity from order_lines where order_id = $1 order by position', [id]), [
    { quantity: 2 },
    { quantity: 2 },
  ])
  const own = await shop.ask(`/orders/${id}`, { cookie: user })
  assert.match(own.text, /Changes .*3 changed to 2 .*2 × Ledge.* added New total ₹1,980/)
  assert.match((await shop.ask(`/adminDashboard/orders/${id}`, { cookie })).text, /Change order/)
  await shop.sql("update orders set dispatched = 'whole' where id = $1", [id])
  const sent = await shop.ask(path, { cookie })
  assert.deepEqual([sent.status, sent.headers.get('location')], [302, `/adminDashboard/orders/${id}`])
})

test('an order is taken on the phone without scripts, once, for a customer without an email', async () => {
  const shop = await sharedStorefront()
  const cookie = await shop.sessionOf('admin')
  const path = '/adminDashboard/orders/new'
  const product = await shop.makeProduct()
  await shop.sql('update products set title = $2 where id = $1', [product, `Porch ${product}`])
  const [variant] = await shop.sql<{ id: string }>(
    "select id from product_variants where product_id = $1 and size_code = 'C01' and finish = 'Sandstone'",
    [product],
  )
  assert.match(
    (await shop.ask('/adminDashboard/orders?view=orders', { cookie })).html,
    /href="\/adminDashboard\/orders\/new"/,
  )
  const known = await order()
  const found = await shop.ask(path, { cookie, form: { intent: 'draft', customer: someAddress.mobileNumber } })
  const [button = ''] = /<button[^>]*name="use"[^>]*>/.exec(found.html) ?? []
  const customer = /value="([^"]+)"/.exec(button)?.[1] ?? ''
  const used = await shop.ask(path, {
    cookie,
    form: { intent: 'draft', customer: someAddress.mobileNumber, use: customer },
  })
  assert.ok(customer)
  assert.match(used.html, new RegExp(`name="userId" value="${customer}"`))
  assert.match(used.html, /name="city"[^>]* value="[^"]+"/, `as an order such as ${known} has it`)

  const caller = { ...someAddress, name: 'Kamala Das', mobileNumber: '9822334455' }
  const key = crypto.randomUUID()
  const choice = { [`choice:${product}`]: variant?.id ?? '', add: String(product), find: `porch ${product}` }
  const added = await shop.ask(path, { cookie, form: { intent: 'draft', key, ...caller, ...choice } })
  assert.match(added.html, new RegExp(`name="add:${variant?.id}"[^>]*value="1"`))
  assert.match(added.html, /value="Kamala Das"/)
  const wanted = { key, ...caller, [`add:${variant?.id}`]: '2', [`price:${variant?.id}`]: '495' }
  const save = (form: Record<string, string>) =>
    shop.ask(path, { cookie, form: { ...wanted, intent: 'save', ...form } })
  const nothing = await save({ payment: 'cash', [`add:${variant?.id}`]: '' })
  assert.equal(nothing.status, 400)
  assert.match(nothing.text, /Add at least one product/)
  assert.match((await save({ payment: 'link' })).text, /Online payment is not available/)
  for (const _ of [1, 2]) assert.equal((await save({ payment: 'counter' })).status, 302)
  const placed = await shop.sql<{ id: string; email: string }>('select id, email from orders where checkout_key = $1', [
    key,
  ])
  assert.equal(placed.length, 1, 'sent twice, it is one order')
  assert.equal(placed[0]?.email, '')
  const desk = await shop.ask(`/adminDashboard/orders/${placed[0]?.id}`, { cookie })
  assert.match(desk.text, /Paid at the counter/)
  assert.equal((await shop.ask(`/orders/${placed[0]?.id}/pay/${'x'.repeat(22)}`)).status, 404)
  const { html: users } = await shop.ask('/adminDashboard/users?q=kamala', { cookie })
  assert.doesNotMatch(users, /no-email\.invalid/)
})

test('a set is found by its title and taken on the phone with its parts, as often as they allow', async () => {
  const shop = await sharedStorefront()
  const cookie = await shop.sessionOf('admin')
  const path = '/adminDashboard/orders/new'
  const { db } = shop.shop
  const [pot, saucer] = [await addCounted(db, { 'Grey Stone': 3 }), await addCounted(db, { 'Grey Stone': 4 })]
  const parts = [
    { id: pot, quantity: 1 },
    { id: saucer, quantity: 2 },
  ]
  const set = await addSet(db, parts, { setPrice: 1000 })
  const title = `Porch set ${set}`
  await shop.sql('update products set title = $2 where id = $1', [set, title])
  const caller = { ...someAddress, name: 'Kamala Das', mobileNumber: '9822334456', payment: 'counter' }
  const key = crypto.randomUUID()
  const draft = { intent: 'draft', key, ...caller, find: title.toLowerCase() }
  const found = await shop.ask(path, { cookie, form: draft })
  const [, variant = ''] = new RegExp(`name="choice:${set}"[^>]*>\\s*<option[^>]*value="(\\d+)"`).exec(found.html) ?? []
  assert.match(found.text, /₹1,000 · 2 left/)
  const added = await shop.ask(path, { cookie, form: { ...draft, [`choice:${set}`]: variant, add: String(set) } })
  assert.match(added.html, new RegExp(`name="add:${variant}"[^>]*value="1"`))
  const save = (quantity: string) =>
    shop.ask(path, {
      cookie,
      form: { ...draft, intent: 'save', [`add:${variant}`]: quantity, [`price:${variant}`]: '1000' },
    })
  const tooMany = await save('3')
  assert.equal(tooMany.status, 409)
  const described = new RegExp(`aria-describedby="(\\S+-error)"[^>]*name="add:${variant}"`).exec(tooMany.html)?.[1]
  assert.match(tooMany.html, new RegExp(`id="${described}"[^>]*>[\\s\\S]*?Only 2 left\\.`))
  assert.match(tooMany.html, /value="Kamala Das"/)
  assert.equal((await save('2')).status, 302)
  const [placed] = await shop.sql<{ id: string; total: number }>(
    'select id, total_amount::integer as total from orders where checkout_key = $1',
    [key],
  )
  assert.equal(placed?.total, 2000)
  const desk = await shop.ask(`/adminDashboard/orders/${placed?.id}`, { cookie })
  assert.match(desk.html, new RegExp(`aria-label="Parts of ${title}"`))
})
