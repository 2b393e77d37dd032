import type { ReactNode } from 'react'
import { Form, Link, useSearchParams, useSubmit } from 'react-router'
import { Button } from '#web/ui/forms/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Icon } from '#web/ui/icons.tsx'

/** The present address with some of its parameters changed, and from the first page on. */
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

export type Choice = { label: string; name: string; options: readonly { value: string; label: string }[] }

type FilterProps = {
  /** What the search box looks through. */
  search: string
  /** How the URL calls what is searched for. */
  name?: string
  choices?: readonly Choice[]
}

/** Filters in the URL: a choice works at once, the search box on Enter, and everything by its button. */
export function Filter({ search, name: query = 'q', choices = [] }: FilterProps) {
  const [params] = useSearchParams()
  const submit = useSubmit()
  const sort = params.get('sort')
  const filtered = [query, ...choices.map(({ name }) => name)].some((name) => params.get(name))
  return (
    <Form
      method="get"
      className="filter"
      // Another address, from elsewhere, fills the fields anew.
      key={params.toString()}
      preventScrollReset
      role="search"
      aria-label="Filter"
    >
      <Field label={search} name={query} type="search" defaultValue={params.get(query) ?? ''} />
      {choices.map(({ label, name, options }) => (
        <Field
          key={name}
          as="select"
          label={label}
          name={name}
          defaultValue={params.get(name) ?? ''}
          onChange={(event) => submit(event.currentTarget.form, { preventScrollReset: true })}
        >
          <option value="">All</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Field>
      ))}
      {sort && <input type="hidden" name="sort" value={sort} />}
      <Button type="submit" variant="quiet">
        Filter
      </Button>
      {filtered && (
        <Link to={sort ? `?sort=${sort}` : '?'} preventScrollReset>
          Show all
        </Link>
      )}
    </Form>
  )
}

type CursorPaginationProps = {
  first: number
  shown: number
  count: number | undefined
  next: string | undefined
  previous: string | undefined
  /** `order`, `orders` */
  thing: string
  things: string
}

const number = new Intl.NumberFormat('en-IN')

/** Which part of the list this is, and the way to the parts beside it. */
export function CursorPagination({ first, shown, count, next, previous, thing, things }: CursorPaginationProps) {
  const hrefWith = useHrefs()
  if (!next && !previous)
    return shown > 0 && <p className="turns quiet">{shown === 1 ? `1 ${thing}` : `${shown} ${things}`}</p>
  const range = `${number.format(first)} to ${number.format(first + shown - 1)}`
  return (
    <nav className="turns" aria-label={`Pages of ${things}`}>
      <Cursor to={previous && hrefWith({ before: previous })} rel="prev">
        <Icon name="left" />
        Previous page
      </Cursor>
      <p>
        {range}
        {count !== undefined && ` of ${number.format(count)}`} {things}
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
