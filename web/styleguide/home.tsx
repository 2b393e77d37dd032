import { BANNER_SLIDES, TESTIMONIALS, TIPS, WHY_CHOOSE } from '#web/storefront/home-content.ts'
import { Banner } from '#web/ui/home/banner.tsx'
import { Testimonials } from '#web/ui/home/testimonials.tsx'
import { Tips } from '#web/ui/home/tips.tsx'
import { WhyChoose } from '#web/ui/home/why-choose.tsx'
import { RecentlyVisited } from '#web/ui/product/recently-visited.tsx'
import { PRODUCTS } from './samples.tsx'

/** Includes both sliders: one slide at a time, and three. */
export function HomeSamples() {
  return (
    <>
      <Banner slides={BANNER_SLIDES} />
      <RecentlyVisited products={PRODUCTS} />
      <WhyChoose points={WHY_CHOOSE} />
      <Tips tips={TIPS} />
      <Testimonials testimonials={TESTIMONIALS} />
    </>
  )
}
