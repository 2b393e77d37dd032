import { createContext } from 'react'
import type { ShopInfo } from '#domain/shop/shop-info.ts'

/** The shop's details when the request failed before the root's loader ran. Set during server rendering. */
export const ShopFallback = createContext<ShopInfo | undefined>(undefined)
