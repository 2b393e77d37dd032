// A whole shop, from one start: as it is observed, overloaded, and made into another shop.
import { after } from 'node:test'
import './one-shop/observability.ts'
import './one-shop/overload.ts'
import './one-shop/another-shop.ts'
import { closeSharedShop } from './one-shop/shared-shop.ts'

after(closeSharedShop)
