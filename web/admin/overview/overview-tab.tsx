import { data } from 'react-router'
import { shopContext } from '#server/contexts.ts'
import { readOrFallback, statusFor } from '#server/http/degraded-reads.ts'
import { failedReads } from '#web/admin/action-messages.ts'
import { useRetryLoader } from '#web/client/admin/retry-loader.ts'
import { useFailureToasts } from '#web/client/toast.ts'
import { privatePageMeta } from '#web/page-meta.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Route } from './+types/overview-tab'
import { Charts } from './charts.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const failures: string[] = []
  const overview = await readOrFallback(shop, {
    read: async () => {
      const { stored: _, ...figures } = await shop.overview.read()
      return figures
    },
    fallback: undefined,
    failures,
    message: failedReads.overview,
  })
  return data({ overview, failures }, statusFor(failures))
}

export const meta: Route.MetaFunction = (args) =>
  privatePageMeta(args, { title: 'Overview', description: 'How the shop is doing.' })

export default function OverviewTab({ loaderData: { overview, failures } }: Route.ComponentProps) {
  useFailureToasts(failures)
  useRetryLoader(failures.length > 0)
  if (!overview) return <EmptyState heading={failedReads.overview} text="This page retries automatically." />
  return <Charts overview={overview} />
}
