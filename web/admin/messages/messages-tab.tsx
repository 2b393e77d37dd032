import { Link } from 'react-router'
import { parseMessageFilter } from '#domain/admin-lists.ts'
import { MESSAGE_STATE_LABELS, messageNumber } from '#domain/contact.ts'
import { listMessages } from '#server/contact/queries.ts'
import { moveMessage } from '#server/contact/replies.ts'
import { messagesFor } from '#web/admin/action-messages.ts'
import { sendWithToast, skipRevalidationOnFailure } from '#web/admin/action-result.ts'
import { idOf, readPress, runAction } from '#web/admin/run-action.ts'
import { LiveTable } from '#web/admin/table/live-table.tsx'
import { loadTable } from '#web/admin/table/load-table.ts'
import { useLive } from '#web/client/live.ts'
import { CONNECTION_LOST } from '#web/form-actions.ts'
import { privateMeta } from '#web/page-meta.ts'
import type { Column } from '#web/ui/admin/table.tsx'
import { DateTime } from '#web/ui/date-time.tsx'
import { LinkButton } from '#web/ui/forms/button.tsx'
import type { Route } from './+types/messages-tab'
import { MessageState, MoveMessage } from './message-state.tsx'

export function loader(args: Route.LoaderArgs) {
  const filter = parseMessageFilter(new URL(args.request.url).searchParams)
  return loadTable(args, 'Failed to load messages', (db, cursor) => listMessages(db, filter, cursor))
}

const buttons = {
  close: { done: 'Message closed', failed: 'Failed to close message' },
  reopen: { done: 'Message reopened', failed: 'Failed to reopen message' },
}

export async function action({ context, request }: Route.ActionArgs) {
  const { shop, user: staff, form } = await readPress({ context, request })
  const [intent, toasts] = messagesFor(buttons, form.get('intent'))
  const id = idOf(form)
  return runAction(shop, toasts, async () => id !== undefined && moveMessage(shop, staff, id, intent))
}

export const clientAction = sendWithToast(CONNECTION_LOST)

export const shouldRevalidate = skipRevalidationOnFailure

export const meta = privateMeta({ title: 'Messages', description: 'Messages from the contact page.' })

type Row = Route.ComponentProps['loaderData']['page']['rows'][number]

export default function MessagesTab({ loaderData, actionData }: Route.ComponentProps) {
  useLive('message')
  return (
    <LiveTable
      {...loaderData}
      title="Messages"
      filter={{ choices: [{ label: 'State', name: 'state', options: MESSAGE_STATE_LABELS }] }}
      noun="message"
      keyOf={({ id }) => id}
      columns={() => COLUMNS}
      answer={actionData}
      empty={{ heading: 'No messages yet', text: 'Messages from the contact page appear here.' }}
    />
  )
}

const COLUMNS: readonly Column<Row>[] = [
  { heading: 'Name', kind: 'row', cell: ({ id, name }) => <Link to={`/adminDashboard/messages/${id}`}>{name}</Link> },
  { heading: 'Number', cell: ({ id }) => messageNumber(id) },
  { heading: 'State', cell: ({ state }) => <MessageState state={state} /> },
  { heading: 'Email', cell: ({ email }) => <a href={`mailto:${email}`}>{email}</a> },
  { heading: 'Phone', cell: ({ phone }) => <a href={`tel:${phone}`}>{phone}</a> },
  { heading: 'Message', kind: 'wide', cell: ({ message }) => <p className="note">{message}</p> },
  { heading: 'Date and time', cell: ({ time }) => <DateTime of={time} /> },
  {
    heading: 'Answer',
    kind: 'action',
    cell: (row) => (
      <div className="cluster gap-2">
        <LinkButton
          to={`/adminDashboard/messages/${row.id}#reply`}
          variant="quiet"
          small
          aria-label={`Reply to ${row.name}`}
        >
          Reply
        </LinkButton>
        <MoveMessage message={row} />
      </div>
    ),
  },
]
