import type { Product } from '#domain/catalog/product.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { ProductGrid } from './product-card.tsx'

/** A product here may also be featured on the same page, so these images do not morph. */
export function RecentlyVisited({ products }: { products: readonly Product[] }) {
  if (products.length === 0) return null
  return (
    <Section heading="Recently visited" className="recently-visited">
      <ProductGrid products={products} morph={false} level={3} />
    </Section>
  )
}
