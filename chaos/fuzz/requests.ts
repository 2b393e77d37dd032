import fc from 'fast-check'
import { TIMINGS, timingField, WAYS, wayField } from '#domain/accounts/notification-choices.ts'
import { EVENT_KINDS } from '#domain/accounts/notifications.ts'
import { ORDER_VIEWS, SENT_FILTER_STATES } from '#domain/admin-lists.ts'
import { FACETS, IN_STOCK } from '#domain/catalog/filters/filters.ts'
import { PRICE_BANDS } from '#domain/catalog/filters/price-bands.ts'
import { POT_COLOURS, SIZES } from '#domain/catalog/specified-sizes.ts'
import { USES } from '#domain/catalog/uses.ts'
import { WORDING_KEYS } from '#domain/messages/wordings.ts'
import { permissions } from '#domain/permissions.ts'
import { fieldsOf, SERVICE_NAMES } from '#domain/settings/connections.ts'
import { SECTIONS } from '#domain/settings/sections.ts'
import { people } from '#tests/support/permissions/permissions-harness.ts'

/** A generated request. `fields` undefined: no body. */
export type GeneratedRequest = {
  who: (typeof people)[number]
  method: string
  path: string
  query: [string, string][]
  headers: Record<string, string>
  fields: [string, string | { file: string; bytes: string }][] | undefined
  body: 'form' | 'multipart' | 'json' | 'raw'
}

/** Names of form fields and query parameters, known and unknown ones. */
const FIELDS = [
  'id',
  'orderId',
  'userId',
  'role',
  'intent',
  ...['pictures', 'units', 'finish:', 'code:Pots||', 'width:Pots||', 'height:__proto__'],
  ...['from', 'to', 'word', 'means', 'similar', 'typed'],
  ...['quantity:0', 'variant:0', 'remove:0', 'add:1', 'price:1', 'choice:1', 'find', 'add', 'customer', 'payment'],
  ...['item', 'words', 'wanted', 'good', 'damaged', 'amount', 'why', 'by', 'kind', 'upi', 'account', 'again', 'ifsc'],
  ...['stars', 'text', 'shown', 'keep', 'position', 'voucher', 'voucherPays'],
  ...['return', 'counter-refund', 'reference', 'paidOn'],
  ...FACETS,
  ...['ids', 'save', 'remove', 'toggle'],
  ...['option', 'order', 'contact', 'service'],
  ...SERVICE_NAMES.flatMap((service) => fieldsOf(service).map(([variable]) => variable)),
  'confirmed',
  'lines',
  'key',
  'name',
  'address',
  'city',
  'pincode',
  'mobileNumber',
  'email',
  'password',
  'code',
  'token',
  'phone',
  'message',
  'note',
  'currentPassword',
  'newPassword',
  'seen',
  'saveAddress',
  'done',
  'title',
  'price',
  'sizeCode',
  'category',
  'description',
  'discount',
  'sku',
  'hsn',
  'gstRate',
  'mrp',
  'countryOfOrigin',
  'tags',
  'attributes',
  'goesWith',
  ...['parts', 'setPercent', 'part:1:product', 'part:1:variant', 'part:1:many'],
  'altText new-0',
  'altText',
  'onSale',
  'imageOrder',
  'productImageUrl',
  'images',
  'version',
  ...['step', 'shipment', 'shipments', 'orders', 'courier', 'awb', 'awb:1001', 'trackingLink', 'unconfirmed'],
  'file',
  'checkoutId',
  'paymentId',
  'signature',
  'next',
  'page',
  'sort',
  'q',
  'before',
  'after',
  'status',
  'cancel',
  'approved',
  'featured',
  'subject',
  ...Object.values(SECTIONS).flatMap(({ names }): readonly string[] => names),
  'removeLogo',
  '_routes',
  'index',
  '__proto__',
  'constructor',
  'totalAmount',
  'uid',
  'credential',
  'requireSecondFactor',
  'markdown',
  ...['view', 'channel', 'state', 'theirs', 'restore', 'editor', 'number', 'reason', 'seen:0'],
  ...['hub.mode', 'hub.verify_token', 'hub.challenge', 'endpoint', 'p256dh', 'auth'],
  ...Object.keys(EVENT_KINDS).flatMap((kind) => [timingField(kind), wayField(kind)]),
]
/** The intents of the permission table, the steps of an import, and `constructor`, which every object inherits. */
const INTENTS = [
  ...new Set(Object.keys(permissions).map((name) => name.split(' ')[2] ?? 'constructor')),
  'write',
  'check',
]
const NASTY = [
  '',
  ' ',
  '0',
  '-1',
  '1e9',
  '1.5',
  'NaN',
  '9007199254740993',
  '99999999999999999999',
  'true',
  'null',
  '[]',
  '{}',
  '[{}]',
  '"',
  "'",
  '\\',
  '\0',
  '\u0007',
  '\ud800',
  '\u202e',
  '%',
  '%00',
  '%zz',
  '../..',
  '//evil.example',
  "' or 1=1 --",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '=1+1',
  '__proto__',
  'newest',
  'lowToHigh',
  'highToLow',
  'user',
  'seller',
  'admin',
  'pending',
  'confirmed',
  'delivered',
  'requested',
  'cancelled',
  'POT',
  'plant',
  '560038',
  '9845000012',
  'meera@gamla.example',
  'गमला 🪴',
  'x'.repeat(300),
  'x'.repeat(6000),
  ...[IN_STOCK, '60', '90', 'CUBEE', 'C02', ...USES, ...PRICE_BANDS, ...POT_COLOURS],
  ...SERVICE_NAMES,
  '1.1',
  '1.newest.3',
  '2026-11-21',
  ...[...ORDER_VIEWS, ...SENT_FILTER_STATES, ...Object.keys(TIMINGS), ...Object.keys(WAYS)],
  ...['{order_link}', '{{2}}', '{', 'https://fcm.googleapis.com/fcm/send/1', `B${'A'.repeat(86)}`, 'A'.repeat(22)],
  ...['1,2,3', `${Number.MAX_SAFE_INTEGER}`, 'orders@gamla.example', 'Gamla <orders@gamla.example>'],
]
/** Parameters that lead into a page's own ways, which two independent words rarely do. */
const PAIRS: [string, string][] = [
  ...ORDER_VIEWS.map((view): [string, string] => ['view', view]),
  ...SENT_FILTER_STATES.map((state): [string, string] => ['state', state]),
  ...Object.keys(WAYS).map((way): [string, string] => ['channel', way]),
]
/** Forms that random fields hardly ever fill, with what is valid in them. */
const FORMS: [pattern: string, fields: Record<string, readonly string[]>][] = [
  [
    '/adminDashboard/offers/:id',
    {
      ...{
        intent: ['save'],
        seen: ['1', '2'],
        name: ['Diwali', '<b>Diwali</b>'],
        kind: ['percent', 'rupees', 'buy-get'],
      },
      ...{
        amount: ['10', '100'],
        buy: ['2', '99'],
        get: ['1', '99'],
        appliesTo: ['all', 'collection', 'products', 'order'],
      },
      ...{ collection: ['1'], products: ['1', '2'], from: ['', '2026-11-08T09:00'], until: ['', '2030-01-01T00:00'] },
      ...{ smallestOrder: ['', '500'], code: ['', 'DIWALI'], usesInAll: ['', '1'], usesByPerson: ['', '1'] },
      ...{ onlyFor: [''], firstOrderOnly: ['on'], paidOnlineOnly: ['on'], addsUp: ['on'] },
    },
  ],
  ['/adminDashboard/offers/:id', { intent: ['make-codes'], howMany: ['1', '3'] }],
  ['/cart/offer', { lines: [], offerCode: ['DIWALI', 'diwali ', '%'] }],
  ['/cart/quote', { lines: [], offerCode: ['DIWALI'], pincode: ['411001', '000000'] }],
  [
    '/orders/:id/redeliver/:token',
    { answer: ['again', 'cancel'], day: ['2026-12-01'], phone: ['9845000012'], address: ['Beside the temple'] },
  ],
  [
    '/adminDashboard/collections/:id',
    {
      ...{
        name: ['Bowls'],
        sentence: [''],
        inMenu: ['on'],
        address: ['bowls'],
        chosen: ['rule', 'hand'],
        seen: ['1'],
        products: ['1', '2'],
      },
      ...{
        family: ['', 'CUBEE'],
        priceFrom: ['', '100'],
        priceTo: ['', '900'],
        tag: [''],
        attribute: [''],
        onOffer: ['on'],
      },
    },
  ],
  [
    '/adminDashboard/settings/:section',
    {
      ...{ intent: ['save-delivery'], freeDeliveryLine: ['Free delivery'], freeFrom: ['', '999'], cutOff: ['14:00'] },
      ...{ packingDays: ['2'], holidays: ['2026-12-25'], deliveryDays: ['5'], usualParcel: [''], usualWeight: [''] },
      ...{
        'deliveryFees.0.zone': ['Goa', '411001, Assam'],
        'deliveryFees.0.upToKg': ['', '5'],
        'deliveryFees.0.fee': ['49'],
      },
      ...{
        'deliveryFees.999.zone': ['Everywhere else'],
        'deliveryFees.999.upToKg': [''],
        'deliveryFees.999.fee': ['99'],
      },
      ...{ 'boxes.0.name': ['Small'], 'boxes.0.length': ['30'], 'boxes.0.width': ['20'], 'boxes.0.height': ['10'] },
      'boxes.0.tare': ['0.4'],
    },
  ],
]
const METHODS = 'GET GET GET GET GET POST POST POST POST POST POST PUT DELETE OPTIONS'.split(' ')
/** Endpoints that are not in the permission table. */
const OWN = [
  '/healthz',
  '/readyz',
  '/metrics',
  '/webhooks/razorpay',
  '/webhooks/whatsapp',
  ...['/robots.txt', '/sitemap.xml', '/sitemap/pages.xml', '/sitemap/products-1e9.xml', '/feed/google.xml'],
  ...['/assets/none.js', '/share/1.jpg', '/share/shop.jpg', '/models/C02-grey-stone.glb'],
  '/pots/cubee-room/320.avif',
  '/pictures/logo.svg',
  '/productImages/1-none/640.webp',
  '/session',
  '/live',
  '/live/:id',
  '/.well-known/security.txt',
  '/sandbox/inbox',
  '/sandbox/razorpay/checkout.js',
  '/sandbox/razorpay/v1/orders',
  '/sandbox/razorpay/v1/orders/:id/payments',
  '/sandbox/razorpay/v1/payments/:id',
  '/sandbox/razorpay/v1/payments/:id/refund',
  '/sandbox/razorpay/v1/refunds/:id',
  '/sandbox/razorpay/widget/pay',
  '/sandbox/razorpay/widget/fail',
  '/sandbox/parcels',
  '/sandbox/shiprocket/v1/external/auth/login',
  '/sandbox/shiprocket/v1/external/orders',
  '/sandbox/shiprocket/v1/external/orders/create/adhoc',
  '/sandbox/shiprocket/v1/external/courier/track/awb/:id',
  '/sandbox/web3forms/submit',
  '/sandbox/emailjs/api/v1.0/email/send',
  '/sandbox/*',
]

/** Route patterns from the permission table and the server's own endpoints. */
export function listPatterns(): string[] {
  const paths = Object.keys(permissions).flatMap((name) => (name.startsWith('LIVE') ? [] : [name.split(' ')[1] ?? '']))
  return [...new Set([...paths, ...OWN])]
}

export function words(known: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...NASTY) },
    { weight: 4, arbitrary: fc.constantFrom(...known) },
    { weight: 2, arbitrary: fc.constantFrom(...INTENTS) },
    { weight: 1, arbitrary: fc.string({ maxLength: 40, unit: 'binary' }) },
    { weight: 1, arbitrary: fc.integer().map(String) },
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)) },
  )
}

/** @param patterns of the addresses; all if it is missing */
export function addresses(word: fc.Arbitrary<string>, patterns = listPatterns()): fc.Arbitrary<string> {
  const keys = fc.constantFrom(...WORDING_KEYS)
  return fc
    .tuple(
      fc.constantFrom(...patterns),
      fc.oneof({ weight: 4, arbitrary: word }, { weight: 1, arbitrary: keys }),
      fc.constantFrom('', '.data', '.data', '.data', '.data', '.data', '.data', '.data', '/', '%'),
      fc.boolean(),
    )
    .map(([pattern, part, end, raw]) => {
      const filled = pattern.replace(/:\w+|\*/g, () =>
        raw && /^[\w./%-]+$/.test(part) ? part : encodeURIComponent(part.toWellFormed()),
      )
      // These endpoints are not pages and have no `.data` twin.
      return /^\/(live|sandbox|\.well-known)/.test(pattern) && end === '.data' ? filled : filled + end
    })
}

/** @param known ids and names of existing records */
export function generatedRequests(known: readonly string[], patterns?: string[]): fc.Arbitrary<GeneratedRequest> {
  const forms = filledForms(known, patterns)
  const requests = anyRequests(known, patterns)
  return forms ? fc.oneof({ weight: 9, arbitrary: requests }, { weight: 1, arbitrary: forms }) : requests
}

/** One of these forms, of which most fields are valid. */
function filledForms(known: readonly string[], patterns = listPatterns()): fc.Arbitrary<GeneratedRequest> | undefined {
  const word = words(known)
  const list = FORMS.filter(([pattern]) => patterns.includes(pattern))
  if (list.length === 0) return undefined
  return fc.constantFrom(...list).chain(([pattern, form]) =>
    fc.record({
      who: fc.constantFrom(...people),
      method: fc.constant('POST'),
      path: addresses(fc.oneof(word, fc.constantFrom('1', 'new', 'delivery')), [pattern]),
      query: fc.constant<[string, string][]>([]),
      headers: fc.constant({}),
      fields: fc
        .tuple(
          ...Object.entries(form).map(([name, valid]) =>
            fc
              .oneof(
                { weight: 7, arbitrary: valid.length > 0 ? fc.constantFrom(...valid) : linesOf(known) },
                { weight: 1, arbitrary: word },
                { weight: 1, arbitrary: fc.constant(undefined) },
              )
              .map((value) => [name, value] as const),
          ),
        )
        .map((fields) =>
          fields.flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]])),
        ),
      body: fc.constantFrom('form' as const, 'multipart' as const),
    }),
  )
}

/** Lines of a cart, hardly ever right. */
function linesOf(known: readonly string[]): fc.Arbitrary<string> {
  const word = words(known)
  return fc
    .array(
      fc.record(
        {
          id: fc.oneof(fc.constantFrom(...known.map(Number).filter(Boolean)), fc.integer(), fc.jsonValue()),
          sizeCode: fc.oneof(fc.constantFrom(...SIZES.map(({ code }) => code as string)), word),
          selectedColor: fc.oneof(fc.constantFrom(...POT_COLOURS), word),
          quantity: fc.oneof(fc.integer({ min: -1, max: 100 }), fc.double()),
          seenPrice: fc.oneof(fc.constantFrom(495, 849, 1), fc.double(), word),
        },
        { requiredKeys: [] },
      ),
      { maxLength: 4 },
    )
    .map((list) => JSON.stringify(list))
}

function anyRequests(known: readonly string[], patterns?: string[]): fc.Arbitrary<GeneratedRequest> {
  const word = words(known)
  const path = addresses(word, patterns)
  const value = fc.oneof({ weight: 6, arbitrary: word }, { weight: 1, arbitrary: linesOf(known) })
  const field = fc.tuple(fc.constantFrom(...FIELDS), value)
  const file = fc.tuple(
    fc.constantFrom('images', 'file', 'note'),
    fc.record({
      file: word,
      bytes: fc.oneof(
        fc.string({ maxLength: 60, unit: 'binary' }),
        fc.constantFrom('title,price\nA,5', 'id;version\n1;1', '\xff\xd8\xff'),
      ),
    }),
  )
  const headers = fc.dictionary(
    fc.constantFrom(
      'accept',
      'accept-encoding',
      'if-none-match',
      'x-forwarded-for',
      'x-forwarded-proto',
      'x-request-id',
      'range',
      'accept-language',
      'x-razorpay-signature',
      'x-razorpay-event-id',
      'x-api-key',
      'x-hub-signature-256',
      'content-type',
    ),
    fc.constantFrom(
      'text/html',
      '*/*',
      'gzip',
      'br',
      '"x"',
      '*',
      '203.0.113.9, 1',
      'https',
      'bytes=0-5',
      'text/plain',
      'a'.repeat(64),
      `sha256=${'a'.repeat(64)}`,
      'multipart/form-data',
      'application/json',
    ),
    { maxKeys: 3 },
  )
  return fc.record({
    who: fc.constantFrom(...people),
    method: fc.constantFrom(...METHODS),
    path,
    query: fc.array(fc.oneof({ weight: 3, arbitrary: field }, { weight: 1, arbitrary: fc.constantFrom(...PAIRS) }), {
      maxLength: 4,
    }),
    headers,
    fields: fc.option(
      fc.array(fc.oneof({ weight: 8, arbitrary: field }, { weight: 1, arbitrary: file }), { maxLength: 9 }),
      { nil: undefined, freq: 8 },
    ),
    body: fc.constantFrom('form', 'form', 'form', 'multipart', 'json', 'raw'),
  }) as fc.Arbitrary<GeneratedRequest>
}
