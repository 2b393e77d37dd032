import type { ReactNode } from 'react'
import { data, Form, Link, useNavigation } from 'react-router'
import { messages } from '#domain/messages.ts'
import { formatAmount, type Paise } from '#domain/money.ts'
import { type Payout, parsePayout, payoutText } from '#domain/returns/payout.ts'
import { NEXT_STEPS, parseReturnNumber, RETURN_STATE_LABELS, returnNumberOf } from '#domain/returns/return-request.ts'
import { parseId } from '#domain/text.ts'
import { getUser, rateLimitKeyOf, shopContext } from '#server/contexts.ts'
import { readOrFail } from '#server/http/degraded-reads.ts'
import { readForm } from '#server/http/forms.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import { takeMoneyInstead } from '#server/returns/money-instead.ts'
import { readOwnPayout, savePayout } from '#server/returns/payout.ts'
import { useLive } from '#web/client/live.ts'
import { useProblems } from '#web/client/problems.ts'
import { FIX, retryAfter, textFields } from '#web/form-actions.ts'
import { privatePageMeta } from '#web/page-meta.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { Field, FormMessage, fieldsOf } from '#web/ui/forms/field.tsx'
import type { Route } from './+types/bank-page'

function idsOf({ id, number }: { id: string; number: string }) {
  const orderId = parseId(id)
  const requestId = parseReturnNumber(number)
  if (!orderId || !requestId) throw data(null, { status: 404 })
  return { orderId, id: requestId }
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const user = getUser(context)
  const own = await readOrFail(shop, messages.ordersFailed, () => readOwnPayout(shop, user, idsOf(params)))
  if (!own) throw data(null, { status: 404 })
  return own
}

const MONEY_INSTEAD = 'money-instead'
const NO_MONEY = {
  'not-allowed': 'Nothing of the voucher is left to pay back. Reload to see why.',
  held: 'An open checkout of yours is using the voucher. Finish it, or try again in 15 minutes.',
  gone: 'The money of this order has gone back already. Your voucher stays as it is; please write to us.',
}

type Result = { ok: boolean; message: string; problems?: Record<string, string>; values?: Record<string, string> }

export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const user = getUser(context)
  const form = await readForm(request)
  const answer = (result: Result, init?: ResponseInit) => data<Result>(result, init)
  const tooMany = await shop.limits.consume('changeAddress', rateLimitKeyOf(context))
  const values = textFields(form)
  if (tooMany) return answer({ ok: false, message: tooMany.message, values }, tooManyRequests(tooMany))
  if (values.kind === MONEY_INSTEAD) {
    const taken = await takeMoneyInstead(shop, user, idsOf(params))
    if (taken.ok) return answer({ ok: true, message: 'The voucher is ended. You get the money instead.' })
    if (taken.reason === 'not-found') throw data(null, { status: 404 })
    return answer({ ok: false, message: NO_MONEY[taken.reason], values }, { status: 409 })
  }
  const parsed = parsePayout(form)
  if (!parsed.ok) return answer({ ok: false, message: FIX, problems: parsed.problems, values }, { status: 400 })
  const saved = await savePayout(shop, user, idsOf(params), parsed.value)
  if (saved.ok) return answer({ ok: true, message: 'Saved. We pay the money there.' })
  if (saved.reason === 'not-found') throw data(null, { status: 404 })
  return answer(
    { ok: false, message: 'Nothing is to be paid there any more. Reload to see why.', values },
    { status: 409 },
  )
}

export const headers: Route.HeadersFunction = retryAfter

export const meta: Route.MetaFunction = (args) =>
  privatePageMeta(args, { title: `Return ${args.params.number ?? ''}`, description: 'Where your money goes.' })

/** A buyer who paid in cash says where the money of their return goes. */
export default function BankPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, orderId, title, quantity, state, isAwaited, payout, paidBackOn, moneyInstead } = loaderData
  const refusal = actionData?.ok === false ? actionData : undefined
  useLive('return', 'order')
  return (
    <div className="page stack minor">
      <p>
        <Link to={`/orders/${orderId}`}>Order {orderId}</Link>
      </p>
      <header className="cluster">
        <h1>Return {returnNumberOf(id)}</h1>
        <span className="badge">{RETURN_STATE_LABELS[state]}</span>
      </header>
      <p>
        {quantity} × {title}
      </p>
      {NEXT_STEPS[state] && <p>{NEXT_STEPS[state]}</p>}
      {actionData?.ok && (
        <FormMessage tone="good" alert>
          {actionData.message}
        </FormMessage>
      )}
      <Instead amount={moneyInstead} answer={refusal} />
      {isAwaited ? (
        <section className="stack gap-3" aria-labelledby="bank">
          <h2 id="bank">Where your money goes</h2>
          <p className="quiet">
            You paid in cash, so we pay you back by UPI or to an account. We keep this encrypted, and delete it 30 days
            after we have paid.
          </p>
          {payout && <p>You told us: {payoutText(payout)}.</p>}
          <BankForm kind="upi" title="By UPI" answer={refusal}>
            {(field) => <Field label="UPI ID" autoComplete="off" maxLength={320} {...field('upi')} />}
          </BankForm>
          <BankForm kind="account" title="To an account" answer={refusal}>
            {(field) => (
              <>
                <Field
                  label="Account number"
                  autoComplete="off"
                  inputMode="numeric"
                  maxLength={30}
                  {...field('account')}
                />
                <Field
                  label="Account number again"
                  autoComplete="off"
                  inputMode="numeric"
                  maxLength={30}
                  {...field('again')}
                />
                <Field label="IFSC" autoComplete="off" maxLength={20} {...field('ifsc')} />
              </>
            )}
          </BankForm>
        </section>
      ) : (
        moneyInstead === 0 && (
          <p>{paidBackOn ? 'We have paid you back.' : 'We need no bank details for this return.'}</p>
        )
      )}
    </div>
  )
}

/** The rest of a voucher that was given for a fault of the shop. */
function Instead({ amount, answer }: { amount: Paise; answer: Result | undefined }) {
  const busy = useNavigation().state === 'submitting'
  const refusal = answer?.values?.kind === MONEY_INSTEAD ? answer.message : undefined
  if (amount === 0 && !refusal) return null
  return (
    <section className="stack start gap-3" aria-labelledby="instead">
      <h2 id="instead">Your voucher</h2>
      {amount > 0 && (
        <>
          <p>{formatAmount(amount)} of it is left. You can have money instead; the voucher then ends.</p>
          <Form method="post">
            <input type="hidden" name="kind" value={MONEY_INSTEAD} />
            <Button type="submit" variant="quiet" busy={busy}>
              Money instead
            </Button>
          </Form>
        </>
      )}
      {refusal && <FormMessage alert>{refusal}</FormMessage>}
    </section>
  )
}

type Kind = Payout['kind']

/** One of the two ways; each has a form of its own, so that neither asks for the other's fields. */
function BankForm({ kind, title, answer, children }: FormProps) {
  const result = answer?.values?.kind === kind ? answer : undefined
  const { form, problems, message } = useProblems(result, parsePayout)
  const busy = useNavigation().state === 'submitting'
  const field = fieldsOf<string>(result?.values ?? {}, problems)
  return (
    <Form method="post" ref={form} noValidate className="stack start apart" aria-labelledby={kind}>
      <input type="hidden" name="kind" value={kind} />
      <h3 id={kind}>{title}</h3>
      <Field label="Name of the account holder" autoComplete="name" maxLength={100} {...field('name')} />
      {children(field)}
      <Button type="submit" busy={busy}>
        Save
      </Button>
      {message && <FormMessage alert>{message}</FormMessage>}
    </Form>
  )
}

type FormProps = {
  kind: Kind
  title: string
  /** The last refusal of either form. */
  answer: Result | undefined
  children: (field: ReturnType<typeof fieldsOf<string>>) => ReactNode
}
