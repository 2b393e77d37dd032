import { createContext } from 'react'
import type { MetaDescriptor } from 'react-router'
import { organizationOf } from '#domain/shop/seller.ts'
import { defaultShopInfo, type ShopInfo } from '#domain/shop/shop-info.ts'
import { type Words, wordsOf } from '#domain/shop/wording.ts'
import { imageFile } from '#web/ui/product/product-image.tsx'

/** Set during server rendering only; see server/http/script-nonce.ts. */
export const ScriptNonce = createContext<string | undefined>(undefined)

/** The arguments of a route's `meta`: the first match is the root, whose loader knows the shop. */
type MetaArgs = { matches: readonly ({ loaderData?: unknown } | undefined)[] }
type Page = { title: string; description: string }
type PageOf = Page | ((shop: ShopInfo, words: Words) => Page)

/** A page that search engines must not list. */
export function privatePageMeta(args: MetaArgs, page: PageOf): MetaDescriptor[] {
  return [...titled(args, shopOf(args), page), { name: 'robots', content: 'noindex' }]
}

/** A page's title and description, and who runs the shop. `root.tsx` adds the canonical link. */
export function pageMeta(args: MetaArgs, page: PageOf): MetaDescriptor[] {
  const shop = shopOf(args)
  const { origin } = rootDataOf(args)
  const organization = origin && organizationOf(shop, { origin, logo: logoUrlOf(shop, origin) })
  return [...titled(args, shop, page), ...(organization ? [{ 'script:ld+json': organization }] : [])]
}

function titled(args: MetaArgs, shop: ShopInfo, page: PageOf): MetaDescriptor[] {
  const { title, description } = typeof page === 'function' ? page(shop, wordsOf(shop)) : page
  const full = [title, title === shop.shopName ? taglineOf(args) : shop.shopName].filter(Boolean).join(' · ')
  return [
    { title: full },
    { name: 'description', content: description },
    { property: 'og:title', content: full },
    { property: 'og:description', content: description },
    { property: 'og:site_name', content: shop.shopName },
  ]
}

/** The full address of the uploaded logo, for other programs. */
export function logoUrlOf({ logo }: Pick<ShopInfo, 'logo'>, origin: string): string | undefined {
  return logo ? new URL(imageFile(logo), origin).href : undefined
}

function shopOf(args: MetaArgs): ShopInfo {
  return rootDataOf(args).shop ?? defaultShopInfo
}

function rootDataOf({ matches: [root] }: MetaArgs): { shop?: ShopInfo; origin?: string } {
  return root?.loaderData ?? {}
}

function taglineOf({ matches: [root] }: MetaArgs): string | undefined {
  return (root?.loaderData as { texts?: { tagline: string } } | undefined)?.texts?.tagline
}
