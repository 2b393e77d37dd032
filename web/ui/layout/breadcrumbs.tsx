import { Link } from 'react-router'

type BreadcrumbsProps = {
  /** From home to the current page, which has no `to`. */
  trail: readonly { label: string; to?: string }[]
}

export function Breadcrumbs({ trail }: BreadcrumbsProps) {
  return (
    <nav className="breadcrumbs bare" aria-label="Breadcrumb">
      <ol className="cluster gap-0">
        {trail.map(({ label, to }) => (
          <li key={label}>{to ? <Link to={to}>{label}</Link> : <span aria-current="page">{label}</span>}</li>
        ))}
      </ol>
    </nav>
  )
}
