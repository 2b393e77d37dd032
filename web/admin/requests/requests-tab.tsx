import { Link } from 'react-router'
import { messages } from '#domain/messages.ts'
import { listRequests } from '#server/admin/people-queries.ts'
import { UserId } from '#web/admin/table/cells.tsx'
import { LiveTable } from '#web/admin/table/live-table.tsx'
import { loadTable } from '#web/admin/table/load-table.ts'
import { privateMeta } from '#web/page-meta.ts'
import type { Column } from '#web/ui/admin/table.tsx'
import { DateTime } from '#web/ui/date-time.tsx'
import { useWords } from '#web/ui/shop-info.ts'
import type { Route } from './+types/requests-tab'

export function loader(args: Route.LoaderArgs) {
  return loadTable(args, messages.requestsFailed, listRequests)
}

export const meta = privateMeta((_, { nouns }) => ({
  title: 'Requests',
  description: `Requests for sold-out ${nouns}.`,
}))

type Row = Route.ComponentProps['loaderData']['page']['rows'][number]

export default function RequestsTab({ loaderData }: Route.ComponentProps) {
  const words = useWords()
  return (
    <LiveTable
      {...loaderData}
      title="Requests"
      noun="request"
      keyOf={({ id }) => id}
      columns={() => COLUMNS}
      empty={{ heading: 'No requests', text: `Requests for sold-out ${words.nouns} appear here.` }}
    />
  )
}

const COLUMNS: readonly Column<Row>[] = [
  {
    heading: 'Product',
    kind: 'row',
    cell: ({ productId, title }) =>
      title ? (
        <Link to={`/adminDashboard?q=${encodeURIComponent(title)}`}>{title}</Link>
      ) : (
        `Product ${productId}, deleted`
      ),
  },
  { heading: 'Name', cell: ({ name }) => name },
  { heading: 'Email', cell: ({ email }) => <a href={`mailto:${email}`}>{email}</a> },
  { heading: 'Note', kind: 'wide', cell: ({ note }) => <p className="note">{note}</p> },
  { heading: 'Uid', cell: ({ userId }) => <UserId userId={userId} none="Guest" /> },
  { heading: 'Date and time', cell: ({ time }) => <DateTime of={time} /> },
]
