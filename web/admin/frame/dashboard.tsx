import '#web/styles/admin.css'
import { useEffect } from 'react'
import { Outlet, type ShouldRevalidateFunctionArgs, useLocation, useMatches } from 'react-router'
import { screensOf } from '#domain/accounts/user.ts'
import { mayOpen } from '#domain/permissions.ts'
import { listSavedViews } from '#server/admin/saved-view-queries.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import { readOrFallback } from '#server/http/degraded-reads.ts'
import { readSetup } from '#server/setup/setup.ts'
import type { FrameData } from '#web/admin/frame-data.ts'
import { currentLink, navigationFor } from '#web/admin/navigation.ts'
import { productPaths } from '#web/admin/products/product-paths.ts'
import { useLive } from '#web/client/live.ts'
import { useFailureToasts } from '#web/client/toast.ts'
import { setVisitor } from '#web/client/visitor.ts'
import type { Route } from './+types/dashboard'
import { Frame } from './frame.tsx'

export const handle = { Frame }

export async function loader({ context }: Route.LoaderArgs) {
  const user = getUser(context)
  const shop = context.get(shopContext)
  const failures: string[] = []
  const may = (address: string) => mayOpen(user, address)
  const read = async () => {
    const { stored, products, orders, users, waiting } = await shop.counts.read()
    const toSell = (await readSetup(shop, stored)).open.length
    return { totals: { products, orders, users }, waiting: { ...waiting, toSell } }
  }
  const readViews = () => listSavedViews(shop.db, user.userId)
  // Nothing of the shop as a whole waits for a seller, who has no views either.
  const [overview, savedViews] =
    screensOf(user) === 'admin'
      ? [
          await readOrFallback(shop, { read, fallback: undefined, failures, message: 'Failed to load the overview' }),
          await readOrFallback(shop, { read: readViews, fallback: [], failures: [] }),
        ]
      : [undefined, []]
  const { add, search } = productPaths(screensOf(user))
  const frame: FrameData = {
    user,
    navigation: navigationFor(may, overview?.waiting),
    savedViews: savedViews.filter(({ list }) => may(list)),
    addProduct: may(add) ? add : undefined,
    maySearch: may(search),
    totals: user.role === 'admin' ? overview?.totals : undefined,
  }
  return { ...frame, failures }
}

/** The counts are the same on every page, so they are only reloaded after a change. */
export function shouldRevalidate({ currentUrl, nextUrl, formMethod, actionResult }: ShouldRevalidateFunctionArgs) {
  if (actionResult?.ok === false) return false
  return formMethod === 'POST' || currentUrl.href === nextUrl.href
}

/** The layout around the pages of admins and sellers; sellers see their own products and their order lines. */
export default function Dashboard({ loaderData: { user, navigation, failures } }: Route.ComponentProps) {
  const path = useLocation().pathname.toLowerCase().replace(/\/$/, '')
  useLive(...(screensOf(user) === 'admin' ? ADMIN_TOPICS : SELLER_TOPICS))
  useFailureToasts(failures)
  useEffect(() => setVisitor(user), [user])
  const current = currentLink(navigation, path)
  // A page with `handle = { needsHeading: true }` has no heading of level 1 itself.
  const handle = useMatches().at(-1)?.handle as { needsHeading?: boolean } | undefined
  return (
    <div className="page back-office stack">
      {current && handle?.needsHeading && (
        // A subpage shows its own, of the next level.
        <h1 className={current.to.toLowerCase() === path ? undefined : 'visually-hidden'}>{current.label}</h1>
      )}
      <Outlet />
    </div>
  )
}

/** Here, so that a page that fails keeps the frame and its style sheet. */
export { ErrorPage as ErrorBoundary } from '#web/shell/error-page.tsx'

const ADMIN_TOPICS = ['product', 'order', 'user', 'email'] as const
const SELLER_TOPICS = ['product', 'sale', 'user'] as const
