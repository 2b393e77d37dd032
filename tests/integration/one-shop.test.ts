// A whole shop, from one start: observed, overloaded, made into another shop, and without its worker.
import { after } from 'node:test'
import './one-shop/observability.ts'
import './one-shop/overload.ts'
import './one-shop/another-shop.ts'
import './one-shop/only-worker.ts'
import { closeSharedShop } from './one-shop/shared-shop.ts'

after(closeSharedShop)
