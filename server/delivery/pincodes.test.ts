import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stateOfPincode } from '#domain/delivery/pincode-states.ts'
import { findCity, readCities } from './pincodes.ts'

test('the city of a pincode, as a shopper writes it', async () => {
  const known = {
    '411001': 'Pune',
    '400001': 'Mumbai',
    '400703': 'Navi Mumbai',
    '400601': 'Thane',
    '560038': 'Bengaluru',
    '110001': 'New Delhi',
    '122001': 'Gurugram',
    '201301': 'Noida',
    '500081': 'Hyderabad',
    '600001': 'Chennai',
    '700001': 'Kolkata',
    '682001': 'Kochi',
    '403001': 'Panaji',
    '575001': 'Mangaluru',
    '751001': 'Bhubaneswar',
    '781001': 'Guwahati',
    '605001': 'Puducherry',
    '673310': 'Mahe',
    '194101': 'Leh',
    '831001': 'Jamshedpur',
    '160017': 'Chandigarh',
    '744101': 'Port Blair',
  }
  for (const [pincode, city] of Object.entries(known)) assert.equal(await findCity(pincode), city, pincode)
})

test('a pincode that the directory does not have', async () => {
  for (const pincode of ['411999', '999999', '', 'x', '41100'])
    assert.equal(await findCity(pincode), undefined, pincode)
})

test('nearly every pincode of the directory has a city and a sure State', async () => {
  const found = { pincodes: 0, city: 0, state: 0 }
  for (const [pincode, city] of await readCities()) {
    assert.ok(pincode >= 110_000 && pincode < 900_000, String(pincode))
    found.pincodes += 1
    if (city) found.city += 1
    const state = stateOfPincode(String(pincode))
    assert.ok(state, `${pincode} has no State`)
    if (state !== 'unsure') found.state += 1
  }
  assert.ok(found.pincodes > 19_000 && found.city / found.pincodes > 0.99, JSON.stringify(found))
  assert.ok(found.state / found.pincodes > 0.995, JSON.stringify(found))
})
