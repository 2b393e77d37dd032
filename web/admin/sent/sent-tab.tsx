import { data, Link } from 'react-router'
import { parseSentFilter } from '#domain/admin-lists.ts'
import { recordPath } from '#domain/audit/sentences.ts'
import { CHANNEL_LABELS, type Channel, mayResend, SENT_LABELS } from '#domain/messages/sent-message.ts'
import { MESSAGE_NAMES } from '#domain/messages/templates.ts'
import { resendMessage } from '#server/messages/send.ts'
import { listSentMessages } from '#server/messages/sent-queries.ts'
import { type ActionResult, sendWithToast, skipRevalidationOnFailure } from '#web/admin/action-result.ts'
import { MayLink } from '#web/admin/may-link.tsx'
import { idOf, readPress, runAction } from '#web/admin/run-action.ts'
import type { Choice } from '#web/admin/table/filter.tsx'
import { LiveTable } from '#web/admin/table/live-table.tsx'
import { loadTable } from '#web/admin/table/load-table.ts'
import { RowAction } from '#web/admin/table/row-action.tsx'
import { privateMeta } from '#web/page-meta.ts'
import type { Column } from '#web/ui/admin/table.tsx'
import { DateTime } from '#web/ui/date-time.tsx'
import type { Route } from './+types/sent-tab'

export function loader(args: Route.LoaderArgs) {
  const filter = parseSentFilter(new URL(args.request.url).searchParams)
  return loadTable(args, 'Failed to load emails', (db, cursor) => listSentMessages(db, filter, cursor))
}

const toasts = { done: '', failed: 'Failed to resend message' }

const QUEUED_AGAIN: Record<Channel, string> = {
  email: 'Email queued for resending',
  whatsapp: 'WhatsApp message queued for resending',
  push: 'Push queued for resending',
}

export async function action({ context, request }: Route.ActionArgs) {
  const { shop, user: admin, form } = await readPress({ context, request })
  const id = idOf(form)
  if (form.get('intent') !== 'send-again' || id === undefined) {
    return data<ActionResult>({ ok: false, message: toasts.failed }, { status: 400 })
  }
  return runAction(shop, toasts, async () => {
    const channel = await resendMessage(shop, admin, id)
    return channel !== undefined && { done: QUEUED_AGAIN[channel] }
  })
}

export const clientAction = sendWithToast(toasts.failed)

export const shouldRevalidate = skipRevalidationOnFailure

export const meta = privateMeta({
  title: 'Sent',
  description: 'Messages to customers and staff, and how far they got.',
})

type Row = Route.ComponentProps['loaderData']['page']['rows'][number]

/** Messages of every channel. The dashboard around it listens for changes. */
export default function SentTab({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <LiveTable
      {...loaderData}
      title="Sent"
      filter={{ search: 'Person or order', choices: CHOICES }}
      noun="message"
      keyOf={({ id }) => id}
      columns={() => COLUMNS}
      answer={actionData}
      empty={{
        heading: 'No messages yet',
        text: 'Messages to customers appear here, except those with a code or a link to log in, which are not kept.',
      }}
    />
  )
}

const CHOICES: readonly Choice[] = [
  { label: 'Channel', name: 'channel', options: CHANNEL_LABELS },
  { label: 'State', name: 'state', options: { 'not-sent': 'Not sent', ...SENT_LABELS } },
]

/** Links are filled in when it is sent. */
const LINK = /\{\{[\w-]{1,40}\}\}/g

const COLUMNS: readonly Column<Row>[] = [
  { heading: 'Message', kind: 'row', cell: (row) => <Name row={row} /> },
  { heading: 'To', cell: ({ params }) => <Recipient {...params} /> },
  { heading: 'Channel', cell: ({ channel }) => CHANNEL_LABELS[channel] },
  { heading: 'State', kind: 'wide', cell: (row) => <State row={row} /> },
  {
    heading: 'What was said',
    kind: 'wide',
    cell: ({ params: { status } }) => <p className="note">{status.replace(LINK, '…')}</p>,
  },
  { heading: 'Date and time', cell: ({ time }) => <DateTime of={time} /> },
  { heading: 'Action', kind: 'action', cell: (row) => <Actions row={row} /> },
]

/** `Order placed, order 1001`; what it is about leads to its page. */
function Name({ row: { id, template, subject } }: { row: Row }) {
  // Of an account the time follows.
  const [, user] = /^(user [\w-]+)/.exec(subject) ?? []
  const to = recordPath(user ?? subject)
  const about = user ? 'account' : subject
  return (
    <span id={`message-${id}`}>
      {MESSAGE_NAMES[template]}, {to ? <MayLink to={to}>{about}</MayLink> : about}
    </span>
  )
}

function Actions({ row }: { row: Row }) {
  return (
    <div className="cluster gap-2">
      {row.channel === 'email' && (
        <Link
          className="button quiet small"
          to={`/adminDashboard/emails/${row.id}`}
          aria-describedby={`message-${row.id}`}
        >
          Show
        </Link>
      )}
      {mayResend(row.state) && <SendAgain row={row} />}
    </div>
  )
}

function Recipient({ name, email, phone }: Row['params']) {
  return (
    <span>
      {name}
      <br />
      {phone ? <a href={`tel:${phone}`}>{phone}</a> : email && <a href={`mailto:${email}`}>{email}</a>}
    </span>
  )
}

function State({ row: { state, problem, tries } }: { row: Row }) {
  return (
    <div className="stack gap-2">
      <p>
        <span className="badge">{SENT_LABELS[state]}</span>
      </p>
      {problem && <p className="note">{problem}</p>}
      {tries > 1 && <p className="fine">{tries} tries</p>}
    </div>
  )
}

/** Asks first where the customer has got it already. */
function SendAgain({ row: { id, template, state, params } }: { row: Row }) {
  const isThere = state === 'sent' || state === 'delivered' || state === 'read'
  return (
    <RowAction
      action="/adminDashboard/emails"
      fields={{ intent: 'send-again', id }}
      describedBy={`message-${id}`}
      confirm={
        isThere
          ? {
              question: 'Send it again?',
              text: `${params.name} has got “${MESSAGE_NAMES[template]}” already, and gets it once more.`,
              action: 'Send again',
            }
          : undefined
      }
    >
      Send again
    </RowAction>
  )
}
