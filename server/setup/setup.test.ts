import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setPassword } from '#server/accounts/recovery/reset-password.ts'
import { makeAdmin } from '#server/accounts/roles.ts'
import { createAccount, signUp } from '#server/accounts/signup.ts'
import { readConfig } from '#server/config.ts'
import { BACKED_UP, COMMAND_LINE, insertAudit } from '#server/db/audit-queries.ts'
import { beginShop } from '#server/seed/new-shop.ts'
import { findSettings, upsertSettings } from '#server/settings/queries.ts'
import { addProduct } from '#tests/support/fixtures/factories.ts'
import { openDatabase } from '#tests/support/postgres.ts'
import { readStoredFacts } from './queries.ts'
import { changeAccepted, readSetup } from './setup.ts'

const database = await openDatabase({ seeded: true })
const { db, pool } = database
const admin = { userId: 'boss', name: 'Boss', email: 'boss@example.com', role: 'admin' as const }

after(() => database.close())

const shopWith = (env: Record<string, string> = {}) => ({
  db,
  config: readConfig(env),
  services: readConfig(env),
  now: () => new Date(),
})

async function listOpen(env?: Record<string, string>): Promise<string[]> {
  const { open } = await readSetup(shopWith(env), await readStoredFacts(db))
  return open.map(({ id }) => id)
}

test('the demo shop says what it lacks', async () => {
  assert.deepEqual(await listOpen(), [
    'https',
    'no-payment',
    'no-emails',
    'no-contact-form',
    'legal-name',
    'customer-care',
    'grievance-officer',
    'tax-regime',
    'demo-products',
    'demo-accounts',
    'texts',
    'backup',
  ])
  const { demoProducts, demoAccounts } = await readStoredFacts(db)
  const { rows } = await pool.query('select count(*)::int as count from products where approved')
  assert.equal(demoProducts, rows[0].count)
  assert.deepEqual(demoAccounts, database.accounts.map(({ email }) => email).toSorted())
})

test('a demo product counts no longer when it is deleted, renamed or shows the owner’s own picture', async () => {
  const { demoProducts: before } = await readStoredFacts(db)
  await pool.query("update products set title = 'Brass lamp' where title = 'Cubee Patio Block'")
  await pool.query("update products set product_image_url = '{/productImages/1-lamp}' where title = 'Tubo Tall Taper'")
  await pool.query("delete from products where title = 'Triya Hall Planter'")
  await addProduct(db, { title: 'Floor lamp' })
  assert.equal((await readStoredFacts(db)).demoProducts, before - 3)
})

test('a demo account counts no longer when its password is new, and nobody’s own account ever does', async () => {
  const { demoAccounts: before } = await readStoredFacts(db)
  assert.ok((await signUp({ db }, { name: 'Gamla', email: 'gamlauser2029@gmail.com', password: 'monsoon' })).ok)
  assert.deepEqual((await readStoredFacts(db)).demoAccounts, before)
  for (const { email } of database.accounts)
    await setPassword({ db, now: () => new Date() }, { email, password: 'a-new-password' })
  assert.deepEqual((await readStoredFacts(db)).demoAccounts, [])
})

test('a backup counts from the record that its command writes', async () => {
  await db.transaction((tx) => insertAudit(tx, admin, BACKED_UP))
  assert.equal((await readStoredFacts(db)).lastBackup, undefined)
  await db.transaction((tx) => insertAudit(tx, COMMAND_LINE, BACKED_UP))
  const { lastBackup } = await readStoredFacts(db)
  assert.ok(lastBackup && Date.now() - lastBackup.getTime() < 60_000)
  assert.ok(!(await listOpen()).includes('backup'))
})

test('an admin is without a second factor until an app is set up or a passkey added', async () => {
  assert.equal((await readStoredFacts(db)).adminsWithoutSecondFactor, 1)
  await pool.query(`update "user" set two_factor_enabled = true where role = 'admin'`)
  assert.equal((await readStoredFacts(db)).adminsWithoutSecondFactor, 0)
})

test('admins and sellers whose address nobody has confirmed are named, shoppers are not', async () => {
  assert.deepEqual((await readStoredFacts(db)).unconfirmedStaff, [])
  const person = { name: 'Old admin', email: 'old.admin@gamla.example', password: 'a-long-password' }
  await createAccount({ db }, { ...person, role: 'admin' })
  await createAccount({ db }, { ...person, email: 'old.seller@gamla.example', role: 'seller' })
  await createAccount({ db }, { ...person, email: 'shopper@gamla.example', role: 'user' })
  assert.deepEqual((await readStoredFacts(db)).unconfirmedStaff, [
    'old.admin@gamla.example',
    'old.seller@gamla.example',
  ])
  assert.ok((await listOpen()).includes('unconfirmed-staff'))
  await makeAdmin({ db }, person)
  assert.deepEqual((await readStoredFacts(db)).unconfirmedStaff, ['old.seller@gamla.example'])
  await pool.query('delete from "user" where email like \'old.%\'')
})

test('services count as they are configured: real, test keys, or the sandbox', async () => {
  const razorpay = { RAZORPAY_KEY_SECRET: 'secret', RAZORPAY_WEBHOOK_SECRET: 'hook' }
  const emailjs = { EMAILJS_SERVICE_ID: 's', EMAILJS_TEMPLATE_ID: 't', EMAILJS_USER_ID: 'u', EMAILJS_ACCESS_TOKEN: 'a' }
  const real = { ...razorpay, ...emailjs, RAZORPAY_KEY_ID: 'rzp_live_1', WEB3FORMS_ACCESS_KEY: 'key' }
  const services = ['https', 'test-payment', 'no-payment', 'sandbox-emails', 'no-emails', 'no-contact-form']
  const open = async (env: Record<string, string>) => (await listOpen(env)).filter((id) => services.includes(id))
  assert.deepEqual(await open({ ...real, PUBLIC_URL: 'https://lamps.example' }), [])
  assert.deepEqual(await open({ ...real, PUBLIC_URL: 'http://lamps.example' }), ['https'])
  assert.deepEqual(await open({ ...real, RAZORPAY_KEY_ID: 'rzp_test_1' }), ['https', 'test-payment'])
  const sandbox = { ...real, EMAILJS_URL: 'http://127.0.0.1:4711/sandbox/emailjs' }
  assert.deepEqual(await open(sandbox), ['https', 'sandbox-emails'])
})

test('keeping a point is stored and audited once, and two admins lose nothing of each other', async () => {
  const shop = shopWith()
  const press = (intent: 'keep' | 'ask-again', id: string) => changeAccepted(shop, admin, { intent, id })
  assert.deepEqual(await Promise.all([press('keep', 'no-payment'), press('keep', 'no-emails')]), [true, true])
  assert.equal(await press('keep', 'no-payment'), true)
  for (const id of ['legal-name', 'backup', 'dance']) assert.equal(await press('keep', id), false, id)
  assert.deepEqual((await findSettings(db)).acceptedChecks.toSorted(), ['no-emails', 'no-payment'])
  assert.ok(!(await listOpen()).includes('no-payment'))
  assert.equal(await press('ask-again', 'no-payment'), true)
  assert.deepEqual((await findSettings(db)).acceptedChecks, ['no-emails'])
  assert.ok((await listOpen()).includes('no-payment'))
  const { rows } = await pool.query(
    "select action, after from audit where actor_id = 'boss' and after is not null order by id",
  )
  assert.deepEqual(
    rows.map(({ action, after }) => [action, after.acceptedChecks.length]),
    [
      ['keep as it is', 1],
      ['keep as it is', 2],
      ['ask again', 1],
    ],
  )
})

test('a shop that was begun empty is asked for products, sizes, words, delivery, HSN and stock until it has them', async () => {
  const empty = await openDatabase()
  try {
    const own = ['no-product', 'sizes', 'noun', 'hsn', 'as-delivered', 'delivery-and-cash']
    const openNow = async () => {
      const { open } = await readSetup({ ...shopWith(), db: empty.db }, await readStoredFacts(empty.db))
      return open.map(({ id }) => id).filter((id) => own.includes(id))
    }
    assert.deepEqual(await openNow(), [], 'not begun yet')
    await beginShop({ db: empty.db }, { shopName: 'Lamp House', admin: { ...admin, password: 'first-password' } })
    assert.deepEqual(await openNow(), ['no-product', 'sizes', 'noun', 'delivery-and-cash'])
    await empty.pool.query(`insert into families (name) values ('NOOR')`)
    await empty.pool.query(
      `insert into sizes (code, family, price, width, depth, height) values ('C01', 'NOOR', 495, 9, 9, 9)`,
    )
    await empty.pool.query(`insert into finishes (name, swatch) values ('Brass', '#b08d57')`)
    const id = await addProduct(empty.db, { approved: true })
    assert.deepEqual(await openNow(), ['noun', 'hsn', 'as-delivered', 'delivery-and-cash'])
    await empty.pool.query(`update products set hsn = '9405', stock = 'made-to-order' where id = $1`, [id])
    await empty.db.transaction((tx) => upsertSettings(tx, { productNoun: 'lamp', deliveryDays: 5 }))
    assert.deepEqual(await openNow(), [])
  } finally {
    await empty.close()
  }
})

test('texts and pages of the owner that promise free delivery are named once it has a fee', async () => {
  const write = (name: string, markdown: string) =>
    pool.query('insert into texts (name, version, markdown) values ($1, 1, $2)', [name, markdown])
  await write('faq', '# Questions\n\n## What does it cost?\n\nDelivery is free.')
  const { rows } = await pool.query(`insert into own_pages (title, address) values ('Diwali', 'diwali') returning id`)
  await write(`pages/${rows[0].id}`, 'Free delivery for all!')
  await write('order-placed-cash', 'Delivery is free.')
  const found = async () => {
    const { open } = await readSetup(shopWith(), await readStoredFacts(db))
    return open.find(({ id }) => id === 'free-delivery-texts')
  }
  assert.equal(await found(), undefined)
  await db.transaction((tx) => upsertSettings(tx, { deliveryFees: [{ zone: 'Everywhere else', upToKg: 0, fee: 99 }] }))
  const why = (await found())?.why ?? ''
  assert.match(why, /^Delivery costs ₹99, by place and weight\. Change what says otherwise: .*Diwali/)
  assert.match(why, /Questions and answers/)
  await changeAccepted(shopWith(), admin, { intent: 'keep', id: 'free-delivery-texts' })
  assert.equal(await found(), undefined)
})
