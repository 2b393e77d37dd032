import { useEffect, useRef, useState } from 'react'
import { Form, useNavigate } from 'react-router'
import type { ShownFacet } from '#domain/catalog/filters/facets.ts'
import { type Facet, type Filters, filterOf, filterParams } from '#domain/catalog/filters/filters.ts'
import { Button } from '#web/ui/forms/button.tsx'

type RangeFilterProps = Pick<ShownFacet, 'values'> & {
  facet: Facet
  filters: Filters
  hrefOf: (filters: Filters) => string
  fields: Readonly<Record<string, string>>
}

/** Long enough for several presses of an arrow key. */
const PAUSE_MS = 400

/** A filter from one number to another: two sliders, whose form is sent by a button without scripts. */
export function RangeFilter({ facet, values, filters, hrefOf, fields }: RangeFilterProps) {
  const unit = filterOf(facet).rangeIn ?? ''
  const numbers = values.map(({ value }) => Number(value))
  const min = Math.floor(Math.min(...numbers))
  const max = Math.ceil(Math.max(...numbers))
  // Other filters may leave less than what was chosen.
  const [from = min, to = max] = filters[facet].map((value) => Math.min(max, Math.max(min, Number(value))))
  const loaded = { from, to }
  const [range, setRange] = useState(loaded)
  const navigate = useNavigate()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // Another choice, such as `Clear all`, moves the sliders too.
  useEffect(() => setRange({ from: loaded.from, to: loaded.to }), [loaded.from, loaded.to])
  useEffect(() => () => clearTimeout(timer.current), [])

  function move(next: { from: number; to: number }) {
    setRange(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const isWhole = next.from <= min && next.to >= max
      const chosen = isWhole ? [] : [String(next.from), String(next.to)]
      navigate(hrefOf({ ...filters, [facet]: chosen }), { preventScrollReset: true })
    }, PAUSE_MS)
  }

  const others = filterParams({ ...filters, [facet]: [] })
  return (
    <Form className="stack gap-2 range-filter">
      {[...Object.entries(fields), ...others].map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <output className="numbers">
        {range.from} – {range.to} {unit}
      </output>
      {(['from', 'to'] as const).map((end) => (
        <label key={end} className="row gap-2">
          <span>{end === 'from' ? 'From' : 'To'}</span>
          <input
            type="range"
            name={facet}
            min={min}
            max={max}
            value={range[end]}
            aria-valuetext={`${range[end]} ${unit}`}
            onChange={({ currentTarget: { valueAsNumber: value } }) =>
              move(
                end === 'from'
                  ? { from: value, to: Math.max(value, range.to) }
                  : { from: Math.min(value, range.from), to: value },
              )
            }
          />
        </label>
      ))}
      <noscript>
        <Button type="submit" variant="quiet" small>
          Apply
        </Button>
      </noscript>
    </Form>
  )
}
