import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { formatCount } from '#domain/catalog/listing.ts'
import { useMayOpen } from '#web/admin/frame-data.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { Icon } from '#web/ui/icons.tsx'

/** The current URL with some parameters changed, back on the first page. */
export function useHrefs() {
  const [params] = useSearchParams()
  return function hrefWith(changes: Record<string, string | undefined>): string {
    const next = new URLSearchParams(params)
    for (const cursor of ['after', 'before']) next.delete(cursor)
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined) next.delete(name)
      else next.set(name, value)
    }
    return `?${next}`
  }
}

/** A plain form, because the router cannot handle downloads. */
export function DocumentButton({ to, children }: { to: string; children: string }) {
  if (!useMayOpen()(to)) return null
  return (
    <form action={to}>
      <Button type="submit" variant="quiet" small>
        {children}
      </Button>
    </form>
  )
}

type CursorPaginationProps = {
  first: number
  shown: number
  count: number | undefined
  next: string | undefined
  previous: string | undefined
  /** `order`, `orders` */
  noun: string
  plural: string
}

/** The range of rows shown, with links to the previous and next page. */
export function CursorPagination({ first, shown, count, next, previous, noun, plural }: CursorPaginationProps) {
  const hrefWith = useHrefs()
  if (!next && !previous)
    return (
      shown > 0 && (
        <p className="cluster center cursor-pagination bare fine quiet">
          {shown === 1 ? `1 ${noun}` : `${shown} ${plural}`}
        </p>
      )
    )
  const range = [first, first + shown - 1].map((row) => row.toLocaleString('en-IN')).join(' to ')
  return (
    <nav className="cluster center cursor-pagination bare fine" aria-label={`Pages of ${plural}`}>
      <Cursor to={previous && hrefWith({ before: previous })} rel="prev">
        <Icon name="left" />
        Previous page
      </Cursor>
      <p>
        {range}
        {count !== undefined && ` of ${formatCount(count)}`} {plural}
      </p>
      <Cursor to={next && hrefWith({ after: next })} rel="next">
        Next page
        <Icon name="right" />
      </Cursor>
    </nav>
  )
}

function Cursor({ to, rel, children }: { to: string | undefined; rel: string; children: ReactNode }) {
  if (!to) {
    return (
      // biome-ignore lint/a11y/useValidAnchor: a link that leads nowhere at this end of the list keeps its place and name
      <a role="link" aria-disabled="true">
        {children}
      </a>
    )
  }
  return (
    <Link to={to} rel={rel} preventScrollReset>
      {children}
    </Link>
  )
}
