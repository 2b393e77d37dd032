import { useEffect } from 'react'
import toast from 'react-hot-toast'
import { data, Form, useNavigation } from 'react-router'
import { parseEnquiry, TRAP } from '#domain/contact.ts'
import { messages } from '#domain/messages.ts'
import { shopContext } from '#server/contexts.ts'
import { keepEnquiry } from '#server/enquiries.ts'
import { readForm } from '#server/forms.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, FormMessage } from '#web/ui/field.tsx'
import type { Route } from './+types/contact'
import { ShopMap } from './shop-map.tsx'

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const posted = await readForm(request)
  const form = parseEnquiry(posted)
  const typed = Object.fromEntries([...posted].filter(([, value]) => typeof value === 'string')) as Record<
    string,
    string
  >
  if (!form.ok) return data({ kind: 'refused' as const, problems: form.problems, typed }, { status: 400 })
  // A program learns nothing from its answer.
  if (posted.get(TRAP)) return { kind: 'sent' as const }
  try {
    await keepEnquiry(shop, form.value)
    return { kind: 'sent' as const }
  } catch (error) {
    shop.log.error(messages.messageRefused, error)
    return data({ kind: 'failed' as const, problems: {}, typed }, { status: 503 })
  }
}

/** An answer that never came. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const typed = Object.fromEntries(await request.clone().formData()) as Record<string, string>
  return serverAction().catch(() => ({ kind: 'unanswered' as const, problems: {}, typed }))
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Contact us', description: 'Write to Gamla, or find us in Pune: address, map and a short form.' })

const SENTENCES = {
  sent: messages.messageSent,
  refused: messages.messageRefused,
  failed: messages.messageRefused,
  unanswered: messages.messageFailed,
}

export default function Contact({ actionData }: Route.ComponentProps) {
  const busy = useNavigation().state === 'submitting'
  const kept = actionData && actionData.kind !== 'sent' ? actionData : undefined
  const problems: Record<string, string> = kept?.problems ?? {}
  const sentence = actionData && SENTENCES[actionData.kind]

  useEffect(() => {
    if (actionData?.kind === 'sent') toast.success(SENTENCES.sent)
    else if (actionData) toast.error(SENTENCES[actionData.kind])
  }, [actionData])

  return (
    <section className="page contact" aria-labelledby="contact-heading">
      <div>
        <h1 id="contact-heading">Contact us</h1>
        <p className="quiet">Questions about a pot, an order or a whole terrace: we answer within two working days.</p>
        {/* A message that was sent leaves an empty form behind. */}
        <Form method="post" noValidate className="form" key={actionData?.kind === 'sent' ? 'sent' : 'typing'}>
          <Field
            label="Name"
            name="name"
            autoComplete="name"
            required
            defaultValue={kept?.typed.name}
            error={problems.name}
          />
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            required
            defaultValue={kept?.typed.email}
            error={problems.email}
          />
          <Field
            label="Phone"
            name="phone"
            type="tel"
            autoComplete="tel-national"
            required
            hint="10 digits."
            defaultValue={kept?.typed.phone}
            error={problems.phone}
          />
          <Field
            as="textarea"
            label="Message"
            name="message"
            rows={6}
            required
            maxLength={2000}
            defaultValue={kept?.typed.message}
            error={problems.message}
          />
          <div hidden>
            <label>
              Leave this empty <input name={TRAP} tabIndex={-1} autoComplete="off" />
            </label>
          </div>
          <Button type="submit" wide busy={busy}>
            Send message
          </Button>
          {sentence && (
            <FormMessage alert tone={actionData.kind === 'sent' ? 'good' : 'problem'}>
              {sentence}
            </FormMessage>
          )}
        </Form>
      </div>
      <ShopMap />
    </section>
  )
}
