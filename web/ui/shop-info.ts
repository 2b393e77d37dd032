import { createContext, useContext } from 'react'
import { useRouteLoaderData } from 'react-router'
import { defaultShopInfo, type ShopInfo } from '#domain/shop/shop-info.ts'
import { type Words, wordsOf } from '#domain/shop/wording.ts'

/** The data of the root's loader. The same for everyone, so cached pages may use it. */
export type Root = {
  origin: string
  shop: ShopInfo
  /** A sentence while the shop is paused; undefined: it takes orders. */
  pause: string | undefined
  /** Buttons that need an email are hidden otherwise. */
  canEmail: boolean
  hasWhatsapp: boolean
  /** Empty: none. */
  texts: { tagline: string; footer: string }
  /** The owner's collections and pages that are in the menu. */
  menu: { label: string; to: string }[]
}

/** Empty when the root's loader has failed. */
export function useRoot(): Partial<Root> {
  return useRouteLoaderData<Partial<Root>>('root') ?? {}
}

/** The shop's details when the request failed before the root's loader ran. Set during server rendering. */
export const ShopFallback = createContext<ShopInfo | undefined>(undefined)

export function useShopInfo(): ShopInfo {
  const { shop } = useRoot()
  const fallback = useContext(ShopFallback)
  return shop ?? fallback ?? findEmbedded() ?? defaultShopInfo
}

/** The details that the server wrote into an error page without the root's data. */
function findEmbedded(): ShopInfo | undefined {
  const text = typeof document === 'undefined' ? undefined : document.documentElement.dataset.shop
  return text === undefined ? undefined : JSON.parse(text)
}

export function useWords(): Words {
  return wordsOf(useShopInfo())
}
