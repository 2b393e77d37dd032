import { data } from 'react-router'
import { pickRelated } from '#domain/catalog/related.ts'
import { sizesOf } from '#domain/catalog/sizes.ts'
import { messages } from '#domain/messages.ts'
import { parseId } from '#domain/text.ts'
import { withAvailability } from '#server/catalog/availability.ts'
import { readCatalogueWith } from '#server/catalog/sizes/queries.ts'
import { findForSale, listNearInPrice } from '#server/catalog/storefront-queries.ts'
import { shopContext } from '#server/contexts.ts'
import { readOrFail, statusFor } from '#server/http/degraded-reads.ts'
import { privatePageMeta } from '#web/page-meta.ts'
import { SeeAllLink } from '#web/ui/layout/see-all-link.tsx'
import { ProductGrid } from '#web/ui/product/product-card.tsx'
import type { Route } from './+types/similar'

/** Products like another one, which its page shows below it. Apart, so that their changes do not make that page stale. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const id = parseId(params.id)
  const failures: string[] = []
  const found = await readOrFail(shop, messages.productsFailed, async () => {
    const product = id && (await findForSale(shop.db, id))
    if (!product) throw data(messages.productNotFound, { status: 404 })
    const codes = sizesOf(await readCatalogueWith(shop, product.sizeCode), product).map(({ code }) => code)
    const near = await withAvailability(shop, await listNearInPrice(shop.db, product, codes), failures)
    return { title: product.title, products: pickRelated(product, codes, near) }
  })
  return data(found, statusFor(failures))
}

export type SimilarAnswer = Route.ComponentProps['loaderData']

export const handle = { isListed: false }

export const meta: Route.MetaFunction = (args) =>
  privatePageMeta(args, {
    title: args.loaderData ? headingFor(args.loaderData) : 'You may also like',
    description: 'Of the same family, and of about the same price.',
  })

export default function Similar({ loaderData }: Route.ComponentProps) {
  return (
    <section className="section" aria-labelledby="similar">
      <h1 id="similar">{headingFor(loaderData)}</h1>
      <ProductGrid products={loaderData.products} priority={2} />
      <SeeAllLink />
    </section>
  )
}

function headingFor({ title }: { title: string }): string {
  return `Similar to ${title}`
}
