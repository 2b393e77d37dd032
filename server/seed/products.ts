import type { User } from '#domain/account.ts'
import {
  type Family,
  getSize,
  POT_VIEWS,
  type PotColour,
  potImageOf,
  potViewOf,
  sizeLabelOf,
} from '#domain/catalog/sizes.ts'
import { FEATURED_POTS } from './featured-pots.ts'
import { POTS } from './pots.ts'

/** Oldest first. */
const DEMO_PRODUCTS = [...POTS, ...FEATURED_POTS]

type Creator = Omit<User, 'role'>

/** Rows for the products table. */
export function demoProducts(creators: { admin: Creator; seller: Creator }) {
  return DEMO_PRODUCTS.map(({ code, colour, reviews, addedBy, unapproved, featured, discount, ...product }, index) => {
    const size = getSize(code)
    const creator = creators[addedBy ?? 'admin']
    return {
      price: size.price,
      ...product,
      // The banner links to /category/cubee and the other families.
      category: `${size.family} ${product.category}`,
      productImageUrl: imagesOf(size.family, colour),
      sizeCode: code,
      sizeLabel: sizeLabelOf(size),
      userId: creator.uid,
      username: creator.name,
      email: creator.email,
      approved: !unapproved,
      featured: featured ?? false,
      discount,
      rating: reviews?.[0],
      reviewCount: reviews?.[1],
      daysAgo: DEMO_PRODUCTS.length - index,
    }
  })
}

/** The pot in its own colour, then the other views of its family. */
function imagesOf(family: Family, colour: PotColour): string[] {
  return [potImageOf(family, colour), ...POT_VIEWS.map((view) => potViewOf(family, view))]
}
