import { data, Link } from 'react-router'
import { parseUserId, type Role } from '#domain/accounts/user.ts'
import { parseUserFilter } from '#domain/admin-lists.ts'
import { findAccountById } from '#server/accounts/queries.ts'
import { setRole } from '#server/accounts/roles.ts'
import { listTags } from '#server/admin/customer-queries.ts'
import { listUsers } from '#server/admin/people-queries.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import { readOrFallback } from '#server/http/degraded-reads.ts'
import type { Shop } from '#server/shop.ts'
import { type ActionResult, sendWithToast, skipRevalidationOnFailure } from '#web/admin/action-result.ts'
import { confirmFirst, readPress, runAction } from '#web/admin/run-action.ts'
import type { Choice } from '#web/admin/table/filter.tsx'
import { DocumentButton } from '#web/admin/table/list-controls.tsx'
import { LiveTable } from '#web/admin/table/live-table.tsx'
import { loadTable } from '#web/admin/table/load-table.ts'
import { RowAction } from '#web/admin/table/row-action.tsx'
import { privateMeta } from '#web/page-meta.ts'
import type { Column } from '#web/ui/admin/table.tsx'
import { DateTime } from '#web/ui/date-time.tsx'
import type { Route } from './+types/users-tab'

export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const filter = parseUserFilter(new URL(args.request.url).searchParams)
  const tags = await readOrFallback(shop, { read: () => listTags(shop.db), fallback: [], failures: [] })
  const rest = { sort: filter.sort, self: getUser(args.context).userId, tags }
  return loadTable(args, 'Failed to load users', (db, cursor) => listUsers(db, filter, cursor), rest)
}

const toasts = { done: 'Role changed successfully', failed: 'Failed to change role' }

export async function action({ context, request }: Route.ActionArgs) {
  const { shop, user: admin, form, address } = await readPress({ context, request })
  const role = form.get('role')
  const userId = parseUserId(form.get('userId'))
  if (form.get('intent') !== 'role' || userId === undefined || (role !== 'seller' && role !== 'user')) {
    return data<ActionResult>({ ok: false, message: toasts.failed }, { status: 400 })
  }
  const question = await findQuestion(shop.db, userId, role, form.get('from'))
  const confirmation = question !== undefined && confirmFirst(request, form, question)
  if (confirmation) return confirmation
  return runAction(shop, toasts, async () => {
    const changed = await setRole(shop, admin, userId, role)
    if (!changed.ok) return changed.reason !== 'not-found' && REFUSALS[changed.reason]
    shop.securityLog.record('role-changed', { account: userId, address, by: admin.userId, to: role })
    return true
  })
}

const REFUSALS = {
  'last-admin': 'The shop needs at least one admin',
  'is-staff': 'This person is a member of staff. Change their role under Staff.',
  'not-allowed': 'Only an admin can change an admin’s role.',
}

/** The question to confirm first, without scripts too; undefined: none. */
async function findQuestion(db: Shop['db'], userId: string, role: 'seller' | 'user', from: unknown) {
  if (from === 'admin') return 'Remove this admin role?'
  if (role === 'user') return undefined
  const account = await findAccountById(db, userId)
  return account && !account.isEmailConfirmed
    ? `Make ${account.name} a seller? ${unconfirmedWarning(account)}`
    : undefined
}

export const clientAction = sendWithToast(toasts.failed)

export const shouldRevalidate = skipRevalidationOnFailure

export const meta = privateMeta({ title: 'Users', description: 'Everyone with an account.' })

type Row = Route.ComponentProps['loaderData']['page']['rows'][number]

export default function UsersTab({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <LiveTable
      {...loaderData}
      title="Users"
      filter={{ search: 'Search name or email', choices: choices(loaderData.tags) }}
      actions={<DocumentButton to="/adminDashboard/export/users">Export CSV</DocumentButton>}
      noun="user"
      keyOf={({ userId }) => userId}
      columns={() => columns(loaderData.self)}
      answer={actionData}
      empty={{ heading: 'No users yet', text: 'New accounts appear here.' }}
    />
  )
}

function choices(tags: readonly string[]): Choice[] {
  const role = { label: 'Role', name: 'role', options: { user: 'User', seller: 'Seller', admin: 'Admin' } }
  const byTag = { label: 'Tag', name: 'tag', options: tags.map((tag) => [tag, tag] as const) }
  return tags.length > 0 ? [role, byTag] : [role]
}

function columns(self: string): readonly Column<Row>[] {
  return [
    { heading: 'Name', kind: 'row', cell: (row) => <Name {...row} /> },
    { heading: 'Email', kind: 'wide', cell: ({ email }) => email },
    { heading: 'Uid', cell: ({ userId }) => <code>{userId}</code> },
    { heading: 'Role', cell: ({ role, staffRole }) => <span className="badge">{staffRole ?? role}</span> },
    {
      heading: 'Date',
      sorts: { descending: 'newest', ascending: 'oldest' },
      cell: ({ time }) => <DateTime of={time} />,
    },
    { heading: 'Change role', kind: 'action', cell: (row) => <ChangeRole row={row} isSelf={row.userId === self} /> },
  ]
}

function Name({ userId, name, tags }: Row) {
  return (
    <span className="cluster gap-2">
      <Link id={`user-${userId}`} to={`/adminDashboard/users/${userId}`}>
        {name}
      </Link>
      {tags.map((tag) => (
        <span key={tag} className="badge">
          {tag}
        </span>
      ))}
    </span>
  )
}

const NEXT_ROLE = { user: 'seller', seller: 'user', admin: 'user' } as const satisfies Record<Role, Role>

/** Users become sellers and back. An admin can only be made a user: new ones are invited under Staff, or created by the operator. */
function ChangeRole({ row, isSelf }: { row: Row; isSelf: boolean }) {
  const { userId, role } = row
  const next = NEXT_ROLE[role]
  const confirm = confirmationOf(row, isSelf)
  return (
    <RowAction
      action="/adminDashboard/users"
      fields={{ intent: 'role', userId, role: next, from: role }}
      describedBy={`user-${userId}`}
      {...(confirm && { confirm })}
    >
      {next === 'seller' ? 'Make seller' : 'Make user'}
    </RowAction>
  )
}

function confirmationOf({ name, email, role, isEmailConfirmed }: Row, isSelf: boolean) {
  if (role === 'admin')
    return {
      question: isSelf ? 'Remove your own admin role?' : `Remove the admin role of ${name}?`,
      text: `${isSelf ? 'You lose' : `${name} loses`} access immediately. This cannot be undone here.`,
      action: 'Make user',
    }
  if (role === 'seller' || isEmailConfirmed) return undefined
  return {
    question: `Make ${name} a seller?`,
    text: unconfirmedWarning({ email }),
    action: 'Make seller',
  }
}

function unconfirmedWarning({ email }: { email: string }): string {
  return `The address ${email} is not confirmed: the person who signed up with it may not own it. The account is logged out everywhere. Ask its owner to log in with “Email me a code” first.`
}
