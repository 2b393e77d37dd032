import '#web/styles/orders.css'
import { useState } from 'react'
import { data, Link, type ShouldRevalidateFunctionArgs } from 'react-router'
import { messageNumber, parseReply, REPLY_MAX } from '#domain/contact.ts'
import { parseId } from '#domain/text.ts'
import { readMessagePage } from '#server/admin/message-page.ts'
import { replyToMessage } from '#server/contact/replies.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import { readOrFail } from '#server/http/degraded-reads.ts'
import { fixFields, sendDesk } from '#web/admin/action-result.ts'
import { DeskForm, LastDeskResult } from '#web/admin/desk-form.tsx'
import { useMayOpen } from '#web/admin/frame-data.ts'
import { CustomerLink } from '#web/admin/may-link.tsx'
import { OrderLinks } from '#web/admin/order-links.tsx'
import { readPress, runDesk } from '#web/admin/run-action.ts'
import { ActionResultMessage } from '#web/admin/table/action-result-message.tsx'
import { useLive } from '#web/client/live.ts'
import { textFields } from '#web/form-actions.ts'
import { privateMeta } from '#web/page-meta.ts'
import { DateTime } from '#web/ui/date-time.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { useLastResult } from '#web/ui/forms/use-last-result.ts'
import type { Route } from './+types/message-page'
import { MessageState, MoveMessage } from './message-state.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const id = parseId(params.id)
  const read = async () => id && readMessagePage(shop.db, getUser(context), id)
  const page = await readOrFail(shop, 'Failed to load messages', read)
  if (!page) throw data(null, { status: 404 })
  return { ...page, formKey: crypto.randomUUID() }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { shop, user: staff, form } = await readPress({ context, request })
  const id = parseId(params.id)
  if (!id) throw data(null, { status: 404 })
  return runDesk(shop, form, `message ${id}`, async () => {
    const reply = parseReply(form)
    if (!reply.ok) return fixFields(reply.problems)
    const replied = await replyToMessage(shop, staff, id, reply.value)
    if (replied.ok) return { ok: true, message: 'Reply sent' }
    if (replied.reason === 'not-found') return { ok: false, message: 'This message no longer exists.' }
    return { ok: false, message: CHANGED, values: { ...textFields(form), seen: String(replied.replies) } }
  })
}

const CHANGED = 'Someone has replied since you opened it. Read that reply; then send yours, or leave it.'

export const clientAction = sendDesk

/** A refusal shows what somebody else has replied. */
export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return actionResult?.intent === 'reply' || defaultShouldRevalidate
}

export const handle = { needsHeading: true }

export const meta = privateMeta({ title: 'Message', description: 'A message from the contact page.' })

export default function MessagePage({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastResult(actionData)
  const { message, replies, account, orders, formKey } = loaderData
  useLive('message', 'email')
  return (
    <LastDeskResult value={answer}>
      <div className="stack order-page">
        <div className="cluster spread">
          <h2>Message from {message.name}</h2>
          <div className="cluster gap-3">
            <MessageState state={message.state} />
            <MoveMessage message={message} />
          </div>
        </div>
        {answer && <ActionResultMessage answer={answer} />}
        <div className="columns">
          <div className="stack gap-5">
            <article className="box stack gap-3">
              <p className="fine quiet">
                <strong>{messageNumber(message.id)}</strong>, <DateTime of={message.time} />, {message.email},{' '}
                {message.phone}
              </p>
              <p className="note">{message.message}</p>
            </article>
            {replies.map(({ id, author, reply, time, ...email }) => (
              <article key={id} className="box stack gap-3">
                <p className="fine quiet">
                  <DateTime of={time} />, {author ?? 'deleted user'}, <ReplyEmail {...email} />
                </p>
                <p className="note">{reply}</p>
              </article>
            ))}
            <ReplyForm formKey={formKey} seen={replies.length} email={message.email} />
          </div>
          <aside className="stack gap-5">
            <Customer message={message} account={account} orders={orders} />
          </aside>
        </div>
      </div>
    </LastDeskResult>
  )
}

type PageData = Route.ComponentProps['loaderData']

function Customer({ message, account, orders }: Pick<PageData, 'message' | 'account' | 'orders'>) {
  return (
    <section aria-labelledby="customer" className="box stack gap-3">
      <h3 id="customer">
        Orders{account && ' of '}
        {account && <CustomerLink userId={account.userId}>{account.name}</CustomerLink>}
      </h3>
      {!account && <p>No account has this email address.</p>}
      {account && !account.isEmailConfirmed && (
        <p>This address is not confirmed: the message may not come from {account.name}.</p>
      )}
      {orders && <OrderLinks {...orders} email={message.email} />}
    </section>
  )
}

/** Follows the email, which a job sends after the reply. */
function ReplyEmail({
  emailState = 'queued',
  emailProblem,
}: Pick<PageData['replies'][number], 'emailState' | 'emailProblem'>) {
  const mayOpen = useMayOpen()
  if (emailState === 'sent' || emailState === 'delivered' || emailState === 'read') return 'emailed'
  if (emailState === 'unclear') return `emailed: ${emailProblem}`
  if (emailState === 'queued') return emailProblem ? `waiting to be emailed: ${emailProblem}` : 'waiting to be emailed'
  return (
    <>
      not emailed: {emailProblem}{' '}
      {mayOpen('/adminDashboard/emails') && <Link to="/adminDashboard/emails">See Sent</Link>}
    </>
  )
}

type ReplyFormProps = { formKey: string; seen: number; email: string }

/** While nothing is typed, it follows the page; what is typed answers the conversation as it was then. */
function ReplyForm({ formKey, seen, email }: ReplyFormProps) {
  const [opened, setOpened] = useState({ formKey, seen })
  const [text, setText] = useState('')
  if (text === '' && opened.formKey !== formKey) setOpened({ formKey, seen })
  return (
    <DeskForm intent="reply" fields={{ key: opened.formKey }} className="stack gap-3" onDone={() => setText('')}>
      {({ problems, values, busy }) => (
        <>
          <input type="hidden" name="seen" value={values.seen ?? opened.seen} />
          <Field
            as="textarea"
            id="reply"
            label="Reply"
            name="reply"
            rows={6}
            maxLength={REPLY_MAX}
            hint={`Goes by email to ${email}.`}
            error={problems.reply}
            // Without scripts what was typed comes back with the answer.
            value={text === '' && values.reply !== undefined ? values.reply : text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <div className="cluster">
            <Button type="submit" busy={busy}>
              Send reply
            </Button>
            <p>
              <Link to="/adminDashboard/messages">All messages</Link>
            </p>
          </div>
        </>
      )}
    </DeskForm>
  )
}
