import { ACCOUNT_DATA } from './stored-account-data.ts'
import { SHIPPING_DATA } from './stored-shipping-data.ts'
import { SHOP_DATA } from './stored-shop-data.ts'
import type { StoredTable } from './stored-table.ts'

/** Everything that the database stores, each table and column once. The privacy page and `Download my data` are made from it. */
export const STORED_DATA: readonly StoredTable[] = [...ACCOUNT_DATA, ...SHOP_DATA, ...SHIPPING_DATA]
