import { type Product, type ProductId, priceOfSize } from '#domain/catalog/product.ts'
import { type Catalogue, finishesOnSale, type Size, sizesOf } from '#domain/catalog/sizes.ts'
import type { Rupees } from '#domain/money.ts'
import type { StockMode } from './stock-mode.ts'

/** Identifies a choice of a product: every size and finish is counted on its own. */
export type VariantName = { sizeCode: string; finish: string }

/** A choice that the shop offers, with its units on hand; what has no cell is not offered. */
export type StockedVariant = VariantName & {
  units: number
  /** Null: the price of its size. */
  price: Rupees | null
  sku: string | null
}

/** @param free units that this shopper can have */
export type Choice = VariantName & { free: number; price: Rupees | null }

/** The choices of counted products, of those that were asked for. */
export type Stock = ReadonlyMap<ProductId, readonly Choice[]>

/** Units of one cell: on hand, held by others who are paying, and held by this shopper; expired holds are not counted. */
export type VariantUnits = { units: number; held: number; own: number }

/** Units that this shopper can buy: those held for them, and those that nobody else holds. */
export function unitsFor({ units, held, own }: VariantUnits): number {
  return Math.max(0, Math.min(units, Math.max(own, units - held)))
}

/** Units that somebody without a hold can have. */
export function freeUnits({ units, held, own }: VariantUnits): number {
  return unitsFor({ units, held: held + own, own: 0 })
}

/** The number that pages tell: only small ones, so that a page need not change at each sale. */
export function shownUnits(free: number, lowStock: number): number | undefined {
  return free <= lowStock ? free : undefined
}

/** The choices in which the product is sold now, because a size may be retired and a product may get another family. */
export function variantsOnSale<T extends VariantName>(
  choices: readonly T[],
  product: { sizeCode: string },
  catalogue: Catalogue,
): T[] {
  const sizes = new Set(sizesOf(catalogue, product).map(({ code }) => code))
  const finishes = new Set(finishesOnSale(catalogue).map(({ name }) => name))
  return choices.filter(({ sizeCode, finish }) => sizes.has(sizeCode) && finishes.has(finish))
}

export function findVariant<T extends VariantName>(
  choices: readonly T[],
  { sizeCode, finish }: VariantName,
): T | undefined {
  return choices.find((choice) => choice.sizeCode === sizeCode && choice.finish === finish)
}

/** When a product was last delivered and last restocked in microseconds, and whether a counted one has a free unit. */
export type SoldFacts = {
  stock: StockMode
  deliveredAt: number | null
  restockedAt: number | null
  hasFreeUnits: boolean
}

/** Sold: a counted product without a free unit; as specified, one that was delivered since it was last restocked. */
export function isSold({ stock, deliveredAt, restockedAt, hasFreeUnits }: SoldFacts): boolean {
  if (stock === 'made-to-order') return false
  if (stock === 'counted') return !hasFreeUnits
  return deliveredAt !== null && (restockedAt === null || deliveredAt > restockedAt)
}

/** Are there enough units for every line? Lines of products that are not counted need none. */
export function hasUnits(
  lines: readonly { id: ProductId; sizeCode: string; selectedColor: string; quantity: number }[],
  products: ReadonlyMap<ProductId, Pick<Product, 'stock'>>,
  stock: Stock,
): boolean {
  return lines.every(({ id, sizeCode, selectedColor, quantity }) => {
    if (products.get(id)?.stock !== 'counted') return true
    const choice = findVariant(stock.get(id) ?? [], { sizeCode, finish: selectedColor })
    return choice !== undefined && choice.free >= quantity
  })
}

/** A choice as pages show it. `left`: absent when there are plenty. */
export type ShownVariant = VariantName & { price: Rupees | null; left?: number }

export function toShownVariant({ sizeCode, finish, free, price }: Choice, lowStock: number): ShownVariant {
  const left = shownUnits(free, lowStock)
  return { sizeCode, finish, price, ...(left !== undefined && { left }) }
}

/**
 * Rupees for one pot of this product in that size and finish: pages show it, `quoteLine` charges it. Without a finish:
 * the lowest price of this size, which the page shows before a finish is chosen.
 */
export function priceOfChoice(
  product: Pick<Product, 'sizeCode' | 'price'>,
  size: Pick<Size, 'code' | 'price'>,
  choices: readonly { sizeCode: string; finish: string; price: Rupees | null }[] | undefined,
  finish?: string,
): Rupees {
  const usual = priceOfSize(product, size)
  const inSize = choices?.filter(({ sizeCode }) => sizeCode === size.code) ?? []
  const chosen = inSize.find((choice) => choice.finish === finish)
  if (chosen) return chosen.price ?? usual
  return inSize.length === 0 ? usual : Math.min(...inSize.map(({ price }) => price ?? usual))
}
