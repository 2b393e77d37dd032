import '#web/styles/admin.css'
import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { getUser } from '#server/contexts.ts'
import { useLive } from '#web/client/live.ts'
import { setVisitor } from '#web/client/visitor.ts'
import { RouteTabs } from '#web/ui/admin/tabs.tsx'
import { LinkButton } from '#web/ui/forms/button.tsx'
import type { Route } from './+types/seller-dashboard'
import { Profile } from './profile.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return { user: getUser(context) }
}

/** What a seller sees: their own products, and the order lines that contain them. */
export default function SellerDashboard({ loaderData: { user } }: Route.ComponentProps) {
  useLive('product', 'sale', 'user')
  useEffect(() => setVisitor(user), [user])
  return (
    <div className="page back-office">
      <div className="back-office-head">
        <div>
          <h1>Your shop</h1>
          <Profile user={user} />
        </div>
        <LinkButton to="/sellerDashboard/addproduct">Add product</LinkButton>
      </div>
      <RouteTabs
        label="Tables"
        tabs={[
          { label: 'Products', to: '/sellerDashboard' },
          { label: 'Orders', to: '/sellerDashboard/orders' },
        ]}
      >
        <Outlet />
      </RouteTabs>
    </div>
  )
}
