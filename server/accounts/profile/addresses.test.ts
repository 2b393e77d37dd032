import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_ADDRESSES } from '#domain/accounts/profile.ts'
import { addressKey } from '#domain/orders/address.ts'
import { db, pool } from '#tests/support/fixtures/account-fixture.ts'
import { addUser, someAddress } from '#tests/support/fixtures/factories.ts'
import { listAddresses, updateAddressUse } from './address-queries.ts'
import { addAddress, deleteAddress, editAddress, makeDefault, noteDelivery } from './addresses.ts'

const log = { error: () => assert.fail('nothing fails here') }
const shop = { db, log } as never

const at = (city: string) => ({ ...someAddress, city })
const citiesOf = async (userId: string) => (await listAddresses(db, userId)).map(({ city }) => city)

async function withAddresses(...cities: string[]) {
  const user = await addUser(db)
  for (const city of cities) await addAddress(shop, user, at(city))
  const list = await listAddresses(db, user.userId)
  const idOf = (city: string) => list.find((address) => address.city === city)?.id ?? 0
  return { user, idOf }
}

test('the last used address comes first, then the newest; the same one is saved once', async () => {
  const { user } = await withAddresses('Pune', 'Mysuru', 'Kochi', 'Mysuru')
  assert.deepEqual(await citiesOf(user.userId), ['Kochi', 'Mysuru', 'Pune'])
  await updateAddressUse(db, user.userId, at('Pune'))
  assert.deepEqual(await citiesOf(user.userId), ['Pune', 'Kochi', 'Mysuru'])
  await updateAddressUse(db, user.userId, at('Goa'))
  assert.deepEqual(await citiesOf(user.userId), ['Pune', 'Kochi', 'Mysuru'], 'saved only when asked')
  await noteDelivery(shop, user, { address: at('Goa'), save: true })
  assert.deepEqual(await citiesOf(user.userId), ['Goa', 'Pune', 'Kochi', 'Mysuru'])
})

test('one address is the default, however many are chosen at the same time', async () => {
  const { user, idOf } = await withAddresses('Pune', 'Mysuru', 'Kochi')
  await Promise.all(['Pune', 'Mysuru', 'Kochi'].map((city) => makeDefault(shop, user, idOf(city))))
  const list = await listAddresses(db, user.userId)
  assert.equal(list.filter(({ isDefault }) => isDefault).length, 1)
})

test('nobody saves more than twenty, even at the same time', async () => {
  const { user } = await withAddresses()
  const added = await Promise.all(
    Array.from({ length: MAX_ADDRESSES + 5 }, (_, index) => addAddress(shop, user, at(`City ${index}`))),
  )
  assert.equal(added.filter(({ ok }) => ok).length, MAX_ADDRESSES)
  assert.equal((await citiesOf(user.userId)).length, MAX_ADDRESSES)
})

test('an edit does not overwrite another one that it has not seen', async () => {
  const { user, idOf } = await withAddresses('Pune')
  const id = idOf('Pune')
  const edit = (city: string, seen: string) =>
    editAddress(shop, user, { id, seen: addressKey(at(seen)), address: at(city) })
  assert.deepEqual(await edit('Mysuru', 'Pune'), { ok: true })
  assert.deepEqual(await edit('Kochi', 'Pune'), { ok: false, reason: 'conflict' })
  assert.deepEqual(await citiesOf(user.userId), ['Mysuru'])
  assert.deepEqual(await edit('Mysuru', 'Pune'), { ok: true }, 'both wanted the same')
  assert.deepEqual(await edit('Kochi', 'Mysuru'), { ok: true })
  await deleteAddress(shop, user, id)
  assert.deepEqual(await edit('Goa', 'Kochi'), { ok: false, reason: 'not-found' })
})

test('an address is its owner’s alone', async () => {
  const [{ user, idOf }, { user: stranger }] = [await withAddresses('Pune'), await withAddresses()]
  const id = idOf('Pune')
  const edit = { id, seen: addressKey(at('Pune')), address: at('Goa') }
  assert.deepEqual(await editAddress(shop, stranger, edit), { ok: false, reason: 'not-found' })
  assert.equal(await makeDefault(shop, stranger, id), false)
  assert.equal(await deleteAddress(shop, stranger, id), false)
  assert.deepEqual(await citiesOf(user.userId), ['Pune'])
  await pool.query('delete from "user" where id = $1', [user.userId])
  assert.deepEqual(await citiesOf(user.userId), [], 'they go with the account')
})
