import { type SubmitEvent, useEffect, useRef } from 'react'
import toast from 'react-hot-toast/headless'
import { data, Form, useNavigation } from 'react-router'
import { parseContactKey, parseContactMessage, TRAP } from '#domain/contact.ts'
import { messages } from '#domain/messages.ts'
import { saveContactMessage } from '#server/contact/contact.ts'
import { rateLimitKeyOf, shopContext } from '#server/contexts.ts'
import { readForm } from '#server/http/forms.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import { contactKeyFor, forgetContactKey } from '#web/client/enquiry-key.ts'
import { useFocusOnProblem } from '#web/client/focus-on-problem.ts'
import { postContactMessage } from '#web/client/post-enquiry.ts'
import { pageMeta } from '#web/page-meta.ts'
import { retryAfter } from '#web/retry-after.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { Field, FormMessage } from '#web/ui/forms/field.tsx'
import type { Route } from './+types/contact'
import { ShopMap } from './shop-map.tsx'

export function loader({ context }: Route.LoaderArgs) {
  const { web3forms } = context.get(shopContext).config
  // One of the shop's own paths stands in for the real service.
  return { isTestMode: web3forms !== undefined && !URL.canParse(web3forms.url) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const posted = await readForm(request)
  const form = parseContactMessage(posted)
  const typed = Object.fromEntries([...posted].filter(([, value]) => typeof value === 'string')) as Record<
    string,
    string
  >
  if (!form.ok) return data({ kind: 'refused' as const, problems: form.problems, typed }, { status: 400 })
  // A program learns nothing from its answer.
  if (posted.get(TRAP)) return { kind: 'sent' as const, service: undefined }
  const tooMany = await shop.limits.take('contact', rateLimitKeyOf(context))
  if (tooMany)
    return data({ kind: 'refused' as const, problems: { form: tooMany.message }, typed }, tooManyRequests(tooMany))
  try {
    const service = await saveContactMessage(shop, form.value, parseContactKey(posted.get('key')))
    return { kind: 'sent' as const, service }
  } catch (error) {
    shop.log.error(messages.messageRefused, error)
    return data({ kind: 'failed' as const, problems: {}, typed }, { status: 503 })
  }
}

/** Kept by the shop first; then the form service is told too, which takes nothing from a server. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  const typed = Object.fromEntries(form) as Record<string, string>
  const answer = await serverAction().catch(() => ({ kind: 'unanswered' as const, problems: {}, typed }))
  const contactMessage = parseContactMessage(form)
  if (answer.kind !== 'sent' || !answer.service || !contactMessage.ok) return answer
  const posted = await postContactMessage(answer.service, contactMessage.value)
  if (posted !== 'sent') return { kind: posted, problems: {}, typed }
  forgetContactKey()
  return answer
}

export const headers: Route.HeadersFunction = retryAfter

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Contact us', description: 'Write to Gamla, or find us in Pune: address, map and a short form.' })

const SENTENCES = {
  sent: messages.messageSent,
  refused: messages.messageRefused,
  failed: messages.messageRefused,
  unanswered: messages.messageFailed,
}

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state === 'submitting'
  const values = actionData && actionData.kind !== 'sent' ? actionData : undefined
  const problems: Record<string, string> = values?.problems ?? {}
  const message = actionData && SENTENCES[actionData.kind]
  const form = useRef<HTMLFormElement>(null)
  useFocusOnProblem(form, values)

  useEffect(() => {
    if (actionData?.kind === 'sent') {
      toast.success(SENTENCES.sent)
      // A message that was sent leaves an empty form behind.
      form.current?.reset()
    } else if (actionData) toast.error(SENTENCES[actionData.kind])
  }, [actionData])

  return (
    <section className="page contact" aria-labelledby="contact-heading">
      <div>
        <h1 id="contact-heading">Contact us</h1>
        <p className="quiet">Questions about a pot, an order or a whole terrace: we answer within two working days.</p>
        {loaderData.isTestMode && (
          <p className="test-mode">
            <strong>Test mode</strong>: your message reaches the back office and nobody else.
          </p>
        )}
        <Form ref={form} method="post" noValidate className="form" onSubmit={nameIt}>
          <Field
            label="Name"
            name="name"
            autoComplete="name"
            required
            defaultValue={values?.typed.name}
            error={problems.name}
          />
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            required
            defaultValue={values?.typed.email}
            error={problems.email}
          />
          <Field
            label="Phone"
            name="phone"
            type="tel"
            autoComplete="tel-national"
            required
            hint="10 digits."
            defaultValue={values?.typed.phone}
            error={problems.phone}
          />
          <Field
            as="textarea"
            label="Message"
            name="message"
            rows={6}
            required
            maxLength={2000}
            defaultValue={values?.typed.message}
            error={problems.message}
          />
          <input type="hidden" name="key" />
          <div hidden>
            <label>
              Leave this empty <input name={TRAP} tabIndex={-1} autoComplete="off" />
            </label>
          </div>
          <Button type="submit" wide busy={busy}>
            Send message
          </Button>
          {message && (
            <FormMessage alert tone={actionData.kind === 'sent' ? 'good' : 'problem'}>
              {message} {problems.form}
            </FormMessage>
          )}
        </Form>
      </div>
      <ShopMap />
    </section>
  )
}

/** Says which message this is before it goes, so that sending it again does not make two. */
function nameIt({ currentTarget: form }: SubmitEvent<HTMLFormElement>) {
  const fields = new FormData(form)
  fields.delete('key')
  const key = form.elements.namedItem('key')
  if (key instanceof HTMLInputElement) key.value = contactKeyFor(JSON.stringify([...fields]))
}
