import { Fragment } from 'react'
import { Link } from 'react-router'
import { parseAuditFilter } from '#domain/admin-lists.ts'
import { AUDIT_AREAS, aboutOf, recordPath } from '#domain/audit/sentences.ts'
import { listAudit } from '#server/admin/audit-queries.ts'
import { useMayOpen } from '#web/admin/frame-data.ts'
import type { Choice } from '#web/admin/table/filter.tsx'
import { useHrefs } from '#web/admin/table/list-controls.tsx'
import { LiveTable } from '#web/admin/table/live-table.tsx'
import { loadTable } from '#web/admin/table/load-table.ts'
import { RowAction } from '#web/admin/table/row-action.tsx'
import { privateMeta } from '#web/page-meta.ts'
import type { Column } from '#web/ui/admin/table.tsx'
import { DateTime } from '#web/ui/date-time.tsx'
import type { Route } from './+types/audit-tab'

export function loader(args: Route.LoaderArgs) {
  const filter = parseAuditFilter(new URL(args.request.url).searchParams)
  return loadTable(args, 'Failed to load the audit', (db, cursor) => listAudit(db, filter, cursor))
}

export const meta = privateMeta({ title: 'Audit', description: 'Who changed what, and when.' })

type Row = Route.ComponentProps['loaderData']['page']['rows'][number]

export default function AuditTab({ loaderData }: Route.ComponentProps) {
  return (
    <LiveTable
      {...loaderData}
      title="Audit"
      filter={{ search: 'Who', name: 'who', choices: CHOICES }}
      noun="entry"
      plural="entries"
      keyOf={({ id }) => id}
      columns={() => COLUMNS}
      empty={{ heading: 'No changes yet', text: 'Changes by staff, sellers and customers appear here.' }}
    />
  )
}

const CHOICES: readonly Choice[] = [
  { label: 'What', name: 'area', options: AUDIT_AREAS },
  { label: 'When: from', name: 'from', options: 'date' },
  { label: 'When: to', name: 'until', options: 'date' },
  { label: 'Record', name: 'subject', options: 'text' },
]

const COLUMNS: readonly Column<Row>[] = [
  {
    heading: 'What happened',
    kind: 'row',
    cell: (row) => (
      <div className="stack gap-2">
        <p>
          <Sentence row={row} />
        </p>
        <Details row={row} />
      </div>
    ),
  },
  { heading: 'Date and time', cell: ({ time }) => <DateTime of={time} /> },
  { heading: 'Undo', kind: 'action', cell: (row) => <Restore row={row} /> },
]

/** `Asha Rao dispatched order 1016: 2 items`; the name leads to what else they did, the record to its page. */
function Sentence({ row }: { row: Row }) {
  const { who, did, subject } = row
  const hrefWith = useHrefs()
  const mayOpen = useMayOpen()
  const about = aboutOf(row)
  const at = did.indexOf(about)
  const to = recordPath(subject)
  const isLink = at >= 0 && to !== undefined && mayOpen(to)
  return (
    <>
      <Link to={hrefWith({ who })}>{who}</Link>{' '}
      {isLink ? (
        <>
          {did.slice(0, at)}
          <Link to={to}>{about}</Link>
          {did.slice(at + about.length)}
        </>
      ) : (
        did
      )}
    </>
  )
}

function Details({ row: { id, actor, subject, before, after } }: { row: Row }) {
  const hrefWith = useHrefs()
  return (
    <details className="fine underlined">
      <summary>Details</summary>
      <p>
        Entry {id}, by {actor.email}, about <Link to={hrefWith({ subject })}>{subject}</Link>
      </p>
      <Diff before={before} after={after} />
    </details>
  )
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

type DiffProps = { before: unknown; after: unknown }

/** The fields that a change has changed; all of them for a record that was created or deleted. */
function Diff({ before, after }: DiffProps) {
  const old = fieldsOf(before)
  const fresh = fieldsOf(after)
  const names = [...new Set([...Object.keys(old), ...Object.keys(fresh)])]
  const changed = names.filter((name) => textOf(old[name]) !== textOf(fresh[name]))
  if (changed.length === 0) return null
  return (
    <dl className="terms before-after">
      {changed.map((name) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>
            {before != null && <del>{textOf(old[name])}</del>} {after != null && <ins>{textOf(fresh[name])}</ins>}
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (value == null) return {}
  return typeof value === 'object' && !Array.isArray(value) ? { ...value } : { value }
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return 'none'
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1)
}
