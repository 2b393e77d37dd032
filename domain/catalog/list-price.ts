import { type Rupees, struckThroughPrice } from '#domain/money.ts'
import type { ListPrice } from '#domain/shop/shop-info.ts'

export type Priced = { price: Rupees; mrp?: Rupees | null | undefined }

/** The struck-through price beside a price, as the setting `List price` finds it; undefined: none. */
export function listPriceOf(rule: ListPrice, { price, mrp }: Priced): Rupees | undefined {
  switch (rule) {
    case 'times-1.1':
      return struckThroughPrice(price)
    case 'mrp':
      return mrp && mrp > price ? mrp : undefined
    case 'none':
      return undefined
  }
}
