import { data, Form, Link, redirect } from 'react-router'
import { messages } from '#domain/messages.ts'
import { parseWantedOrder } from '#domain/orders/find-order.ts'
import { addressContext, shopContext } from '#server/contexts.ts'
import { readOrFail } from '#server/http/degraded-reads.ts'
import { readForm } from '#server/http/forms.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import { isOrderOf } from '#server/orders/queries.ts'
import { useProblems } from '#web/client/problems.ts'
import { CONNECTION_LOST, orIfLost, retryAfter, textFields } from '#web/form-actions.ts'
import { privateMeta } from '#web/page-meta.ts'
import { SubmitButton } from '#web/ui/forms/button.tsx'
import { Field, FormMessage, fieldsOf } from '#web/ui/forms/field.tsx'
import type { Route } from './+types/find-order'

/** A wrong number, a wrong contact and a deleted order have the same answer, so that nobody can find out which orders exist. */
const NOT_FOUND = 'We found no order with this number and this email or phone. Please check both.'

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const posted = await readForm(request)
  const values = textFields(posted)
  const form = parseWantedOrder(posted)
  if (!form.ok) return data({ problems: form.problems, values }, { status: 400 })
  const { id } = form.value
  const address = context.get(addressContext)
  const tooMany =
    (await shop.limits.consume('findOrder', { address, account: `${id} at ${address}` })) ??
    (await shop.limits.consume('findOrderAnywhere', { address: `${id}` }))
  if (tooMany) return data({ problems: { form: tooMany.message }, values }, tooManyRequests(tooMany))
  const found = await readOrFail(shop, messages.ordersFailed, () => isOrderOf(shop.db, form.value))
  if (!found) return data({ problems: { form: NOT_FOUND }, values }, { status: 404 })
  return redirect(shop.trackingLinks.trackingPath(id))
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const values = textFields(await request.clone().formData())
  return orIfLost(serverAction(), { problems: { form: CONNECTION_LOST }, values })
}

export const headers: Route.HeadersFunction = retryAfter

export const meta = privateMeta({ title: 'Track order', description: 'See where your order is.' })

export default function FindOrder({ actionData }: Route.ComponentProps) {
  const { form, problems, message } = useProblems(actionData, parseWantedOrder)
  const field = fieldsOf(actionData?.values, problems)
  return (
    <section className="page narrow stack" aria-labelledby="track-heading">
      <h1 id="track-heading">Track order</h1>
      <Form ref={form} method="post" noValidate className="form">
        <Field label="Order number" {...field('order')} inputMode="numeric" required />
        <Field label="Email or phone" {...field('contact')} autoComplete="email" required hint="As in the order" />
        <SubmitButton wide>Track order</SubmitButton>
        {message && <FormMessage alert>{message}</FormMessage>}
      </Form>
      <p>
        Or <Link to="/userDashboard">see all your orders</Link> in your account.
      </p>
    </section>
  )
}
