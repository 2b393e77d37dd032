import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings } from '#domain/shop/settings.ts'
import { type BegunShop, decideAccepted, decideSetup, type ShopFacts } from './checks.ts'

const now = new Date('2026-11-22T12:00:00Z')
const settings = {
  ...defaultSettings,
  legalName: 'Lamp House Private Limited',
  legalAddress: '4 Paud Road, Pune 411038',
  taxRegime: 'regular',
  gstin: '27AAPFU0939F1ZV',
  customerCareEmail: 'care@lamps.example',
  grievanceOfficer: 'Mira Joshi',
  acknowledgeMessages: true,
} as const
const ready: ShopFacts = {
  payment: 'live',
  emails: 'sent',
  contactForm: 'sent',
  isHttps: true,
  settings,
  demoProducts: 0,
  demoAccounts: [],
  lastBackup: new Date('2026-11-21T21:00:00Z'),
  unreadTexts: [],
  adminsWithoutSecondFactor: 0,
  unconfirmedStaff: [],
  now,
}

const begun: BegunShop = {
  hasProducts: true,
  hasSizes: true,
  hasFinishes: true,
  hasAreas: true,
  withoutHsn: 0,
  soldOnce: 0,
}
const lamps = { ...settings, productNoun: 'lamp' }

const accepting = (...acceptedChecks: string[]) => ({ ...settings, acceptedChecks })
const idsOf = (checks: readonly { id: string }[]) => checks.map(({ id }) => id)

test('a shop that sends emails is advised to acknowledge messages', () => {
  const silent = { ...settings, acknowledgeMessages: false }
  assert.deepEqual(idsOf(decideSetup({ ...ready, settings: silent }).advice), ['acknowledge-messages'])
  assert.deepEqual(decideSetup({ ...ready, settings: silent, emails: 'none' }).advice, [])
})

test('a shop that lacks nothing is ready to sell', () => {
  assert.deepEqual(decideSetup(ready), { open: [], advice: [], kept: [] })
})

/** Each with whether an admin may leave it as it is. */
const missing: [id: string, mayKeep: boolean, facts: Partial<ShopFacts>][] = [
  ['https', false, { isHttps: false }],
  ['test-payment', false, { payment: 'test' }],
  ['no-payment', true, { payment: 'none' }],
  ['no-payment', false, { payment: 'none', settings: { ...settings, cashOnDelivery: false } }],
  ['sandbox-emails', false, { emails: 'sandbox' }],
  ['no-emails', true, { emails: 'none' }],
  ['sandbox-contact-form', false, { contactForm: 'sandbox' }],
  ['no-contact-form', true, { contactForm: 'none' }],
  ['legal-name', false, { settings: { ...settings, legalName: '' } }],
  ['legal-name', false, { settings: { ...settings, legalAddress: '' } }],
  ['customer-care', false, { settings: { ...settings, customerCareEmail: '' } }],
  ['grievance-officer', false, { settings: { ...settings, grievanceOfficer: '' } }],
  ['tax-regime', false, { settings: { ...settings, taxRegime: '', gstin: '' } }],
  ['gstin', false, { settings: { ...settings, gstin: '' } }],
  ['gstin', false, { settings: { ...settings, taxRegime: 'composition', gstin: '' } }],
  ['demo-products', false, { demoProducts: 1 }],
  ['demo-accounts', false, { demoAccounts: ['gamlaadmin2025@gmail.com'] }],
  ['no-product', false, { settings: lamps, begun: { ...begun, hasProducts: false } }],
  ['sizes', false, { settings: lamps, begun: { ...begun, hasSizes: false } }],
  ['sizes', false, { settings: lamps, begun: { ...begun, hasFinishes: false } }],
  ['noun', true, { begun }],
  ['noun', true, { settings: { ...settings, productNoun: 'product' }, begun }],
  ['hsn', true, { settings: lamps, begun: { ...begun, withoutHsn: 1 } }],
  ['hsn', true, { settings: lamps, begun: { ...begun, withoutHsn: 3 } }],
  ['as-delivered', true, { settings: lamps, begun: { ...begun, soldOnce: 2 } }],
  ['delivery-and-cash', true, { settings: lamps, begun: { ...begun, hasAreas: false } }],
  ['texts', true, { unreadTexts: ['faq'] }],
  ['backup', true, { lastBackup: undefined }],
  ['unconfirmed-staff', true, { unconfirmedStaff: ['boss@gamla.example'] }],
  ['unconfirmed-staff', true, { unconfirmedStaff: ['boss@gamla.example', 'mira@gamla.example'] }],
  ['backup', true, { lastBackup: new Date('2026-11-21T10:59:00Z') }],
]

for (const [id, mayKeep, facts] of missing) {
  test(`it says that ${id} is missing, and nothing else, where ${JSON.stringify(facts).slice(0, 60)}`, () => {
    const setup = decideSetup({ ...ready, ...facts })
    assert.deepEqual(idsOf(setup.open), [id])
    const accepted = decideAccepted(setup, [], { intent: 'keep', id })
    assert.equal(accepted !== undefined, mayKeep)
    const [check] = setup.open
    assert.match(`${check?.heading}. ${check?.why}`, /^[^\n]{20,300}[.]$/)
  })
}

test('a phone number is customer care as well; an unregistered shop needs no GSTIN', () => {
  const careByPhone = { ...settings, customerCareEmail: '', customerCarePhone: '02012345678' }
  const unregistered = { ...settings, taxRegime: 'unregistered', gstin: '' } as const
  for (const settings of [careByPhone, unregistered]) assert.deepEqual(decideSetup({ ...ready, settings }).open, [])
})

test('what the domain of the sender lacks is advice, in words, and can be kept for this domain', () => {
  const about = (domain: string, records?: Record<'SPF' | 'DKIM' | 'DMARC', boolean>) =>
    decideSetup({ ...ready, senderDns: { domain, records } }).advice[0]
  assert.equal(about('lamps.example', { SPF: true, DKIM: true, DMARC: true }), undefined)
  const lacking = about('lamps.example', { SPF: true, DKIM: false, DMARC: false })
  assert.match(lacking?.why ?? '', /SPF is there, DKIM and DMARC are missing/)
  assert.deepEqual(lacking?.keeps, ['sender-dns:lamps.example'])
  assert.match(about('lamps.example')?.heading ?? '', /could not be looked up/)
  assert.equal(about('localhost')?.id, 'send-from')
})

test('the refund page as it comes is advice with the number of the rule, until somebody rewrites or keeps it', () => {
  const facts = { ...ready, unreadTexts: ['refund-policy'] } as const
  const setup = decideSetup(facts)
  assert.deepEqual(idsOf(setup.advice), ['refund-vouchers'])
  assert.match(setup.advice[0]?.law ?? '', /rule 7\(4\)$/)
  const accepted = decideAccepted(setup, [], { intent: 'keep', id: 'refund-vouchers' }) ?? []
  assert.deepEqual(decideSetup({ ...facts, settings: accepting(...accepted) }).advice, [])
  assert.deepEqual(decideSetup({ ...ready, unreadTexts: ['terms'] }).advice, [])
})

test('a missing second factor is advice and keeps no shop from being ready', () => {
  const { open, advice } = decideSetup({ ...ready, adminsWithoutSecondFactor: 2 })
  assert.deepEqual([idsOf(open), idsOf(advice)], [[], ['second-factor']])
})

test('what an admin keeps no longer counts until it is asked again', () => {
  const facts = { ...ready, payment: 'none', lastBackup: undefined } as const
  const before = decideSetup(facts)
  assert.deepEqual(idsOf(before.open), ['no-payment', 'backup'])
  const accepted = decideAccepted(before, [], { intent: 'keep', id: 'no-payment' })
  assert.deepEqual(accepted, ['no-payment'])
  const after = decideSetup({ ...facts, settings: accepting('no-payment') })
  assert.deepEqual([idsOf(after.open), idsOf(after.kept)], [['backup'], ['no-payment']])
  // The button pressed twice changes nothing.
  assert.deepEqual(decideAccepted(after, ['no-payment'], { intent: 'keep', id: 'no-payment' }), ['no-payment'])
  assert.deepEqual(decideAccepted(after, ['no-payment', 'backup'], { intent: 'ask-again', id: 'no-payment' }), [
    'backup',
  ])
})

test('what is kept is the decision, not what comes in its place', () => {
  const { open } = decideSetup({ ...ready, payment: 'test', settings: accepting('no-payment', 'test-payment') })
  assert.deepEqual(idsOf(open), ['test-payment'])
})

test('a text that a later version adds is asked about, although the others are kept', () => {
  const keep = { intent: 'keep', id: 'texts' } as const
  const setup = decideSetup({ ...ready, unreadTexts: ['faq', 'terms'] })
  const accepted = decideAccepted(setup, [], keep)
  assert.deepEqual(accepted, ['text:faq', 'text:terms'])
  const settings = accepting(...(accepted ?? []))
  assert.deepEqual(idsOf(decideSetup({ ...ready, settings, unreadTexts: ['faq'] }).kept), ['texts'])
  assert.deepEqual(idsOf(decideSetup({ ...ready, settings, unreadTexts: ['faq', 'tips'] }).open), ['texts'])
})

test('nothing is kept that is not there', () => {
  const setup = decideSetup(ready)
  for (const id of ['backup', 'https', 'dance', '']) {
    assert.equal(decideAccepted(setup, [], { intent: 'keep', id }), undefined)
    assert.equal(decideAccepted(setup, [], { intent: 'ask-again', id }), undefined)
  }
})

test('a shop that was begun empty is asked for what it has not got, and no more once it has it', () => {
  assert.deepEqual(decideSetup({ ...ready, settings: lamps, begun }), { open: [], advice: [], kept: [] })
  const unregistered = { ...lamps, taxRegime: 'unregistered', gstin: '' } as const
  const looked = { ...lamps, deliveryDays: 5 }
  for (const facts of [
    { settings: unregistered, begun: { ...begun, withoutHsn: 3 } },
    { settings: looked, begun: { ...begun, hasAreas: false } },
    { settings: { ...lamps, confirmCashOrders: true }, begun: { ...begun, hasAreas: false } },
  ])
    assert.deepEqual(decideSetup({ ...ready, ...facts }).open, [])
})
