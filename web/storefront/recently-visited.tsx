import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import type { Product, ProductId } from '#domain/catalog/product.ts'
import { useRecentlyVisited } from '#web/client/recently-visited.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { ProductGrid } from '#web/ui/product/product-card.tsx'

/**
 * Products as the browser has stored them, and once the shop has answered with today's prices, offers and titles. A product here
 * may also be featured on the same page, so these images do not morph.
 *
 * @param except the product of the open page
 */
export function RecentlyVisited({ except }: { except?: ProductId }) {
  const products = useRecentlyVisited().filter(({ id }) => id !== except)
  const { load, data } = useFetcher<{ products: Product[] }>()
  const ids = products.map(({ id }) => id).join()
  useEffect(() => {
    if (ids !== '') void load(`/visited?ids=${ids}`)
  }, [load, ids])
  if (products.length === 0) return null
  const shown = products.map((product) => data?.products.find(({ id }) => id === product.id) ?? product)
  return (
    <Section heading="Recently visited" className="recently-visited">
      <ProductGrid products={shown} morph={false} level={3} />
    </Section>
  )
}
