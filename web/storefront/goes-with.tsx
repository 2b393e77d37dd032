import { data } from 'react-router'
import { messages } from '#domain/messages.ts'
import { parseId } from '#domain/text.ts'
import { findForSale } from '#server/catalog/storefront-queries.ts'
import { listGoingWith } from '#server/collections/goes-with.ts'
import { shopContext } from '#server/contexts.ts'
import { readOrFail, statusFor } from '#server/http/degraded-reads.ts'
import { privatePageMeta } from '#web/page-meta.ts'
import { SeeAllLink } from '#web/ui/layout/see-all-link.tsx'
import type { Route } from './+types/goes-with'
import { GoesWithGrid } from './goes-with-list.tsx'

/** The products that a product's page shows as `Goes with`. Apart, so that changes of others do not make that page stale. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const id = parseId(params.id)
  const failures: string[] = []
  const found = await readOrFail(shop, messages.productsFailed, async () => {
    const product = id && (await findForSale(shop.db, id))
    if (!product) throw data(messages.productNotFound, { status: 404 })
    return { title: product.title, list: await listGoingWith(shop, [product.id], failures) }
  })
  return data(found, statusFor(failures))
}

export type GoesWithAnswer = Route.ComponentProps['loaderData']

export const handle = { isListed: false }

export const meta: Route.MetaFunction = (args) =>
  privatePageMeta(args, { title: headingFor(args.loaderData), description: 'What goes well together.' })

export default function GoesWithPage({ loaderData }: Route.ComponentProps) {
  return (
    <section className="section" aria-labelledby="goes-with">
      <h1 id="goes-with">{headingFor(loaderData)}</h1>
      <GoesWithGrid list={loaderData.list} level={2} />
      <SeeAllLink />
    </section>
  )
}

function headingFor(answer: GoesWithAnswer | undefined): string {
  return answer ? `Goes with ${answer.title}` : 'Goes with'
}
