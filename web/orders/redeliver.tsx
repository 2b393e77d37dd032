import { data, Form, Link, useNavigation } from 'react-router'
import { formatArrival } from '#domain/delivery/delivery-area.ts'
import { firstDayOf, lastDayFor, parseDeliveryAnswer } from '#domain/orders/not-delivered.ts'
import { shopContext } from '#server/contexts.ts'
import { readForm } from '#server/http/forms.ts'
import { answerUndelivered, readUndelivered, type Undelivered } from '#server/order-page/not-delivered.ts'
import { useProblems } from '#web/client/problems.ts'
import { textFields } from '#web/form-actions.ts'
import { privateMeta } from '#web/page-meta.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { Field, FormMessage, fieldsOf } from '#web/ui/forms/field.tsx'
import type { Route } from './+types/redeliver'
import { noOrder, openOrderLink } from './order-link.ts'

export async function loader(args: Route.LoaderArgs) {
  const id = await openOrderLink(args, 'redeliver')
  const shop = args.context.get(shopContext)
  const parcel = await readUndelivered(shop.db, id)
  if (!parcel) throw noOrder()
  const first = firstDayOf(shop.now())
  const last = lastDayFor(shop.now())
  return { parcel, first, last, trackingPath: shop.trackingLinks.trackingPath(id) }
}

export async function action(args: Route.ActionArgs) {
  const id = await openOrderLink(args, 'redeliver')
  const shop = args.context.get(shopContext)
  const form = await readForm(args.request)
  const parsed = parseDeliveryAnswer(form, shop.now())
  if (!parsed.ok) return data({ problems: parsed.problems, values: textFields(form) }, { status: 400 })
  const parcel = await answerUndelivered(shop, id, parsed.value)
  if (!parcel) throw noOrder()
  // It has moved on since the page was opened, which the page says.
  return data({ parcel }, { status: parcel.state === 'answered' ? 200 : 409 })
}

export const meta = privateMeta({ title: 'Your parcel', description: 'Choose when and where the courier tries again.' })

export default function Redeliver({ loaderData, actionData }: Route.ComponentProps) {
  const { first, last, trackingPath } = loaderData
  const parcel = actionData && 'parcel' in actionData ? actionData.parcel : loaderData.parcel
  const refused = actionData && 'problems' in actionData ? actionData : undefined
  const busy = useNavigation().state === 'submitting'
  const { form, problems, message } = useProblems(refused)
  const field = fieldsOf<string>(refused?.values, problems)
  return (
    <section className="page narrow" aria-labelledby="redeliver-heading">
      <h1 id="redeliver-heading">Your parcel was not delivered</h1>
      {parcel.state === 'waiting' ? (
        <>
          <p>
            The courier has tried {parcel.attempts <= 1 ? 'once' : 'twice'} to deliver order {parcel.id}. After three
            times the parcel comes back to us.
          </p>
          <Form method="post" ref={form} noValidate className="form">
            <Field label="Day" type="date" required min={first} max={last} {...field('day')} />
            <Field
              label="Phone"
              type="tel"
              autoComplete="tel"
              hint="Leave empty if the courier has the right number."
              {...field('phone')}
            />
            <Field
              as="textarea"
              label="Address"
              rows={3}
              maxLength={300}
              hint="Leave empty if it is right. The pincode stays."
              {...field('address')}
            />
            {message && <FormMessage alert>{message}</FormMessage>}
            <Button type="submit" name="answer" value="again" wide busy={busy}>
              Try again on this day
            </Button>
          </Form>
          <Form method="post" className="form">
            <Button type="submit" name="answer" value="cancel" variant="quiet" wide busy={busy}>
              I don’t want it any more: cancel
            </Button>
          </Form>
        </>
      ) : (
        <div className="form" role="status">
          <FormMessage tone={parcel.state === 'answered' ? 'good' : 'plain'}>{sentenceOf(parcel)}</FormMessage>
        </div>
      )}
      <p>
        <Link to={trackingPath}>See the order</Link>
      </p>
    </section>
  )
}

function sentenceOf({ state, given, attempts, id }: Undelivered): string {
  if (state === 'over') return `Order ${id} is on its way again, or has arrived. There is nothing to choose.`
  if (state === 'back')
    return `The courier has tried ${attempts} ${attempts === 1 ? 'time' : 'times'}, so the parcel comes back to us. We will write to you when it arrives.`
  if (given?.day) return `Thank you. We tell the courier to try again on ${formatArrival(given.day)}.`
  return `We tell the courier to bring the parcel back, and have your request to cancel order ${id}.`
}
