import { useContext } from 'react'
import { useRouteLoaderData } from 'react-router'
import { defaultShopInfo, type ShopInfo } from '#domain/shop/shop-info.ts'
import { type Words, wordsOf } from '#domain/shop/wording.ts'
import { ShopFallback } from './shop-fallback.ts'

/** What the root's loader says about the shop. */
export function useShopInfo(): ShopInfo {
  const root = useRouteLoaderData('root') as { shop?: ShopInfo } | undefined
  const fallback = useContext(ShopFallback)
  return root?.shop ?? fallback ?? findEmbedded() ?? defaultShopInfo
}

/** What the server has written into an error page that has no data of the root. */
function findEmbedded(): ShopInfo | undefined {
  const text = typeof document === 'undefined' ? undefined : document.documentElement.dataset.shop
  return text === undefined ? undefined : JSON.parse(text)
}

/** What the shop and its goods are called. */
export function useWords(): Words {
  return wordsOf(useShopInfo())
}
