import { data, Form, redirect } from 'react-router'
import { CODE_MINUTES, CODE_TRIES } from '#domain/accounts/email-code.ts'
import type { Role } from '#domain/accounts/user.ts'
import { formatAmount } from '#domain/money.ts'
import { limitEmail, ownMailbox } from '#server/accounts/email-limit.ts'
import { logOut } from '#server/accounts/sessions.ts'
import { hasInvoices } from '#server/billing/queries.ts'
import { addressContext, getSession, getUser, shopContext } from '#server/contexts.ts'
import { readForm } from '#server/http/forms.ts'
import { OverloadedError } from '#server/http/load-shedding.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import { deleteOwnAccount, hasPassword, requestErasureCode } from '#server/privacy/delete-account.ts'
import { findBlockers } from '#server/privacy/erase.ts'
import { listOwnVouchers } from '#server/vouchers/own.ts'
import { CodeField, PasswordField } from '#web/account/proof-fields.tsx'
import { clearBrowserStorage } from '#web/client/local-storage-store.ts'
import { useProblems } from '#web/client/problems.ts'
import { CONNECTION_LOST, LOGIN_OVERLOADED, retryAfter, textField } from '#web/form-actions.ts'
import { privateMeta } from '#web/page-meta.ts'
import { LinkButton, SubmitButton } from '#web/ui/forms/button.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'
import { Prose } from '#web/ui/layout/prose.tsx'
import { useWords } from '#web/ui/shop-info.ts'
import type { Route } from './+types/delete-account'

const DONE = '/account/deleted'

export async function loader({ context }: Route.LoaderArgs) {
  const user = getUser(context)
  const shop = context.get(shopContext)
  const blockers = await findBlockers(shop, user)
  return {
    email: user.email,
    role: user.role,
    blockers,
    hasPassword: await hasPassword(shop, user),
    hasInvoices: await hasInvoices(shop.db, user.userId),
    onVouchers: (await listOwnVouchers(shop, user.userId)).reduce(
      (sum, { balance, isExpired }) => sum + (isExpired ? 0 : balance),
      0,
    ),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const session = getSession(context)
  const { user } = session
  const shop = context.get(shopContext)
  const form = await readForm(request)
  const address = context.get(addressContext)
  const isCode = form.get('intent') === 'send-code'
  const tooMany = isCode
    ? await limitEmail(shop.limits, { kind: 'privacy', address, ...ownMailbox(session) })
    : await shop.limits.consume('erasure', { address, account: user.userId })
  if (tooMany) return data({ problems: { form: tooMany.message } }, tooManyRequests(tooMany))
  if (isCode) {
    await requestErasureCode(shop, session)
    return { sent: true }
  }
  try {
    const values = { code: textField(form, 'code'), password: textField(form, 'password') }
    const deleted = await deleteOwnAccount(shop, session, values)
    if (!deleted.ok) return data({ problems: deleted.problems }, { status: 409 })
  } catch (error) {
    if (error instanceof OverloadedError)
      return data({ problems: { form: LOGIN_OVERLOADED.message } }, LOGIN_OVERLOADED)
    throw error
  }
  shop.securityLog.record('account-deleted', { account: user.userId, address, by: 'owner' })
  const headers = await logOut(shop, request)
  headers.append('set-cookie', shop.devices.remove())
  return redirect(DONE, { headers })
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return serverAction().catch((error: unknown) => {
    if (!(error instanceof Response)) return { problems: { form: CONNECTION_LOST } }
    if (error.headers.get('location') === DONE) clearBrowserStorage()
    throw error
  })
}

export const headers: Route.HeadersFunction = retryAfter

export const meta = privateMeta({
  title: 'Delete my account',
  description: 'What happens when you delete your account.',
})

export default function DeleteAccount({ loaderData, actionData }: Route.ComponentProps) {
  const { blockers } = loaderData
  return (
    <Prose title="Delete my account" intro="You can’t undo this. Read what happens first.">
      <Consequences role={loaderData.role} hasInvoices={loaderData.hasInvoices} onVouchers={loaderData.onVouchers} />
      {blockers.length > 0 ? (
        <>
          <h2>Not yet</h2>
          <p>Before you can delete your account:</p>
          <ul>
            {blockers.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <p>
            <LinkButton to="/account/privacy" variant="quiet">
              Back to your data
            </LinkButton>
          </p>
        </>
      ) : (
        <Confirm {...loaderData} result={actionData} />
      )}
    </Prose>
  )
}

function Consequences({ role, hasInvoices, onVouchers }: { role: Role; hasInvoices: boolean; onVouchers: number }) {
  const words = useWords()
  return (
    <>
      <h2>What happens</h2>
      <ul>
        <li>You are logged out everywhere, and nobody can log in to this account again.</li>
        <li>
          Your name, email, phone number and address disappear from our database: from orders, payments, emails,
          messages, requests, saved addresses and our records of changes.
        </li>
        <li>
          We keep what you ordered and paid, without your personal details. If you may need the warranty, write down the
          order number.
        </li>
        <li>
          {hasInvoices
            ? 'The law requires us to keep invoices for eight financial years, with name and address. Yours stay in our accounts until then, without your email and phone number.'
            : 'The law requires us to keep invoices for eight financial years, with name and address. You have none, so we keep no name or address of yours.'}
        </li>
        <li>Older backups still hold your data until they are overwritten. If one is used, it is deleted again.</li>
        {onVouchers > 0 && (
          <li>
            The {formatAmount(onVouchers)} left on your vouchers can no longer be used. Spend it first, or ask us.
          </li>
        )}
        {role === 'seller' && (
          <li>
            {`Your ${words.nouns} stay in the shop under the name ${words.shop}, without your name and email. `}
            {`What is ordered of them is delivered; ${words.nouns} that wait for approval keep waiting.`}
          </li>
        )}
        {role !== 'user' && <li>What you did as {role} stays in our records of changes, without your name.</li>}
      </ul>
    </>
  )
}

type Result = Route.ComponentProps['actionData']
/** Both forms at once, so that a code still works after the page was closed. */
function Confirm({ email, hasPassword, result }: { email: string; hasPassword: boolean; result: Result }) {
  const isSent = result !== undefined && 'sent' in result
  const { form, problems } = useProblems(result && 'problems' in result ? result : undefined)
  return (
    <>
      <h2>Confirm that it’s you</h2>
      <Form method="post" className="form">
        <input type="hidden" name="intent" value="send-code" />
        <p>
          We send six digits to <strong>{email}</strong>.
        </p>
        <SubmitButton variant="quiet">Email me a code</SubmitButton>
        <div role="status">
          {isSent && (
            <FormMessage tone="good">
              {`Sent. The code works for ${CODE_MINUTES} minutes and ${CODE_TRIES} tries.`}
            </FormMessage>
          )}
        </div>
      </Form>
      <Form ref={form} method="post" noValidate className="form">
        <input type="hidden" name="intent" value="delete" />
        <CodeField error={problems.code} />
        {hasPassword && <PasswordField error={problems.password} />}
        <SubmitButton variant="danger">Delete my account</SubmitButton>
        {problems.form && <FormMessage alert>{problems.form}</FormMessage>}
      </Form>
    </>
  )
}
