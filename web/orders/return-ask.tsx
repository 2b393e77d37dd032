import '#web/styles/orders.css'
import { type ChangeEvent, useState } from 'react'
import { data, Form, Link, redirect } from 'react-router'
import { IMAGE_TYPES } from '#domain/catalog/forms/image-limits.ts'
import { messages } from '#domain/messages.ts'
import { wishesFor } from '#domain/returns/ask.ts'
import { parseReturnForm, RETURN_PICTURES_MAX, RETURN_WORDS_MAX } from '#domain/returns/forms.ts'
import { ASKED_REASONS, RETURN_REASONS, WISH_NAMES, WISHES } from '#domain/returns/return-request.ts'
import { parseId } from '#domain/text.ts'
import { getUser, rateLimitKeyOf, shopContext } from '#server/contexts.ts'
import { readOrFail } from '#server/http/degraded-reads.ts'
import { readUpload } from '#server/http/forms.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import { askForReturn } from '#server/returns/ask.ts'
import { type ReturnForm, readReturnForm } from '#server/returns/page.ts'
import { useProblems } from '#web/client/problems.ts'
import { CONNECTION_LOST, FIX, orIfLost, retryAfter, textFields } from '#web/form-actions.ts'
import { privateMeta } from '#web/page-meta.ts'
import { LinkButton, SubmitButton } from '#web/ui/forms/button.tsx'
import { Field, FormMessage, fieldsOf } from '#web/ui/forms/field.tsx'
import { Options } from '#web/ui/forms/options.tsx'
import { useLastResult } from '#web/ui/forms/use-last-result.ts'
import type { Route } from './+types/return-ask'

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const id = parseId(params.id)
  const read = async () => id && readReturnForm(shop, getUser(context), id)
  const form = await readOrFail(shop, messages.ordersFailed, read)
  if (!id || !form) throw data(null, { status: 404 })
  return { id, ...form, formKey: crypto.randomUUID() }
}

type Refused = { ok: false; message: string; problems?: Record<string, string>; values: Record<string, string> }

/** Another person's order gets the same answer as one that does not exist. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const user = getUser(context)
  const id = parseId(params.id)
  if (!id) throw data(null, { status: 404 })
  const upload = await readUpload(context, request)
  const fields = upload.ok ? upload.fields : new FormData()
  const refuse = (init: ResponseInit, message: string, problems: Record<string, string> = {}) =>
    data<Refused>({ ok: false, message, problems: withPictureNote(problems, sent), values: textFields(fields) }, init)
  const files = upload.ok ? upload.files.filter(({ field }) => field === 'pictures').map(({ file }) => file) : []
  const sent = files.length
  const tooMany = await shop.limits.consume('returns', rateLimitKeyOf(context))
  if (tooMany) return refuse(tooManyRequests(tooMany), tooMany.message)
  if (!upload.ok) return refuse({ status: upload.status }, FIX, { pictures: upload.problem })
  const parsed = parseReturnForm(fields)
  if (!parsed.ok) return refuse({ status: 400 }, parsed.problems.key ? RELOAD : FIX, parsed.problems)
  const asked = await askForReturn(shop, user, id, parsed.value, files)
  if (asked.ok) return redirect(`/orders/${id}?returned=${asked.id}#returns`)
  switch (asked.reason) {
    case 'not-found':
      throw data(null, { status: 404 })
    case 'used-key':
      return refuse({ status: 409 }, RELOAD)
    case 'pictures':
      return refuse({ status: asked.status }, FIX, { pictures: asked.problem })
    case 'problems':
      return refuse({ status: 409 }, asked.problems.form ?? FIX, asked.problems)
  }
}

const RELOAD = 'This form was sent before. Copy your text, reload the page and send it again.'

/** No browser fills in chosen files again. */
function withPictureNote(problems: Record<string, string>, sent: number): Record<string, string> {
  return sent > 0 && !problems.pictures ? { ...problems, pictures: 'Choose your pictures again.' } : problems
}

/** A network error is shown at the form, which keeps what was typed. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orIfLost(serverAction(), {
    ok: false as const,
    message: CONNECTION_LOST,
    values: {} as Record<string, string>,
  })
}

export const headers: Route.HeadersFunction = retryAfter

export const meta = privateMeta({ title: 'Something is wrong', description: 'Tell us what is wrong with your order.' })

export default function AskPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, isOpen, lines } = loaderData
  return (
    <div className="page stack minor order-page">
      <p>
        <Link to={`/orders/${id}`}>Order {id}</Link>
      </p>
      <h1>Something is wrong</h1>
      {isOpen && lines.length > 0 ? (
        <AskForm {...loaderData} answer={actionData} />
      ) : (
        <>
          <p>
            {isOpen
              ? 'You have asked for everything of this order already.'
              : 'Nothing of this order can be returned: it was not sent, or it is cancelled.'}
          </p>
          <div>
            <LinkButton to={`/orders/${id}`}>See your order</LinkButton>
          </div>
        </>
      )}
    </div>
  )
}

type AskFormProps = ReturnForm & {
  formKey: string
  answer: Refused | { ok: false; message: string; values: Record<string, string> } | undefined
}

function AskForm({ lines, settings, formKey, answer }: AskFormProps) {
  const result = useLastResult(answer)
  const { form, problems, message } = useProblems(result, parseReturnForm)
  const values = result?.values ?? {}
  const field = fieldsOf<string>(values, problems)
  const [only] = lines.length === 1 ? lines : []
  const [item, setItem] = useState(values.item ?? String(only?.position ?? ''))
  const [reason, setReason] = useState(values.reason ?? '')
  const [wanted, setWanted] = useState(values.wanted ?? '')
  // While a page of the same form revalidates, the form keeps its first key: it is one request.
  const [key] = useState(values.key ?? formKey)
  const line = lines.find(({ position }) => String(position) === item)
  const wishes = wishesAt(reason) ?? WISH_NAMES

  /** Undefined: no reason is chosen yet. */
  function wishesAt(chosen: string) {
    const known = ASKED_REASONS.find((each) => each === chosen)
    return known && wishesFor(known, line ?? { available: 1 }, settings)
  }

  /** The first wish of the reason, unless the buyer has chosen another one of it. */
  function chooseReason(next: string) {
    setReason(next)
    const given = wishesAt(next)
    if (given && !given.some((wish) => wish === wanted)) setWanted(given[0] ?? '')
  }

  const select = (name: string, value: string, choose: (value: string) => void) => ({
    as: 'select' as const,
    name,
    value,
    error: problems[name],
    required: true,
    onChange: (event: ChangeEvent<HTMLSelectElement>) => choose(event.currentTarget.value),
  })

  return (
    <Form method="post" encType="multipart/form-data" ref={form} noValidate className="stack">
      <input type="hidden" name="key" value={key} />
      <Field label="Item" {...select('item', item, setItem)}>
        <option value="">Choose</option>
        {lines.map(({ position, title, choice, left }) => (
          <option key={position} value={position}>
            {[title, choice].filter(Boolean).join(' · ')}
            {left > 1 && ` (${left})`}
          </option>
        ))}
      </Field>
      <Field
        label="How many"
        type="number"
        inputMode="numeric"
        min={1}
        max={line?.left}
        required
        {...field('quantity')}
        defaultValue={values.quantity ?? '1'}
      />
      <Field label="Reason" {...select('reason', reason, chooseReason)}>
        <option value="">Choose</option>
        <Options of={Object.entries(RETURN_REASONS)} />
      </Field>
      <Field as="textarea" label="What happened" rows={5} maxLength={RETURN_WORDS_MAX} required {...field('words')} />
      <Field
        label="Pictures"
        name="pictures"
        type="file"
        multiple
        accept={IMAGE_TYPES.join(',')}
        hint={`Optional, up to ${RETURN_PICTURES_MAX}. JPEG, PNG, WebP or AVIF. We remove where and when they were taken, and only you and we see them.`}
        error={problems.pictures}
      />
      <Field label="I would like" {...select('wanted', wanted, setWanted)}>
        <option value="">Choose</option>
        <Options of={wishes.map((wish) => [wish, WISHES[wish]])} />
      </Field>
      <div>
        <SubmitButton>Send</SubmitButton>
      </div>
      {message && <FormMessage alert>{message}</FormMessage>}
    </Form>
  )
}
