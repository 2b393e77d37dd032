import { formatDateTime } from '#domain/time.ts'
import { listMessages } from '#server/contact/queries.ts'
import { failedReads } from '#web/admin/action-messages.ts'
import { LiveTable } from '#web/admin/table/live-table.tsx'
import { loadTable } from '#web/admin/table/load-table.ts'
import { useLive } from '#web/client/live.ts'
import { privatePageMeta } from '#web/page-meta.ts'
import type { Column } from '#web/ui/admin/table.tsx'
import type { Route } from './+types/messages-tab'

export function loader(args: Route.LoaderArgs) {
  return loadTable(args, failedReads.messages, listMessages)
}

export const meta: Route.MetaFunction = (args) =>
  privatePageMeta(args, { title: 'Messages', description: 'Messages from the contact page.' })

type Row = Route.ComponentProps['loaderData']['page']['rows'][number]

export default function MessagesTab({ loaderData }: Route.ComponentProps) {
  useLive('message')
  return (
    <LiveTable
      {...loaderData}
      noun="message"
      keyOf={({ id }) => id}
      columns={() => COLUMNS}
      empty={{ heading: 'No messages yet', text: 'Messages from the contact page appear here.' }}
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
