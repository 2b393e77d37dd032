import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import type { Settings } from '#domain/shop/settings.ts'
import { connect } from '#server/db/connection.ts'
import { silentLog } from '#server/observability/log.ts'
import { saveSettings } from '#server/settings/settings.ts'
import { addUser } from '#tests/support/fixtures/factories.ts'
import { openFilledDatabase } from '#tests/support/upgrade/fill-tables.ts'
import { enforceRetention } from './retention.ts'

const filled = await openFilledDatabase()
const { db, pool } = connect(filled.url, silentLog)
/** All rows of tests/support/upgrade/legacy-rows.ts are of this moment. */
const MADE = new Date('2026-03-01T10:20:30.123Z')
const daysLater = (days: number) => ({ db, now: () => new Date(MADE.getTime() + days * 24 * 60 * 60 * 1000) })
// The fixture's rows name their ids themselves.
await pool.query(`select setval(pg_get_serial_sequence('audit', 'id'), 10000)`)
after(async () => {
  await pool.end()
  await filled.close()
})

async function count(what: string): Promise<number> {
  return (await pool.query(`select count(*)::integer as count from ${what}`)).rows[0].count
}

async function keep(changes: Partial<Settings>): Promise<void> {
  const admin = await addUser(db, 'admin')
  await db.transaction((tx) => saveSettings(tx, admin, changes))
}

beforeEach(() => pool.query('delete from settings'))

test('each kind goes on the day after its period, not before', async () => {
  await keep({ keepMessagesDays: 60, keepEmailsDays: 30, keepCheckoutsDays: 90, keepSearchesDays: 29 })
  await enforceRetention(daysLater(28))
  assert.equal(await count('missed_searches'), 1)
  await enforceRetention(daysLater(29.5))
  assert.equal(await count('missed_searches'), 0)
  assert.equal(await count('sent_messages'), 3)
  await enforceRetention(daysLater(31))
  assert.deepEqual((await pool.query('select state from sent_messages')).rows, [{ state: 'queued' }])
  assert.equal(await count('contact_messages'), 1)
  assert.equal(await count('past_orders'), 1)

  await enforceRetention(daysLater(61))
  assert.equal(await count('contact_messages'), 0)
  assert.equal(await count('product_raise'), 0)
  assert.equal(await count('past_orders'), 0)
  assert.equal(await count(`checkouts where name = 'Meera Nair'`), 1)

  await pool.query(
    `update checkouts set firm = 'Nair Gardens', gstin = '29AAPFU0939F1ZR', registered_address = '1 MG Road'`,
  )
  await enforceRetention(daysLater(91))
  const { rows } = await pool.query(
    `select name, email, address, mobile_number, firm || gstin || registered_address as business, state, amount from checkouts`,
  )
  const blank = { name: 'deleted user', email: 'deleted user', address: '', mobile_number: '', business: '' }
  assert.deepEqual(rows, [{ ...blank, state: 'closed', amount: '277000' }])
  assert.equal(await count('payments'), 3)
  assert.equal(await count(`orders where name = 'Meera Nair'`), 5)
})

test('a shorter period counts for what is there already, a longer one keeps it', async () => {
  await pool.query(
    `insert into contact_messages (id, name, email, phone, message, time)
    values (900, 'Bo', 'bo@gamla.example', '9845000099', 'Hi', $1)`,
    [MADE],
  )
  await keep({ keepMessagesDays: 3650 })
  await enforceRetention(daysLater(800))
  assert.equal(await count('contact_messages'), 1)
  await keep({ keepMessagesDays: 30 })
  await enforceRetention(daysLater(31))
  assert.equal(await count('contact_messages'), 0)
})

test('expired sessions, codes and downloads go', async () => {
  await pool.query(`update session set expires_at = now() - interval '1 second'`)
  await enforceRetention(daysLater(1))
  for (const table of ['session', 'verification', 'data_exports', 'staff_invites'])
    assert.equal(await count(table), 0, table)
})

test('of old audit entries stays what was done, not by whom and about whom; each is changed once', async () => {
  await keep({ keepAuditPersonalDays: 365 })
  const insert = `insert into audit (actor_id, actor_email, action, subject, before, time)
    select 'a1', 'asha@gamla.example', 'delete order', 'order ' || n, $1, $2 from generate_series(1, 1100) as n`
  await pool.query(insert, [JSON.stringify({ email: 'meera@gamla.example', userId: 'u1', totalAmount: 495 }), MADE])
  await enforceRetention(daysLater(364))
  assert.equal(await count(`audit where actor_email = 'asha@gamla.example'`), 1100)
  await enforceRetention(daysLater(366))
  assert.equal(await count(`audit where actor_email = 'asha@gamla.example' or before::text ~ 'meera'`), 0)
  const { rows } = await pool.query(`select * from audit where subject = 'order 7'`)
  const { id: _, time: __, ...entry } = rows[0]
  assert.deepEqual(entry, {
    actor_id: 'no longer kept',
    actor_email: 'no longer kept',
    action: 'delete order',
    subject: 'order 7',
    before: { email: 'no longer kept', userId: null, totalAmount: 495 },
    after: null,
  })
  // The change of the period itself is younger.
  assert.equal(await count(`audit where action = 'change settings' and actor_email ~ '@'`), 4)
})

test('an invoice keeps its buyer for eight financial years; then it loses one whose account was deleted', async () => {
  const buyer = async () => {
    const { rows } = await pool.query(
      `select buyer_gstin, document -> 'number' as number, document -> 'buyer' as buyer from bills`,
    )
    return rows[0]
  }
  const at = (time: string) => enforceRetention({ db, now: () => new Date(time) })
  const place = JSON.stringify({
    name: 'Meera Nair',
    address: '12 Lake View Road',
    city: 'Bengaluru',
    pincode: '560038',
  })
  await pool.query(
    `update bills set buyer_gstin = '27AAPFU0939F1ZV', document = jsonb_set(document, '{buyer,deliverTo}', $1::jsonb)`,
    [place],
  )
  const whole = await buyer()
  await at('2034-04-01T00:00:00+05:30')
  assert.deepEqual(await buyer(), whole, 'the account is there')
  await pool.query('update bills set user_id = null')
  await at('2034-03-31T23:59:59+05:30')
  assert.deepEqual(await buyer(), whole)
  await at('2034-04-01T00:00:00+05:30')
  assert.deepEqual(await buyer(), {
    buyer_gstin: '',
    number: 'GM/25-26/00001',
    buyer: { name: 'deleted user', address: '', city: '', pincode: '', state: '27', firm: '', gstin: '' },
  })
})

test('a step that fails stops none of those behind it, and its job is retried', async () => {
  await pool.query(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no more'; end $$;
    create trigger refuse before delete on contact_messages execute function refuse();
    insert into missed_searches (words, times, is_similar_shown, time) values ('terrace', 1, false, '2026-03-01')`)
  await assert.rejects(enforceRetention(daysLater(3000)), /no more/)
  assert.equal(await count('missed_searches'), 0)
  await pool.query('drop trigger refuse on contact_messages')
  await enforceRetention(daysLater(3000))
})
