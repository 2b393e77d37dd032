import { Link } from 'react-router'
import { privateMeta } from '#web/page-meta.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'

/** Stored by the service worker and shown at any address that it has not stored, without scripts. */
export const meta = privateMeta({ title: 'You are offline', description: 'This page needs a connection.' })

export const handle = { isStatic: true }

export default function Offline() {
  return (
    <EmptyState
      level={1}
      image={false}
      heading="You are offline"
      text="This page needs a connection. Products that you have seen and your cart can be read without one."
      action={
        <>
          {/* biome-ignore lint/a11y/useValidAnchor: an empty href is the current URL */}
          <a className="button primary" href="">
            Try again
          </a>
          <Link className="button quiet" to="/cart">
            Your cart
          </Link>
        </>
      }
    />
  )
}
