import type { ReactNode } from 'react'
import { Form, Link, useSearchParams, useSubmit } from 'react-router'
import { formatCount } from '#domain/catalog/listing.ts'
import { useMayOpen } from '#web/admin/use-may.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
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

export type Choice = {
  label: string
  name: string
  /**
   * The label of each value; as pairs where the values are numbers, which an object would sort. `text` and `date`: a field
   * to type in.
   */
  options: Record<string, string> | readonly (readonly [value: string, label: string])[] | 'text' | 'date'
}

type FilterProps = {
  /** Label of the search box, if there is one. */
  search?: string
  /** Name of the search parameter in the URL. */
  name?: string
  choices?: readonly Choice[]
  /** Names of parameters that stay as they are, beside the sort order. */
  keep?: readonly string[]
}

/** Filters in the URL: a select applies at once, the search box on Enter, and without scripts a button applies both. */
export function Filter({ search, name: query = 'q', choices = [], keep = [] }: FilterProps) {
  const [params] = useSearchParams()
  const submit = useSubmit()
  const kept = ['sort', ...keep].flatMap((name) => {
    const value = params.get(name)
    return value ? [[name, value] as const] : []
  })
  const filtered = [query, ...choices.map(({ name }) => name)].some((name) => params.get(name))
  return (
    <Form
      method="get"
      className="cluster bottom filter"
      // Refills the fields when the URL changes, for example by the back button.
      key={params.toString()}
      preventScrollReset
      role="search"
      aria-label="Filter"
    >
      {search && <Field label={search} name={query} type="search" defaultValue={params.get(query) ?? ''} />}
      {choices.map(({ label, name, options }) =>
        typeof options === 'string' ? (
          <Field key={name} label={label} name={name} type={options} defaultValue={params.get(name) ?? ''} />
        ) : (
          <Field
            key={name}
            as="select"
            label={label}
            name={name}
            defaultValue={params.get(name) ?? ''}
            onChange={(event) => submit(event.currentTarget.form, { preventScrollReset: true })}
          >
            <option value="">All</option>
            {(Array.isArray(options) ? options : Object.entries(options)).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </Field>
        ),
      )}
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" variant="quiet">
        Filter
      </Button>
      {filtered && (
        <Link to={`?${new URLSearchParams(kept.map(([name, value]) => [name, value]))}`} preventScrollReset>
          Show all
        </Link>
      )}
    </Form>
  )
}

/** A plain form, because the router cannot handle downloads. */
export function DocumentButton({ to, children }: { to: string; children: string }) {
  if (!useMayOpen()(to)) return null
  return (
    <form action={to}>
      <Button type="submit" variant="quiet">
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

const number = new Intl.NumberFormat('en-IN')

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
  const range = `${number.format(first)} to ${number.format(first + shown - 1)}`
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
