import { data } from 'react-router'
import { parseTurn } from '#domain/back-office-lists.ts'
import { formatDateTime } from '#domain/time.ts'
import { requireAdmin, shopContext } from '#server/contexts.ts'
import { listMessages } from '#server/db/enquiries.ts'
import { attempt, statusFor } from '#server/reads.ts'
import { useLive } from '#web/browser/live.ts'
import { pageMeta } from '#web/page-meta.ts'
import type { Column } from '#web/ui/back-office/table.tsx'
import type { Route } from './+types/messages-tab'
import { emptyPage, LiveTable } from './live-table.tsx'
import { failedReads } from './words.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  requireAdmin(context, request)
  const shop = context.get(shopContext)
  const failures: string[] = []
  const page = await attempt(shop, {
    read: () => listMessages(shop.db, parseTurn(new URL(request.url).searchParams)),
    fallback: emptyPage,
    failures,
    message: failedReads.messages,
  })
  return data({ page, failures }, statusFor(failures))
}

export const meta: Route.MetaFunction = () => [
  ...pageMeta({ title: 'Messages', description: 'What people wrote to the shop.' }),
  { name: 'robots', content: 'noindex' },
]

type Row = Route.ComponentProps['loaderData']['page']['rows'][number]

export default function MessagesTab({ loaderData: { page, failures } }: Route.ComponentProps) {
  useLive('message')
  return (
    <LiveTable
      thing="message"
      things="messages"
      page={page}
      failures={failures}
      keyOf={({ id }) => id}
      columns={() => COLUMNS}
      empty={{ heading: 'No messages yet', text: 'What people write on the contact page appears here.' }}
    />
  )
}

const COLUMNS: readonly Column<Row>[] = [
  { heading: 'Name', kind: 'row', cell: ({ name }) => name },
  { heading: 'Email', cell: ({ email }) => <a href={`mailto:${email}`}>{email}</a> },
  { heading: 'Phone', cell: ({ phone }) => <a href={`tel:${phone}`}>{phone}</a> },
  { heading: 'Message', kind: 'wide', cell: ({ message }) => <p className="note">{message}</p> },
  { heading: 'Date and time', cell: ({ time }) => <time dateTime={time}>{formatDateTime(time)}</time> },
]
