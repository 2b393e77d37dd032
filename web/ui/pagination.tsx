import { Link } from 'react-router'
import { pageWindow } from '#domain/catalog/listing.ts'
import { Icon } from './icons.tsx'

type PaginationProps = {
  page: number
  pages: number
  hrefFor: (page: number) => string
}

export function Pagination({ page, pages, hrefFor }: PaginationProps) {
  if (pages < 2) return null
  return (
    <nav className="cluster center gap-1 pagination" aria-label="Pages">
      <Step to={page > 1 ? hrefFor(page - 1) : undefined} label="Previous page" icon="left" rel="prev" />
      <ol className="cluster center gap-0">
        {pageWindow(page, pages).map((shown, index) => (
          <li key={shown ?? `gap-${index}`} className={isOuter(shown, page, pages) ? 'outer' : undefined}>
            {shown === undefined ? (
              <span className="pagination-gap">…</span>
            ) : (
              <Link to={hrefFor(shown)} aria-label={`Page ${shown}`} aria-current={shown === page ? 'page' : undefined}>
                {shown}
              </Link>
            )}
          </li>
        ))}
      </ol>
      <Step to={page < pages ? hrefFor(page + 1) : undefined} label="Next page" icon="right" rel="next" />
    </nav>
  )
}

/** Neither a neighbour nor an end: hidden first on narrow screens. */
function isOuter(shown: number | undefined, page: number, pages: number): boolean {
  return shown !== undefined && Math.abs(shown - page) > 1 && shown !== 1 && shown !== pages
}

function Step({ to, label, icon, rel }: { to?: string; label: string; icon: 'left' | 'right'; rel: string }) {
  if (to === undefined) {
    return (
      // biome-ignore lint/a11y/useValidAnchor: a disabled link keeps its place and name
      <a role="link" aria-disabled="true" aria-label={label}>
        <Icon name={icon} />
      </a>
    )
  }
  return (
    <Link to={to} rel={rel} aria-label={label}>
      <Icon name={icon} />
    </Link>
  )
}
