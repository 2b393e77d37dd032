import { shopContext } from '#server/contexts.ts'
import { useLive } from '#web/client/live.ts'
import { pageMeta } from '#web/page-meta.ts'
import { TextPage } from '#web/ui/layout/text-page.tsx'
import type { Route } from './+types/warranty'

export function loader({ context }: Route.LoaderArgs) {
  return context.get(shopContext).texts.read('warranty')
}

export const meta: Route.MetaFunction = (args) => pageMeta(args, args.loaderData ?? { title: '', description: '' })

export default function Warranty({ loaderData }: Route.ComponentProps) {
  useLive()
  return <TextPage page={loaderData} />
}
