import { Fragment, type ReactNode, Suspense } from 'react'
import { data, useRevalidator } from 'react-router'
import type { Product } from '#domain/catalog/product.ts'
import { websiteOf } from '#domain/seo/structured-data.ts'
import { type HomeSection, shownOnHome } from '#domain/shop/home-sections.ts'
import { withAvailability } from '#server/catalog/availability.ts'
import { listFeatured } from '#server/catalog/storefront-queries.ts'
import { originOf } from '#server/config.ts'
import { describePage, shopContext } from '#server/contexts.ts'
import { readOrFallback, statusFor } from '#server/http/degraded-reads.ts'
import { useLive } from '#web/client/live.ts'
import { useFailureToasts } from '#web/client/toast.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Banner } from '#web/ui/home/banner.tsx'
import { Testimonials, Tips, WhyChoose } from '#web/ui/home/home-sections.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { SeeAllLink } from '#web/ui/layout/see-all-link.tsx'
import { ProductGrid } from '#web/ui/product/product-card.tsx'
import { useRoot, useShopInfo, useWords } from '#web/ui/shop-info.ts'
import type { Route } from './+types/home'
import { RecentlyVisited } from './recently-visited.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const failures: string[] = []
  // The specification shows no message for this one: it is only logged.
  const loggedOnly: string[] = []
  const featured = await readOrFallback(shop, { read: () => listFeatured(shop.db), fallback: [], failures: loggedOnly })
  const products = await withAvailability(shop, featured, failures)
  const { texts } = shop
  const [banner, tips, reasons, testimonials, { home: description = '' }] = await Promise.all([
    texts.read('banner'),
    texts.read('tips'),
    texts.read('reasons'),
    texts.read('testimonials'),
    texts.read('taglines'),
  ])
  const settings = await shop.settings.readOrLast()
  describePage(context, websiteOf({ origin: originOf(shop.config), shop: settings }))
  const isOrdered = settings.homeOrder.length + settings.homeHidden.length > 0
  return data(
    {
      products,
      banner,
      tips,
      reasons,
      testimonials,
      description,
      failures,
      ...(isOrdered && { sections: shownOnHome(settings) }),
    },
    statusFor(failures),
  )
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, (shop) => ({ title: shop.shopName, description: args.loaderData?.description ?? '' }))

const SPECIFIED = shownOnHome({ homeOrder: [], homeHidden: [] })

export default function Home({ loaderData }: Route.ComponentProps) {
  const { products, banner, tips, reasons, testimonials, failures, sections = SPECIFIED } = loaderData
  const { shopName } = useShopInfo()
  const tagline = useRoot().texts?.tagline
  useLive('product')
  useFailureToasts(failures)
  const parts: Record<HomeSection, ReactNode> = {
    banner: <Banner banner={banner} />,
    featured: <FeaturedProducts products={products} />,
    visited: <RecentlyVisited />,
    tips: <Tips tips={tips} />,
    why: <WhyChoose reasons={reasons} />,
    testimonials: <Testimonials of={testimonials} />,
  }
  return (
    <>
      <h1 className="visually-hidden">{tagline ? `${shopName}, ${insideSentence(tagline)}` : shopName}</h1>
      {sections.map((name) =>
        // A boundary lets React hydrate each section by itself, so that a tap does not wait for all of them.
        name === 'banner' ? (
          <Fragment key={name}>{parts[name]}</Fragment>
        ) : (
          <Suspense key={name}>{parts[name]}</Suspense>
        ),
      )}
    </>
  )
}

function FeaturedProducts({ products }: { products: Product[] }) {
  const { nouns } = useWords()
  return (
    <Section heading="Featured Products" more={<SeeAllLink variant="link" />}>
      <BusyWhileReloading>
        {products.length > 0 ? (
          <ProductGrid products={products} level={3} />
        ) : (
          <p>{`No featured products yet. Browse all our ${nouns} instead.`}</p>
        )}
      </BusyWhileReloading>
    </Section>
  )
}

function BusyWhileReloading({ children }: { children: ReactNode }) {
  return <div aria-busy={useRevalidator().state === 'loading'}>{children}</div>
}

/** Lowers the first letter for the middle of a sentence, unless the word is in capitals. */
function insideSentence(text: string): string {
  return /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}
