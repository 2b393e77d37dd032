import { type DragEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { type PickedProduct, parsePicked, placeField } from '#domain/catalog/picked-products.ts'
import type { SearchAnswer } from '#web/storefront/search.tsx'
import { FieldError } from '#web/ui/forms/field.tsx'
import { IconButton } from '#web/ui/forms/icon-button.tsx'
import { Options } from '#web/ui/forms/options.tsx'

type ProductPickerProps = {
  label: string
  name: string
  hint: string
  /** Those that the form was opened with, in their order. */
  picked: readonly PickedProduct[]
  /** To choose from without scripts. */
  offered: readonly PickedProduct[]
  most: number
  error?: string | undefined
}

/**
 * Products in an order of their own: typing a title offers some, dragging or a number moves one. Without scripts a list
 * offers the newest, and a place that is emptied leaves its product out.
 */
export function ProductPicker({ label, name, hint, picked, offered, most, error }: ProductPickerProps) {
  const [list, setList] = useState(picked)
  const kept = useRef<HTMLTextAreaElement>(null)
  const text = JSON.stringify(list)

  // A draft keeps what is picked, titles too.
  const first = useRef(text)
  useEffect(() => {
    if (text !== first.current) kept.current?.dispatchEvent(new Event('change', { bubbles: true }))
    first.current = text
  }, [text])

  function move(product: PickedProduct, to: number) {
    const others = list.filter((other) => other.id !== product.id)
    setList(others.toSpliced(Math.max(0, Math.min(to, others.length)), 0, product))
  }

  return (
    <>
      <textarea
        ref={kept}
        hidden
        name={`${name} picked`}
        value={text}
        onChange={({ currentTarget }) => setList(parsePicked(currentTarget.value) ?? list)}
      />
      <PickField
        label={label}
        name={name}
        hint={hint}
        offered={offered}
        isPicked={(product) => list.some((other) => other.id === product.id)}
        isFull={list.length >= most}
        error={error}
        onPick={(product) => setList([...list, product])}
      />
      {list.length > 0 && (
        <ol className="lines" aria-label={`${label}, in order`}>
          {list.map((product, index) => (
            <Picked
              key={product.id}
              name={name}
              product={product}
              index={index}
              list={list}
              onMove={move}
              onRemove={() => setList(list.filter((other) => other.id !== product.id))}
            />
          ))}
        </ol>
      )}
    </>
  )
}

type PickFieldProps = Pick<ProductPickerProps, 'label' | 'name' | 'hint' | 'offered' | 'error'> & {
  isPicked?: (product: PickedProduct) => boolean
  isFull: boolean
  onPick: (product: PickedProduct) => void
}

/** A field that picks products: by typing a title, or from a list without scripts. */
export function PickField({
  label,
  name,
  hint,
  offered,
  error,
  isPicked = () => false,
  isFull,
  onPick,
}: PickFieldProps) {
  const id = useId()
  const [hasScripts, setHasScripts] = useState(false)
  useEffect(() => setHasScripts(true), [])
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {/* Says that the products were sent, even if none is left. */}
      <input type="hidden" name={name} value="" />
      {hasScripts ? (
        <TitleField
          id={id}
          describedBy={error ? `${id}-error ${id}-hint` : `${id}-hint`}
          isFull={isFull}
          isPicked={isPicked}
          onPick={onPick}
        />
      ) : (
        <select
          id={id}
          name={name}
          multiple
          size={6}
          aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
          aria-invalid={error ? true : undefined}
        >
          <Options of={offered.filter((product) => !isPicked(product)).map(({ id, title }) => [id, title])} />
        </select>
      )}
      <p className="fine" id={`${id}-hint`}>
        {hint}
      </p>
      <FieldError id={id} error={error} />
    </div>
  )
}

const DRAGGED = 'application/x-gamla-product'

type PickedProps = {
  name: string
  product: PickedProduct
  index: number
  list: readonly PickedProduct[]
  onMove: (product: PickedProduct, to: number) => void
  onRemove: () => void
}

function Picked({ name, product, index, list, onMove, onRemove }: PickedProps) {
  function drop(event: DragEvent) {
    const dragged = list.find(({ id }) => String(id) === event.dataTransfer.getData(DRAGGED))
    if (!dragged) return
    event.preventDefault()
    onMove(dragged, index)
  }

  return (
    <li
      className="row gap-2"
      draggable
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, String(product.id))}
      onDragOver={(event) => event.dataTransfer.types.includes(DRAGGED) && event.preventDefault()}
      onDrop={drop}
    >
      <input type="hidden" name={name} value={product.id} />
      <span className="field place">
        <input
          // Another place is another default.
          key={index}
          name={placeField(name, product.id)}
          aria-label={`Place of ${product.title}`}
          inputMode="numeric"
          defaultValue={index + 1}
          onBlur={({ currentTarget }) => {
            const place = Number.parseInt(currentTarget.value, 10)
            if (currentTarget.value.trim() === '') onRemove()
            else if (Number.isNaN(place)) currentTarget.value = String(index + 1)
            else if (place !== index + 1) onMove(product, place - 1)
          }}
        />
      </span>
      <span className="cut">{product.title}</span>
      <IconButton icon="close" label={`Remove ${product.title}`} className="only-scripts" onClick={onRemove} />
    </li>
  )
}

type TitleFieldProps = {
  id: string
  describedBy: string
  isFull: boolean
  isPicked: (product: PickedProduct) => boolean
  onPick: (product: PickedProduct) => void
}

/** Long enough to type a word, short enough to feel immediate. */
const DEBOUNCE_MS = 150

/** A combobox of the products for sale whose title has what is typed. */
function TitleField({ id, describedBy, isFull, isPicked, onPick }: TitleFieldProps) {
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(-1)
  const [isOpen, setOpen] = useState(false)
  const fetcher = useFetcher<SearchAnswer>()
  const { load } = fetcher
  const term = typed.trim()

  useEffect(() => {
    if (term === '') return
    const timer = setTimeout(() => load(`/search?${new URLSearchParams({ q: term, typed: '1' })}`), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [term, load])

  const found =
    term !== '' && fetcher.data?.typed === term ? fetcher.data.products.filter((product) => !isPicked(product)) : []
  const isShown = isOpen && term !== '' && fetcher.data?.typed === term
  const optionId = (index: number) => `${id}-option-${index}`

  function pick({ id, title }: PickedProduct) {
    onPick({ id, title })
    setTyped('')
    setActive(-1)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') return setOpen(false)
    // Enter would send the form.
    if (event.key === 'Enter') event.preventDefault()
    if (found.length === 0) return
    if (event.key === 'ArrowDown') setActive((active + 1) % found.length)
    if (event.key === 'ArrowUp') setActive((active <= 0 ? found.length : active) - 1)
    const chosen = found[active] ?? (found.length === 1 ? found[0] : undefined)
    if (event.key === 'Enter' && chosen) pick(chosen)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notes that the focus has left
    <div
      className="title-field"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
    >
      <input
        id={id}
        role="combobox"
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isShown && active >= 0 ? optionId(active) : undefined}
        aria-describedby={describedBy}
        autoComplete="off"
        placeholder={isFull ? 'No more can be chosen' : 'Type a title'}
        disabled={isFull}
        maxLength={100}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setActive(-1)
          setOpen(true)
        }}
        onFocus={() => setOpen(true)}
        onKeyDown={onKeyDown}
      />
      {isShown && (
        <div
          // Otherwise a phone's bar at the bottom may cover it.
          ref={(list) => list?.scrollIntoView({ block: 'nearest' })}
          id={`${id}-list`}
          role="listbox"
          aria-label="Products found"
          className="title-options"
        >
          {found.map((product, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: likewise
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
            <div
              key={product.id}
              id={optionId(index)}
              role="option"
              aria-selected={index === active}
              className="title-option"
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => pick(product)}
            >
              {product.title}
            </div>
          ))}
          {found.length === 0 && <p className="fine">No product for sale has this in its title.</p>}
        </div>
      )}
    </div>
  )
}
