import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings } from '#domain/shop/settings.ts'
import { listChanges } from './section-changes.ts'
import { SECTIONS } from './sections.ts'

const { 'save-payment': payment, 'save-shop': shop } = SECTIONS
const stored = payment.typedOf(defaultSettings)

test('changed settings are listed as they are read: amounts in rupees, choices by their text, boxes as yes or no', () => {
  assert.deepEqual(
    listChanges(payment, stored, {
      ...stored,
      smallestCashOrder: '200',
      largestCashOrder: '₹20,000',
      listPrice: 'none',
      cashOnDelivery: '',
      unconfirmedCashOrders: '',
    }),
    [
      { label: 'Cash on delivery', from: 'yes', to: 'no' },
      { label: 'Smallest cash order', from: '₹0', to: '₹200' },
      { label: 'Largest cash order', from: '₹0', to: '₹20,000' },
      { label: 'Cash orders of an unconfirmed buyer', from: '20', to: 'none' },
      { label: 'List price', from: '× 1.1 (as specified)', to: 'None' },
    ],
  )
})

test('the same value written in another way is no change, and neither is an image', () => {
  const typed = { ...stored, unconfirmedCashValue: '₹50,00,000' }
  assert.deepEqual(listChanges(payment, stored, typed), [])
  const before = { ...shop.typedOf(defaultSettings), categories: 'Lamps\nShades' }
  assert.deepEqual(listChanges(shop, before, { ...before, categories: 'Lamps\r\nShades', logo: 'new.png' }), [])
})

test('what is no amount is shown as it was typed', () => {
  assert.deepEqual(listChanges(payment, stored, { ...stored, largestCashOrder: 'much' }), [
    { label: 'Largest cash order', from: '₹0', to: 'much' },
  ])
})

test('the fixed last row of a list is a change once something was typed in it', () => {
  const { 'save-delivery': delivery } = SECTIONS
  const before = delivery.typedOf(defaultSettings)
  const cells = {
    'deliveryFees.999.zone': 'Everywhere else',
    'deliveryFees.999.upToKg': '',
    'deliveryFees.999.fee': '',
  }
  assert.deepEqual(listChanges(delivery, before, { ...before, ...cells }), [])
  assert.deepEqual(listChanges(delivery, before, { ...before, ...cells, 'deliveryFees.999.fee': '80' }), [
    { label: 'Delivery fee', from: 'none', to: 'Everywhere else · 80' },
  ])
})
