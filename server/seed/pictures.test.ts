import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { inSize } from '#domain/catalog/sized-image.ts'
import { sizesInFamilyOf, specifiedCatalogue } from '#domain/catalog/specified-sizes.ts'
import { defaultMarkdown } from '#server/texts/queries.ts'
import { demoProducts } from './products.ts'

const somebody = { userId: 'u', name: 'Somebody', email: 'somebody@gamla.example' }
const products = demoProducts({ admin: somebody, seller: somebody }, specifiedCatalogue)
const pictures: Record<string, { alt: string }> = JSON.parse(
  readFileSync(new URL('../../photography/pictures/index.json', import.meta.url), 'utf8'),
)

/** What the picture's alternative text says about it. */
function shown(address: string): string {
  const alt = pictures[address.replace('/pots/', '')]?.alt
  assert.ok(alt, address)
  return alt
}

test('the products for sale show at least twenty plantings, each with a picture of its own', () => {
  const first = products.flatMap(({ approved, productImageUrl: [image = ''] }) => (approved ? [image] : []))
  assert.equal(first.length, 34)
  assert.equal(new Set(first).size, 34)
  const plantings = new Set(first.map((image) => /planted with (.+)\.$/.exec(shown(image))?.[1]))
  assert.ok(!plantings.has(undefined) && plantings.size >= 20, [...plantings].join('; '))
})

test('also in a list of the smallest size, each product has a picture of its own', () => {
  const shown = products.flatMap(({ approved, sizeCode, productImageUrl: [image = ''] }) => {
    const [smallest] = sizesInFamilyOf(sizeCode)
    return approved && smallest ? [inSize(image, smallest.code)] : []
  })
  assert.equal(new Set(shown).size, 34)
  assert.ok(!shown.some((image) => image.includes('large')))
})

test('every family has a picture with a person or a hand, and one in a room', () => {
  const byFamily = Map.groupBy(products, ({ category }) => category.split(' ')[0])
  assert.equal(byFamily.size, 7)
  for (const [family, [product]] of byFamily) {
    const texts = product?.productImageUrl.map(shown) ?? []
    assert.ok(
      texts.some((text) => /Somebody in a printed kurta carries|A hand on the rim/.test(text)),
      family,
    )
    assert.ok(product?.productImageUrl.includes(`/pots/${family?.toLowerCase()}-room`), family)
  }
})

test('a description names the plant of its picture, and nothing that the pictures contradict', () => {
  // Each pot has one drainage hole with a plug, as the highlights and the picture from above say, and feet or legs that are part of it.
  assert.match(defaultMarkdown('highlights'), /Drainage hole with a plug/)
  const absent =
    /sealed|slots?\b|liner|wire holes|(two|four)[\w ]* holes|lifts off|screws?\b|castors|double walls?|saucer|air slots/i
  for (const { title, description } of products) assert.doesNotMatch(`${title} ${description}`, absent, title)
  const named: [title: string, plant: RegExp][] = [
    ['Widee Lotus Bowl', /lotus/],
    ['Widee Herb Bowl', /coriander, mint and tulsi/],
    ['Boxa Railing Trough', /marigolds/],
    ['Boxa Window Box', /geraniums/],
    ['Cubee Family Cube for a Lemon Tree', /lemon/],
    ['Ovalin Orchid Oval for Three Plants', /orchids/],
    ['Ovalin Verandah Oval Planter', /hibiscus/i],
    ['Tubo Slim Palm Planter', /lady palm/],
    ['Bonsai Cascade Tray in Grey Stone', /juniper/],
  ]
  for (const [title, plant] of named) {
    const product = products.find((it) => it.title === title)
    assert.match(product?.description ?? '', plant, title)
    assert.match(shown(product?.productImageUrl[0] ?? ''), plant, title)
  }
})
