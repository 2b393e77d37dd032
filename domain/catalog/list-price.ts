import { type Rupees, struckThroughPrice } from '#domain/money.ts'
import type { ListPrice } from '#domain/shop/shop-info.ts'

/** `was`: with an offer on the price, and of a set. */
export type Priced = { price: Rupees; mrp?: Rupees | null | undefined; was?: Rupees | undefined }

/**
 * The struck-through price beside a price, as the setting `List price` finds it; undefined: none. With an offer it is the lowest
 * price of thirty days, and of a set what its parts cost together, whatever the setting says.
 */
export function listPriceOf(rule: ListPrice, { price, mrp, was }: Priced): Rupees | undefined {
  if (was !== undefined) return was > price ? was : undefined
  switch (rule) {
    case 'times-1.1':
      return struckThroughPrice(price)
    case 'mrp':
      return mrp && mrp > price ? mrp : undefined
    case 'none':
      return undefined
  }
}

/** The percentage on the badge: of the offer on the price, of what a set saves, or the one that was typed; undefined: no badge. */
export function badgeOf({ price, was, discount }: Priced & { discount?: number | undefined }): number | undefined {
  const percent = was === undefined ? (discount ?? 0) : Math.floor(((was - price) / was) * 100)
  return percent > 0 ? percent : undefined
}

/** A sentence when the percent badge promises another reduction than the two prices show; undefined: they agree. */
export function findBadgeMismatch(
  rule: ListPrice,
  product: Priced & { discount?: number | null | undefined },
): string | undefined {
  const { discount } = product
  if (!discount) return undefined
  const actualPercent = discountOf(rule, product)
  if (discount === actualPercent) return undefined
  const badge = `The badge says ${discount}% OFF`
  if (actualPercent === 0) return `${badge}, but no higher price is struck through beside it. Leave the discount empty.`
  return `${badge}, but the struck-through price and the price are ${actualPercent}% apart. Set the discount to ${actualPercent} to match.`
}

/** How many percent the price is below the struck-through one, rounded; 0 without one. */
function discountOf(rule: ListPrice, product: Priced): number {
  const list = listPriceOf(rule, product)
  return list ? Math.round(((list - product.price) / list) * 100) : 0
}
