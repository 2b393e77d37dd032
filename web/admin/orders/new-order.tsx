import '#web/styles/orders.css'
import { useState } from 'react'
import { data, Form, redirect, useNavigation } from 'react-router'
import { formatRupees, type Rupees } from '#domain/money.ts'
import type { DeliveryAddress } from '#domain/orders/address.ts'
import { cashReason, PAYMENT_WORDS } from '#domain/orders/cash.ts'
import { changeProblemText, parseAdded } from '#domain/orders/change-form.ts'
import { addField } from '#domain/orders/change-lines.ts'
import type { QuotedLine } from '#domain/orders/order.ts'
import { NO_PICK_UP, PICK_UP } from '#domain/orders/pick-up.ts'
import { DESK_PAYMENTS, parseTakenOrder } from '#domain/orders/take-order.ts'
import { wordsOf } from '#domain/shop/wording.ts'
import { cleanLine } from '#domain/text.ts'
import { shopContext } from '#server/contexts.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import { type FoundCustomer, findCustomers } from '#server/orders/customer-queries.ts'
import { type Taken, takeOrder } from '#server/orders/take.ts'
import { readPress } from '#web/admin/run-action.ts'
import { AddressFields } from '#web/checkout/address-fields.tsx'
import { DraftNotice } from '#web/client/admin/draft.tsx'
import { useProblems } from '#web/client/problems.ts'
import { FIX, textField, textFields } from '#web/form-actions.ts'
import { privateMeta } from '#web/page-meta.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { Field, FieldError, FormMessage } from '#web/ui/forms/field.tsx'
import { useLastResult } from '#web/ui/forms/use-last-result.ts'
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx'
import { useShopInfo } from '#web/ui/shop-info.ts'
import type { Route } from './+types/new-order'
import { NOTHING_PICKED, type Picked, PickProducts, usePickedDraft, useTyped, withPicked } from './pick-products.tsx'
import { readPicked } from './pick-result.ts'

export async function loader({ context }: Route.LoaderArgs) {
  return { formKey: crypto.randomUUID(), mayPayOnline: context.get(shopContext).payments.isAvailable }
}

/** The answer to a form that has placed no order: what was typed and found, and what is wrong. */
type Answer = {
  message?: string
  problems: Record<string, string>
  values: Record<string, string>
  picked: Picked
  customers: FoundCustomer[]
}

const NOTHING_TYPED: Answer = { problems: {}, values: {}, picked: NOTHING_PICKED, customers: [] }

export async function action({ context, request }: Route.ActionArgs) {
  const { shop, user: desk, form, address } = await readPress({ context, request })
  const customers = await findCustomers(shop.db, cleanLine(textField(form, 'customer')))
  const used = customers.find(({ userId }) => userId === textField(form, 'use'))
  const values = { ...textFields(form), ...(used && valuesOf(used)) }
  const answer: Answer = { problems: {}, values, picked: await readPicked(shop, form), customers }
  if (form.get('intent') !== 'save') return data<Answer>(answer)
  const refuse = (status: number, message: string, problems: Record<string, string> = {}) =>
    data<Answer>({ ...answer, message, problems }, { status })
  const parsed = parseTakenOrder(form)
  if (!parsed.ok) return refuse(400, FIX, parsed.problems)
  if (parsed.value.payment === 'link' && !shop.payments.isAvailable)
    return refuse(409, FIX, { payment: 'Online payment is not available.' })
  const by = { address, account: desk.userId }
  const tooMany = await shop.limits.consumeOnce('order', by, parsed.value.key)
  if (tooMany) return data<Answer>({ ...answer, message: tooMany.message }, tooManyRequests(tooMany))
  const taken = await takeOrder(shop, desk, parsed.value)
  if (taken.ok) throw redirect(`/adminDashboard/orders/${taken.order.id}`)
  if (taken.reason !== 'changed') return refuse(409, refusalText(taken, parsed.value.isPickedUp === true))
  const words = wordsOf(await shop.settings.read())
  const problems = Object.fromEntries(
    taken.quotes.flatMap((quote) => {
      const field = fieldOf(answer.picked, quote)
      return quote.problem && field ? [[field, changeProblemText(quote.problem, words)]] : []
    }),
  )
  return refuse(409, FIX, problems)
}

/** The fields that a customer who was found fills in. */
function valuesOf({ userId, name, email, address }: FoundCustomer): Record<string, string> {
  return { name, ...address, email, userId }
}

/** The field of the variant that a quote is about. */
function fieldOf({ chosen }: Picked, { id, sizeCode, selectedColor }: QuotedLine): string | undefined {
  const name = [sizeCode, selectedColor].filter((part) => part !== '').join(' · ')
  const found = chosen.find(({ variant }) => variant.productId === id && variant.choice === name)
  return found && addField(found.variant.variantId)
}

function refusalText(taken: Exclude<Taken, { ok: true } | { reason: 'changed' }>, isPickedUp: boolean): string {
  switch (taken.reason) {
    case 'no-cash':
      return `${cashReason(taken.refusal, isPickedUp)}. Choose another payment.`
    case 'offers':
    case 'delivery-fee':
    case 'paused':
    case 'voucher':
      return taken.message
    case 'no-delivery':
      return 'The shop does not deliver to this pincode.'
    case 'no-pick-up':
      return NO_PICK_UP
    case 'no-customer':
    case 'account-deleted':
      return 'This customer no longer exists. Find or enter the customer again.'
    case 'unknown-variant':
      return 'A product was deleted. Find it again.'
    case 'deleted':
      return 'The order of this form was deleted. Reload the page to take another.'
  }
}

export const handle = { needsHeading: true }

export const meta = privateMeta({ title: 'New order', description: 'Take an order on the phone or at the counter.' })

export default function NewOrder({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastResult(actionData)
  // The first key stays, so that a repeated press takes one order.
  const [key] = useState(loaderData.formKey)
  const payments = Object.entries(DESK_PAYMENTS).filter(([payment]) => payment !== 'link' || loaderData.mayPayOnline)
  const busy = useNavigation().state !== 'idle'
  const { deliveryFees, pickUpAt } = useShopInfo()
  const { form, problems, message } = useProblems(answer)
  const { typed, noteTyped } = useTyped(answer)
  const { values, picked, customers } = answer ?? NOTHING_TYPED
  const isPickedUp = pickUpAt !== '' && (typed ? typed.get(PICK_UP) : values[PICK_UP]) === 'yes'
  const draft = usePickedDraft({ name: 'new order', form, answer, picked })
  return (
    <div className="stack">
      <Breadcrumbs trail={[{ label: 'Orders', to: '/adminDashboard/orders?view=orders' }, { label: 'New order' }]} />
      <h2>New order</h2>
      <Form method="post" ref={form} noValidate preventScrollReset className="columns" onInput={noteTyped}>
        <div className="stack gap-6">
          <DraftNotice draft={draft} />
          {answer?.message && message && <FormMessage alert>{message}</FormMessage>}
          <input type="hidden" name="key" value={key} />
          <section aria-labelledby="customer" className="box stack">
            <h3 id="customer">Customer</h3>
            <div className="row bottom find">
              <Field
                label="Find a customer"
                name="customer"
                type="search"
                defaultValue={values.customer}
                placeholder="Phone, email or name"
              />
              <Button type="submit" variant="quiet" busy={busy} aria-label="Find customer">
                Find
              </Button>
            </div>
            <Customers customers={customers} chosen={values.userId} typed={values.customer} busy={busy} />
            {/* Begun anew with the customer that was chosen. */}
            <div className="stack" key={values.userId}>
              {/* A text field, so that a draft keeps who was chosen. */}
              <input name="userId" defaultValue={values.userId ?? ''} hidden />
              <Field
                label="Email"
                name="email"
                type="email"
                defaultValue={values.email}
                error={problems.email}
                hint="Leave empty if the customer has none: then they get no emails."
              />
              <AddressFields problems={problems} values={values as Partial<DeliveryAddress>} />
            </div>
          </section>
        </div>
        <div className="stack gap-6">
          <section aria-labelledby="products" className="box stack">
            <h3 id="products">Products</h3>
            <FieldError id="find" error={problems.find} />
            <PickProducts picked={picked} problems={problems} busy={busy} />
          </section>
          {pickUpAt && (
            <label className="check">
              <input type="checkbox" name={PICK_UP} value="yes" defaultChecked={values[PICK_UP] === 'yes'} /> Pick up at{' '}
              {pickUpAt}
            </label>
          )}
          <fieldset className="box stack gap-2">
            <legend>Payment</legend>
            {payments.map(([payment, label]) => (
              <label key={payment} className="check">
                <input
                  type="radio"
                  name="payment"
                  value={payment}
                  defaultChecked={(values.payment ?? 'cash') === payment}
                />
                {payment === 'cash' && isPickedUp ? PAYMENT_WORDS.cashThere : label}
              </label>
            ))}
            <FieldError id="payment" error={problems.payment} />
          </fieldset>
          <div className="cluster">
            <p role="status">
              Total <strong>{formatRupees(totalOf(picked, typed))}</strong>
              {deliveryFees.length > 0 && !isPickedUp && ', and the delivery to this address'}
            </p>
            <Button type="submit" name="intent" value="save" busy={busy}>
              Place order
            </Button>
          </div>
        </div>
        <input type="hidden" name="intent" value="draft" />
      </Form>
    </div>
  )
}

function totalOf(picked: Picked, typed: FormData | undefined): Rupees {
  const { added, seenPrices } = parseAdded(withPicked(typed, {}, picked))
  return added.reduce((sum, { variantId, quantity }) => sum + quantity * (seenPrices.get(variantId) ?? 0), 0)
}

type CustomersProps = {
  customers: readonly FoundCustomer[]
  chosen: string | undefined
  typed: string | undefined
  busy: boolean
}

function Customers({ customers, chosen, typed, busy }: CustomersProps) {
  if (customers.length === 0) return typed ? <p role="status">No customer found. Enter a new one.</p> : null
  return (
    <ul className="lines" aria-label="Customers found">
      {customers.map(({ userId, name, email, address }) => (
        <li key={userId} className="cluster spread">
          <div>
            <strong>{name}</strong>
            <p className="quiet">{[address?.mobileNumber, email, address?.city].filter(Boolean).join(' · ')}</p>
          </div>
          {chosen === userId ? (
            <span className="badge">Chosen</span>
          ) : (
            <Button type="submit" variant="quiet" name="use" value={userId} busy={busy} aria-label={`Use ${name}`}>
              Use
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
