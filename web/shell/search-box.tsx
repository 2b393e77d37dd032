import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Form, useFetcher, useLocation, useNavigate } from 'react-router'
import { productPath } from '#domain/catalog/variant-address.ts'
import type { loader } from '#web/storefront/search.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { useLate } from '#web/ui/use-late.ts'

/** Long enough to type a word, short enough to feel immediate. */
const DEBOUNCE_MS = 150

const loadList = () => import('#web/ui/product/search-results.tsx')

/** Search with a dropdown; without scripts a plain form that leads to /search. */
export function SearchBox() {
  const id = useId()
  const { query, setQuery, results, isLoaded, clear } = useSearch()
  const [active, setActive] = useState(-1)
  const [open, setOpen] = useState(false)
  const [isUsed, setUsed] = useState(false)
  const list = useLate(loadList, isUsed)
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const shown = open && query !== ''
  const activeResult = results[active]

  /** By the focus, or by what was typed before the scripts were there to see it. */
  function use() {
    setUsed(true)
    setOpen(true)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') return clearInput()
    if (!shown || results.length === 0) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive((active + step + results.length) % results.length)
    }
    if (event.key === 'Enter' && activeResult) {
      event.preventDefault()
      navigate(productPath(activeResult.id))
    }
  }

  /** Moves the focus away, so that a phone's keyboard does not cover the results. */
  function onSubmit() {
    setOpen(false)
    document.getElementById('main')?.focus({ preventScroll: true })
  }

  function clearInput() {
    clear()
    setOpen(false)
    input.current?.focus()
  }

  return (
    <search
      className="search-box"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
    >
      <Form action="/search" onSubmit={onSubmit}>
        <input
          ref={input}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          name="q"
          aria-label="Search products"
          placeholder="Search products"
          autoComplete="off"
          maxLength={100}
          role="combobox"
          aria-expanded={shown}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={shown && activeResult ? optionId(id, activeResult.id) : undefined}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setActive(-1)
            use()
          }}
          onFocus={use}
          onKeyDown={onKeyDown}
        />
        {query === '' ? (
          <button key="search" type="submit" className="search-box-button" aria-label="Search">
            <Icon name="search" />
          </button>
        ) : (
          <button type="button" className="search-box-button" aria-label="Clear search" onClick={clearInput}>
            <Icon name="close" />
          </button>
        )}
      </Form>
      {shown && isLoaded && list && (
        <list.SearchResults id={id} results={results} query={query} activeId={activeResult?.id} onChoose={clear} />
      )}
    </search>
  )
}

/** The element id that search-results.tsx gives to a result. */
function optionId(listId: string, productId: number): string {
  return `${listId}-${productId}`
}

function useSearch() {
  const { load, data } = useFetcher<typeof loader>({ key: 'search-box' })
  const { pathname } = useLocation()
  const [query, setQuery] = useState('')
  const term = query.trim()

  useEffect(() => {
    if (term === '') return
    const timer = setTimeout(() => load(`/search?${new URLSearchParams({ q: term, typed: '1' })}`), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [term, load])

  // Clear the box after a result was opened.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is the trigger
  useEffect(() => setQuery(''), [pathname])

  // Keep the last results while the next ones load, so that the dropdown does not flicker. React Router does not always
  // cancel an earlier load, whose late answer must not replace these.
  const [last, setLast] = useState(data)
  if (data !== last && (data === undefined || data.typed === term)) setLast(data)
  const isLoaded = last !== undefined && term !== ''
  return { query, setQuery, results: isLoaded ? last.products : [], isLoaded, clear: () => setQuery('') }
}
