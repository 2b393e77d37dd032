import { shopContext } from '#server/contexts.ts'
import { useLive } from '#web/client/live.ts'
import { pageMeta } from '#web/page-meta.ts'
import { SellerSection } from '#web/ui/layout/seller.tsx'
import { TextPage } from '#web/ui/layout/text-page.tsx'
import type { Route } from './+types/terms-and-conditions'

export function loader({ context }: Route.LoaderArgs) {
  return context.get(shopContext).texts.read('terms')
}

export const meta: Route.MetaFunction = (args) => pageMeta(args, args.loaderData ?? { title: '', description: '' })

export default function TermsAndConditions({ loaderData }: Route.ComponentProps) {
  useLive()
  return (
    <TextPage page={loaderData}>
      <SellerSection heading="Who you are buying from" />
    </TextPage>
  )
}
