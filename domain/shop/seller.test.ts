import assert from 'node:assert/strict'
import { test } from 'node:test'
import { organizationOf } from '#domain/seo/structured-data.ts'
import { sellerFactsOf, signatureOf } from './seller.ts'
import { defaultSettings } from './settings.ts'
import { defaultShopInfo, shopInfoOf } from './shop-info.ts'

const place = { origin: 'https://diya.example', logo: 'https://diya.example/logo.webp' }
const filled = {
  ...defaultSettings,
  shopName: 'Diya Lamps',
  legalName: 'Diya Lamps Private Limited',
  legalAddress: '12 Light Street\n\n Pune 411011 ',
  gstin: '27AAPFU0939F1ZV',
  taxRegime: 'regular' as const,
  customerCareEmail: 'care@diya.example',
  customerCarePhone: '+91 98765 43210',
  grievanceOfficer: 'Kavya Rao, kavya@diya.example',
}

test('a fresh shop adds nothing to pages and search engines, and its name to emails', () => {
  assert.deepEqual(sellerFactsOf(defaultShopInfo), [])
  assert.equal(signatureOf(defaultShopInfo), 'Gamla')
  assert.deepEqual(Object.keys(organizationOf(defaultShopInfo, place)).slice(2), ['name', 'url', 'logo'])
})

test('what is filled in is named, with links that write and call', () => {
  const shop = shopInfoOf(filled)
  assert.deepEqual(
    sellerFactsOf(shop).map(({ label, lines, href }) => [label, lines.join(' / '), href]),
    [
      ['Legal name', 'Diya Lamps Private Limited', undefined],
      ['Address', '12 Light Street / Pune 411011', undefined],
      ['GSTIN', '27AAPFU0939F1ZV', undefined],
      ['Customer care', 'care@diya.example', 'mailto:care@diya.example'],
      ['Phone', '+91 98765 43210', 'tel:+919876543210'],
      ['Grievance officer', 'Kavya Rao, kavya@diya.example', undefined],
    ],
  )
  assert.equal(
    signatureOf(shop),
    'Diya Lamps\nDiya Lamps Private Limited. Address: 12 Light Street, Pune 411011. GSTIN: 27AAPFU0939F1ZV. Customer care: care@diya.example. Phone: +91 98765 43210. Grievance officer: Kavya Rao, kavya@diya.example.',
  )
})

test('an unregistered shop shows its GSTIN nowhere', () => {
  const shop = shopInfoOf({ ...filled, taxRegime: 'unregistered' })
  const shown = JSON.stringify([sellerFactsOf(shop), signatureOf(shop), organizationOf(shop, place)])
  assert.doesNotMatch(shown, /27AAPFU0939F1ZV|GSTIN|taxID/)
})

test('search engines learn what is known and no empty field', () => {
  const some = { ...defaultShopInfo, shopName: 'Diya Lamps', instagram: 'https://instagram.com/diya', legalName: '' }
  assert.deepEqual(organizationOf(some, place), {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: 'Diya Lamps',
    url: 'https://diya.example/',
    logo: 'https://diya.example/logo.webp',
    sameAs: ['https://instagram.com/diya'],
  })
  const all = organizationOf(shopInfoOf(filled), place)
  assert.deepEqual(Object.keys(all).slice(5), ['legalName', 'address', 'email', 'telephone', 'taxID'])
})

test('a signature has no sign that an email template could take for its own', () => {
  const shop = { ...defaultShopInfo, shopName: '{{Diya}}', legalName: '<b>{{Diya}}</b>' }
  assert.doesNotMatch(signatureOf(shop), /[<>{}]/)
})
