import { createContext } from 'react'
import type { ShopInfo } from '#domain/shop/shop-info.ts'

/** Where the root's loader has not run, because the request failed before it. Set during server rendering. */
export const ShopFallback = createContext<ShopInfo | undefined>(undefined)
