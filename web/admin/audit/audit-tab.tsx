import { Link } from 'react-router'
import { parseAuditFilter } from '#domain/admin-lists.ts'
import { formatDateTime } from '#domain/time.ts'
import { listAudit } from '#server/admin/people-queries.ts'
import { failedReads } from '#web/admin/action-messages.ts'
import { Filter, useHrefs } from '#web/admin/table/list-controls.tsx'
import { LiveTable } from '#web/admin/table/live-table.tsx'
import { loadTable } from '#web/admin/table/load-table.ts'
import { RowAction } from '#web/admin/table/row-action.tsx'
import { privatePageMeta } from '#web/page-meta.ts'
import type { Column } from '#web/ui/admin/table.tsx'
import type { Route } from './+types/audit-tab'
import { Diff } from './diff.tsx'

export function loader(args: Route.LoaderArgs) {
  const filter = parseAuditFilter(new URL(args.request.url).searchParams)
  return loadTable(args, failedReads.audit, (db, cursor) => listAudit(db, filter, cursor))
}

export const meta: Route.MetaFunction = (args) =>
  privatePageMeta(args, { title: 'Audit', description: 'Who changed what, and when.' })

type Row = Route.ComponentProps['loaderData']['page']['rows'][number]

export default function AuditTab({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <div className="cluster spread bottom gap-4">
        <Filter search="Record, such as product 17" name="subject" />
      </div>
      <LiveTable
        {...loaderData}
        noun="entry"
        plural="entries"
        keyOf={({ id }) => id}
        columns={() => COLUMNS}
        empty={{ heading: 'No changes yet', text: 'Changes by admins and sellers appear here.' }}
      />
    </>
  )
}

const COLUMNS: readonly Column<Row>[] = [
  { heading: 'Date and time', kind: 'row', cell: ({ time }) => <time dateTime={time}>{formatDateTime(time)}</time> },
  { heading: 'Entry', cell: ({ id }) => id },
  { heading: 'Who', cell: ({ actor }) => actor.email },
  { heading: 'What', cell: ({ action }) => <span className="first-capital">{action}</span> },
  { heading: 'Record', cell: ({ subject }) => <Subject subject={subject} /> },
  {
    heading: 'Before and after',
    kind: 'wide',
    cell: ({ before, after }) => <Diff before={before} after={after} />,
  },
  { heading: 'Undo', kind: 'action', cell: (row) => <Restore row={row} /> },
]

function Subject({ subject }: { subject: string }) {
  const hrefWith = useHrefs()
  return <Link to={hrefWith({ subject })}>{subject}</Link>
}

/** Offers to restore a deleted product; the server checks whether it was restored already. */
function Restore({ row: { action, subject } }: { row: Row }) {
  const id = /^product (\d+)$/.exec(subject)?.[1]
  if (action !== 'delete product' || !id) return null
  return (
    <RowAction action="/adminDashboard" fields={{ intent: 'restore', id }}>
      Restore
    </RowAction>
  )
}
