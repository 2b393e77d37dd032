import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings, type Settings } from '#domain/shop/settings.ts'
import { firstHourOf } from './first-hour.ts'

const begun = { hasProducts: false, hasSizes: false, hasFinishes: false, hasAreas: false, withoutHsn: 0, soldOnce: 0 }

function doneWith(changes: Partial<Settings>, facts: Partial<Parameters<typeof firstHourOf>[0]> = {}): string[] {
  const settings = { ...defaultSettings, ...changes }
  const steps = firstHourOf({ begun, demoProducts: 0, payment: 'none', settings, ...facts })
  return steps.filter(({ isDone }) => isDone).map(({ name }) => name)
}

test('the first hour is name, look, first product, delivery, payment and tax, each with its form', () => {
  const steps = firstHourOf({ begun, demoProducts: 0, payment: 'none', settings: defaultSettings })
  assert.deepEqual(
    steps.map(({ name, link }) => `${name} ${link}`),
    [
      'Name /adminDashboard/settings/shop',
      'Look /adminDashboard/settings/look',
      'First product /addproduct',
      'Delivery /adminDashboard/settings/delivery',
      'Payment /adminDashboard/settings/payment',
      'Tax /adminDashboard/settings/legal',
    ],
  )
  assert.match(
    steps.find(({ name }) => name === 'Payment')?.about ?? '',
    /Online payment is connected under Connections\./,
  )
  assert.deepEqual(doneWith({}), [])
})

test('a step is done when something of it was chosen', () => {
  assert.deepEqual(doneWith({ shopName: 'Diya' }), ['Name'])
  assert.deepEqual(doneWith({ logo: '/productImages/1-logo' }), ['Look'])
  assert.deepEqual(doneWith({ corner: 'sharp' }), ['Look'])
  assert.deepEqual(doneWith({}, { begun: { ...begun, hasProducts: true } }), ['First product'])
  assert.deepEqual(doneWith({}, { begun: undefined, demoProducts: 34 }), [])
  assert.deepEqual(doneWith({ deliveryDays: 5 }), ['Delivery'])
  assert.deepEqual(doneWith({ cashOnDelivery: false }), ['Payment'])
  assert.deepEqual(doneWith({ acceptedChecks: ['delivery-and-cash'] }), ['Delivery', 'Payment'])
  assert.deepEqual(doneWith({}, { payment: 'live' }), ['Payment'])
  assert.deepEqual(doneWith({ taxRegime: 'unregistered' }), ['Tax'])
})
