import { createHash } from 'node:crypto'
import { kindOf } from '#domain/catalog/kind.ts'
import { ownPicture } from '#domain/catalog/own-pictures.ts'
import type { Product, ProductId } from '#domain/catalog/product.ts'
import { CARD_SIZE, describeCard, productCardOf, type ShareCard, shopCardOf } from '#domain/catalog/share-card.ts'
import { type Catalogue, findSize } from '#domain/catalog/sizes.ts'
import { openingSizeOf, priceOnly, shownPrice, type VariantName } from '#domain/catalog/variant.ts'
import type { Rupees } from '#domain/money.ts'
import type { Settings } from '#domain/shop/settings.ts'
import { shopInfoOf } from '#domain/shop/shop-info.ts'
import { wordsOf } from '#domain/shop/wording.ts'
import { listVariants } from '#server/catalog/stock/queries.ts'
import { findForSale, listSold } from '#server/catalog/storefront-queries.ts'
import { originOf } from '#server/config.ts'
import type { Shop } from '#server/shop.ts'

/** The picture that is shown where a page's link is shared, as its meta tags give it. */
export type SharePicture = { url: string; alt: string }

type VariantOnCard = VariantName & { id: number; price: Rupees; image: string | null }

/** Increment it when the look of the cards changes, so that programs fetch them again. */
const LOOK = 2
const OWN_PICTURE = ownPicture('share.jpg')
const SHOP_CARD = '/share/shop.jpg'

/** A hash of the card's contents, short enough for an address. */
export function versionOf(card: ShareCard): string {
  return createHash('sha256')
    .update(JSON.stringify([LOOK, CARD_SIZE, card]))
    .digest('base64url')
    .slice(0, 12)
}

/**
 * The card of a product's page, from data that the page has read already.
 */
export async function productPicture(
  shop: Pick<Shop, 'settings' | 'config'>,
  product: Product,
  catalogue: Catalogue,
  variants: readonly VariantOnCard[],
  addressed?: VariantOnCard,
): Promise<SharePicture> {
  const shown = hasOwnCard(addressed) ? addressed : undefined
  const card = toCard(product, catalogue, variants, await shop.settings.readOrLast(), shown)
  return pictureOf(shop, `/share/${product.id}.jpg`, card, shown && { variant: String(shown.id) })
}

/** A link to a variant shows its picture or its options; that of any other pot shows how the page opens. */
function hasOwnCard(variant: VariantOnCard | undefined): variant is VariantOnCard {
  return variant !== undefined && (variant.image !== null || kindOf(variant) === 'Other')
}

/** The picture of all other pages: the specified shop's photograph, or another shop's card. */
export async function shopPicture(shop: Pick<Shop, 'settings' | 'config'>, tagline: string): Promise<SharePicture> {
  const info = shopInfoOf(await shop.settings.readOrLast())
  if (wordsOf(info).isRenamed) return pictureOf(shop, SHOP_CARD, shopCardOf(info, tagline))
  return { url: new URL(OWN_PICTURE, originOf(shop.config)).href, alt: info.shopName }
}

function pictureOf(
  { config }: Pick<Shop, 'config'>,
  path: string,
  card: ShareCard,
  query: Record<string, string> = {},
): SharePicture {
  const url = new URL(`${path}?${new URLSearchParams({ ...query, v: versionOf(card) })}`, originOf(config))
  return { url: url.href, alt: describeCard(card) }
}

/** The current card of a product; undefined: the product is unknown, not approved or off sale. */
export async function findProductCard(
  shop: Pick<Shop, 'db' | 'settings' | 'catalogue'>,
  id: ProductId,
  variantId?: number,
): Promise<ShareCard | undefined> {
  const product = await findForSale(shop.db, id)
  if (!product) return undefined
  const [sold, variants, catalogue, settings] = await Promise.all([
    listSold(shop.db, [id]),
    listVariants(shop.db, [id]),
    shop.catalogue.read(),
    shop.settings.read(),
  ])
  const onSale = variants.get(id) ?? []
  const shown = onSale.find((variant) => variant.id === variantId)
  return toCard({ ...product, sold: sold.has(id) }, catalogue, onSale, settings, hasOwnCard(shown) ? shown : undefined)
}

function toCard(
  product: Product,
  catalogue: Catalogue,
  variants: readonly VariantOnCard[],
  settings: Settings,
  shown: VariantOnCard | undefined,
): ShareCard {
  const sizeCode = shown?.sizeCode ?? openingSizeOf(product, variants)
  const price = priceOnly(shown ?? shownPrice(product, variants, { sizeCode }))
  const opening = { size: findSize(catalogue, sizeCode), ...price, words: shown?.finish }
  const productImageUrl = shown?.image ? [shown.image] : product.productImageUrl
  return productCardOf({ ...product, productImageUrl }, opening, shopInfoOf(settings))
}

export async function readShopCard(shop: Pick<Shop, 'settings' | 'texts'>): Promise<ShareCard> {
  const [settings, { tagline = '' }] = await Promise.all([shop.settings.read(), shop.texts.read('taglines')])
  return shopCardOf(shopInfoOf(settings), tagline)
}
