import type { ShopInfo } from '#domain/shop/shop-info.ts'

/** `gamla-orders.csv`: names of files have plain letters only, so that every computer can store them. */
export function fileNameOf(shop: Pick<ShopInfo, 'shopName'>, rest: string): string {
  const name = shop.shopName
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mn}|['’]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return `${name || 'shop'}-${rest}`
}
