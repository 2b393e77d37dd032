import { createContext } from 'react'
import type { MetaDescriptor } from 'react-router'
import { imageFile } from '#domain/catalog/images.ts'
import { defaultShopInfo, type ShopInfo } from '#domain/shop/shop-info.ts'
import { type Words, wordsOf } from '#domain/shop/wording.ts'
import { startInWords } from '#domain/short-text.ts'
import type { Root } from '#web/ui/shop-info.ts'

/** Set during server rendering only; see server/http/security-headers.ts. */
export const ScriptNonce = createContext<string | undefined>(undefined)

/** JSON-LD for search engines. Set during server rendering only, because browsers need neither it nor the code for it. */
export const PageDescription = createContext<readonly string[]>([])

/** The arguments of a route's `meta`: the first match is the root, whose loader knows the shop. */
type MetaArgs = { matches: readonly ({ loaderData?: unknown } | undefined)[] }
/** `type`: of the Open Graph, for programs that show shared links. */
type Page = { title: string; description: string; type?: 'product' }
type PageOf = Page | ((shop: ShopInfo, words: Words) => Page)

/** The `meta` of a page that search engines must not list. */
export function privateMeta(page: PageOf) {
  return (args: MetaArgs) => privatePageMeta(args, page)
}

export function privatePageMeta(args: MetaArgs, page: PageOf): MetaDescriptor[] {
  return [...pageMeta(args, page), { name: 'robots', content: 'noindex' }]
}

/** How many characters search results show of a title, including the shop's name, and of a description. */
const TITLE_MAX = 70
const DESCRIPTION_MAX = 160

/** A page's title and description. `root.tsx` adds the canonical link. */
export function pageMeta(args: MetaArgs, page: PageOf): MetaDescriptor[] {
  const { shop = defaultShopInfo, texts } = (args.matches[0]?.loaderData ?? {}) as Partial<Root>
  const described = typeof page === 'function' ? page(shop, wordsOf(shop)) : page
  const title = startInWords(described.title, TITLE_MAX)
  const description = startInWords(described.description, DESCRIPTION_MAX)
  const full = [title, title === shop.shopName ? texts?.tagline : shop.shopName].filter(Boolean).join(' · ')
  return [
    { title: full },
    { name: 'description', content: description },
    { property: 'og:title', content: full },
    { property: 'og:description', content: description },
    { property: 'og:type', content: described.type ?? 'website' },
    { property: 'og:site_name', content: shop.shopName },
  ]
}

/** The full address of the uploaded logo, or of the icon that stands in for it, for other programs. */
export function logoUrlOf({ logo }: Pick<ShopInfo, 'logo'>, origin: string): string {
  return new URL(logo ? imageFile(logo) : '/icons/512.png', origin).href
}
