import { data } from 'react-router'
import { collectionPath } from '#domain/catalog/collection.ts'
import { hasFilters, parseFilters } from '#domain/catalog/filters/filters.ts'
import { parsePage, parseSort } from '#domain/catalog/listing.ts'
import { messages } from '#domain/messages.ts'
import { addressKey } from '#domain/page-address.ts'
import { breadcrumbListOf } from '#domain/seo/structured-data.ts'
import { wordsOf } from '#domain/shop/wording.ts'
import { withAvailability } from '#server/catalog/availability.ts'
import { withMatches } from '#server/catalog/filters/listing.ts'
import { readCollection } from '#server/collections/listing.ts'
import { findCollectionAt } from '#server/collections/queries.ts'
import { originOf } from '#server/config.ts'
import { describePage, shopContext } from '#server/contexts.ts'
import { readOrFail, readOrFallback, statusFor } from '#server/http/degraded-reads.ts'
import { useLive } from '#web/client/live.ts'
import { useFailureToasts } from '#web/client/toast.ts'
import { pageMeta } from '#web/page-meta.ts'
import { UploadedPicture } from '#web/ui/home/uploaded-picture.tsx'
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx'
import { useWords } from '#web/ui/shop-info.ts'
import type { Route } from './+types/collection'
import { listTitle, noProducts, ProductList } from './product-list.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const collection = await readOrFail(shop, messages.productsFailed, () =>
    findCollectionAt(shop.db, addressKey(params.name)),
  )
  if (!collection) throw data(null, { status: 404 })
  const { searchParams } = new URL(request.url)
  const wanted = {
    sort: parseSort(searchParams.get('sort')),
    page: parsePage(searchParams.get('page')),
    filters: parseFilters(searchParams),
  }
  const failures: string[] = []
  const list = await readOrFallback(shop, {
    read: () => readCollection(shop, collection, wanted, failures),
    fallback: { ...noProducts, filters: wanted.filters },
    failures,
    message: messages.productsFailed,
  })
  const available = await withAvailability(shop, list.products, failures)
  const products = await withMatches(shop, { products: available, filters: list.filters }, failures)
  const origin = originOf(shop.config)
  const { nouns } = wordsOf(await shop.settings.readOrLast())
  describePage(
    context,
    breadcrumbListOf({ name: collection.name, path: collectionPath(collection) }, { origin, nouns }),
  )
  const { name, sentence, picture, rule } = collection
  return data(
    {
      ...list,
      ...{ name, sentence, picture, products, failures, sort: wanted.sort },
      isByHand: rule === null,
      isFiltered: hasFilters(list.filters),
      ...(picture && { share: { url: `${origin}/feed/pictures${picture}.jpg`, alt: name, isPhoto: true } }),
    },
    statusFor(failures),
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
