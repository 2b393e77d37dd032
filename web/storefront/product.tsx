import { useEffect } from 'react'
import { data, isRouteErrorResponse } from 'react-router'
import { imageFile } from '#domain/catalog/images.ts'
import type { Product } from '#domain/catalog/product.ts'
import { type Catalogue, finishesOnSale, sizesOf } from '#domain/catalog/sizes.ts'
import { offeredSizes, openingSize, ownSize } from '#domain/catalog/stock/offered-sizes.ts'
import { priceOfChoice, type ShownVariant, toShownVariant, variantsOnSale } from '#domain/catalog/stock/stock.ts'
import { productPath, readAddress } from '#domain/catalog/variant-address.ts'
import { messages } from '#domain/messages.ts'
import { formatRupees } from '#domain/money.ts'
import { breadcrumbListOf, productGroupOf } from '#domain/seo/structured-data.ts'
import { listVariants } from '#domain/seo/variants.ts'
import { wordsOf } from '#domain/shop/wording.ts'
import { parseId } from '#domain/text.ts'
import { withAvailability } from '#server/catalog/availability.ts'
import { readCatalogueWith } from '#server/catalog/sizes/catalogue.ts'
import { listStocked, toAvailable } from '#server/catalog/stock/queries.ts'
import { findForSale, findSellerName, findTitleOffSale } from '#server/catalog/storefront-queries.ts'
import { originOf } from '#server/config.ts'
import { describePage, shopContext } from '#server/contexts.ts'
import { readOrFail, readOrFallback, statusFor } from '#server/http/degraded-reads.ts'
import { productPicture } from '#server/share/cards.ts'
import type { Shop } from '#server/shop.ts'
import { useLive } from '#web/client/live.ts'
import { useShownError } from '#web/client/offline/open-router.ts'
import { rememberVisit } from '#web/client/recently-visited.ts'
import { toast, useFailureToasts } from '#web/client/toast.ts'
import { pageMeta } from '#web/page-meta.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx'
import { SeeAllLink } from '#web/ui/see-all-link.tsx'
import { useWords } from '#web/ui/shop-info.ts'
import type { Route } from './+types/product'
import { ProductDetail } from './product-detail.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const id = parseId(params.id)
  const read = async () => id && ((await findForSale(shop.db, id)) ?? (await findTitleOffSale(shop.db, id)))
  const found = await readOrFail(shop, messages.productFetchFailed, read)
  if (typeof found === 'string') throw data({ offSale: found } satisfies OffSale, { status: 404 })
  if (!found) throw data(messages.productNotFound, { status: 404 })
  const failures: string[] = []
  const [[product = found], soldBy, catalogue, highlights] = await Promise.all([
    withAvailability(shop, [found], failures),
    readOrFallback(shop, { read: () => findSellerName(shop.db, found.id), fallback: undefined, failures }),
    readCatalogueWith(shop, found.sizeCode),
    shop.texts.read('highlights'),
  ])
  const [sizes, finishes] = [sizesOf(catalogue, product), finishesOnSale(catalogue)]
  const { size, finish } = readAddress(new URL(request.url).search)
  const choices = {
    sizes,
    finishes,
    // Names that the shop does not have are never repeated in the page.
    addressed: {
      size: sizes.find(({ code }) => code === size)?.code,
      finish: finishes.find(({ name }) => name === finish)?.name,
    },
    ...(product.stock === 'counted' && { counted: await readVariants(shop, product, catalogue, failures) }),
  }
  describePage(context, ...(await structuredData(shop, product, catalogue, choices.counted)))
  const share = await productPicture(shop, product, catalogue, choices.counted)
  return data({ product, soldBy, choices, highlights, share, failures }, statusFor(failures))
}

/** The product for search engines: every size and finish that can be bought, and the breadcrumbs. */
async function structuredData(shop: Shop, product: Product, catalogue: Catalogue, counted: ShownVariant[] | undefined) {
  const [origin, settings, hasOwnReturns] = [
    originOf(shop.config),
    await shop.settings.readOrLast(),
    await shop.texts.hasOwn('refund-policy'),
  ]
  const facts = { origin, shop: settings, hasDefaultReturns: !hasOwnReturns }
  const variants = listVariants(product, catalogue, counted)
  return [
    productGroupOf(product, variants, facts, (image) => new URL(imageFile(image), origin).href),
    breadcrumbListOf(
      { name: product.title, path: productPath(product.id) },
      { origin, nouns: wordsOf(settings).nouns },
    ),
  ]
}

/** What a 404 says about a product that was taken off sale: its title, for people who come from an order or a bookmark. */
type OffSale = { offSale: string }

/** Undefined: the product is unknown, or something else went wrong. */
function offSaleTitleOf(error: unknown): string | undefined {
  if (!isRouteErrorResponse(error) || error.status !== 404) return undefined
  const { offSale } = (error.data ?? {}) as Partial<OffSale>
  return offSale
}

function offSaleSentence(title: string): string {
  return `${title} is not for sale at the moment`
}

/** The choices of a counted product; undefined when they could not be read. */
async function readVariants(
  shop: Shop,
  product: Product,
  catalogue: Catalogue,
  failures: string[],
): Promise<ShownVariant[] | undefined> {
  return readOrFallback(shop, {
    async read() {
      const [cells, { lowStock }] = await Promise.all([listStocked(shop.db, [product.id]), shop.settings.read()])
      return variantsOnSale(cells.map(toAvailable), product, catalogue).map((choice) =>
        toShownVariant(choice, lowStock),
      )
    },
    fallback: undefined,
    failures,
    message: messages.deliveredOrdersFailed,
  })
}

export const meta: Route.MetaFunction = (args) => {
  if (!args.loaderData) {
    return pageMeta(args, (_, { noun }) => ({
      title: missingTitle(args.error),
      description: `This ${noun} is not available.`,
    }))
  }
  const { product, choices } = args.loaderData
  const size = openingSize(product, offeredSizes(product, choices.sizes, choices.counted))
  const price = priceOfChoice(product, size, choices.counted)
  const description = `${formatRupees(price)} · ${product.description}`
  return [
    ...pageMeta(args, { title: product.title, description, type: 'product' }),
    { property: 'product:price:amount', content: String(price) },
    { property: 'product:price:currency', content: 'INR' },
  ]
}

function missingTitle(error: unknown): string {
  const title = offSaleTitleOf(error)
  return title === undefined ? messages.productNotFound : offSaleSentence(title)
}

export default function ProductPage({ loaderData }: Route.ComponentProps) {
  const { product, soldBy, choices, highlights, failures } = loaderData
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
          { label: ownSize(product, choices.sizes).family },
        ]}
      />
      {/* The key resets the chosen size and colour. */}
      <ProductDetail key={product.id} product={product} soldBy={soldBy} highlights={highlights} {...choices} />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  useShownError(error)
  const { noun } = useWords()
  const missing = isRouteErrorResponse(error) && error.status === 404
  const offSale = offSaleTitleOf(error)
  const message = missing ? messages.productNotFound : messages.productFetchFailed
  useEffect(() => {
    if (offSale === undefined) toast.error(message, { id: message })
  }, [message, offSale])
  if (offSale !== undefined) {
    return (
      <EmptyState
        level={1}
        heading={offSaleSentence(offSale)}
        text="We’re sorry. It may come back; if you have ordered it, your order is not affected."
        action={<SeeAllLink />}
      />
    )
  }
  return (
    <EmptyState
      level={1}
      heading={message}
      text={missing ? `This ${noun} may no longer be for sale.` : 'Please try again in a few minutes.'}
      action={<SeeAllLink />}
    />
  )
}
