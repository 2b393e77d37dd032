import { useEffect } from 'react'
import toast from 'react-hot-toast/headless'
import { data, isRouteErrorResponse } from 'react-router'
import { getSize } from '#domain/catalog/sizes.ts'
import { messages } from '#domain/messages.ts'
import { formatRupees } from '#domain/money.ts'
import type { ShopInfo } from '#domain/shop/shop-info.ts'
import { parseId, startOf } from '#domain/text.ts'
import { withAvailability } from '#server/catalog/availability.ts'
import { findApprovedProduct } from '#server/catalog/storefront-queries.ts'
import { shopContext } from '#server/contexts.ts'
import { readOrFail, statusFor } from '#server/http/degraded-reads.ts'
import { useLive } from '#web/client/live.ts'
import { rememberVisit } from '#web/client/recently-visited.ts'
import { useWords } from '#web/client/shop-info.ts'
import { useFailureToasts } from '#web/client/toasts.ts'
import { pageMeta } from '#web/page-meta.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx'
import { imageFile } from '#web/ui/product/product-image.tsx'
import { SeeAllLink } from '#web/ui/see-all-link.tsx'
import type { Route } from './+types/product'
import { ProductDetail } from './product-detail.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const id = parseId(params.id)
  const found = id && (await readOrFail(shop, messages.productFetchFailed, () => findApprovedProduct(shop.db, id)))
  if (!found) throw data(messages.productNotFound, { status: 404 })
  const failures: string[] = []
  const [product = found] = await withAvailability(shop, [found], failures)
  return data({ product, failures }, statusFor(failures))
}

export const meta: Route.MetaFunction = (args) =>
  args.loaderData
    ? [
        ...pageMeta(args, {
          title: args.loaderData.product.title,
          description: startOf(
            `${formatRupees(args.loaderData.product.price)} · ${args.loaderData.product.description}`,
            155,
          ),
        }),
        { 'script:ld+json': structuredData(args.loaderData.product, args.matches[0].loaderData) },
      ]
    : pageMeta(args, (_, { noun }) => ({
        title: messages.productNotFound,
        description: `This ${noun} is not available.`,
      }))

/** Structured data for search results. */
function structuredData(product: LoadedProduct, { origin, shop }: { origin: string; shop: ShopInfo }) {
  const { title, description, price, sold, reviews, productImageUrl } = product
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: title,
    description,
    image: productImageUrl.map((image) => new URL(imageFile(image), origin).href),
    brand: { '@type': 'Brand', name: shop.shopName },
    offers: {
      '@type': 'Offer',
      price,
      priceCurrency: 'INR',
      availability: `https://schema.org/${sold ? 'SoldOut' : 'InStock'}`,
    },
    ...(reviews && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: reviews.rating, reviewCount: reviews.count },
    }),
  }
}

type LoadedProduct = Route.ComponentProps['loaderData']['product']

export default function ProductPage({ loaderData: { product, failures } }: Route.ComponentProps) {
  useLive('product')
  useFailureToasts(failures)
  useEffect(() => rememberVisit(product), [product])
  const { nouns } = useWords()
  return (
    <>
      <Breadcrumbs
        trail={[
          { label: 'Home', to: '/' },
          { label: `All ${nouns}`, to: '/allproduct' },
          { label: getSize(product.sizeCode).family },
        ]}
      />
      {/* The key resets the chosen size and colour. */}
      <ProductDetail key={product.id} product={product} />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { noun } = useWords()
  const missing = isRouteErrorResponse(error) && error.status === 404
  const message = missing ? messages.productNotFound : messages.productFetchFailed
  useEffect(() => {
    toast.error(message, { id: message })
  }, [message])
  return (
    <EmptyState
      level={1}
      heading={message}
      text={missing ? `This ${noun} may no longer be for sale.` : 'Please try again in a few minutes.'}
      action={<SeeAllLink />}
    />
  )
}
