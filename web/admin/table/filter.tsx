import { type ReactNode, useId } from 'react'
import { Form, Link, useSearchParams, useSubmit } from 'react-router'
import { Button } from '#web/ui/forms/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Options } from '#web/ui/forms/options.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { useHrefs } from './list-controls.tsx'

export type Choice = {
  label: string
  name: string
  /**
   * The label of each value; as pairs where the values are numbers, which an object would sort. `text` and `date`: a field
   * to type in.
   */
  options: Record<string, string> | readonly (readonly [value: string, label: string])[] | 'text' | 'date'
  /** The labels of values that only old addresses have. */
  former?: Record<string, string>
}

export type FilterProps = {
  /** Label of the search box, if there is one. */
  search?: string
  name?: string
  choices?: readonly Choice[]
}

type FilterButtonProps = FilterProps & {
  /** The sort orders that the columns have; none: the list has one. */
  sorts: readonly string[]
  sort: string | undefined
  /** Headings of columns that can be hidden. */
  columns: readonly string[]
  children?: ReactNode
}

/** Names of parameters that say how a list is shown; the others filter it. */
const SHOWN_BY = ['sort', 'hide', 'view', 'columns']

const SORTS: Record<string, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  lowToHigh: 'Price: low to high',
  highToLow: 'Price: high to low',
  most: 'Most often first',
  fewest: 'Least often first',
}

/** Opens the filters of a list. They are in the URL: a select applies at once, all else on Enter or `Apply`. */
export function FilterButton({ search, name = 'q', choices = [], sorts, sort, columns, children }: FilterButtonProps) {
  const id = useId()
  const [params] = useSearchParams()
  const submit = useSubmit()
  const kept = [...params].filter(([key]) => ['view', 'columns', 'hide'].includes(key))

  /** Leaves out what is empty or as before, so that an address can be read and shared. */
  function apply(form: HTMLFormElement) {
    const isUsual = (key: string, value: unknown) => key === 'sort' && value === sort && !params.has('sort')
    const chosen = [...new FormData(form)].flatMap(([key, value]) =>
      value === '' || isUsual(key, value) ? [] : [[key, String(value)]],
    )
    submit(new URLSearchParams(chosen), { preventScrollReset: true })
  }

  return (
    <>
      <Button variant="quiet" small className="filter-button" popoverTarget={id}>
        <Icon name="search" />
        <span>Filter</span>
      </Button>
      {/* A new key closes it and refills its fields when the URL changes, for example by the back button. */}
      <div key={params.toString()} id={id} popover="auto" className="stack gap-4 popover filter">
        <Form
          method="get"
          className="stack gap-3"
          preventScrollReset
          role="search"
          aria-label="Filter"
          onSubmit={(event) => {
            event.preventDefault()
            apply(event.currentTarget)
          }}
        >
          {search && <Field label={search} name={name} type="search" defaultValue={params.get(name) ?? ''} />}
          {choices.map(({ label, name: choice, options }) =>
            typeof options === 'string' ? (
              <Field key={choice} label={label} name={choice} type={options} defaultValue={params.get(choice) ?? ''} />
            ) : (
              <Field
                key={choice}
                as="select"
                label={label}
                name={choice}
                defaultValue={params.get(choice) ?? ''}
                onChange={(event) => event.currentTarget.form && apply(event.currentTarget.form)}
              >
                <option value="">All</option>
                <Options of={pairsOf(options)} />
              </Field>
            ),
          )}
          {sorts.length > 0 && (
            <Field
              as="select"
              label="Sort by"
              name="sort"
              defaultValue={sort}
              onChange={(event) => event.currentTarget.form && apply(event.currentTarget.form)}
            >
              <Options of={sorts.map((value) => [value, SORTS[value] ?? value])} />
            </Field>
          )}
          {columns.length > 0 && (
            <details className="disclosure">
              <summary>Hide columns</summary>
              <ul className="stack gap-0">
                {columns.map((heading) => (
                  <li key={heading}>
                    <HideLink heading={heading} />
                  </li>
                ))}
              </ul>
            </details>
          )}
          {kept.map(([key, value]) => (
            <input key={key + value} type="hidden" name={key} value={value} />
          ))}
          <Button type="submit">Apply</Button>
        </Form>
        {children}
      </div>
    </>
  )
}

/** A link, so that it works without scripts and the address has it. */
function HideLink({ heading }: { heading: string }) {
  const [params] = useSearchParams()
  const isHidden = params.getAll('hide').includes(heading)
  const next = new URLSearchParams(params)
  if (isHidden) next.delete('hide', heading)
  else next.append('hide', heading)
  return (
    <Link to={`?${next}`} preventScrollReset>
      {isHidden ? 'Show' : 'Hide'} {heading}
    </Link>
  )
}

/** The filters of the list; a press on one removes it. */
export function Chips({ name = 'q', choices = [] }: FilterProps) {
  const [params] = useSearchParams()
  const hrefWith = useHrefs()
  const search: Choice = { label: '', name, options: {} }
  const filters = [search, ...choices].flatMap((choice) => {
    const value = params.get(choice.name)
    if (!value) return []
    const text = choice.former?.[value] ?? pairsOf(choice.options).find(([each]) => each === value)?.[1]
    return [{ name: choice.name, text: choice.label ? `${choice.label}: ${text ?? value}` : `“${value}”` }]
  })
  if (filters.length === 0) return null
  const kept = [...params].filter(([key]) => SHOWN_BY.includes(key))
  return (
    <ul className="cluster gap-2 chips" aria-label="Filters">
      {filters.map((filter) => (
        <li key={filter.name}>
          <Link className="chip" to={hrefWith({ [filter.name]: undefined })} preventScrollReset>
            <span className="visually-hidden">Remove filter</span> {filter.text}
            <Icon name="close" />
          </Link>
        </li>
      ))}
      <li>
        <Link to={`?${new URLSearchParams(kept)}`} preventScrollReset>
          Show all
        </Link>
      </li>
    </ul>
  )
}

/** Is the list shorter than it could be? */
export function isFiltered(params: URLSearchParams, others: readonly string[] = []): boolean {
  return [...params.keys()].some((name) => !SHOWN_BY.includes(name) && !others.includes(name))
}

function pairsOf(options: Choice['options']): readonly (readonly [string, string])[] {
  if (typeof options === 'string') return []
  return Array.isArray(options) ? options : Object.entries(options)
}
