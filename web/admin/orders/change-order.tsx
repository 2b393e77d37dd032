import '#web/styles/orders.css'
import { useState } from 'react'
import { data, Form, redirect, type ShouldRevalidateFunctionArgs, useNavigation } from 'react-router'
import { formatRupees } from '#domain/money.ts'
import {
  changeProblemText,
  describeTyped,
  exchangeValue,
  keepTyped,
  parseChange,
  removeField,
  totalAfter,
  type VariantToSell,
} from '#domain/orders/change-form.ts'
import {
  decideMoney,
  lineName,
  moneyText,
  newQuantityField,
  type PresentLine,
  variantField,
} from '#domain/orders/change-lines.ts'
import { wordsOf } from '#domain/shop/wording.ts'
import { isUuid, parseId } from '#domain/text.ts'
import { shopContext } from '#server/contexts.ts'
import { changeLines, readChangeForm } from '#server/order-page/change-lines.ts'
import { readPress } from '#web/admin/run-action.ts'
import { DraftNotice } from '#web/client/admin/draft.tsx'
import { useProblems } from '#web/client/problems.ts'
import { FIX, textField, textFields } from '#web/form-actions.ts'
import { privatePageMeta } from '#web/page-meta.ts'
import { Button, LinkButton } from '#web/ui/forms/button.tsx'
import { CheckboxField, Field, FormMessage, HiddenFields } from '#web/ui/forms/field.tsx'
import { useLastResult } from '#web/ui/forms/use-last-result.ts'
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx'
import type { Route } from './+types/change-order'
import { CHANGE_REFUSALS } from './desk-actions.ts'
import {
  NOTHING_PICKED,
  type Picked,
  PickProducts,
  usePickedDraft,
  useTyped,
  variantText,
  withPicked,
} from './pick-products.tsx'
import { readPicked } from './pick-result.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const id = parseId(params.id)
  if (id === undefined) throw data(null, { status: 404 })
  const form = await readChangeForm(shop, id)
  // All of it was sent or cancelled since the link was shown, as the order's page says.
  if (form === undefined) throw redirect(`/adminDashboard/orders/${id}`)
  return { id, form, formKey: crypto.randomUUID() }
}

/** The answer to a form that was not saved: what was typed, what was found, and what is wrong. */
type Answer = {
  message?: string
  problems: Record<string, string>
  values: Record<string, string>
  picked: Picked
  /** Somebody else has changed the order; what was typed for lines that it no longer holds. */
  isChanged?: boolean
  typed?: string[]
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const id = parseId(params.id)
  if (!id) throw data(null, { status: 404 })
  const { shop, user: admin, form } = await readPress({ context, request })
  const answer = { problems: {}, values: textFields(form), picked: await readPicked(shop, form) }
  if (form.get('intent') !== 'save') return data<Answer>(answer)
  const refuse = (status: number, refusal: Partial<Answer>) => data<Answer>({ ...answer, ...refusal }, { status })
  const parsed = parseChange(form)
  if (!parsed.ok) return refuse(400, { message: FIX, problems: parsed.problems })
  const seen = textField(form, 'seen')
  const asked = { key: textField(form, 'key'), orderId: id, seen, wanted: parsed.value }
  if (!isUuid(asked.key)) return refuse(400, { message: 'Please reload the page.' })
  const changed = await changeLines(shop, admin, asked)
  if (changed.ok) throw redirect(`/adminDashboard/orders/${id}`)
  if (changed.reason === 'not-found') throw data(null, { status: 404 })
  if (changed.reason === 'problems') {
    const words = wordsOf(await shop.settings.read())
    const problems = Object.fromEntries(
      Object.entries(changed.problems).map(([field, problem]) => [field, changeProblemText(problem, words)]),
    )
    return refuse(409, { message: FIX, problems })
  }
  if (changed.reason !== 'changed') return refuse(409, { message: CHANGE_REFUSALS[changed.reason] })
  const now = await readChangeForm(shop, id)
  const values = now ? keepTyped(answer.values, seen, now.seen) : answer.values
  const message = `Order ${id} was changed since you opened it. This is what it holds now. Check what you typed, then save again.`
  return refuse(409, { message, isChanged: true, values, typed: describeTyped(seen, form) })
}

export const handle = { needsHeading: true }

export const meta: Route.MetaFunction = (args) =>
  privatePageMeta(args, { title: `Change order ${args.params.id ?? ''}`, description: 'Change what an order holds.' })

/** A live change of the order must not change the form under what is typed: saving says that somebody has changed it. */
export function shouldRevalidate({ formMethod, currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return formMethod === 'POST' || currentUrl.href !== nextUrl.href
}

export default function ChangeOrder({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastResult<Answer>(actionData)
  const { id } = loaderData
  // The form stays as it was opened, except after a conflict.
  const [opened, setOpened] = useState(loaderData)
  if (answer?.isChanged && opened.form.seen !== loaderData.form.seen) setOpened(loaderData)
  const { lines, seen, order } = opened.form
  const busy = useNavigation().state !== 'idle'
  const { form, problems, message } = useProblems(answer)
  const { typed, noteTyped } = useTyped(answer)
  const { values, picked } = answer ?? { values: {}, picked: NOTHING_PICKED }
  const draft = usePickedDraft({ name: 'change', form, version: seen, answer, picked })
  const here = `/adminDashboard/orders/${id}`
  return (
    <div className="stack">
      <Breadcrumbs
        trail={[
          { label: 'Orders', to: '/adminDashboard/orders?view=orders' },
          { label: `Order ${id}`, to: here },
          { label: 'Change' },
        ]}
      />
      <h2>Change order {id}</h2>
      <Form method="post" ref={form} noValidate preventScrollReset className="stack" onInput={noteTyped}>
        <DraftNotice draft={draft} />
        {answer?.message && message && <FormMessage alert>{message}</FormMessage>}
        {answer?.typed && answer.typed.length > 0 && (
          <div className="tint">
            <p>You had typed:</p>
            <ul>
              {answer.typed.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </div>
        )}
        <HiddenFields of={{ key: opened.formKey, seen: draft.version }} />
        <ul className="lines" aria-label="Lines of the order">
          {lines.map((line) => (
            <li key={`${line.position} ${lineName(line)} ${line.quantity}`}>
              <LineFields line={line} values={values} problems={problems} />
            </li>
          ))}
        </ul>
        <section aria-labelledby="add-product" className="box stack gap-3">
          <h3 id="add-product">More products</h3>
          <PickProducts picked={picked} problems={problems} busy={busy} />
        </section>
        <Outcome lines={lines} order={order} typed={typed} answer={answer} />
        {/* Behind the buttons that only find and add, so that saving is its own press. */}
        <div className="cluster">
          <Button type="submit" name="intent" value="save" busy={busy}>
            Save changes
          </Button>
          <LinkButton to={here} variant="quiet">
            Back to the order
          </LinkButton>
        </div>
        <input type="hidden" name="intent" value="draft" />
      </Form>
    </div>
  )
}

type LineFieldsProps = {
  /** `needsAnother`: it can be removed only if another product takes its place. */
  line: PresentLine & { variants: VariantToSell[]; needsAnother: boolean }
  values: Record<string, string>
  problems: Record<string, string>
}

function LineFields({ line, values, problems }: LineFieldsProps) {
  const { position, quantity, sent, price, variants, needsAnother } = line
  const quantityName = newQuantityField(position)
  const variantName = variantField(position)
  const removeName = removeField(position)
  const others = variants.filter(({ variantId }) => variantId !== line.variantId)
  return (
    <fieldset className="cluster spread bottom">
      <legend>{lineName(line)}</legend>
      <p className="quiet">
        {quantity} × {formatRupees(price)}
        {sent > 0 && `, ${sent} dispatched`}
      </p>
      <div className="cluster bottom">
        {others.length > 0 && sent === 0 && (
          <Field
            as="select"
            label="Exchange for"
            name={variantName}
            defaultValue={values[variantName]}
            error={problems[variantName]}
          >
            <option value="">Keep as ordered</option>
            {others.map((variant) => (
              <option key={variant.variantId} value={exchangeValue(variant)} disabled={!variant.isAvailable}>
                {variantText(variant)}
              </option>
            ))}
          </Field>
        )}
        <Field
          label="New quantity"
          name={quantityName}
          type="number"
          inputMode="numeric"
          min={sent}
          max={99}
          defaultValue={values[quantityName] ?? quantity}
          error={problems[quantityName]}
        />
        {sent === 0 && (
          <CheckboxField
            label="Remove"
            name={removeName}
            isChecked={values[removeName] !== undefined}
            warning={
              needsAnother
                ? 'Only with a product added in its place, because dispatched lines come after it.'
                : undefined
            }
          />
        )}
      </div>
    </fieldset>
  )
}

type OutcomeProps = {
  lines: readonly PresentLine[]
  order: { isPaid: boolean; totalAmount: number; due: number; voucherPaid: number; restInCash: number }
  typed: FormData | undefined
  answer: Answer | undefined
}

/** The effect of the change on the total and the payment, as far as the form can tell. */
function Outcome({ lines, order, typed, answer }: OutcomeProps) {
  const parsed = parseChange(withPicked(typed, answer?.values ?? {}, answer?.picked ?? NOTHING_PICKED))
  const total = parsed.ok ? totalAfter(lines, parsed.value) : order.totalAmount
  const unchanged = totalAfter(lines, { lines: [], added: [], seenPrices: new Map() })
  const isSumOfLines = unchanged === order.totalAmount
  return (
    <div className="tint" role="status">
      <p>
        Total {formatRupees(order.totalAmount)}
        {isSumOfLines && total !== unchanged && (
          <>
            {' → '}
            <strong>{formatRupees(total)}</strong>
          </>
        )}
      </p>
      {total !== unchanged && (
        <p>
          {isSumOfLines
            ? moneyText({ ...order, totalAmount: total }, decideMoney(order, total))
            : `The products cost ${formatRupees(total)} instead of ${formatRupees(unchanged)}. Offers, sets and delivery are decided again when you save.`}
        </p>
      )}
      <p className="quiet">The buyer gets an email that says what changed.</p>
    </div>
  )
}
