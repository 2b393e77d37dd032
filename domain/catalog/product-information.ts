import { formatRupees } from '#domain/money.ts'
import type { ShopInfo } from '#domain/shop/shop-info.ts'
import { capitalised } from '#domain/text.ts'
import { kindOf } from './kind.ts'
import { mrpOfSize, type Product } from './product.ts'
import { dimensionsOf, type Size } from './sizes.ts'

type Fact = { name: string; value: string }
type Shop = Pick<
  ShopInfo,
  'countryOfOrigin' | 'manufacturer' | 'productNoun' | 'customerCareEmail' | 'customerCarePhone'
>

/**
 * The declarations that a pre-packed product needs where it is sold online: Legal Metrology (Packaged Commodities) Rules
 * 2011, rule 6(1) and (2), which rule 6(10) brings to the web (all but the month of manufacture); Consumer Protection
 * (E-Commerce) Rules 2020, rule 6(5), on the country of origin and on whom to turn to.
 *
 * Empty when neither the product nor the shop has filled in any of them, for the rest alone says nothing new.
 *
 * @param size chosen on the page, if the product has sizes; the MRP is that of the product's own
 */
export function listProductInformation(
  product: Pick<Product, 'title' | 'sizeCode' | 'mrp' | 'countryOfOrigin'>,
  size: Size | undefined,
  shop: Shop,
): Fact[] {
  const isPot = kindOf(product) === 'Pot'
  const mrp = mrpOfSize(product, size?.code ?? '')
  const country = product.countryOfOrigin || shop.countryOfOrigin
  const care = [shop.customerCareEmail, shop.customerCarePhone].filter(Boolean).join(', ')
  if (product.mrp === undefined && !country && !shop.manufacturer && !care) return []
  const facts: [name: string, value: string | undefined][] = [
    ['MRP', mrp === undefined ? undefined : `${formatRupees(mrp)} (inclusive of all taxes)`],
    ['Country of origin', country],
    ['Manufacturer', shop.manufacturer],
    // One piece: `N` is the unit of rule 13 for what is sold by number.
    ['Net quantity', isPot ? `1 N (1 ${shop.productNoun})` : '1 N'],
    ['Generic name', isPot ? capitalised(shop.productNoun) : product.title],
    ['Dimensions', size && `${dimensionsOf(size)}, width × depth × height`],
    ['Customer care', care],
  ]
  return facts.flatMap(([name, value]) => (value ? [{ name, value }] : []))
}
