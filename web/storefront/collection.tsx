import { data } from 'react-router'
import { collectionPath } from '#domain/catalog/collection.ts'
import { messages } from '#domain/messages.ts'
import { addressKey } from '#domain/page-address.ts'
import { readCollection } from '#server/collections/listing.ts'
import { findCollectionAt } from '#server/collections/queries.ts'
import { originOf } from '#server/config.ts'
import { describePage, shopContext } from '#server/contexts.ts'
import { readOrFail, statusFor } from '#server/http/degraded-reads.ts'
import { useLive } from '#web/client/live.ts'
import { useFailureToasts } from '#web/client/toast.ts'
import { pageMeta } from '#web/page-meta.ts'
import { UploadedPicture } from '#web/ui/home/uploaded-picture.tsx'
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx'
import { useWords } from '#web/ui/shop-info.ts'
import type { Route } from './+types/collection'
import { readList, trailTo } from './load-products.ts'
import { listTitle, ProductList } from './product-list.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const collection = await readOrFail(shop, messages.productsFailed, () =>
    findCollectionAt(shop.db, addressKey(params.name)),
  )
  if (!collection) throw data(null, { status: 404 })
  const list = await readList(shop, request, (wanted, failures) => readCollection(shop, collection, wanted, failures))
  const { name, sentence, picture, rule } = collection
  describePage(context, await trailTo(shop, { name, path: collectionPath(collection) }))
  const url = `${originOf(shop.config)}/feed/pictures${picture}.jpg`
  return data(
    {
      ...list,
      name,
      sentence,
      picture,
      isByHand: rule === null,
      ...(picture && { share: { url, alt: name, isPhoto: true } }),
    },
    statusFor(list.failures),
  )
}

const WIDE = { width: '100%', aspectRatio: '8 / 3', objectFit: 'cover', borderRadius: 'var(--round-large)' } as const

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, (_, { nouns, shop }) => ({
    title: listTitle(args.loaderData?.name ?? '', args.loaderData),
    description: args.loaderData?.sentence || `${args.loaderData?.name}: ${nouns} of ${shop}.`,
  }))

export default function CollectionRoute({ loaderData }: Route.ComponentProps) {
  const { failures, name, sentence, picture, isByHand, isFiltered: _, ...list } = loaderData
  const { nouns } = useWords()
  useLive('product')
  useFailureToasts(failures)
  return (
    <>
      <Breadcrumbs
        trail={[{ label: 'Home', to: '/' }, { label: `All ${nouns}`, to: '/allproduct' }, { label: name }]}
      />
      <ProductList heading={name} sentence={sentence} {...list} unsorted={isByHand ? 'In our order' : undefined}>
        {picture && (
          <picture className="section-heading">
            <UploadedPicture
              src={picture}
              alt=""
              sizes="(max-width: 75rem) 100vw, 75rem"
              width={1280}
              height={480}
              style={WIDE}
            />
          </picture>
        )}
      </ProductList>
    </>
  )
}
