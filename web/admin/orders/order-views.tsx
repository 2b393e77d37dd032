import { Link, useSearchParams } from 'react-router'

export type OrderView = 'lines' | 'orders'

export function orderViewOf(params: URLSearchParams): OrderView {
  return params.get('view') === 'orders' ? 'orders' : 'lines'
}

const VIEWS = { orders: 'Orders', lines: 'Lines' } as const

/** Whole orders to work with, or every cart item on a row of its own. The filter stays. */
export function OrderViews({ shown }: { shown: OrderView }) {
  const [params] = useSearchParams()
  return (
    <nav className="cluster gap-2" aria-label="Views">
      {(['orders', 'lines'] as const).map((view) => {
        const next = new URLSearchParams(params)
        for (const name of ['view', 'after', 'before']) next.delete(name)
        if (view === 'orders') next.set('view', 'orders')
        return (
          <Link
            className="choice"
            key={view}
            to={`/adminDashboard/orders${next.size > 0 ? `?${next}` : ''}`}
            aria-current={view === shown ? 'page' : undefined}
            preventScrollReset
          >
            {VIEWS[view]}
          </Link>
        )
      })}
    </nav>
  )
}
