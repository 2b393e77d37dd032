import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMeasures } from './measures.ts'
import { matchPictures, pictureName } from './pictures.ts'
import { readPrice } from './row.ts'

test('prices are read as India, Shopify and WooCommerce write them, and other currencies are not', () => {
  for (const [cell, rupees] of [
    ['849', 849],
    ['849.00', 849],
    ['1,23,456.00', 123456],
    ['₹ 1,250', 1250],
    ['Rs. 499/-', 499],
    ['INR 99.6', 100],
    ['1299,50', 1300],
    ['1.299,00', 1299],
  ] as const) {
    const read = readPrice(cell)
    assert.equal(read?.ok && read.rupees, rupees, cell)
  }
  assert.equal(readPrice(' '), undefined)
  for (const cell of ['$12.00', '12 €', 'USD 5', 'free', '0', '-5', '99999999', '1e5', '=1+1'])
    assert.equal(readPrice(cell)?.ok, false, cell)
})

test('measures are read where they are clear', () => {
  for (const [text, width, depth, height] of [
    ['28 x 20 x 30 cm', 28, 20, 30],
    ['L 28 × W 20 × H 30 cm', 28, 20, 30],
    ['10" x 12"', 25.4, 25.4, 30.5],
    ['Height: 28 cm, Diameter: 30 cm', 30, 30, 28],
    ['30 cm (W) x 25 cm (H)', 30, 30, 25],
    ['Set of 2, 300mm x 250mm', 30, 30, 25],
    ['6 inch', 15.2, 15.2, undefined],
  ] as const)
    assert.deepEqual(readMeasures(text), { width, depth, ...(height && { height }) }, text)
  for (const text of ['', 'Small', '6 inch / 8 inch', 'Pack of 3', '2 x 3', '5 kg, 4 litres'])
    assert.deepEqual(readMeasures(text), {}, text)
})

test('pictures are found by their name, whatever the shop has added to it', () => {
  const wanted = new Map(
    [
      'https://cdn.shopify.com/s/files/1/06/files/Grey%20Pot_1024x1024.JPG?v=17',
      'https://shop.example/wp-content/uploads/2024/03/tub-scaled.jpg',
      'https://shop.example/wp-content/uploads/2024/03/bowl-300x300.png',
      'https://cdn.shopify.com/files/vase_4f1c9a2e-1111-2222-3333-0123456789ab.webp',
      'https://cdn.shopify.com/files/गमला.jpg',
      'https://cdn.shopify.com/files/100%.jpg',
      'https://cdn.shopify.com/files/gone.jpg',
    ].map((address) => [pictureName(address), address]),
  )
  const files = [
    'photos/grey-pot.jpeg',
    'uploads/2023/01/tub.jpg',
    'uploads/2024/03/tub.jpg',
    'bowl.PNG',
    'vase.webp',
    `${'गमला'.normalize('NFD')}.jpg`,
    '100%.jpg',
    '__MACOSX/._gone.jpg',
    'uploads\\2024\\03\\tub-150x150.jpg',
  ].map((path) => ({ path, size: path.length }))
  const found = [...matchPictures(wanted, files)].map(([name, index]) => [name, files[index]?.path])
  assert.deepEqual(found, [
    ['grey pot_1024x1024.jpg', 'photos/grey-pot.jpeg'],
    ['tub-scaled.jpg', 'uploads/2024/03/tub.jpg'],
    ['bowl-300x300.png', 'bowl.PNG'],
    ['vase_4f1c9a2e-1111-2222-3333-0123456789ab.webp', 'vase.webp'],
    ['गमला.jpg', `${'गमला'.normalize('NFD')}.jpg`],
    ['100%.jpg', '100%.jpg'],
  ])
})
