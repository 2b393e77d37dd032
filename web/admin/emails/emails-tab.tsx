import { data } from 'react-router'
import { EMAIL_NAMES } from '#domain/messages/templates.ts'
import { formatDateTime } from '#domain/time.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import { readForm } from '#server/http/forms.ts'
import { listUnsentMessages } from '#server/messages/queries.ts'
import { resendEmail } from '#server/messages/send.ts'
import { emailActionMessages, failedReads } from '#web/admin/action-messages.ts'
import { type ActionResult, runWithToast, skipRevalidationOnFailure } from '#web/admin/action-result.ts'
import { hasHeading } from '#web/admin/has-heading.ts'
import { idOf, runAction } from '#web/admin/run-action.ts'
import { LiveTable } from '#web/admin/table/live-table.tsx'
import { loadTable } from '#web/admin/table/load-table.ts'
import { RowAction } from '#web/admin/table/row-action.tsx'
import { privatePageMeta } from '#web/page-meta.ts'
import type { Column } from '#web/ui/admin/table.tsx'
import type { Route } from './+types/emails-tab'

export function loader(args: Route.LoaderArgs) {
  return loadTable(args, failedReads.emails, listUnsentMessages)
}

export async function action({ context, request }: Route.ActionArgs) {
  const admin = getUser(context)
  const shop = context.get(shopContext)
  const form = await readForm(request)
  const toasts = emailActionMessages['send-again']
  const id = idOf(form)
  if (form.get('intent') !== 'send-again' || id === undefined) {
    return data<ActionResult>({ ok: false, message: toasts.failed }, { status: 400 })
  }
  return runAction(shop, toasts, () => resendEmail(shop, admin, id))
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return runWithToast(serverAction, emailActionMessages['send-again'].failed)
}

export const shouldRevalidate = skipRevalidationOnFailure

export const handle = hasHeading

export const meta: Route.MetaFunction = (args) =>
  privatePageMeta(args, { title: 'Emails', description: 'Emails to shoppers that were not sent.' })

type Row = Route.ComponentProps['loaderData']['page']['rows'][number]

/** Emails that failed or were held back. The dashboard around it listens for changes. */
export default function EmailsTab({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <LiveTable
      {...loaderData}
      title="Emails"
      noun="email"
      keyOf={({ id }) => id}
      columns={() => COLUMNS}
      answer={actionData}
      empty={{
        heading: 'All emails were sent',
        text: 'Emails that the email service rejects, or that exceed the daily limit of an address, appear here.',
      }}
    />
  )
}

const COLUMNS: readonly Column<Row>[] = [
  {
    heading: 'Email',
    kind: 'row',
    cell: ({ id, template, subject }) => (
      <span id={`email-${id}`}>
        {EMAIL_NAMES[template]}, {subject}
      </span>
    ),
  },
  { heading: 'To', cell: ({ params: { email } }) => <a href={`mailto:${email}`}>{email}</a> },
  {
    heading: 'Status',
    cell: ({ state }) => <span className="badge">{state === 'held' ? 'Held: daily limit' : 'Failed'}</span>,
  },
  { heading: 'Reason', kind: 'wide', cell: ({ problem }) => <p className="note">{problem}</p> },
  {
    heading: 'Action',
    kind: 'action',
    cell: (row) => (
      <RowAction
        action="/adminDashboard/emails"
        fields={{ intent: 'send-again', id: row.id }}
        describedBy={`email-${row.id}`}
      >
        Send again
      </RowAction>
    ),
  },
  { heading: 'Message', kind: 'wide', cell: ({ params: { status } }) => <p className="note">{status}</p> },
  { heading: 'Attempts', cell: ({ tries }) => tries },
  { heading: 'Date and time', cell: ({ time }) => <time dateTime={time}>{formatDateTime(time)}</time> },
]
