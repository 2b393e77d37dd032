import { type SubmitEvent, useEffect } from 'react'
import { data, Form, useNavigation } from 'react-router'
import type { User } from '#domain/accounts/user.ts'
import { HONEYPOT_FIELD, messageNumber, parseContactKey, parseContactMessage } from '#domain/contact.ts'
import { mobileKey } from '#domain/delivery/delivery-area.ts'
import { messages } from '#domain/messages.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { parseId } from '#domain/text.ts'
import { saveContactMessage } from '#server/contact/contact.ts'
import { rateLimitKeyOf, shopContext, userContext } from '#server/contexts.ts'
import { readOrFallback } from '#server/http/degraded-reads.ts'
import { readForm } from '#server/http/forms.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import { findOrderRow } from '#server/orders/queries.ts'
import type { Shop } from '#server/shop.ts'
import { contactKeyFor, forgetContactKey } from '#web/client/contact-key.ts'
import { useProblems } from '#web/client/problems.ts'
import { toast } from '#web/client/toast.ts'
import { postContactMessage } from '#web/client/web3forms.ts'
import { retryAfter, textFields } from '#web/form-actions.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { Field, FormMessage, fieldsOf } from '#web/ui/forms/field.tsx'
import { useWords } from '#web/ui/shop-info.ts'
import { WhatsAppLink } from '#web/ui/whatsapp-link.tsx'
import type { Route } from './+types/contact'
import { hasDemoAddress, ShopMap } from './shop-map.tsx'

/** An address with the number of an order prefills the form from it, also without scripts. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const orderId = parseId(params.order)
  if (params.order !== undefined && orderId === undefined) throw data(null, { status: 404 })
  const shop = context.get(shopContext)
  const { web3forms } = shop.config
  const { latitude, longitude } = await shop.settings.readOrLast()
  return {
    // The sandbox's URL is a path on this server.
    isTestMode: web3forms !== undefined && !URL.canParse(web3forms.url),
    place: { latitude, longitude },
    about:
      orderId === undefined
        ? undefined
        : { message: `Order ${orderId}: `, ...(await readSender(shop, context.get(userContext), orderId)) },
  }
}

/** Only the buyer sees the order's name, email and phone. */
async function readSender(shop: Shop, user: User | undefined, orderId: OrderId) {
  const read = async () => user && (await findOrderRow(shop.db, orderId))
  const order = await readOrFallback(shop, { read, fallback: undefined, failures: [] })
  if (!order || order.userId !== user?.userId) return undefined
  return { name: order.name, email: order.email, phone: mobileKey(order.mobileNumber) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const posted = await readForm(request)
  const form = parseContactMessage(posted)
  const values = textFields(posted)
  if (!form.ok) return data({ kind: 'refused' as const, problems: form.problems, values }, { status: 400 })
  // A bot must not learn that it was caught.
  if (posted.get(HONEYPOT_FIELD)) return { kind: 'sent' as const, service: undefined, number: undefined }
  const tooMany = await shop.limits.consume('contact', rateLimitKeyOf(context))
  if (tooMany)
    return data({ kind: 'refused' as const, problems: { form: tooMany.message }, values }, tooManyRequests(tooMany))
  try {
    const { id, service } = await saveContactMessage(shop, form.value, parseContactKey(posted.get('key')))
    return { kind: 'sent' as const, service, number: id && messageNumber(id) }
  } catch (error) {
    shop.log.error('A contact message could not be saved', error)
    return data({ kind: 'failed' as const, problems: {}, values }, { status: 503 })
  }
}

/** Saves the message on our server first, then posts it to the form service, which rejects requests from servers. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  const values = textFields(form)
  const result = await serverAction().catch(() => ({ kind: 'unanswered' as const, problems: {}, values }))
  const contactMessage = parseContactMessage(form)
  if (result.kind !== 'sent' || !result.service || !contactMessage.ok) return result
  const posted = await postContactMessage(result.service, contactMessage.value)
  if (posted !== 'sent') return { kind: posted, problems: {}, values }
  forgetContactKey()
  return result
}

export const headers: Route.HeadersFunction = retryAfter

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, (shop) => ({
    title: 'Contact us',
    description: `Contact ${shop.shopName} by form${hasDemoAddress(shop) ? ', or visit us in Pune' : ''}.`,
  }))

const MESSAGES = {
  sent: messages.messageSent,
  refused: messages.messageNotSent,
  failed: messages.messageNotSent,
  unanswered: messages.messageError,
}

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state === 'submitting'
  const words = useWords()
  const rejected = actionData && actionData.kind !== 'sent' ? actionData : undefined
  const { form, problems } = useProblems(rejected, parseContactMessage)
  const isMended = Object.keys(rejected?.problems ?? {}).length > 0 && Object.keys(problems).length === 0
  const message = actionData && !isMended ? (problems.form ?? MESSAGES[actionData.kind]) : undefined
  const field = fieldsOf(rejected?.values ?? loaderData.about, problems)

  useEffect(() => {
    if (actionData?.kind === 'sent') {
      toast.success(MESSAGES.sent)
      // Clear the form after a successful send.
      form.current?.reset()
    } else if (actionData) toast.error(MESSAGES[actionData.kind])
  }, [actionData, form])

  return (
    <section className="page columns" aria-labelledby="contact-heading">
      <div className="stack gap-3">
        <h1 id="contact-heading">Contact us</h1>
        <p className="quiet">{`Questions about ${words.aNoun} or an order? Send us a message.`}</p>
        <WhatsAppLink text={loaderData.about?.message ?? 'I have a question: '} />
        {loaderData.isTestMode && (
          <p className="test-mode">
            <strong>Test mode</strong>: your message is saved here but not emailed.
          </p>
        )}
        <Form ref={form} method="post" noValidate className="form" onSubmit={setKey}>
          <Field label="Name" {...field('name')} autoComplete="name" required />
          <Field label="Email" {...field('email')} type="email" autoComplete="email" required />
          <Field label="Phone" {...field('phone')} type="tel" autoComplete="tel-national" required hint="10 digits" />
          <Field as="textarea" label="Message" {...field('message')} rows={6} required maxLength={2000} />
          <input type="hidden" name="key" />
          <div hidden>
            <label>
              Leave this field empty <input name={HONEYPOT_FIELD} tabIndex={-1} autoComplete="off" />
            </label>
          </div>
          <Button type="submit" wide busy={busy}>
            Send message
          </Button>
          {message && (
            <FormMessage alert tone={actionData?.kind === 'sent' ? 'good' : 'problem'}>
              {message}
            </FormMessage>
          )}
          {actionData?.kind === 'sent' && actionData.number && (
            <p role="status">
              Your message has the number <strong>{actionData.number}</strong>. Please quote it when you write to us
              again.
            </p>
          )}
        </Form>
      </div>
      <ShopMap place={loaderData.place} />
    </section>
  )
}

/** Adds the idempotency key, so that sending the same message again does not store it twice. */
function setKey({ currentTarget: form }: SubmitEvent<HTMLFormElement>) {
  const fields = new FormData(form)
  fields.delete('key')
  const key = form.elements.namedItem('key')
  if (key instanceof HTMLInputElement) key.value = contactKeyFor(JSON.stringify([...fields]))
}
