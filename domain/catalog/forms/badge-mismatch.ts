import { listPriceOf, type Priced } from '#domain/catalog/list-price.ts'
import type { ListPrice } from '#domain/shop/shop-info.ts'

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
