import { type ReactNode, useId } from 'react'
import type { Finish } from '#domain/catalog/sizes.ts'
import { FieldError } from './field.tsx'
import { Swatch } from './swatch.tsx'

type RadioPill = {
  value: string
  label: string
  note?: ReactNode
  isOff?: boolean
  swatch?: Pick<Finish, 'name' | 'swatch'>
}

type RadioPillsProps = {
  legend: string
  name: string
  options: readonly RadioPill[]
  value: string | undefined
  onChange: (value: string) => void
  /** Its line is kept free, so that it moves nothing; empty: none now. Absent: there never is one. */
  error?: string
}

export function RadioPills({ legend, name, options, value, onChange, error }: RadioPillsProps) {
  const id = useId()
  return (
    <fieldset className="radio-pills" aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{legend}</legend>
      <div className="grid gap-2 radio-pills-options">
        {options.map((option) => (
          <label key={option.value} className="choice">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.isOff}
              onChange={() => onChange(option.value)}
            />
            {option.swatch && <Swatch {...option.swatch} />}
            <span>
              {option.label}
              {option.note && <span className="quiet"> {option.note}</span>}
            </span>
          </label>
        ))}
      </div>
      {error !== undefined && (
        <div className="radio-pills-error">
          <FieldError id={id} error={error} />
        </div>
      )}
    </fieldset>
  )
}
