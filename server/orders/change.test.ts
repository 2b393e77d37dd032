import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { approveCancellation, requestCancel } from '#server/order-page/cancel.ts'
import { changeAddress, changeOwnAddress, chooseState, saveNote } from '#server/orders/change.ts'
import { addProduct, addUser, lineFor, someAddress } from '#tests/support/fixtures/factories.ts'
import { admin, count, db, meera, place, pool, shop } from '#tests/support/fixtures/order-fixture.ts'
import { findOrder } from './queries.ts'

const elsewhere = { ...someAddress, city: 'Mysuru', pincode: '570001', mobileNumber: '9845000099' }

describe('changing the address of an order', () => {
  test('the shopper changes it, and the audit says what and who', async () => {
    const id = await place(meera, [lineFor(await addProduct(db))])
    assert.deepEqual(await changeOwnAddress(shop, meera, id, elsewhere), { ok: true })
    assert.deepEqual((await findOrder(db, id))?.addressInfo, elsewhere)
    const { rows } = await pool.query('select actor_email, action, before, after from audit where subject = $1', [
      `order ${id}`,
    ])
    assert.deepEqual(rows, [
      {
        actor_email: meera.email,
        action: 'change address',
        before: { city: someAddress.city, pincode: someAddress.pincode, mobileNumber: someAddress.mobileNumber },
        after: { city: 'Mysuru', pincode: '570001', mobileNumber: '9845000099' },
      },
    ])
    // The same once more changes nothing.
    assert.deepEqual(await changeOwnAddress(shop, meera, id, elsewhere), { ok: true })
    assert.equal(await count('from audit where subject = $1', [`order ${id}`]), 1)
  })

  test('the delivery fee stays as it was agreed, and the desk reads what it would be there', async () => {
    const id = await place(meera, [lineFor(await addProduct(db))])
    const fees = [
      { zone: 'Mysuru, 570001', upToKg: 0, fee: 99 },
      { zone: 'Everywhere else', upToKg: 0, fee: 0 },
    ]
    await pool.query(`insert into settings (name, value) values ('deliveryFees', $1)`, [JSON.stringify(fees)])
    const feeNote = 'Delivery stays free, as agreed. To this address it costs ₹99 now.'
    assert.deepEqual(await changeAddress(shop, admin, id, elsewhere), { ok: true, feeNote })
    assert.deepEqual(await changeAddress(shop, admin, id, { ...elsewhere, name: 'Her aunt' }), { ok: true })
    assert.deepEqual(await changeAddress(shop, admin, id, someAddress), { ok: true })
    // What the buyer changes, the desk reads in the timeline.
    await changeOwnAddress(shop, meera, id, elsewhere)
    const { rows } = await pool.query('select after from audit where subject = $1 order by id desc limit 1', [
      `order ${id}`,
    ])
    assert.equal(rows[0].after.delivery, feeNote)
    assert.equal((await findOrder(db, id))?.deliveryFee, undefined)
    await pool.query('delete from settings')
  })

  test('what was filled in for the invoice can be emptied again', async () => {
    const id = await place(meera, [lineFor(await addProduct(db))])
    const firm = { ...someAddress, firm: 'Lakshmi Stores', pincode: '605102', stateCode: '33' as const }
    await changeAddress(shop, admin, id, firm)
    assert.deepEqual((await findOrder(db, id))?.addressInfo, firm)
    await changeAddress(shop, admin, id, someAddress)
    assert.deepEqual((await findOrder(db, id))?.addressInfo, someAddress)
  })

  test('another’s order looks like one that does not exist, and the desk may change any', async () => {
    const id = await place(meera, [lineFor(await addProduct(db))])
    const stranger = await addUser(db)
    assert.deepEqual(await changeOwnAddress(shop, stranger, id, elsewhere), { ok: false, reason: 'not-found' })
    assert.deepEqual(await changeOwnAddress(shop, admin, id, elsewhere), { ok: false, reason: 'not-found' })
    assert.deepEqual(await changeAddress(shop, admin, 2 ** 40, elsewhere), { ok: false, reason: 'not-found' })
    assert.deepEqual(await changeAddress(shop, admin, id, elsewhere), { ok: true })
  })

  test('the owner’s list of pincodes counts for the shopper, not for the desk', async () => {
    const id = await place(meera, [lineFor(await addProduct(db))])
    await pool.query("insert into delivery_areas (pincode, cash) values ('560038', true), ('570001', false)")
    try {
      const nowhere = { ...someAddress, pincode: '110001' }
      assert.deepEqual(await changeOwnAddress(shop, meera, id, nowhere), { ok: false, reason: 'no-delivery' })
      const refusal = { kind: 'area' }
      assert.deepEqual(await changeOwnAddress(shop, meera, id, elsewhere), { ok: false, reason: 'no-cash', refusal })
      assert.deepEqual(await changeOwnAddress(shop, meera, id, { ...someAddress, name: 'Meera N.' }), { ok: true })
      assert.deepEqual(await changeAddress(shop, admin, id, nowhere), { ok: true })
    } finally {
      await pool.query('delete from delivery_areas')
    }
  })

  test('not once something was sent, nor when it is cancelled', async () => {
    const [sent, cancelled] = [
      await place(meera, [lineFor(await addProduct(db))]),
      await place(meera, [lineFor(await addProduct(db))]),
    ]
    await pool.query("update orders set dispatched = 'part', pincode = '605102' where id = $1", [sent])
    await requestCancel(shop, meera, cancelled)
    assert.deepEqual(await changeOwnAddress(shop, meera, cancelled, elsewhere), { ok: true })
    await approveCancellation(shop, admin, cancelled)
    for (const id of [sent, cancelled])
      assert.deepEqual(await changeOwnAddress(shop, meera, id, someAddress), { ok: false, reason: 'too-late' })
    assert.deepEqual(await changeAddress(shop, admin, cancelled, someAddress), { ok: false, reason: 'too-late' })
    // The State is asked for the next parcel too.
    assert.deepEqual(await chooseState(shop, admin, sent, '34'), { ok: true })
    assert.equal((await findOrder(db, sent))?.addressInfo.stateCode, '34')
    assert.deepEqual(await chooseState(shop, admin, cancelled, '34'), { ok: false, reason: 'too-late' })
  })
})

describe('the internal note', () => {
  test('is saved with its author, and two admins do not overwrite each other', async () => {
    const id = await place(meera, [lineFor(await addProduct(db))])
    assert.deepEqual(await saveNote(shop, admin, id, { note: ' Call first.\r\nThen send. ', seen: '' }), { ok: true })
    const stale = await saveNote(shop, admin, id, { note: 'Ring twice', seen: '' })
    assert.deepEqual(stale, { ok: false, reason: 'changed', note: 'Call first.\nThen send.' })
    // A browser sends line breaks of its own.
    const seen = 'Call first.\r\nThen send.'
    assert.deepEqual(await saveNote(shop, admin, id, { note: 'Ring twice', seen }), { ok: true })
    assert.deepEqual(await saveNote(shop, admin, id, { note: 'Ring twice', seen: 'whatever' }), { ok: true })
    assert.equal(await count("from audit where subject = $1 and action = 'change note'", [`order ${id}`]), 2)
  })

  test('is refused when it is too long or its order is gone', async () => {
    const id = await place(meera, [lineFor(await addProduct(db))])
    assert.deepEqual(await saveNote(shop, admin, id, { note: 'x'.repeat(2001), seen: '' }), {
      ok: false,
      reason: 'too-long',
    })
    assert.deepEqual(await saveNote(shop, admin, id, { note: '🪴'.repeat(2000), seen: '' }), { ok: true })
    assert.deepEqual(await saveNote(shop, admin, 2 ** 40, { note: 'x', seen: '' }), { ok: false, reason: 'not-found' })
  })
})
