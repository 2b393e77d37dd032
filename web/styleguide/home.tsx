import { BANNER_SLIDES, TESTIMONIALS, TIPS, WHY_CHOOSE } from '#web/routes/shop/home-content.ts'
import { Banner } from '#web/ui/banner.tsx'
import { RecentlyVisited } from '#web/ui/recently-visited.tsx'
import { Testimonials } from '#web/ui/testimonials.tsx'
import { Tips } from '#web/ui/tips.tsx'
import { WhyChoose } from '#web/ui/why-choose.tsx'
import { PRODUCTS } from './samples.ts'

/** The two sliders among them: one slide at a time, and three. */
export function HomePieces() {
  return (
    <>
      <Banner slides={BANNER_SLIDES} title="The pieces of the home page" />
      <RecentlyVisited products={PRODUCTS} />
      <WhyChoose points={WHY_CHOOSE} />
      <Tips tips={TIPS} />
      <Testimonials testimonials={TESTIMONIALS} />
    </>
  )
}
