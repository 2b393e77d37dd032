import '#web/styles/admin.css'
import { useEffect } from 'react'
import { Outlet, type ShouldRevalidateFunctionArgs } from 'react-router'
import { screensOf } from '#domain/accounts/user.ts'
import { mayOpen } from '#domain/permissions.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import { readOrFallback } from '#server/http/degraded-reads.ts'
import { readSetup } from '#server/setup/setup.ts'
import { useLive } from '#web/client/live.ts'
import { useFailureToasts } from '#web/client/toast.ts'
import { setVisitor } from '#web/client/visitor.ts'
import { RouteTabs } from '#web/ui/admin/tabs.tsx'
import { LinkButton } from '#web/ui/forms/button.tsx'
import type { Route } from './+types/dashboard'
import { failedReads } from './action-messages.ts'
import { productPaths } from './products/product-paths.ts'
import { Profile } from './profile.tsx'
import { SearchBar } from './search/search-bar.tsx'
import { Totals } from './totals.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const user = getUser(context)
  const shop = context.get(shopContext)
  const failures: string[] = []
  if (screensOf(user) !== 'admin') return { user, overview: undefined, failures }
  const overview = await readOrFallback(shop, {
    read: async () => {
      const { stored, products, orders, users, waiting } = await shop.overview.read()
      return { products, orders, users, waiting, toSell: (await readSetup(shop, stored)).open.length }
    },
    fallback: undefined,
    failures,
    message: failedReads.overview,
  })
  return { user, overview, failures }
}

/** The totals are the same on every tab and page, so they are only reloaded after a change. */
export function shouldRevalidate({ currentUrl, nextUrl, formMethod, actionResult }: ShouldRevalidateFunctionArgs) {
  if (actionResult?.ok === false) return false
  return formMethod === 'POST' || currentUrl.href === nextUrl.href
}

/** The layout around the tabs of admins and sellers; sellers see their own products and their order lines. */
export default function Dashboard({ loaderData: { user, overview, failures } }: Route.ComponentProps) {
  const isAdmin = screensOf(user) === 'admin'
  useLive(...(isAdmin ? ADMIN_TOPICS : SELLER_TOPICS))
  useFailureToasts(failures)
  useEffect(() => setVisitor(user), [user])
  return (
    <div className="page back-office">
      <div className="cluster spread bottom no-print">
        <div>
          <h1>{isAdmin ? 'Back office' : 'Your shop'}</h1>
          <Profile user={user} />
        </div>
        {mayOpen(user, productPaths(screensOf(user)).add) && (
          <LinkButton to={productPaths(screensOf(user)).add}>Add product</LinkButton>
        )}
      </div>
      {mayOpen(user, productPaths(screensOf(user)).search) && <SearchBar role={screensOf(user)} />}
      {overview && user.role === 'admin' && <Totals {...overview} />}
      <RouteTabs
        label="Tables"
        tabs={isAdmin ? adminTabs(overview).filter(({ to }) => mayOpen(user, to)) : SELLER_TABS}
      >
        <Outlet />
      </RouteTabs>
    </div>
  )
}

const ADMIN_TOPICS = ['product', 'order', 'user', 'email'] as const
const SELLER_TOPICS = ['product', 'sale', 'user'] as const

const SELLER_TABS = [
  { label: 'Products', to: '/sellerDashboard' },
  { label: 'Orders', to: '/sellerDashboard/orders' },
]

function adminTabs(overview: Route.ComponentProps['loaderData']['overview']) {
  const waiting = overview?.waiting
  return [
    { label: 'Products', to: '/adminDashboard', count: waiting?.approvals },
    { label: 'Orders', to: '/adminDashboard/orders', count: waiting && waiting.dispatch + waiting.cancellations },
    { label: 'Invoices', to: '/adminDashboard/invoices' },
    { label: 'Users', to: '/adminDashboard/users' },
    { label: 'Overview', to: '/adminDashboard/overview' },
    { label: 'Requests', to: '/adminDashboard/requests', count: waiting?.requests },
    { label: 'Messages', to: '/adminDashboard/messages', count: waiting?.messages },
    { label: 'Cash', to: '/adminDashboard/cash' },
    { label: 'Emails', to: '/adminDashboard/emails', count: waiting?.emails },
    { label: 'Sessions', to: '/adminDashboard/sessions' },
    { label: 'Sizes', to: '/adminDashboard/sizes' },
    { label: 'Redirects', to: '/adminDashboard/redirects' },
    { label: 'Searches', to: '/adminDashboard/searches' },
    { label: 'Settings', to: '/adminDashboard/settings' },
    { label: 'Ready to sell', to: '/adminDashboard/ready', count: overview?.toSell },
    { label: 'Audit', to: '/adminDashboard/audit' },
  ]
}
