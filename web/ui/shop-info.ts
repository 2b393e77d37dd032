import { useContext } from 'react'
import { useRouteLoaderData } from 'react-router'
import { defaultShopInfo, type ShopInfo } from '#domain/shop/shop-info.ts'
import { type Words, wordsOf } from '#domain/shop/wording.ts'
import { ShopFallback } from './shop-fallback.ts'

/** The shop's details from the root's loader. */
export function useShopInfo(): ShopInfo {
  const root = useRouteLoaderData('root') as { shop?: ShopInfo } | undefined
  const fallback = useContext(ShopFallback)
  return root?.shop ?? fallback ?? findEmbedded() ?? defaultShopInfo
}

/** The details that the server wrote into an error page without the root's data. */
function findEmbedded(): ShopInfo | undefined {
  const text = typeof document === 'undefined' ? undefined : document.documentElement.dataset.shop
  return text === undefined ? undefined : JSON.parse(text)
}

/** What shoppers read while the shop is paused; undefined: it takes orders. */
export function usePause(): string | undefined {
  return useRouteLoaderData<{ pause?: string }>('root')?.pause
}

/** The names of the shop and its goods. */
export function useWords(): Words {
  return wordsOf(useShopInfo())
}
