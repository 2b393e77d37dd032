import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import type { ProductId } from '#domain/catalog/product.ts'
import { productPath } from '#domain/catalog/variant-address.ts'
import { LinkButton } from '#web/ui/forms/button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import type { GoesWithAnswer } from './goes-with.tsx'
import { GoesWith } from './goes-with-list.tsx'

/** Fetched after the page, whose cached copy does not depend on other products; without scripts a link to them. */
export function ProductGoesWith({ id }: { id: ProductId }) {
  const path = `${productPath(id)}/goes-with`
  const { load, data } = useFetcher<GoesWithAnswer>()
  useEffect(() => {
    void load(path)
  }, [load, path])

  if (data) return <GoesWith list={data.list} />
  return (
    <Section heading="Goes with">
      <LinkButton to={path} variant="quiet">
        See what goes with it
      </LinkButton>
    </Section>
  )
}
