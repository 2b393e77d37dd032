import { data } from 'react-router'
import { addressKey } from '#domain/page-address.ts'
import { shopContext } from '#server/contexts.ts'
import { readOrFail } from '#server/http/degraded-reads.ts'
import { findOwnPageAt } from '#server/own-pages/queries.ts'
import { useLive } from '#web/client/live.ts'
import { pageMeta } from '#web/page-meta.ts'
import { TextPage } from '#web/ui/layout/text-page.tsx'
import type { Route } from './+types/own-page'

/** A page that the owner has added. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return readOrFail(shop, 'Failed to load the page', async () => {
    const page = await findOwnPageAt(shop.db, addressKey(params.address))
    if (!page) throw data(null, { status: 404 })
    return shop.texts.readPage(page)
  })
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, (_, { shop }) => ({
    title: args.loaderData?.title ?? '',
    description: args.loaderData?.description || `${args.loaderData?.title}: a page of ${shop}.`,
  }))

export default function OwnPage({ loaderData }: Route.ComponentProps) {
  useLive()
  return <TextPage page={loaderData} />
}
