import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { FacetValue, ShownFacet } from '#domain/catalog/filters/facets.ts'
import type { Facet, Filters } from '#domain/catalog/filters/filters.ts'
import { formatCount } from '#domain/catalog/listing.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { Swatch } from '#web/ui/forms/swatch.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { useWords } from '#web/ui/shop-info.ts'

type ListFiltersProps = {
  facets: readonly ShownFacet[]
  /** The chosen filters. */
  filters: Filters
  /** The address that chooses this value, or gives it up. */
  hrefFor: (facet: Facet, value: string) => string
  clearHref: string
  /** The number of products found, such as `12 pots`. */
  found: string
  page: number
}

/** Sizes are last, because there are many of them. */
const SHOWN_ORDER: readonly Facet[] = ['family', 'price', 'finish', 'stock', 'size']

/** The filters of a list, behind a button, and those that are chosen. All of them are links. */
export function ListFilters({ facets, filters, hrefFor, clearHref, found, page }: ListFiltersProps) {
  const panel = useRef<HTMLDetailsElement>(null)
  const summary = useRef<HTMLElement>(null)
  const chosen = facets.flatMap(({ facet, values }) =>
    values.filter(({ value }) => filters[facet].includes(value)).map((value) => ({ facet, ...value })),
  )

  // Somebody who turns a page has finished choosing; choosing leads to page 1.
  useEffect(() => {
    if (page > 1 && panel.current) panel.current.open = false
  }, [page])

  function close() {
    if (panel.current) panel.current.open = false
    summary.current?.focus()
  }

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key === 'Escape' && panel.current?.open) close()
  }

  if (facets.length === 0) return null
  return (
    <div className="filters">
      <details ref={panel} onKeyDown={closeOnEscape}>
        <summary ref={summary} className="button quiet">
          Filters{chosen.length > 0 && ` (${chosen.length})`}
          <Icon name="down" />
        </summary>
        <div className="box stack start gap-5 filters-panel">
          {SHOWN_ORDER.flatMap((name) => facets.filter(({ facet }) => facet === name)).map(({ facet, values }) => (
            <FacetLinks key={facet} facet={facet} values={values} chosen={filters[facet]} hrefFor={hrefFor} />
          ))}
          <Button className="only-scripts" onClick={close}>
            Show {found}
          </Button>
        </div>
      </details>
      {chosen.length > 0 && (
        <ul className="cluster gap-2" aria-label="Chosen filters">
          {chosen.map(({ facet, value, label }) => (
            <li key={`${facet} ${value}`}>
              <Link className="chip bare" to={hrefFor(facet, value)} rel="nofollow" preventScrollReset>
                <span className="visually-hidden">Remove </span>
                {label}
                <Icon name="close" />
              </Link>
            </li>
          ))}
          <li>
            <Link className="button link small" to={clearHref} preventScrollReset>
              Clear all
            </Link>
          </li>
        </ul>
      )}
    </div>
  )
}

type FacetLinksProps = ShownFacet & Pick<ListFiltersProps, 'hrefFor'> & { chosen: readonly string[] }

function FacetLinks({ facet, values, chosen, hrefFor }: FacetLinksProps) {
  const { Finish } = useWords()
  const heading = { family: 'Family', size: 'Size', finish: Finish, price: 'Price', stock: 'Availability' }[facet]
  return (
    <section aria-labelledby={`filter-${facet}`}>
      <h2 className="label" id={`filter-${facet}`}>
        {heading}
      </h2>
      <ul className={facet === 'size' ? 'grid gap-2' : 'cluster gap-2'}>
        {values.map((value) => (
          <li key={value.value}>
            <FilterLink to={hrefFor(facet, value.value)} isChosen={chosen.includes(value.value)} {...value} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function FilterLink({ to, label, note, swatch, count, isChosen }: FacetValue & { to: string; isChosen: boolean }) {
  const words = useWords()
  const text = (
    <>
      {isChosen ? <Icon name="check" /> : swatch && <Swatch name={label} swatch={swatch} />}
      <span>
        {label}
        {note && <span className="fine own-line"> {note}</span>}
      </span>
      <span className="fine numbers">
        {' '}
        {formatCount(count)}
        <span className="visually-hidden"> {count === 1 ? words.noun : words.nouns}</span>
      </span>
    </>
  )
  if (count === 0 && !isChosen) {
    return (
      // biome-ignore lint/a11y/useValidAnchor: a disabled link keeps its place and name
      <a className="choice" role="link" aria-disabled="true">
        {text}
      </a>
    )
  }
  return (
    <Link className="choice" to={to} rel="nofollow" preventScrollReset aria-current={isChosen || undefined}>
      {text}
    </Link>
  )
}
