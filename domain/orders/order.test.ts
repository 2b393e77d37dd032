import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { POT_COLOURS, specifiedCatalogue } from '#domain/catalog/specified-sizes.ts'
import { formatRupees } from '#domain/money.ts'
import { defaultShopInfo } from '#domain/shop/shop-info.ts'
import { wordsOf } from '#domain/shop/wording.ts'
import { decideOrder, messageFor, parseRequestedLines, quoteLine, type RequestedLine } from './order.ts'
import { sampleProduct, variantsOf } from './sample-product.ts'

const wanted: RequestedLine = { id: 17, sizeCode: 'C02', selectedColor: 'Grey Stone', quantity: 2, seenPrice: 799 }
const product = sampleProduct
const variants = variantsOf(product)
const words = wordsOf(defaultShopInfo)
const read = (lines: unknown) => parseRequestedLines(JSON.stringify(lines), words)
const unreadable = { ok: false, problems: { lines: 'We couldn’t read your cart. Please reload the page.' } }

test('the lines that the cart posts are read, and nothing else in them', () => {
  assert.deepEqual(read([wanted]), { ok: true, value: [wanted] })
  assert.deepEqual(read([{ ...wanted, price: 1, title: 'x' }]), { ok: true, value: [wanted] })
})

test('the same line sent twice is one line, and 99 of one pot are the most however they are spread', () => {
  assert.deepEqual(read([wanted, { ...wanted, quantity: 3 }]), { ok: true, value: [{ ...wanted, quantity: 5 }] })
  const refused = {
    ok: false,
    problems: { lines: 'You can order at most 99 of one pot in one size. Please lower the quantity, or contact us.' },
  }
  assert.ok(
    read([
      { ...wanted, quantity: 50 },
      { ...wanted, quantity: 49 },
    ]).ok,
  )
  assert.deepEqual(
    read([
      { ...wanted, quantity: 50 },
      { ...wanted, quantity: 50 },
    ]),
    refused,
  )
  assert.deepEqual(read(Array(100).fill({ ...wanted, quantity: 99 })), refused)
  const colours = POT_COLOURS.map((selectedColor) => ({ ...wanted, selectedColor, quantity: 25 }))
  assert.deepEqual(read(colours), refused)
  assert.ok(read(colours.slice(1)).ok)
  // Another size is another pot.
  assert.ok(
    read([
      { ...wanted, quantity: 99 },
      { ...wanted, sizeCode: 'C03', quantity: 99 },
    ]).ok,
  )
})

test('one line at two prices was not made by the cart', () => {
  assert.deepEqual(read([wanted, { ...wanted, seenPrice: 1 }]), unreadable)
})

const _address = { name: 'Meera', address: '12 Lake Road', city: 'Pune', pincode: '411011', mobileNumber: '9845000012' }

test('an empty cart is no order', () => {
  assert.deepEqual(read([]), { ok: false, problems: { lines: 'Your cart is empty.' } })
})

test('an order holds at most 100 lines of at most 99 pots', () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...wanted, id: index + 1, quantity: 99 }))
  assert.ok(read(lines(100)).ok)
  assert.deepEqual(read(lines(101)), {
    ok: false,
    problems: { lines: 'One order holds at most 100 different pots. Please split your order, or contact us.' },
  })
  assert.ok(!read(Array(200_000).fill(0)).ok)
  const dear = Array.from({ length: 2 }, (_, index) => ({
    ...wanted,
    id: index + 1,
    quantity: 99,
    seenPrice: 9_999_999,
  }))
  assert.deepEqual(read(dear), {
    ok: false,
    problems: { lines: 'An order can cost at most ₹1,00,00,00,000. Please split your order, or contact us.' },
  })
  assert.ok(read(dear.slice(1)).ok)
})

test('one line that is not as the cart writes it refuses the whole order', () => {
  for (const [field, values] of Object.entries({
    id: [0, -1, 1.5, '17', null, 2 ** 53, [17], true],
    sizeCode: ['c02', 'C'.repeat(21), '__proto__', null, 2],
    selectedColor: ['', 'x'.repeat(61), null, 0],
    quantity: [0, -1, 1.5, 100, '2', null, 1e21],
    seenPrice: [-1, 799.5, '799', null, 2 ** 53],
  })) {
    for (const value of values) {
      assert.deepEqual(
        read([
          { ...wanted, id: 18 },
          { ...wanted, [field]: value },
        ]),
        unreadable,
        `${field} ${value}`,
      )
    }
    const { [field as keyof RequestedLine]: _, ...rest } = wanted
    assert.deepEqual(read([rest]), unreadable, `no ${field}`)
  }
  for (const line of [null, 7, 'x', [], {}]) assert.deepEqual(read([line]), unreadable)
})

test('anything but a list of lines is refused without an error', () => {
  const strangers = [
    undefined,
    null,
    7,
    {},
    [wanted],
    '',
    'null',
    '7',
    '"x"',
    '{}',
    '[',
    '\0',
    '['.repeat(100_000),
    'x'.repeat(1_000_000),
  ]
  for (const text of strangers) assert.deepEqual(parseRequestedLines(text, words), unreadable)
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string(), fc.anything()), (text) => void parseRequestedLines(text, words)),
  )
})

test('a line that is as the shopper saw it has a price and no problem', () => {
  assert.deepEqual(quoteLine(wanted, product, variants), { ...wanted, price: 799 })
  const larger = { ...wanted, sizeCode: 'C03', seenPrice: 1999 } as const
  assert.deepEqual(quoteLine(larger, product, variants), { ...larger, price: 1999 })
})

test('a line says what is wrong with it: gone, sold, size gone, price changed', () => {
  assert.deepEqual(quoteLine(wanted, undefined, variants), { ...wanted, problem: { kind: 'gone' } })
  assert.deepEqual(quoteLine(wanted, { ...product, sold: true }, variants), {
    ...wanted,
    problem: { kind: 'sold' },
  })
  const tall = { ...wanted, sizeCode: 'T01', seenPrice: 1385 } as const
  assert.deepEqual(quoteLine(tall, product, variants), { ...tall, problem: { kind: 'size-gone' } })
  assert.deepEqual(quoteLine(wanted, product, variantsOf({ ...product, price: 850 })), {
    ...wanted,
    price: 850,
    problem: { kind: 'price-changed', was: 799, now: 850 },
  })
})

test('a retired size or finish, and one that never was, cannot be ordered', () => {
  const without = (kind: 'sizes' | 'finishes', name: string) => ({
    ...specifiedCatalogue,
    [kind]: specifiedCatalogue[kind].map((it) => ({ ...it, isRetired: ('code' in it ? it.code : it.name) === name })),
  })
  const larger = { ...wanted, sizeCode: 'C03', seenPrice: 1999 }
  assert.deepEqual(quoteLine(larger, product, variantsOf(product, without('sizes', 'C03'))).problem, {
    kind: 'size-gone',
  })
  // Its own size stays, because the product itself is still for sale.
  assert.equal(quoteLine(wanted, product, variantsOf(product, without('sizes', 'C02'))).problem, undefined)
  assert.deepEqual(quoteLine({ ...wanted, sizeCode: 'C99' }, product, variants).problem, {
    kind: 'size-gone',
  })
  assert.deepEqual(quoteLine(wanted, product, variantsOf(product, without('finishes', 'Grey Stone'))).problem, {
    kind: 'finish-gone',
  })
  const red = { ...wanted, selectedColor: 'Red' }
  assert.deepEqual(quoteLine(red, product, variants).problem, { kind: 'finish-gone' })
})

test('a price that fell is a changed price too: the shopper sees it first', () => {
  const { problem } = quoteLine(wanted, product, variantsOf({ ...product, price: 500 }))
  assert.deepEqual(problem, { kind: 'price-changed', was: 799, now: 500 })
})

test('Sold comes before every other complaint about a product that is there', () => {
  const sold = { ...product, sold: true, price: 1, sizeCode: 'T01' } as const
  assert.deepEqual(quoteLine(wanted, sold, variants).problem, { kind: 'sold' })
})

test('each problem is a sentence in the line', () => {
  const said = (problem: Parameters<typeof messageFor>[0]) => messageFor(problem, words, formatRupees)
  assert.equal(said({ kind: 'gone' }), 'This pot is no longer available. Remove it to continue.')
  assert.equal(said({ kind: 'sold' }), 'This pot has just sold out. Remove it to continue.')
  assert.equal(said({ kind: 'size-gone' }), 'This pot is no longer available in this size. Remove it to continue.')
  assert.equal(said({ kind: 'finish-gone' }), 'This pot is no longer available in this colour. Remove it to continue.')
  const changed = { kind: 'price-changed', was: 99999, now: 123456 } as const
  assert.equal(said(changed), 'The price has changed from ₹99,999 to ₹1,23,456.')
})

test('an order holds the lines as they are today, at the prices of the shop', () => {
  const second: RequestedLine = { id: 17, sizeCode: 'C04', selectedColor: 'Sandstone', quantity: 1, seenPrice: 2980 }
  assert.deepEqual(
    decideOrder([wanted, second], { products: new Map([[17, product]]), variants: new Map([[17, variants]]) }),
    {
      ok: true,
      terms: {},
      totalAmount: 2 * 799 + 2980,
      lines: [
        {
          id: 17,
          title: 'Cubee planter',
          price: 799,
          quantity: 2,
          productImageUrl: ['/images/a.webp', '/images/b.webp'],
          category: 'POT',
          sizeCode: 'C02',
          sizeLabel: 'CUBEE C02',
          selectedColor: 'Grey Stone',
        },
        {
          id: 17,
          title: 'Cubee planter',
          price: 2980,
          quantity: 1,
          productImageUrl: ['/images/a.webp', '/images/b.webp'],
          category: 'POT',
          sizeCode: 'C04',
          sizeLabel: 'CUBEE C04',
          selectedColor: 'Sandstone',
        },
      ],
    },
  )
})

test('a line of a variant with a picture of its own shows that picture', () => {
  const pictured = variants.map((variant) => ({ ...variant, image: variant.finish === 'Sandstone' ? '/b' : null }))
  const sale = { products: new Map([[17, product]]), variants: new Map([[17, pictured]]) }
  const decision = decideOrder([wanted, { ...wanted, selectedColor: 'Sandstone' }], sale)
  assert.ok(decision.ok)
  assert.deepEqual(
    decision.lines.map(({ productImageUrl }) => productImageUrl),
    [product.productImageUrl, ['/b']],
  )
})

test('one line with a problem refuses the order and every line is quoted', () => {
  const missing = { ...wanted, id: 18 }
  assert.deepEqual(
    decideOrder([wanted, missing], { products: new Map([[17, product]]), variants: new Map([[17, variants]]) }),
    {
      ok: false,
      quotes: [
        { ...wanted, price: 799 },
        { ...missing, problem: { kind: 'gone' } },
      ],
    },
  )
})

test('an order is never placed at another price than the one seen', () => {
  const lines = fc.array(
    fc.record({
      id: fc.integer({ min: 1, max: 3 }),
      sizeCode: fc.constantFrom('C01' as const, 'C02' as const, 'T01' as const),
      selectedColor: fc.constantFrom(...POT_COLOURS),
      quantity: fc.integer({ min: 1, max: 99 }),
      seenPrice: fc.constantFrom(495, 799, 849),
    }),
    { minLength: 1, maxLength: 4 },
  )
  const catalog = fc.array(
    fc.record({ id: fc.integer({ min: 1, max: 3 }), sold: fc.boolean(), price: fc.constantFrom(495, 799) }),
  )
  fc.assert(
    fc.property(lines, catalog, (asked, products) => {
      const decision = decideOrder(asked, {
        products: new Map(products.map((fields) => [fields.id, { ...product, ...fields }])),
        variants: new Map(products.map((fields) => [fields.id, variantsOf({ ...product, ...fields })])),
      })
      if (!decision.ok) return assert.ok(decision.quotes.some(({ problem }) => problem))
      assert.deepEqual(
        decision.lines.map(({ price }) => price),
        asked.map(({ seenPrice }) => seenPrice),
      )
      assert.equal(
        decision.totalAmount,
        asked.reduce((sum, { seenPrice, quantity }) => sum + seenPrice * quantity, 0),
      )
    }),
  )
})
