import { data } from 'react-router'
import { parseUserFilter } from '#domain/admin-lists.ts'
import { endAnySession } from '#server/accounts/profile/sessions.ts'
import { listSessions } from '#server/admin/session-queries.ts'
import { getSession } from '#server/contexts.ts'
import { type ActionResult, sendWithToast, skipRevalidationOnFailure } from '#web/admin/action-result.ts'
import { readPress, runAction } from '#web/admin/run-action.ts'
import type { Choice } from '#web/admin/table/filter.tsx'
import { LiveTable } from '#web/admin/table/live-table.tsx'
import { loadTable } from '#web/admin/table/load-table.ts'
import { RowAction } from '#web/admin/table/row-action.tsx'
import { useLive } from '#web/client/live.ts'
import { privateMeta } from '#web/page-meta.ts'
import type { Column } from '#web/ui/admin/table.tsx'
import { DateTime } from '#web/ui/date-time.tsx'
import type { Route } from './+types/sessions-tab'

export function loader(args: Route.LoaderArgs) {
  const filter = parseUserFilter(new URL(args.request.url).searchParams)
  const rest = { sort: filter.sort, current: getSession(args.context).id }
  return loadTable(args, 'Failed to load sessions', (db, cursor) => listSessions(db, filter, cursor), rest)
}

const toasts = { done: 'Session ended', failed: 'Failed to end session' }

export async function action({ context, request }: Route.ActionArgs) {
  const { shop, user: admin, form, address } = await readPress({ context, request })
  const id = form.get('id')
  if (form.get('intent') !== 'end' || typeof id !== 'string' || !/^[\w-]{1,100}$/.test(id)) {
    return data<ActionResult>({ ok: false, message: toasts.failed }, { status: 400 })
  }
  return runAction(shop, toasts, async () => {
    const userId = await endAnySession(shop, admin, id)
    if (!userId) return 'This session has already ended'
    shop.securityLog.record('session-ended', { account: userId, address, by: admin.userId })
    return true
  })
}

export const clientAction = sendWithToast(toasts.failed)

export const shouldRevalidate = skipRevalidationOnFailure

export const meta = privateMeta({ title: 'Sessions', description: 'Everyone who is logged in, and where.' })

type Row = Route.ComponentProps['loaderData']['page']['rows'][number]

export default function SessionsTab({ loaderData, actionData }: Route.ComponentProps) {
  useLive('session')
  return (
    <LiveTable
      {...loaderData}
      title="Sessions"
      filter={{ search: 'Search name or email', choices: CHOICES }}
      noun="session"
      keyOf={({ id }) => id}
      columns={() => columns(loaderData.current)}
      answer={actionData}
      empty={{ heading: 'No sessions', text: 'Everyone who is logged in appears here.' }}
    />
  )
}

const CHOICES: readonly Choice[] = [
  { label: 'Role', name: 'role', options: { user: 'User', seller: 'Seller', admin: 'Admin' } },
]

function columns(current: string): readonly Column<Row>[] {
  return [
    {
      heading: 'Person',
      kind: 'row',
      cell: ({ id, user }) => <span id={`session-${id}`}>{user.name}</span>,
    },
    { heading: 'Email', kind: 'wide', cell: ({ user }) => user.email },
    { heading: 'Role', cell: ({ user }) => <span className="badge">{user.staffRole ?? user.role}</span> },
    {
      heading: 'Device',
      cell: ({ id, device }) => (
        <>
          {device} {id === current && <span className="badge">This session</span>}
        </>
      ),
    },
    {
      heading: 'Logged in',
      sorts: { descending: 'newest', ascending: 'oldest' },
      cell: ({ loggedIn }) => <DateTime of={loggedIn} />,
    },
    { heading: 'Last used', cell: ({ lastUsed }) => <DateTime of={lastUsed} /> },
    {
      heading: 'End session',
      kind: 'action',
      cell: ({ id }) => (
        <RowAction action="/adminDashboard/sessions" fields={{ intent: 'end', id }} describedBy={`session-${id}`}>
          End
        </RowAction>
      ),
    },
  ]
}
