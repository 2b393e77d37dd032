import { requireAdmin } from '#server/contexts.ts'
import { pageMeta } from '#web/page-meta.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Route } from './+types/messages-tab'

export function loader({ context, request }: Route.LoaderArgs) {
  requireAdmin(context, request)
  return null
}

export const meta: Route.MetaFunction = () => [
  ...pageMeta({ title: 'Messages', description: 'What people wrote to the shop.' }),
  { name: 'robots', content: 'noindex' },
]

export default function MessagesTab() {
  return <EmptyState heading="No messages yet" text="What people write on the contact page appears here." />
}
