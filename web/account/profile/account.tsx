import '#web/styles/account.css'
import { useEffect } from 'react'
import { data, Link, useLocation } from 'react-router'
import { parseId } from '#domain/text.ts'
import { findNumber } from '#server/accounts/number-queries.ts'
import { listAddresses } from '#server/accounts/profile/address-queries.ts'
import { readNotifications } from '#server/accounts/profile/notifications.ts'
import { findProof } from '#server/accounts/profile/profile.ts'
import { listOwnSessions } from '#server/accounts/profile/sessions.ts'
import { getSession, shopContext } from '#server/contexts.ts'
import { readOrFail } from '#server/http/degraded-reads.ts'
import { readForm } from '#server/http/forms.ts'
import { listOwnVouchers } from '#server/vouchers/own.ts'
import { useLive } from '#web/client/live.ts'
import { setVisitor } from '#web/client/visitor.ts'
import { CONNECTION_LOST, orIfLost, retryAfter, textFields } from '#web/form-actions.ts'
import { privateMeta } from '#web/page-meta.ts'
import { useLastResult } from '#web/ui/forms/use-last-result.ts'
import type { Route } from './+types/account'
import { type AccountResult, runAccountAction } from './account-action.ts'
import { LastResult } from './account-form.tsx'
import type { AccountIntent } from './account-messages.ts'
import { AddressesSection, AddressForm } from './addresses-section.tsx'
import { EmailSection, NameSection, NumberSection, PasswordSection } from './identity-sections.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { VouchersSection } from './vouchers-section.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const session = getSession(context)
  const { user, isEmailConfirmed } = session
  const wanted = new URL(request.url).searchParams.get('address')
  return readOrFail(shop, 'Failed to load your account', async () => {
    const [addresses, sessions, proof, notifications, number, vouchers] = await Promise.all([
      listAddresses(shop.db, user.userId),
      listOwnSessions(shop, session),
      findProof(shop, session),
      readNotifications(shop, user, request.headers),
      findNumber(shop.db, user.userId),
      listOwnVouchers(shop, user.userId),
    ])
    const edited = addresses.find(({ id }) => id === parseId(wanted))
    return data({
      user,
      isEmailConfirmed,
      addresses,
      sessions,
      proof,
      notifications,
      vouchers,
      // Removable even where WhatsApp is off by now.
      number: shop.whatsapp.isAvailable || number ? { confirmed: number, isOn: shop.whatsapp.isAvailable } : undefined,
      isEditing: wanted !== null,
      edited,
    })
  })
}

export async function action({ context, request }: Route.ActionArgs) {
  return runAccountAction({ context, request, form: await readForm(request) })
}

/** A lost connection is shown at the form; an error page would lose what was typed. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs): Promise<AccountResult> {
  const values = textFields(await request.clone().formData())
  const intent = values.intent as AccountIntent
  return orIfLost(serverAction(), { intent, problems: { form: CONNECTION_LOST }, values })
}

export const headers: Route.HeadersFunction = retryAfter

export const meta = privateMeta({
  title: 'Your account',
  description: 'Your name, email, password, addresses and where you are logged in.',
})

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { user, isEmailConfirmed, addresses, sessions, proof, notifications, number, vouchers, isEditing, edited } =
    loaderData
  const { key, search } = useLocation()
  const last = useLastResult(actionData)
  useLive('user')
  useEffect(() => setVisitor(user), [user])
  if (isEditing) {
    return (
      <LastResult value={last}>
        <AddressForm key={search} address={edited} />
      </LastResult>
    )
  }
  return (
    <LastResult value={last}>
      {/* After a success the forms start empty; after a problem they keep what was typed. */}
      <div key={last ? 'kept' : key} className="page minor account">
        <h1>Your account</h1>
        <NameSection user={user} />
        <EmailSection user={user} isConfirmed={isEmailConfirmed} proof={proof} />
        {number && <NumberSection {...number} proof={proof} />}
        <PasswordSection proof={proof} email={user.email} />
        <AddressesSection addresses={addresses} />
        <VouchersSection vouchers={vouchers} />
        {notifications && <NotificationsSection {...notifications} />}
        <SessionsSection sessions={sessions} />
        <section className="stack start account-section">
          <h2>More</h2>
          <ul className="lines">
            <li>
              <Link to="/wishlist">Wishlist</Link>
            </li>
            <li>
              <Link to="/account/security">Two-step login</Link>
            </li>
            <li>
              <Link to="/account/privacy">Your data</Link>
            </li>
          </ul>
        </section>
      </div>
    </LastResult>
  )
}
