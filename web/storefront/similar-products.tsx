import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import type { ProductId } from '#domain/catalog/product.ts'
import { productPath } from '#domain/catalog/variant-address.ts'
import { LinkButton } from '#web/ui/forms/button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { ProductGrid } from '#web/ui/product/product-card.tsx'
import type { SimilarAnswer } from './similar.tsx'

/** Others of the same family and of about the same price, fetched when one comes near; without scripts a link to them. */
export function SimilarProducts({ id }: { id: ProductId }) {
  const path = `${productPath(id)}/similar`
  const fetcher = useFetcher<SimilarAnswer>()
  const start = useRef<HTMLDivElement>(null)
  const { load } = fetcher

  useEffect(() => {
    if (!start.current) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        void load(path)
      },
      { rootMargin: '600px' },
    )
    observer.observe(start.current)
    return () => observer.disconnect()
  }, [load, path])

  const products = fetcher.data?.products
  if (products?.length === 0) return null
  return (
    <Section heading="You may also like">
      <div ref={start} aria-busy={fetcher.state !== 'idle'}>
        {products ? (
          <ProductGrid products={products} level={3} />
        ) : (
          <LinkButton to={path} variant="quiet">
            See what is similar
          </LinkButton>
        )}
      </div>
    </Section>
  )
}
