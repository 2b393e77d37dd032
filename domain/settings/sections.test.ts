import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings, GST_RATES, readSettings, type Settings } from '#domain/shop/settings.ts'
import { shownInfoOf } from '#domain/shop/shop-info.ts'
import { SECTIONS, type SectionName } from './sections.ts'

const now = new Date('2026-11-24T12:00:00Z')

/** The parsed section, or its problems, for a form with these fields. */
function type(name: SectionName, typed: Record<string, string>, stored: Partial<Settings> = {}) {
  return SECTIONS[name].parse({ ...SECTIONS[name].typedOf({ ...defaultSettings, ...stored }), ...typed })
}

function saved(name: SectionName, typed: Record<string, string>): Partial<Settings> {
  const parsed = type(name, typed)
  assert.ok(parsed.ok, JSON.stringify(parsed))
  return parsed.value
}

function problemsOf(name: SectionName, typed: Record<string, string>) {
  const parsed = type(name, typed)
  return parsed.ok ? {} : parsed.problems
}

test('a form that is sent as it was opened changes nothing', () => {
  const stored: Partial<Settings> = { categories: ['Lamps', 'Shades'], deliveryDays: 5, largestCashOrder: 20_000 }
  for (const name of Object.keys(SECTIONS) as SectionName[]) {
    const parsed = type(name, {}, stored)
    assert.ok(parsed.ok)
    for (const [setting, value] of Object.entries(parsed.value))
      assert.deepEqual(value, { ...defaultSettings, ...stored }[setting as keyof Settings], setting)
  }
})

test('a form that was sent without fields is refused at the required ones, and throws nothing', () => {
  const required = (name: SectionName) => {
    const parsed = SECTIONS[name].parse({})
    return parsed.ok ? [] : Object.keys(parsed.problems)
  }
  assert.deepEqual(required('save-shop'), [
    'shopName',
    'productNoun',
    'productNounPlural',
    'finishLabel',
    'latitude',
    'longitude',
  ])
  assert.deepEqual(required('save-delivery'), ['freeDeliveryLine'])
  assert.deepEqual(required('save-legal'), ['defaultGstRate'])
  assert.deepEqual(required('save-payment'), ['listPrice'])
})

test('the line beside the till promises no fee, amount or condition, because delivery is free', () => {
  const problem = (freeDeliveryLine: string) => {
    const parsed = SECTIONS['save-delivery'].parse({ freeDeliveryLine })
    return parsed.ok ? undefined : parsed.problems.freeDeliveryLine
  }
  for (const line of ['Free delivery across India', 'We bring it free, also upstairs', 'मुफ़्त डिलीवरी'])
    assert.equal(problem(line), undefined, line)
  for (const line of [
    'Delivery charged at ₹99',
    'Delivery 99',
    'Free above Rs. 999',
    'Free delivery except Ladakh',
    'A small fee is collected',
  ])
    assert.match(problem(line) ?? '', /Delivery is free for every order here/, line)
})

test('the footer has the specified year until another is set, or none', () => {
  assert.equal(defaultSettings.copyrightYear, '2025')
  for (const year of ['2026', '2025–2027', '2025-2027', '{year}', '2025–{year}', ''])
    assert.equal(saved('save-shop', { copyrightYear: year }).copyrightYear, year)
  const midnight = new Date('2026-12-31T18:30:00Z')
  const shown = (copyrightYear: string) => shownInfoOf({ ...defaultSettings, copyrightYear }, midnight).copyrightYear
  // It is midnight in India.
  assert.deepEqual(['2025', '{year}', '2025–{year}'].map(shown), ['2025', '2027', '2025–2027'])
  const parsed = SECTIONS['save-shop'].parse({ copyrightYear: 'this year' })
  assert.match(parsed.ok ? '' : (parsed.problems.copyrightYear ?? ''), /Enter a year/)
})

test('Shop: words and categories are cleaned and bounded', () => {
  assert.deepEqual(saved('save-shop', { categories: ' Floor lamps \r\n\r\nShades\nfloor LAMPS' }).categories, [
    'Floor lamps',
    'Shades',
  ])
  assert.deepEqual(saved('save-shop', { categories: ' \n ' }).categories, [])
  assert.equal(saved('save-shop', { shopName: ' Diya \t House ' }).shopName, 'Diya House')
  const long = 'x'.repeat(301)
  for (const name of [
    'shopName',
    'productNoun',
    'productNounPlural',
    'finishLabel',
    'pictureNote',
    'categories',
    'instagram',
  ])
    assert.deepEqual(Object.keys(problemsOf('save-shop', { [name]: `https://${long}` })), [name])
  const many = Array.from({ length: 51 }, (_, index) => `Category ${index}`).join('\n')
  assert.match(problemsOf('save-shop', { categories: many }).categories ?? '', /at most 50/)
})

test('Shop: only https addresses lead away, and the map stays on the earth', () => {
  for (const address of [
    'http://instagram.com/diya',
    'javascript:alert(1)',
    'https:',
    'https://',
    'https://localhost',
    'https://user:pass@instagram.com/diya',
    '//instagram.com',
    'instagram.com/diya',
    'https://insta gram.com',
  ])
    assert.match(problemsOf('save-shop', { instagram: address }).instagram ?? '', /begins with https/, address)
  assert.equal(saved('save-shop', { whatsappNumber: '98450 12345' }).whatsappNumber, '919845012345')
  assert.equal(saved('save-shop', { x: 'https://x.com/diya' }).x, 'https://x.com/diya')
  assert.equal(saved('save-shop', { x: '' }).x, '')
  const { latitude, longitude } = saved('save-shop', { latitude: '−90', longitude: '+180.0' })
  assert.deepEqual([latitude, longitude], [-90, 180])
  for (const typed of ['90.0001', '-91', '', 'x', '1e1', '18,5'])
    assert.match(problemsOf('save-shop', { latitude: typed }).latitude ?? '', /−90 to 90/, typed)
  for (const typed of ['180.1', '-181', 'NaN'])
    assert.match(problemsOf('save-shop', { longitude: typed }).longitude ?? '', /−180 to 180/, typed)
})

test('Legal: a GSTIN is right, and of the State', () => {
  const { gstin } = saved('save-legal', { gstin: ' 27aapfu 0939f1zv', legalState: '27' })
  assert.equal(gstin, '27AAPFU0939F1ZV')
  assert.deepEqual(problemsOf('save-legal', { gstin: '27AAPFU0939F1ZV', legalState: '29' }), {
    gstin: 'This GSTIN begins with 27, which is Maharashtra. The State is Karnataka.',
  })
  assert.deepEqual(problemsOf('save-legal', { gstin: '27AAPFU0939F1ZV', legalState: '' }), {
    legalState: 'Choose a State. This GSTIN is from Maharashtra.',
  })
  assert.match(problemsOf('save-legal', { gstin: '27AAPFU0939F1ZW', legalState: '27' }).gstin ?? '', /is wrong/)
  assert.deepEqual(problemsOf('save-legal', { legalState: '25' }), { legalState: 'Choose a State.' })
})

test('Legal: care, regime and rate are what they say', () => {
  for (const phone of ['', '+91 20 2612 3456', '1800 123 4567', '(020) 2612-3456'])
    assert.equal(saved('save-legal', { customerCarePhone: phone }).customerCarePhone, phone)
  for (const phone of ['12345', 'call us', '+91 98450 00012 00012'])
    assert.match(problemsOf('save-legal', { customerCarePhone: phone }).customerCarePhone ?? '', /8 to 13 digits/)
  assert.equal(saved('save-legal', { customerCareEmail: 'care@diya.example' }).customerCareEmail, 'care@diya.example')
  assert.match(problemsOf('save-legal', { customerCareEmail: 'care' }).customerCareEmail ?? '', /valid email/)
  for (const regime of ['', 'regular', 'composition', 'unregistered'] as const)
    assert.equal(saved('save-legal', { taxRegime: regime }).taxRegime, regime)
  assert.ok('taxRegime' in problemsOf('save-legal', { taxRegime: 'other' }))
  for (const rate of GST_RATES) assert.equal(saved('save-legal', { defaultGstRate: String(rate) }).defaultGstRate, rate)
  for (const rate of ['', '7', '5.0', '-5', 'x', '12', '28'])
    assert.ok('defaultGstRate' in problemsOf('save-legal', { defaultGstRate: rate }))
  // One that was saved before it ended stays until it is changed.
  assert.equal(readSettings([{ name: 'defaultGstRate', value: 12 }]).defaultGstRate, 12)
})

test('Legal: prefixes of numbers have at most four characters and differ, and empty ones are the usual', () => {
  const { invoicePrefix, creditNotePrefix, b2clThreshold } = saved('save-legal', {
    invoicePrefix: ' dy ',
    creditNotePrefix: '',
    b2clThreshold: '₹2,50,000',
  })
  assert.deepEqual([invoicePrefix, creditNotePrefix, b2clThreshold], ['DY', 'GMCN', 250_000])
  assert.equal(saved('save-legal', { b2clThreshold: '' }).b2clThreshold, 100_000)
  for (const invoicePrefix of ['DIYAS', 'D/1', 'दीया', 'D-1', 'D 1'])
    assert.deepEqual(Object.keys(problemsOf('save-legal', { invoicePrefix })), ['invoicePrefix'], invoicePrefix)
  assert.deepEqual(Object.keys(problemsOf('save-legal', { invoicePrefix: 'GM', creditNotePrefix: 'gm' })), [
    'creditNotePrefix',
  ])
})

test('Legal: what an admin should know about a GSTIN is said and not refused', () => {
  const warned = (stored: Partial<Settings>) =>
    SECTIONS['save-legal'].warningsOf({ ...defaultSettings, ...stored }, { mayPayOnline: true, now })
  assert.deepEqual(warned({}), {})
  assert.match(warned({ gstin: '27AAPFU0939F1ZV', taxRegime: 'unregistered' }).gstin ?? '', /shown nowhere/)
  assert.match(warned({ taxRegime: 'composition' }).gstin ?? '', /shows its GSTIN/)
})

test('Delivery and Payment: empty is no promise and no limit, and limits are in order', () => {
  assert.equal(saved('save-delivery', { deliveryDays: '5' }).deliveryDays, 5)
  assert.equal(saved('save-delivery', { deliveryDays: '' }).deliveryDays, 0)
  for (const days of ['91', '-1', '2.5', 'soon', '9'.repeat(20)])
    assert.ok('deliveryDays' in problemsOf('save-delivery', { deliveryDays: days }), days)
  const limits = saved('save-payment', { smallestCashOrder: '₹500', largestCashOrder: '20,000' })
  assert.deepEqual([limits.smallestCashOrder, limits.largestCashOrder], [500, 20_000])
  assert.equal(saved('save-payment', { smallestCashOrder: '500' }).largestCashOrder, 0)
  assert.equal(saved('save-payment', { smallestCashOrder: '500', largestCashOrder: '500' }).largestCashOrder, 500)
  assert.deepEqual(Object.keys(problemsOf('save-payment', { smallestCashOrder: '501', largestCashOrder: '500' })), [
    'largestCashOrder',
  ])
  assert.match(problemsOf('save-payment', { smallestCashOrder: '4.5' }).smallestCashOrder ?? '', /whole rupees/)
  assert.equal(saved('save-payment', { cashOnDelivery: '' }).cashOnDelivery, false)
  assert.equal(saved('save-payment', { cashOnDelivery: 'on' }).cashOnDelivery, true)
  assert.deepEqual(Object.keys(problemsOf('save-payment', { cancelUnconfirmedHours: '24' })), [
    'cancelUnconfirmedHours',
  ])
  const unticked = SECTIONS['save-payment'].parse({ listPrice: 'none' })
  assert.deepEqual(unticked, {
    ok: true,
    value: {
      cashOnDelivery: false,
      smallestCashOrder: 0,
      largestCashOrder: 0,
      partPaidOnline: '',
      largestFirstCashOrder: 0,
      unconfirmedCashOrders: 0,
      unconfirmedCashValue: 0,
      noCashAfterReturn: false,
      confirmCashOrders: false,
      cancelUnconfirmedHours: 0,
      listPrice: 'none',
    },
  })
})

test('Payment: choices that need something else say so', () => {
  const warned = (stored: Partial<Settings>, mayPayOnline = true) =>
    SECTIONS['save-payment'].warningsOf({ ...defaultSettings, ...stored }, { mayPayOnline, now })
  assert.deepEqual(warned({}, false), {})
  assert.match(warned({ listPrice: 'mrp' }).listPrice ?? '', /without an MRP show no struck-through price/)
  assert.deepEqual(warned({ cashOnDelivery: false }), {})
  assert.match(warned({ cashOnDelivery: false }, false).cashOnDelivery ?? '', /customers cannot order/)
})

test('Pause: a day and a time in Indian time, or nothing, and a pause that has passed is said', () => {
  assert.equal(saved('save-pause', { pausedUntil: '2026-11-30T09:00' }).pausedUntil, '2026-11-30T09:00')
  assert.equal(saved('save-pause', { pausedUntil: '2026-11-30T09:00:00' }).pausedUntil, '2026-11-30T09:00')
  assert.equal(saved('save-pause', {}).pausedUntil, '')
  for (const typed of ['tomorrow', '2026-13-01T09:00', '2026-11-30', '2026-11-30T25:00'])
    assert.match(problemsOf('save-pause', { pausedUntil: typed }).pausedUntil ?? '', /a day and a time/, typed)
  const warned = (pausedUntil: string) =>
    SECTIONS['save-pause'].warningsOf({ ...defaultSettings, pausedUntil }, { mayPayOnline: true, now })
  assert.deepEqual(warned('2026-11-24T17:31'), {})
  assert.match(warned('2026-11-24T17:30').pausedUntil ?? '', /has passed/)
})

test('Look: a colour that can be read is stored, the specified one as none, and a pale one is refused', () => {
  assert.equal(saved('save-look', { accentColour: '#7A2E4D' }).accentColour, '#7a2e4d')
  assert.equal(saved('save-look', { accentColour: '#2a6a3b' }).accentColour, '')
  assert.match(problemsOf('save-look', { accentColour: '#ffcc00' }).accentColour ?? '', /contrast of 1\.5 : 1/)
  for (const typed of ['red', '#12345', '#7a2e4d;}', 'url(x)'])
    assert.match(problemsOf('save-look', { accentColour: typed }).accentColour ?? '', /such as #2a6a3b/, typed)
  assert.ok('typePair' in problemsOf('save-look', { typePair: 'comic' }))
  assert.equal(readSettings([{ name: 'accentColour', value: 'red;background:url(x)' }]).accentColour, '')
})

test('boxes are rows of their own: empty ones go, and each wrong cell says what is wrong with it', () => {
  const small = { 'boxes.0.name': 'Small', 'boxes.0.length': '30', 'boxes.0.width': '20,5', 'boxes.0.height': '10' }
  assert.deepEqual(saved('save-delivery', { ...small, 'boxes.1.name': '', 'boxes.1.length': ' ' }).boxes, [
    { name: 'Small', length: 30, width: 20.5, height: 10, tare: 0 },
  ])
  const stored = { boxes: [{ name: 'Small', length: 30, width: 20.5, height: 10, tare: 0.4 }] }
  const parsed = type('save-delivery', {}, stored)
  assert.deepEqual(parsed.ok && parsed.value.boxes, stored.boxes)
  const row = (cells: Record<string, string>) =>
    Object.fromEntries(Object.entries(cells).map(([column, typed]) => [`boxes.2.${column}`, typed]))
  const right = { name: 'Big', length: '60', width: '60', height: '60', tare: '2' }
  const problem = (cells: Record<string, string>) => problemsOf('save-delivery', row({ ...right, ...cells }))
  assert.deepEqual(problem({}), {})
  assert.deepEqual(problem({ height: '-5' }), {
    'boxes.2.height': 'Enter the height in centimetres, such as 40 or 40.5.',
  })
  assert.deepEqual(problem({ height: '0' }), { 'boxes.2.height': 'Enter a height of at least 1 cm.' })
  assert.deepEqual(problem({ name: '', width: 'wide' }), {
    'boxes.2.name': 'Give the box a name, such as Small.',
    'boxes.2.width': 'Enter the width in centimetres, such as 40 or 40.5.',
  })
  assert.match(problem({ tare: 'light' })['boxes.2.tare'] ?? '', /Enter the weight/)
  assert.match(problemsOf('save-delivery', { ...small, ...row({ ...right, name: 'SMALL' }) }).boxes ?? '', /SMALL/)
})

test('holidays are dates, and a cut-off is a time', () => {
  assert.deepEqual(saved('save-delivery', { holidays: '2026-12-25\n\n2026-11-09\n2026-12-25' }).holidays, [
    '2026-11-09',
    '2026-12-25',
  ])
  assert.match(problemsOf('save-delivery', { holidays: '2026-02-30' }).holidays ?? '', /“2026-02-30” is no date/)
  assert.equal(saved('save-delivery', { cutOff: '14:00' }).cutOff, '14:00')
  assert.match(problemsOf('save-delivery', { cutOff: 'noon' }).cutOff ?? '', /Enter a time/)
  assert.match(problemsOf('save-delivery', { packingDays: '1.5' }).packingDays ?? '', /whole number/)
})

test('delivery fees end with everywhere else, and each wrong cell says what is wrong with it', () => {
  const row = (index: number, cells: Record<string, string>) =>
    Object.fromEntries(Object.entries(cells).map(([column, typed]) => [`deliveryFees.${index}.${column}`, typed]))
  const last = { zone: 'Everywhere else', upToKg: '', fee: '' }
  assert.deepEqual(saved('save-delivery', row(999, last)).deliveryFees, [])
  const pune = row(0, { zone: 'Maharashtra, 403001', upToKg: '5', fee: '₹49' })
  const rows = saved('save-delivery', { ...pune, ...row(999, { ...last, fee: '149' }) }).deliveryFees
  assert.deepEqual(rows, [
    { zone: 'Maharashtra, 403001', upToKg: 5, fee: 49 },
    { zone: 'Everywhere else', upToKg: 0, fee: 149 },
  ])
  const kept = type('save-delivery', {}, { deliveryFees: rows ?? [] })
  assert.deepEqual(kept.ok && kept.value.deliveryFees, rows)
  const problem = (typed: Record<string, string>) => problemsOf('save-delivery', typed)
  assert.deepEqual(problem({ ...pune, ...row(999, last) }), {
    'deliveryFees.999.fee': 'Enter the fee for everywhere else, or 0 for free.',
  })
  const wrong = row(1, { zone: '', upToKg: 'heavy', fee: 'forty' })
  assert.deepEqual(problem({ ...wrong, ...row(999, { ...last, fee: '9' }) }), {
    'deliveryFees.1.zone': 'Enter States or pincodes, with commas between them.',
    'deliveryFees.1.upToKg': 'Enter kilograms, such as 5, or leave it empty for any weight.',
    'deliveryFees.1.fee': 'Enter whole rupees, such as 99, or 0 for free.',
  })
  assert.match(problem({ ...row(0, { zone: 'Bombay', fee: '1' }) })['deliveryFees.0.zone'] ?? '', /“Bombay” is neither/)
})

test('a place to pick up at has a name, an address and opening hours, or is none', () => {
  const place = { pickUpAt: 'Our workshop', pickUpAddress: '12 MG Road\r\nPune 411001', pickUpHours: 'Mon–Sat 10–7' }
  const typed = (changes: Partial<typeof place>) => type('save-delivery', { ...place, ...changes })
  const saved = typed({})
  assert.ok(saved.ok)
  assert.equal(saved.value.pickUpAddress, '12 MG Road\nPune 411001')
  const problemsOf = (changes: Partial<typeof place>) => {
    const answer = typed(changes)
    return answer.ok ? [] : Object.keys(answer.problems)
  }
  assert.deepEqual(problemsOf({ pickUpAddress: '', pickUpHours: '' }), ['pickUpAddress', 'pickUpHours'])
  assert.deepEqual(problemsOf({ pickUpAt: '', pickUpHours: '' }), ['pickUpAt'])
  assert.deepEqual(problemsOf({ pickUpAt: '', pickUpAddress: '', pickUpHours: '' }), [])
})

test('a part that is paid online now is less than an order that may be paid in cash', () => {
  assert.equal(saved('save-payment', { partPaidOnline: '₹ 200', largestCashOrder: '201' }).partPaidOnline, '₹200')
  assert.equal(saved('save-payment', { partPaidOnline: '99 %' }).partPaidOnline, '99%')
  assert.deepEqual(problemsOf('save-payment', { partPaidOnline: '₹200', largestCashOrder: '200' }), {
    partPaidOnline: 'Enter less than the largest cash order, or leave it empty.',
  })
  assert.match(problemsOf('save-payment', { partPaidOnline: '101%' }).partPaidOnline ?? '', /1% to 99%/)
  const warned = (settings: Partial<Settings>, mayPayOnline: boolean) =>
    SECTIONS['save-payment'].warningsOf({ ...defaultSettings, ...settings }, { mayPayOnline, now }).partPaidOnline
  assert.equal(warned({}, false), undefined)
  assert.equal(warned({ partPaidOnline: '20%' }, true), undefined)
  assert.match(warned({ partPaidOnline: '20%' }, false) ?? '', /Online payment is not set up/)
  assert.match(warned({ partPaidOnline: '20%', cashOnDelivery: false }, true) ?? '', /Cash on delivery is off/)
})
