import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { STORED_DATA } from '#domain/privacy/stored-data.ts'
import { connect } from '#server/db/connection.ts'
import { silentLog } from '#server/observability/log.ts'
import { openFilledDatabase } from '#tests/support/upgrade/fill-tables.ts'
import { readPersonalData } from './export-queries.ts'

const filled = await openFilledDatabase()
const { db, pool } = connect(filled.url, silentLog)
after(async () => {
  await pool.end()
  await filled.close()
})

test('every table with personal columns is in the copy of a person’s data, and no other', async () => {
  const copy = await readPersonalData(db, 'u1')
  assert.deepEqual(
    copy.map(({ table }) => table),
    STORED_DATA.filter(({ personal = [] }) => personal.length > 0).map(({ table }) => table),
  )
})

test('the copy has all rows of the person and none of another', async () => {
  await pool.query(`update "user" set email_verified = true where id = 'u1'`)
  await pool.query(
    `insert into audit (id, actor_id, actor_email, action, subject) values (900, 'a1', 'x', 'change role', 'user u1')`,
  )
  const copy = await readPersonalData(db, 'u1')
  const counts = Object.fromEntries(copy.map(({ table, rows }) => [table, rows.length]))
  assert.deepEqual(counts, {
    user: 1,
    account: 1,
    staff_invites: 1,
    session: 1,
    two_factor: 1,
    passkey: 1,
    addresses: 1,
    consents: 1,
    whatsapp_numbers: 1,
    whatsapp_updates: 1,
    customer_notes: 1,
    past_orders: 1,
    wishlist_items: 1,
    wishlist_links: 1,
    saved_views: 1,
    notification_choices: 1,
    notification_events: 1,
    push_devices: 1,
    data_exports: 1,
    orders: 5,
    order_lines: 10,
    order_changes: 1,
    order_refunds: 1,
    counter_refunds: 1,
    checkouts: 1,
    payments: 3,
    disputes: 1,
    refunds: 2,
    vouchers: 1,
    voucher_uses: 1,
    used_checkout_keys: 1,
    cash_write_offs: 1,
    shipments: 1,
    offers: 1,
    offer_uses: 1,
    delivery_answers: 1,
    shipment_lines: 1,
    shipment_scans: 1,
    returns: 1,
    return_lines: 1,
    return_requests: 1,
    return_request_pictures: 1,
    return_request_steps: 1,
    payout_details: 1,
    bills: 1,
    contact_messages: 1,
    contact_replies: 1,
    reviews: 1,
    review_pictures: 1,
    product_raise: 1,
    sent_messages: 3,
    products: 0,
    stock_holds: 1,
    stock_changes: 0,
    audit: 1,
    texts: 0,
  })
  const text = JSON.stringify(copy)
  for (const secret of ['salt:hash', 'encrypted', '"token"', '"hash"', 'credential"', 'asha@', 'ravi@'])
    assert.ok(!text.replace('"providerId":"credential"', '').includes(secret), secret)

  const [hold] = copy.find(({ table }) => table === 'stock_holds')?.rows ?? []
  assert.match(String(hold?.variantId), / · \w+ · /, 'a hold says what it holds')

  const ofSeller = new Map((await readPersonalData(db, 's1')).map(({ table, rows }) => [table, rows.length]))
  assert.deepEqual([ofSeller.get('products'), ofSeller.get('orders'), ofSeller.get('order_lines')], [1, 0, 0])
})

test('who has not confirmed an address gets no message that came from it', async () => {
  await pool.query(`update "user" set email_verified = false where id = 'u1'`)
  const copy = new Map((await readPersonalData(db, 'u1')).map(({ table, rows }) => [table, rows.length]))
  assert.equal(copy.get('contact_messages'), 0)
  assert.equal(copy.get('product_raise'), 1)
  assert.equal(copy.get('orders'), 5)
})
