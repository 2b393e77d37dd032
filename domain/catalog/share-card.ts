import { formatRupees } from '#domain/money.ts'
import type { ShopInfo } from '#domain/shop/shop-info.ts'
import { wordsOf } from '#domain/shop/wording.ts'
import { badgeOf, listPriceOf } from './list-price.ts'
import { mrpOfSize, type Product, priceText } from './product.ts'
import { inSize } from './sized-image.ts'
import { dimensionsOf, type Size, sizeLabelOf } from './sizes.ts'

/** Pixels. Chat programs show cards of this shape whole. */
export const CARD_SIZE = { width: 1200, height: 630 } as const
/** Some chat programs show no larger picture. */
export const CARD_MAX_BYTES = 250 * 1000

/** Everything that is drawn on a card: the version in the card's address is a hash of it. */
export type ShareCard = {
  heading: string
  detail: string
  price?: string
  listPrice?: string | undefined
  badges: string[]
  /** The address of a picture; undefined: the text has the card for itself. */
  picture?: string | undefined
  shopName: string
  /** The address of the uploaded logo; empty: the name, or the specified shop's own mark. */
  logo: string
  isRenamed: boolean
}

/**
 * The card of a product's page, shown where its link is shared: with the size and the price that the page opens with.
 *
 * @param size undefined: it has none
 * @param words finish or options, if the link names them
 */
export function productCardOf(
  product: Pick<Product, 'title' | 'sizeCode' | 'mrp' | 'discount' | 'sold' | 'productImageUrl' | 'isFrom'>,
  { size, price, was, words }: Pick<Product, 'price' | 'was'> & { size: Size | undefined; words?: string | undefined },
  shop: ShopInfo,
): ShareCard {
  const code = size?.code ?? ''
  const listPrice = listPriceOf(shop.listPrice, { price, was, mrp: mrpOfSize(product, code) })
  const [picture] = product.productImageUrl
  const percent = badgeOf({ price, was, discount: product.discount })
  return {
    heading: product.title,
    detail: [size && `${sizeLabelOf(size)} · ${dimensionsOf(size)}`, words].filter(Boolean).join(' · '),
    price: priceText({ price, isFrom: words ? undefined : product.isFrom }),
    listPrice: listPrice === undefined ? undefined : formatRupees(listPrice),
    badges: [...(percent === undefined ? [] : [`${percent}% OFF`]), ...(product.sold ? ['Sold'] : [])],
    picture: picture && inSize(picture, code),
    ...signOf(shop),
  }
}

/** For all other pages of a shop that has its own name. */
export function shopCardOf(shop: ShopInfo, tagline: string): ShareCard {
  return { heading: shop.shopName, detail: tagline, badges: [], ...signOf(shop) }
}

function signOf(shop: ShopInfo): Pick<ShareCard, 'shopName' | 'logo' | 'isRenamed'> {
  return { shopName: shop.shopName, logo: shop.logo, isRenamed: wordsOf(shop).isRenamed }
}

/** The card in words. */
export function describeCard({ heading, price }: ShareCard): string {
  return price === undefined ? heading : `${heading}, ${price}`
}
