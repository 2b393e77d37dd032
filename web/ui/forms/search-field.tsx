import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Form, useFetcher, useLocation, useNavigate } from 'react-router'
import { Icon } from '#web/ui/icons.tsx'

/** Long enough to type a word, short enough to feel immediate. */
const DEBOUNCE_MS = 150

/** The answer of the page of results: `typed` is the text so far, if somebody was typing. */
type Answer = { typed?: string | null | undefined }

type SearchFieldProps<Data extends Answer> = {
  label: string
  /** The page of results. It is asked while somebody is typing, and opened without scripts. */
  action: string
  fetcherKey: string
  inputRef?: RefObject<HTMLInputElement | null>
  /** The addresses of the options, in their order on the screen. */
  pathsOf: (answer: Data) => readonly string[]
  /** By the focus, or by what was typed before the scripts were there to see it. */
  onUse?: () => void
  fields?: ReactNode
  /** The list of options, each a `SearchOption`. */
  children: (list: SearchList<Data>) => ReactNode
}

export type SearchList<Data> = {
  id: string
  answer: Data
  query: string
  /** The option selected with the arrow keys. */
  active: number | undefined
  onChoose: () => void
}

/** The element id of an option, for the field's `aria-activedescendant`. */
export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}

/** A search with a list of options below it: a combobox with the keys that its pattern names. */
export function SearchField<Data extends Answer>(props: SearchFieldProps<Data>) {
  const { label, action, fetcherKey, inputRef, pathsOf, onUse, fields, children } = props
  const id = useId()
  const [active, setActive] = useState(-1)
  const [open, setOpen] = useState(false)
  const own = useRef<HTMLInputElement>(null)
  const input = inputRef ?? own
  const { query, setQuery, answer, clear } = useSearch<Data>({ action, key: fetcherKey, isOpen: open, input })
  const navigate = useNavigate()
  const shown = open && query !== ''
  const paths = answer === undefined ? [] : pathsOf(answer)
  const activePath = paths[active]

  function use() {
    onUse?.()
    setOpen(true)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') return clearInput()
    if (!shown || paths.length === 0) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive(active < 0 && step < 0 ? paths.length - 1 : (active + step + paths.length) % paths.length)
    }
    if (event.key === 'Enter' && activePath) {
      event.preventDefault()
      clear()
      navigate(activePath)
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
      <Form action={action} onSubmit={onSubmit}>
        <input
          ref={input}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          name="q"
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          maxLength={100}
          role="combobox"
          aria-expanded={shown}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={shown && activePath ? optionId(id, active) : undefined}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setActive(-1)
            use()
          }}
          onFocus={use}
          onKeyDown={onKeyDown}
        />
        {fields}
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
      {shown &&
        answer !== undefined &&
        children({ id, answer, query, active: activePath ? active : undefined, onChoose: clear })}
    </search>
  )
}

type SearchOf = { action: string; key: string; isOpen: boolean; input: RefObject<HTMLInputElement | null> }

function useSearch<Data extends Answer>({ action, key, isOpen, input }: SearchOf) {
  const fetcher = useFetcher<Data>({ key })
  const { load } = fetcher
  const data = fetcher.data as Data | undefined
  const { pathname, search } = useLocation()
  // The page of results keeps the words in the field; any other page clears it, as after a result was opened.
  const searched = pathname === action ? (new URLSearchParams(search).get('q') ?? '') : ''
  const [query, setQuery] = useState(searched)
  const term = query.trim()

  useEffect(() => {
    if (term === '' || !isOpen) return
    const timer = setTimeout(() => load(`${action}?${new URLSearchParams({ q: term, typed: '1' })}`), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [term, load, action, isOpen])

  /** The text when somebody goes back. */
  const left = useRef<string>(undefined)
  useEffect(() => {
    function noteLeft() {
      left.current = input.current?.value
    }
    // Before the router hears of it.
    addEventListener('popstate', noteLeft, true)
    return () => removeEventListener('popstate', noteLeft, true)
  }, [input])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is a trigger too
  useEffect(() => {
    const field = input.current
    // Otherwise somebody is typing the next search while the page arrives.
    if (document.activeElement !== field || field?.value === left.current) setQuery(searched)
    left.current = undefined
  }, [pathname, searched])

  // Keep the last results while the next ones load, so that the dropdown does not flicker. React Router does not always
  // cancel an earlier load, whose late answer must not replace these.
  const [last, setLast] = useState(data)
  if (data !== last && (data === undefined || data.typed === term)) setLast(data)
  return { query, setQuery, answer: term === '' ? undefined : last, clear: () => setQuery('') }
}
