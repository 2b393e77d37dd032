import { useRouteLoaderData } from 'react-router'
import { defaultShopInfo, type ShopInfo } from '#domain/shop/shop-info.ts'

/** What the root's loader says about the shop. */
export function useShopInfo(): ShopInfo {
  const root = useRouteLoaderData('root') as { shop?: ShopInfo } | undefined
  return root?.shop ?? defaultShopInfo
}
