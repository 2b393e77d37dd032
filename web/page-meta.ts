import { createContext } from 'react'
import type { MetaDescriptor } from 'react-router'
import { defaultShopInfo, type ShopInfo } from '#domain/shop/shop-info.ts'

/** Set during server rendering only; see server/http/script-nonce.ts. */
export const ScriptNonce = createContext<string | undefined>(undefined)

/** The arguments of a route's `meta`: the first match is the root, whose loader knows the shop. */
type MetaArgs = { matches: readonly ({ loaderData?: unknown } | undefined)[] }
type Page = { title: string; description: string }
type PageOf = Page | ((shop: ShopInfo) => Page)

/** A page that search engines must not list. */
export function privatePageMeta(args: MetaArgs, page: PageOf): MetaDescriptor[] {
  return [...pageMeta(args, page), { name: 'robots', content: 'noindex' }]
}

/** A page's title and description. `root.tsx` adds the canonical link. */
export function pageMeta(args: MetaArgs, page: PageOf): MetaDescriptor[] {
  const shop = shopOf(args)
  const { title, description } = typeof page === 'function' ? page(shop) : page
  const full = [title, title === shop.shopName ? taglineOf(args) : shop.shopName].filter(Boolean).join(' · ')
  return [
    { title: full },
    { name: 'description', content: description },
    { property: 'og:title', content: full },
    { property: 'og:description', content: description },
    { property: 'og:site_name', content: shop.shopName },
  ]
}

function shopOf({ matches: [root] }: MetaArgs): ShopInfo {
  return (root?.loaderData as { shop?: ShopInfo } | undefined)?.shop ?? defaultShopInfo
}

function taglineOf({ matches: [root] }: MetaArgs): string | undefined {
  return (root?.loaderData as { texts?: { tagline: string } } | undefined)?.texts?.tagline
}
