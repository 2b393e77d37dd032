import { useEffect } from 'react'
import toast from 'react-hot-toast/headless'
import { data, isRouteErrorResponse } from 'react-router'
import type { Product } from '#domain/catalog/product.ts'
import { type Catalogue, finishesOnSale, sizesOf } from '#domain/catalog/sizes.ts'
import { choicesOnSale, priceOfChoice, type ShownChoice, toShownChoice } from '#domain/catalog/stock.ts'
import { messages } from '#domain/messages.ts'
import { formatRupees } from '#domain/money.ts'
import { parseId, startOf } from '#domain/text.ts'
import { withAvailability } from '#server/catalog/availability.ts'
import { listCells, toChoice } from '#server/catalog/stock/queries.ts'
import { findApprovedProduct } from '#server/catalog/storefront-queries.ts'
import { shopContext } from '#server/contexts.ts'
import { readOrFail, readOrFallback, statusFor } from '#server/http/degraded-reads.ts'
import type { Shop } from '#server/shop.ts'
import { useLive } from '#web/client/live.ts'
import { rememberVisit } from '#web/client/recently-visited.ts'
import { useFailureToasts } from '#web/client/toasts.ts'
import { pageMeta } from '#web/page-meta.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/forms/button.tsx'
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx'
import { imageFile } from '#web/ui/product/product-image.tsx'
import type { Route } from './+types/product'
import { ownSize, ProductDetail } from './product-detail.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const id = parseId(params.id)
  const found = id && (await readOrFail(shop, messages.productFetchFailed, () => findApprovedProduct(shop.db, id)))
  if (!found) throw data(messages.productNotFound, { status: 404 })
  const failures: string[] = []
  const [[product = found], catalogue] = await Promise.all([
    withAvailability(shop, [found], failures),
    shop.catalogue.read(),
  ])
  const choices = {
    sizes: sizesOf(catalogue, product),
    finishes: finishesOnSale(catalogue),
    ...(product.stock === 'counted' && { counted: await readChoices(shop, product, catalogue, failures) }),
  }
  return data({ product, choices, failures }, statusFor(failures))
}

/** What a counted product is offered in; undefined when it could not be read. */
async function readChoices(
  shop: Shop,
  product: Product,
  catalogue: Catalogue,
  failures: string[],
): Promise<ShownChoice[] | undefined> {
  return readOrFallback(shop, {
    async read() {
      const [cells, { lowStock }] = await Promise.all([listCells(shop.db, [product.id]), shop.settings.read()])
      return choicesOnSale(cells.map(toChoice), product, catalogue).map((choice) => toShownChoice(choice, lowStock))
    },
    fallback: undefined,
    failures,
    message: messages.deliveredOrdersFailed,
  })
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
        {
          'script:ld+json': structuredData(
            args.loaderData.product,
            args.loaderData.choices,
            args.matches[0].loaderData.origin,
          ),
        },
      ]
    : pageMeta(args, { title: messages.productNotFound, description: 'This pot is not available.' })

/** Structured data for search results. */
function structuredData(product: LoadedProduct, { sizes, counted }: LoadedChoices, origin: string) {
  const { title, description, reviews, productImageUrl } = product
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: title,
    description,
    image: productImageUrl.map((image) => new URL(imageFile(image), origin).href),
    brand: { '@type': 'Brand', name: 'Gamla' },
    offers: {
      '@type': 'Offer',
      price: priceOfChoice(product, ownSize(product, sizes), counted),
      priceCurrency: 'INR',
      availability: `https://schema.org/${availabilityOf(product, counted)}`,
    },
    ...(reviews && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: reviews.rating, reviewCount: reviews.count },
    }),
  }
}

function availabilityOf({ sold }: LoadedProduct, counted: LoadedChoices['counted']): string {
  if (sold) return 'SoldOut'
  return counted?.every(({ left }) => left !== undefined) ? 'LimitedAvailability' : 'InStock'
}

type LoadedProduct = Route.ComponentProps['loaderData']['product']
type LoadedChoices = Route.ComponentProps['loaderData']['choices']

export default function ProductPage({ loaderData: { product, choices, failures } }: Route.ComponentProps) {
  useLive('product')
  useFailureToasts(failures)
  useEffect(() => rememberVisit(product), [product])
  return (
    <>
      <Breadcrumbs
        trail={[
          { label: 'Home', to: '/' },
          { label: 'All pots', to: '/allproduct' },
          { label: ownSize(product, choices.sizes).family },
        ]}
      />
      {/* The key resets the chosen size and colour. */}
      <ProductDetail key={product.id} product={product} {...choices} />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const missing = isRouteErrorResponse(error) && error.status === 404
  const message = missing ? messages.productNotFound : messages.productFetchFailed
  useEffect(() => {
    toast.error(message, { id: message })
  }, [message])
  return (
    <EmptyState
      level={1}
      heading={message}
      text={missing ? 'This pot may no longer be for sale.' : 'Please try again in a few minutes.'}
      action={<LinkButton to="/allproduct">See all pots</LinkButton>}
    />
  )
}
