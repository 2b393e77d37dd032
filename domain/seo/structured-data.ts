import { ownAltText } from '#domain/catalog/alt-texts.ts'
import { attributesOf } from '#domain/catalog/attributes.ts'
import { modelOf } from '#domain/catalog/models.ts'
import type { Product } from '#domain/catalog/product.ts'
import type { ShownPart } from '#domain/catalog/sets.ts'
import { dimensionsOf } from '#domain/catalog/sizes.ts'
import { addressedAs, addressOfVariant, productPath } from '#domain/catalog/variant-address.ts'
import { highestFee } from '#domain/shop/delivery-fees.ts'
import { linesOf } from '#domain/shop/seller.ts'
import type { ShopInfo } from '#domain/shop/shop-info.ts'
import type { Words } from '#domain/shop/wording.ts'
import { RETURN_HOURS } from '#domain/texts/placeholders.ts'
import type { ListedVariant } from './variants.ts'

export type StructuredData = { '@context': 'https://schema.org'; '@type': string } & Record<string, unknown>

export type ShopFacts = {
  /** Without a slash at the end. */
  origin: string
  shop: Pick<ShopInfo, 'shopName' | 'deliveryDays' | 'packingDays' | 'deliveryFees'>
  /** The owner has not rewritten the page about returns, so it says what the shop came with. */
  hasDefaultReturns: boolean
  /** By buyers; undefined: none has reviewed it. */
  rating?: { rating: number; count: number } | undefined
  /** Of a set. */
  parts?: readonly ShownPart[]
}

type DescribedProduct = Pick<
  Product,
  'id' | 'title' | 'description' | 'category' | 'productImageUrl' | 'sku' | 'altTexts' | 'attributes' | 'video' | 'glb'
>

/**
 * A product with everything that can be bought of it. Its stars are those of its buyers only: search engines
 * take no others, such as those of the demo.
 *
 * @param addressOf the full address of an image
 * @see https://developers.google.com/search/docs/appearance/structured-data/product-variants
 */
export function productGroupOf(
  product: DescribedProduct,
  variants: readonly ListedVariant[],
  facts: ShopFacts,
  addressOf: (image: string) => string,
): StructuredData {
  const { id, title, description, category, sku, productImageUrl } = product
  const { origin, shop, rating, parts = [] } = facts
  const url = origin + productPath(id)
  const terms = { shippingDetails: shippingOf(shop), hasMerchantReturnPolicy: returnsOf(facts) }
  return {
    '@context': 'https://schema.org',
    '@type': 'ProductGroup',
    productGroupID: String(id),
    name: title,
    description,
    url,
    category,
    ...(sku && { sku }),
    ...(product.attributes && {
      additionalProperty: attributesOf(product.attributes).map((each) => ({ '@type': 'PropertyValue', ...each })),
    }),
    image: productImageUrl.map((image) => {
      const caption = ownAltText(product, image)
      return caption ? { '@type': 'ImageObject', contentUrl: addressOf(image), caption } : addressOf(image)
    }),
    brand: { '@type': 'Brand', name: shop.shopName },
    ...(rating && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: rating.rating, reviewCount: rating.count },
    }),
    ...(variants.some(({ size }) => size) && { variesBy: ['https://schema.org/size', 'https://schema.org/color'] }),
    ...priceRangeOf(variants),
    ...videoOf(product, origin, addressOf),
    hasVariant: variants.map((variant) => ({
      '@type': 'Product',
      sku: variant.sku,
      ...(variant.barcode !== null && { gtin: variant.barcode }),
      name: [title, variant.words].filter(Boolean).join(', '),
      ...descriptionOf(title, variant),
      image: addressOf(variant.image),
      ...model3dOf(variant, origin, product.glb),
      ...includedIn(parts, origin),
      offers: {
        '@type': 'Offer',
        url: addressOfVariant(url, addressedAs(variant)),
        price: variant.price,
        priceCurrency: 'INR',
        availability: `https://schema.org/${variant.isAvailable ? 'InStock' : 'OutOfStock'}`,
        itemCondition: 'https://schema.org/NewCondition',
        ...terms,
      },
    })),
  }
}

/** The prices of another kind from the lowest to the highest, as its cards say; of a pot its own size is shown. */
function priceRangeOf(variants: readonly ListedVariant[]) {
  const prices = variants.filter(({ size }) => !size).map(({ price }) => price)
  const lowPrice = Math.min(...prices)
  const highPrice = Math.max(...prices)
  if (prices.length === 0 || lowPrice === highPrice) return {}
  return {
    offers: { '@type': 'AggregateOffer', lowPrice, highPrice, priceCurrency: 'INR', offerCount: prices.length },
  }
}

function descriptionOf(title: string, { size, sizeCode, finish, words }: ListedVariant) {
  if (!size) return { description: words ? `${title}, ${words}.` : title }
  const dimensions = dimensionsOf(size)
  return { description: `${title} in ${finish}, ${dimensions}.`, size: `${sizeCode}, ${dimensions}`, color: finish }
}

/** The contents of a set. @see https://schema.org/ProductCollection */
function includedIn(parts: readonly ShownPart[], origin: string) {
  if (parts.length === 0) return {}
  const includesObject = parts.map(({ title, productId, quantity }) => ({
    '@type': 'TypeAndQuantityNode',
    amountOfThisGood: quantity,
    typeOfGood: { '@type': 'Product', name: title, url: origin + productPath(productId) },
  }))
  return { additionalType: 'https://schema.org/ProductCollection', includesObject }
}

/** The folder of an upload begins with its time, in milliseconds. */
const UPLOADED_AT = /\/(\d{13})-/

/** @see https://developers.google.com/search/docs/appearance/structured-data/video */
function videoOf(
  { video, title, productImageUrl: [first] }: DescribedProduct,
  origin: string,
  addressOf: (image: string) => string,
) {
  if (!video) return {}
  const at = Number(UPLOADED_AT.exec(video)?.[1])
  const subjectOf = {
    '@type': 'VideoObject',
    name: title,
    contentUrl: origin + video,
    ...(first && { thumbnailUrl: addressOf(first) }),
    ...(at > 0 && { uploadDate: new Date(at).toISOString() }),
  }
  return { subjectOf }
}

/** A 3D model, which search engines show beside the pictures; nothing where there is none. */
function model3dOf({ size, finish }: ListedVariant, origin: string, own: string | undefined) {
  const glb = own ?? (size && modelOf(size, finish)?.glb)
  if (!glb) return {}
  const encoding = { '@type': 'MediaObject', contentUrl: origin + glb, encodingFormat: 'model/gltf-binary' }
  return { subjectOf: { '@type': '3DModel', encoding } }
}

/** The highest delivery fee, which is nothing as specified; how long it takes is told when the owner promises it. */
function shippingOf(shop: Pick<ShopInfo, 'deliveryDays' | 'packingDays' | 'deliveryFees'>) {
  const { deliveryDays, packingDays } = shop
  const days = (minValue: number, maxValue: number) => ({
    '@type': 'QuantitativeValue',
    minValue,
    maxValue,
    unitCode: 'DAY',
  })
  return {
    '@type': 'OfferShippingDetails',
    shippingRate: { '@type': 'MonetaryAmount', value: highestFee(shop), currency: 'INR' },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'IN' },
    ...(deliveryDays > 0 && {
      deliveryTime: {
        '@type': 'ShippingDeliveryTime',
        handlingTime: days(0, packingDays),
        transitTime: days(1, deliveryDays),
      },
    }),
  }
}

const HOURS_A_DAY = 24

/** If the owner rewrote the page about returns, only its address is given: nobody but the owner knows its terms. */
function returnsOf({ origin, hasDefaultReturns }: ShopFacts) {
  return {
    '@type': 'MerchantReturnPolicy',
    merchantReturnLink: `${origin}/refund-policy`,
    ...(hasDefaultReturns && {
      applicableCountry: 'IN',
      returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
      merchantReturnDays: Math.floor(RETURN_HOURS / HOURS_A_DAY),
      returnMethod: 'https://schema.org/ReturnByMail',
      returnFees: 'https://schema.org/FreeReturn',
      refundType: 'https://schema.org/StoreCreditRefund',
    }),
  }
}

/**
 * The breadcrumbs of a page: home page, list of all products, the page itself.
 *
 * @param path of the page itself, encoded
 */
export function breadcrumbListOf(
  { name, path }: { name: string; path: string },
  { origin, nouns }: Pick<ShopFacts, 'origin'> & Pick<Words, 'nouns'>,
): StructuredData {
  const trail = [
    { name: 'Home', url: `${origin}/` },
    { name: `All ${nouns}`, url: `${origin}/allproduct` },
    { name, url: origin + path },
  ]
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: url,
    })),
  }
}

/** The shop and its search. @see https://schema.org/SearchAction */
export function websiteOf(facts: { origin: string; shop: Pick<ShopInfo, 'shopName'> }): StructuredData {
  const { origin, shop } = facts
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: shop.shopName,
    url: `${origin}/`,
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${origin}/search?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  }
}

/** As the contents of an element. `<` is escaped, so that no text can end the element. */
export function writeStructuredData(data: StructuredData): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}

/**
 * The shop for search engines, with what is known of it only.
 *
 * @param logo its full address
 * @see https://schema.org/Organization
 */
export function organizationOf(shop: ShopInfo, { origin, logo }: { origin: string; logo: string }): StructuredData {
  const profiles = [shop.instagram, shop.facebook, shop.x].filter((address) => address !== '')
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: shop.shopName,
    url: `${origin}/`,
    logo,
    ...(shop.legalName && { legalName: shop.legalName }),
    ...(shop.legalAddress && { address: linesOf(shop.legalAddress).join(', ') }),
    ...(shop.customerCareEmail && { email: shop.customerCareEmail }),
    ...(shop.customerCarePhone && { telephone: shop.customerCarePhone }),
    ...(shop.gstin && { taxID: shop.gstin }),
    ...(profiles.length > 0 && { sameAs: profiles }),
  }
}
