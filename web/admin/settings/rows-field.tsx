import { useId, useState } from 'react'
import type { Problems } from '#domain/form-fields.ts'
import { countRows } from '#domain/settings/section-changes.ts'
import { LAST_ROW, type Section } from '#domain/shop/section.ts'
import { Field, FieldError } from '#web/ui/forms/field.tsx'

type RowsFieldProps = {
  label: string
  name: string
  hint: string | undefined
  rows: NonNullable<Section['fields'][string]['rows']>
  values: Record<string, string>
  problems: Problems
  error: string | undefined
}

/** A list of rows, with an empty one at its end: typing into it adds another, and without scripts saving does. */
export function RowsField({ label, name, hint, rows, values, problems, error }: RowsFieldProps) {
  const id = useId()
  const [count, setCount] = useState(countRows(name, values) + 1)
  return (
    <fieldset className="stack gap-3" aria-describedby={hint ? `${id}-hint` : undefined}>
      <legend>{label}</legend>
      {hint && (
        <p className="fine" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldError id={id} error={error} />
      {[...Array(count).keys(), ...(rows.last ? [LAST_ROW] : [])].map((index) => {
        const row = `${name}.${index}`
        const isLast = index === count - 1
        const fixed = index === LAST_ROW ? rows.last : undefined
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset in a fieldset would draw a frame a row
          <div
            key={row}
            role="group"
            aria-label={fixed?.value ?? `${rows.name} ${index + 1}`}
            className="setting-row"
            onInput={isLast ? () => setCount(count + 1) : undefined}
          >
            {Object.entries(rows.columns).map(([column, { label: heading, unit, inputMode }]) => (
              <Field
                key={column}
                label={heading}
                name={`${row}.${column}`}
                inputMode={inputMode}
                placeholder={unit}
                autoComplete="off"
                readOnly={column === fixed?.column}
                defaultValue={column === fixed?.column ? fixed.value : values[`${row}.${column}`]}
                error={problems[`${row}.${column}`]}
              />
            ))}
          </div>
        )
      })}
    </fieldset>
  )
}
