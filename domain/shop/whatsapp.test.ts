import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseWhatsAppNumber, whatsAppLink } from './whatsapp.ts'

test('a number is understood as people write it, with India as the usual country', () => {
  for (const typed of ['98450 12345', '+91 98450-12345', '919845012345', '098450 12345', '+91 (98450) 12345'])
    assert.equal(parseWhatsAppNumber(typed), '919845012345', typed)
  assert.equal(parseWhatsAppNumber('+971 50 123 4567'), '971501234567')
  for (const typed of ['', '12345', '1234567890', '+91 1234567890', '98450 1234x', '+0 98450 12345', '9'.repeat(16)])
    assert.equal(parseWhatsAppNumber(typed), undefined, typed)
})

test('the link carries the text whole', () => {
  assert.equal(
    whatsAppLink('919845012345', 'Is “Cubee & Co” 50% off?'),
    'https://wa.me/919845012345?text=Is%20%E2%80%9CCubee%20%26%20Co%E2%80%9D%2050%25%20off%3F',
  )
})
