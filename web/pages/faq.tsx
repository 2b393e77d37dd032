import { shopContext } from '#server/contexts.ts'
import { useLive } from '#web/client/live.ts'
import { pageMeta } from '#web/page-meta.ts'
import { FaqPage } from '#web/ui/layout/text-page.tsx'
import type { Route } from './+types/faq'

export function loader({ context }: Route.LoaderArgs) {
  return context.get(shopContext).texts.read('faq')
}

export const meta: Route.MetaFunction = (args) => pageMeta(args, args.loaderData ?? { title: '', description: '' })

export default function FaqRoute({ loaderData }: Route.ComponentProps) {
  useLive()
  return <FaqPage faq={loaderData} />
}
