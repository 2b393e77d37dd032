import { isSet } from '#domain/catalog/kind.ts'
import type { Product } from '#domain/catalog/product.ts'
import { dimensionsOf } from '#domain/catalog/sizes.ts'
import { addressedAs, addressOfVariant, productPath } from '#domain/catalog/variant-address.ts'
import type { Rupees } from '#domain/money.ts'
import { startInWords } from '#domain/short-text.ts'
import type { ListedVariant } from './variants.ts'
import { element } from './xml.ts'

/** Columns of the file for catalogues of other programs, by their names for Meta's and Google's. */
export const CATALOGUE_COLUMNS = [
  'id',
  'item_group_id',
  'title',
  'description',
  'availability',
  'condition',
  'price',
  'link',
  'image_link',
  'additional_image_link',
  'brand',
  'color',
  'size',
  'product_type',
  'gtin',
] as const

/** One size and finish of a product; every value is text, an empty one is left out. */
export type FeedItem = Record<(typeof CATALOGUE_COLUMNS)[number], string> & { isSet: boolean }

/** `fileOf`: a file of an image, in a format that the program takes. */
export type FeedFacts = { origin: string; shopName: string; fileOf: (image: string) => string }

/** Characters that merchant programs take. */
const TITLE_MAX = 150
const DESCRIPTION_MAX = 5000

export function feedItemOf(
  product: Pick<Product, 'id' | 'title' | 'description' | 'category' | 'productImageUrl' | 'stock'>,
  variant: ListedVariant,
  { origin, shopName, fileOf }: FeedFacts,
): FeedItem {
  const { size, finish, words } = variant
  const choice = words && `, ${words}`
  const addressOf = (image: string) => new URL(fileOf(image), origin).href
  return {
    id: variant.sku,
    item_group_id: String(product.id),
    title: startInWords(product.title, TITLE_MAX - 1 - choice.length) + choice,
    description: startInWords(product.description, DESCRIPTION_MAX - 1),
    availability: variant.isAvailable ? 'in stock' : 'out of stock',
    condition: 'new',
    price: `${variant.price}.00 INR`,
    // The page opens with this choice, so that it shows the same price.
    link: addressOfVariant(origin + productPath(product.id), addressedAs(variant)),
    image_link: addressOf(variant.image),
    additional_image_link: product.productImageUrl
      .filter((image) => image !== variant.image)
      .map(addressOf)
      .join(','),
    brand: shopName,
    color: size ? finish : '',
    size: size ? dimensionsOf(size) : '',
    product_type: product.category,
    gtin: variant.barcode ?? '',
    isSet: isSet(product),
  }
}

/** @see https://support.google.com/merchants/answer/7052112 */
export function googleFeedStart({ origin, shopName }: Pick<FeedFacts, 'origin' | 'shopName'>): string {
  const channel = element('title', shopName) + element('link', `${origin}/`) + element('description', shopName)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>${channel}\n`
}

export const GOOGLE_FEED_END = '</channel></rss>\n'

/** The highest fee in India, because a feed knows no pincode. */
function shippingAt(fee: Rupees): string {
  return `<g:shipping><g:country>IN</g:country><g:price>${fee}.00 INR</g:price></g:shipping>`
}
const WITHOUT_GTIN = '<g:identifier_exists>no</g:identifier_exists>'

export function writeGoogleItem(
  { additional_image_link: more, availability, isSet, ...item }: FeedItem,
  deliveryFee: Rupees = 0,
): string {
  const values = Object.entries({ ...item, availability: availability.replaceAll(' ', '_') })
  const attributes = values.filter(([, value]) => value !== '').map(([name, value]) => element(`g:${name}`, value))
  const images = more === '' ? [] : more.split(',').map((image) => element('g:additional_image_link', image))
  const identifier = item.gtin === '' ? WITHOUT_GTIN : ''
  const bundle = isSet ? element('g:is_bundle', 'yes') : ''
  return `<item>${[...attributes, ...images].join('')}${identifier}${bundle}${shippingAt(deliveryFee)}</item>\n`
}
