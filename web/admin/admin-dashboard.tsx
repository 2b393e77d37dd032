import '#web/styles/admin.css'
import { useEffect } from 'react'
import { data, Outlet, type ShouldRevalidateFunctionArgs } from 'react-router'
import { readOverview } from '#server/admin/overview-queries.ts'
import { readOrFallback } from '#server/catalog/degraded-reads.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import { useLive } from '#web/client/live.ts'
import { useFailureToasts } from '#web/client/toasts.ts'
import { setVisitor } from '#web/client/visitor.ts'
import { RouteTabs } from '#web/ui/admin/tabs.tsx'
import { LinkButton } from '#web/ui/forms/button.tsx'
import type { Route } from './+types/admin-dashboard'
import { failedReads } from './action-messages.ts'
import { Overview } from './overview.tsx'
import { Profile } from './profile.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const user = getUser(context)
  const shop = context.get(shopContext)
  const failures: string[] = []
  const overview = await readOrFallback(shop, {
    read: () => readOverview(shop.db, shop.now()),
    fallback: undefined,
    failures,
    message: failedReads.overview,
  })
  return data({ user, overview, failures })
}

/** The overview is the same on every tab and page: it is read again when something has changed. */
export function shouldRevalidate({ currentUrl, nextUrl, formMethod, actionResult }: ShouldRevalidateFunctionArgs) {
  if (actionResult?.ok === false) return false
  return formMethod === 'POST' || currentUrl.href === nextUrl.href
}

export default function AdminDashboard({ loaderData: { user, overview, failures } }: Route.ComponentProps) {
  useLive('product', 'order', 'user', 'letter')
  useFailureToasts(failures)
  useEffect(() => setVisitor(user), [user])
  const waiting = overview?.waiting
  return (
    <div className="page back-office">
      <div className="back-office-head">
        <div>
          <h1>Back office</h1>
          <Profile user={user} />
        </div>
        <LinkButton to="/addproduct">Add product</LinkButton>
      </div>
      {overview && <Overview overview={overview} />}
      <RouteTabs
        label="Tables"
        tabs={[
          { label: 'Products', to: '/adminDashboard', count: waiting?.approvals },
          { label: 'Orders', to: '/adminDashboard/orders', count: waiting?.cancellations },
          { label: 'Users', to: '/adminDashboard/users' },
          { label: 'Requests', to: '/adminDashboard/requests', count: waiting?.requests },
          { label: 'Messages', to: '/adminDashboard/messages' },
          { label: 'Emails', to: '/adminDashboard/emails', count: waiting?.emails },
          { label: 'Audit', to: '/adminDashboard/audit' },
        ]}
      >
        <Outlet />
      </RouteTabs>
    </div>
  )
}
