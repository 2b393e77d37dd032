import { useEffect } from 'react'
import { data, isRouteErrorResponse } from 'react-router'
import { imageFile } from '#domain/catalog/images.ts'
import { isSet, kindOf } from '#domain/catalog/kind.ts'
import { type Product, priceText } from '#domain/catalog/product.ts'
import type { ShownPart } from '#domain/catalog/sets.ts'
import { type Catalogue, finishesOnSale, type Size } from '#domain/catalog/sizes.ts'
import { openingSizeOf, shownPrice, toShown, type Variant } from '#domain/catalog/variant.ts'
import { productPath, readAddress } from '#domain/catalog/variant-address.ts'
import { messages } from '#domain/messages.ts'
import { type ReviewSummary, ratingOf } from '#domain/reviews/review.ts'
import { breadcrumbListOf, productGroupOf } from '#domain/seo/structured-data.ts'
import { listedVariants } from '#domain/seo/variants.ts'
import { wordsOf } from '#domain/shop/wording.ts'
import { parseId } from '#domain/text.ts'
import { withAvailability } from '#server/catalog/availability.ts'
import { readShownParts } from '#server/catalog/sets.ts'
import { readCatalogueWith } from '#server/catalog/sizes/queries.ts'
import { listVariants } from '#server/catalog/stock/queries.ts'
import { findForSale, findSellerName, findTitleOffSale } from '#server/catalog/storefront-queries.ts'
import { hasGoesWith } from '#server/collections/goes-with.ts'
import { originOf } from '#server/config.ts'
import { describePage, shopContext } from '#server/contexts.ts'
import { readOrFail, readOrFallback, statusFor } from '#server/http/degraded-reads.ts'
import { readBuyersSay } from '#server/reviews/queries.ts'
import { productPicture } from '#server/share/cards.ts'
import type { Shop } from '#server/shop.ts'
import { readDescription } from '#server/texts/description.ts'
import { useLive } from '#web/client/live.ts'
import { useShownError } from '#web/client/open-router.ts'
import { rememberVisit } from '#web/client/recently-visited.ts'
import { toast, useFailureToasts } from '#web/client/toast.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { SeeAllLink } from '#web/ui/layout/see-all-link.tsx'
import { useWords } from '#web/ui/shop-info.ts'
import type { Route } from './+types/product'
import { BuyersSay } from './buyers-say.tsx'
import { ProductDetail } from './product-detail.tsx'
import { ProductGoesWith } from './product-goes-with.tsx'
import { RecentlyVisited } from './recently-visited.tsx'
import { SimilarProducts } from './similar-products.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const id = parseId(params.id)
  const read = async () => id && ((await findForSale(shop.db, id)) ?? (await findTitleOffSale(shop.db, id)))
  const found = await readOrFail(shop, messages.productFetchFailed, read)
  if (typeof found === 'string') throw data({ offSale: found } satisfies OffSale, { status: 404 })
  if (!found) throw data(messages.productNotFound, { status: 404 })
  const failures: string[] = []
  const { text, html: descriptionHtml } = readDescription(found.description)
  const described = { ...found, description: text }
  const [[product = described], soldBy, catalogue, onSale, highlights, { lowStock }, buyersSay, isSuggesting, parts] =
    await Promise.all([
      withAvailability(shop, [described], failures),
      readOrFallback(shop, { read: () => findSellerName(shop.db, found.id), fallback: undefined, failures }),
      readCatalogueWith(shop, found.sizeCode),
      readOrFallback(shop, {
        read: async () => (await listVariants(shop.db, [found.id])).get(found.id) ?? [],
        fallback: undefined,
        failures,
        message: messages.deliveredOrdersFailed,
      }),
      shop.texts.read('highlights'),
      shop.settings.readOrLast(),
      readOrFallback(shop, { read: () => readBuyersSay(shop.db, found.id), fallback: undefined, failures }),
      readOrFallback(shop, { read: () => hasGoesWith(shop, found), fallback: false, failures }),
      isSet(found)
        ? readOrFallback(shop, { read: () => readShownParts(shop.db, found.id), fallback: [], failures })
        : [],
    ])
  const variants = onSale ?? inOwnSize(product, catalogue)
  const { size, finish, option } = readAddress(new URL(request.url).search)
  const choices = {
    sizes: sizesIn(catalogue, product, variants),
    finishes: finishesOnSale(catalogue),
    variants: variants.map((variant) => toShown(variant, lowStock)),
    // Names that the shop does not have are never repeated in the page.
    addressed: {
      size: variants.find(({ sizeCode }) => sizeCode === size)?.sizeCode,
      finish: catalogue.finishes.find(({ name }) => name === finish)?.name,
      option: variants.find((variant) => variant.finish === option)?.finish,
    },
  }
  describePage(context, ...(await structuredData(shop, product, catalogue, { variants, parts, buyersSay })))
  const isAddressed = (variant: Variant) =>
    kindOf(variant) === 'Other' ? variant.finish === option : variant.sizeCode === size && variant.finish === finish
  const share = await productPicture(shop, product, catalogue, variants, variants.find(isAddressed))
  return data(
    { product, descriptionHtml, soldBy, choices, parts, highlights, buyersSay, isSuggesting, share, failures },
    statusFor(failures),
  )
}

/** A product that offers nothing keeps its own size. */
function sizesIn({ sizes }: Catalogue, product: Product, variants: readonly Variant[]): Size[] {
  const codes = new Set(variants.length > 0 ? variants.map(({ sizeCode }) => sizeCode) : [product.sizeCode])
  return sizes.filter(({ code }) => codes.has(code))
}

/** While nobody knows what is on sale, the product is shown as one that is, in its own size; an order asks again. */
function inOwnSize({ id, sizeCode, price }: Product, catalogue: Catalogue): Variant[] {
  const own = { id, family: '', sizeCode, price, available: null, isAvailable: true, image: null, barcode: null }
  return finishesOnSale(catalogue).map(({ name }) => ({ ...own, finish: name }))
}

/** The product for search engines: everything that can be bought, and the breadcrumbs. */
async function structuredData(
  shop: Shop,
  product: Product,
  catalogue: Catalogue,
  {
    variants,
    parts,
    buyersSay,
  }: { variants: readonly Variant[]; parts: readonly ShownPart[]; buyersSay: ReviewSummary | undefined },
) {
  const origin = originOf(shop.config)
  const settings = await shop.settings.readOrLast()
  const hasOwnReturns = await shop.texts.hasOwn('refund-policy')
  const rating = buyersSay && !buyersSay.isImported ? ratingOf(buyersSay.spread) : undefined
  const facts = { origin, shop: settings, hasDefaultReturns: !hasOwnReturns, rating, parts }
  const listed = listedVariants(product, variants, catalogue)
  return [
    productGroupOf(product, listed, facts, (image) => new URL(imageFile(image), origin).href),
    breadcrumbListOf(
      { name: product.title, path: productPath(product.id) },
      { origin, nouns: wordsOf(settings).nouns },
    ),
  ]
}

/** The data of a 404 for a product taken off sale: its title, for people who come from an order or a bookmark. */
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

export const meta: Route.MetaFunction = (args) => {
  if (!args.loaderData) {
    return pageMeta(args, (_, { noun }) => ({
      title: missingTitle(args.error),
      description: `This ${noun} is not available.`,
    }))
  }
  const { product, choices } = args.loaderData
  const sizeCode = openingSizeOf(product, choices.variants)
  const { price } = shownPrice(product, choices.variants, { sizeCode })
  const description = `${priceText({ ...product, price })} · ${product.description}`
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
  const { product, descriptionHtml, soldBy, choices, parts, highlights, buyersSay, isSuggesting, failures } = loaderData
  useLive('product')
  useFailureToasts(failures)
  useEffect(() => rememberVisit(product), [product])
  const { nouns } = useWords()
  const family = choices.sizes[0]?.family
  return (
    <>
      <Breadcrumbs
        trail={[
          { label: 'Home', to: '/' },
          { label: `All ${nouns}`, to: '/allproduct' },
          ...(family ? [{ label: family }] : []),
        ]}
      />
      {/* The key resets the chosen size and colour. */}
      <ProductDetail
        key={product.id}
        product={product}
        descriptionHtml={descriptionHtml}
        soldBy={soldBy}
        highlights={highlights}
        parts={parts}
        {...choices}
      >
        {buyersSay && <BuyersSay id={product.id} {...buyersSay} />}
        <SimilarProducts id={product.id} />
        {isSuggesting && <ProductGoesWith id={product.id} />}
        <RecentlyVisited except={product.id} />
      </ProductDetail>
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
