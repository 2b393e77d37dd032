import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { type FacetValue, listChosen, type ShownFacet } from '#domain/catalog/filters/facets.ts'
import { type Filters, filterOf, isRange, noFilters, toggleFilter } from '#domain/catalog/filters/filters.ts'
import { formatCount } from '#domain/catalog/listing.ts'
import { sentenceIn } from '#domain/shop/wording.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { Dialog } from '#web/ui/forms/dialog.tsx'
import { Swatch } from '#web/ui/forms/swatch.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { useWords } from '#web/ui/shop-info.ts'
import { RangeFilter } from './range-filter.tsx'

type ListFiltersProps = {
  facets: readonly ShownFacet[]
  filters: Filters
  hrefOf: (filters: Filters) => string
  /** Parameters of the address beside the filters. */
  fields: Readonly<Record<string, string>>
  found: string
  page: number
}

const PHONE = '(max-width: 45.99rem)'

/**
 * The filters of a list, behind a button, and those that are chosen. All of them are links. On a phone the button opens a
 * sheet; without scripts, and on wider screens, it unfolds them above the list.
 */
export function ListFilters({ found, page, ...shown }: ListFiltersProps) {
  const { facets, filters, hrefOf } = shown
  const panel = useRef<HTMLDetailsElement>(null)
  const summary = useRef<HTMLElement>(null)
  const [isSheet, setSheet] = useState(false)
  const chosen = listChosen(facets, filters)

  // Somebody who turns a page has finished choosing; choosing leads to page 1.
  useEffect(() => {
    if (page === 1) return
    setSheet(false)
    if (panel.current) panel.current.open = false
  }, [page])

  function openSheet(event: MouseEvent) {
    if (!window.matchMedia(PHONE).matches || panel.current?.open) return
    event.preventDefault()
    setSheet(true)
  }

  function close() {
    setSheet(false)
    if (panel.current) panel.current.open = false
    summary.current?.focus()
  }

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key === 'Escape' && panel.current?.open) close()
  }

  if (facets.length === 0) return null
  const show = (
    <Button className="only-scripts" onClick={close}>
      Show {found}
    </Button>
  )
  return (
    <div className="filters">
      <details ref={panel} onKeyDown={closeOnEscape}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
        <summary ref={summary} className="button quiet" onClick={openSheet}>
          Filters{chosen.length > 0 && ` (${chosen.length})`}
          <Icon name="down" />
        </summary>
        <div className="box stack start gap-5 filters-panel">
          <FacetSections {...shown} id="filter" />
          {show}
        </div>
      </details>
      <Dialog
        open={isSheet}
        onClose={() => setSheet(false)}
        label="Filters"
        closeLabel="Close filters"
        className="dialog sheet"
      >
        {isSheet && (
          <>
            <h2>Filters</h2>
            <div className="stack start gap-5 filters-panel">
              <FacetSections {...shown} id="sheet-filter" />
            </div>
            <div className="sheet-foot">{show}</div>
          </>
        )}
      </Dialog>
      <QuickFilters {...shown} />
      {chosen.length > 0 && (
        <ul className="cluster gap-2" aria-label="Chosen filters">
          {chosen.map(({ facet, value, label, without }) => (
            <li key={`${facet} ${value}`}>
              <Link className="chip bare" to={hrefOf(without)} rel="nofollow" preventScrollReset>
                <span className="visually-hidden">Remove </span>
                {label}
                <Icon name="close" />
              </Link>
            </li>
          ))}
          <li>
            <Link className="button link small" to={hrefOf(noFilters)} preventScrollReset>
              Clear all
            </Link>
          </li>
        </ul>
      )}
    </div>
  )
}

type Shown = Omit<ListFiltersProps, 'found' | 'page'>

/** The filters that most shoppers begin with, one tap away: the place, and the lowest price. Each goes once it is chosen. */
function QuickFilters({ facets, filters, hrefOf }: Shown) {
  const quick = facets.flatMap(({ facet, values }) => {
    if (filters[facet].length > 0) return []
    const offered =
      facet === 'use'
        ? values
        : facet === 'price'
          ? values.slice(0, 1).filter(({ label }) => label.startsWith('Under'))
          : []
    return offered.map((value) => ({ facet, ...value }))
  })
  if (quick.length === 0) return null
  return (
    <ul className="cluster gap-2" aria-label="Quick filters">
      {quick.map(({ facet, value, label }) => (
        <li key={`${facet} ${value}`}>
          <Link
            className="chip bare"
            to={hrefOf(toggleFilter(filters, facet, value))}
            rel="nofollow"
            preventScrollReset
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function FacetSections({ facets, filters, hrefOf, fields, id }: Shown & { id: string }) {
  const words = useWords()
  return facets.map(({ facet, name, values }, index) => (
    <section key={`${facet} ${name}`} aria-labelledby={`${id}-${index}`}>
      <h2 className="label" id={`${id}-${index}`}>
        {name ?? sentenceIn(words, filterOf(facet).heading)}
      </h2>
      {isRange(facet) ? (
        <RangeFilter facet={facet} values={values} filters={filters} hrefOf={hrefOf} fields={fields} />
      ) : (
        <FacetLinks facet={facet} values={values} filters={filters} hrefOf={hrefOf} />
      )}
    </section>
  ))
}

type FacetLinksProps = ShownFacet & Pick<ListFiltersProps, 'filters' | 'hrefOf'>

/** Values that belong to a group are folded under it; a group that is chosen, or the only one, is open. */
function FacetLinks({ facet, values, filters, hrefOf }: FacetLinksProps) {
  const groups = Map.groupBy(values, ({ group }) => group)
  const chosen = filters[facet]
  return [...groups].map(([group, members]) => {
    const links = (
      <ul key={group ?? ''} className={group === undefined ? 'cluster gap-2' : 'grid gap-2'}>
        {members.map((value) => (
          <li key={value.value}>
            <FilterLink
              to={hrefOf(toggleFilter(filters, facet, value.value))}
              isChosen={chosen.includes(value.value)}
              {...value}
            />
          </li>
        ))}
      </ul>
    )
    if (group === undefined) return links
    const isOpen = groups.size === 1 || members.some(({ value }) => chosen.includes(value))
    return (
      <Fold key={group} group={group} isOpen={isOpen}>
        {links}
      </Fold>
    )
  })
}

/** Opens when something in it is chosen elsewhere, and otherwise stays as the shopper left it. */
function Fold({ group, isOpen, children }: { group: string; isOpen: boolean; children: ReactNode }) {
  const fold = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (isOpen && fold.current) fold.current.open = true
  }, [isOpen])
  return (
    <details ref={fold} className="filters-fold" open={isOpen || undefined}>
      <summary>
        {group}
        <Icon name="down" />
      </summary>
      {children}
    </details>
  )
}

function FilterLink({ to, label, note, swatch, count, isChosen }: FacetValue & { to: string; isChosen: boolean }) {
  const words = useWords()
  return (
    <Link className="choice" to={to} rel="nofollow" preventScrollReset aria-current={isChosen || undefined}>
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
    </Link>
  )
}
