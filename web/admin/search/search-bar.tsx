import { useEffect, useRef } from 'react'
import type { Role } from '#domain/accounts/user.ts'
import { productPaths } from '#web/admin/products/product-paths.ts'
import { SearchField, type SearchList } from '#web/ui/forms/search-field.tsx'
import { SearchOption } from '#web/ui/forms/search-option.tsx'
import { OrderState } from '#web/ui/product/order-badges.tsx'
import type { Route } from './+types/search'

type Answer = Route.ComponentProps['loaderData']

/** The search of every page of the back office. `/` focuses it; Enter opens the only hit, or the page of results. */
export function SearchBar({ role }: { role: Role }) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [])
  return (
    <SearchField<Answer>
      label="Search orders, products, customers"
      action={productPaths(role).search}
      fetcherKey="search-bar"
      inputRef={input}
      pathsOf={({ groups }) => groups.flatMap(({ hits }) => hits.map(({ to }) => to))}
      fields={<input type="hidden" name="open" value="only" />}
    >
      {(list) => <Hits {...list} />}
    </SearchField>
  )
}

/** In a field, or in a dialog, which the search is behind. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog') !== null
}

function Hits({ answer: { groups, failures }, ...list }: SearchList<Answer>) {
  const { id, query } = list
  const found = groups.filter(({ hits }) => hits.length > 0)
  if (found.length === 0) {
    const nothing = groups.length > 0 ? 'Press Enter to look through all records.' : `Nothing found for “${query}”.`
    return (
      <div className="search-results" id={id} role="status">
        <p>{failures[0] ?? nothing}</p>
      </div>
    )
  }
  let index = 0
  return (
    <div className="search-results" role="listbox" id={id} aria-label="Results">
      {found.map(({ name, hits }) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox may hold groups of options, and no fieldset
        <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
          <p id={`${id}-${name}`} className="fine quiet search-group">
            {name}
          </p>
          {hits.map(({ to, title, detail, state }) => (
            <SearchOption key={to} list={list} index={index++} to={to}>
              <span>{title}</span>
              <span className="fine quiet">{detail}</span>
              {state && <OrderState order={state} />}
            </SearchOption>
          ))}
        </div>
      ))}
    </div>
  )
}
