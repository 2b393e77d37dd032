import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import type { Problems } from '#domain/form-fields.ts'
import { Icon } from '#web/ui/icons.tsx'

type FieldText = {
  label: ReactNode
  name: string
  error?: string | undefined
  hint?: ReactNode
  /** Something to know about a value that is accepted. */
  warning?: string | undefined
  /** Of a file: what is stored, above the control. */
  present?: ReactNode
}
export type InputField = FieldText & { as?: 'input' } & Omit<ComponentProps<'input'>, 'name'>
type TextareaField = FieldText & { as: 'textarea' } & Omit<ComponentProps<'textarea'>, 'name'>
type SelectField = FieldText & { as: 'select' } & Omit<ComponentProps<'select'>, 'name'>

const DEFAULTS = { input: { type: 'text' }, textarea: { rows: 4 }, select: {} }

/** A control with its label, hint and error, linked for screen readers. */
export function Field({
  label,
  error,
  hint,
  warning,
  present,
  className,
  as: Control = 'input',
  ...control
}: InputField | TextareaField | SelectField) {
  const generatedId = useId()
  const id = control.id ?? generatedId
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`, warning && `${id}-warning`]
    .filter(Boolean)
    .join(' ')
  const controlProps: object = {
    ...DEFAULTS[Control],
    ...control,
    id,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': error ? true : undefined,
  }

  return (
    <div className={className ? `field ${className}` : 'field'}>
      <label htmlFor={id}>{label}</label>
      {present}
      <Control {...controlProps} />
      {hint && (
        <p className="fine" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldWarning id={id} warning={warning} />
      <FieldError id={id} error={error} />
    </div>
  )
}

type CheckboxFieldProps = { label: string; name: string; isChecked: boolean; warning?: string | undefined }

export function CheckboxField({ label, name, isChecked, warning }: CheckboxFieldProps) {
  const id = useId()
  return (
    <div>
      <label className="check" htmlFor={id}>
        <input
          id={id}
          type="checkbox"
          name={name}
          defaultChecked={isChecked}
          aria-describedby={warning && `${id}-warning`}
        />
        {label}
      </label>
      <FieldWarning id={id} warning={warning} />
    </div>
  )
}

function FieldWarning({ id, warning }: { id: string; warning: string | undefined }) {
  if (!warning) return null
  return (
    <p className="field-warning" id={`${id}-warning`}>
      <Icon name="warning" />
      {warning}
    </p>
  )
}

/**
 * An error that goes leaves its place empty, so that nothing moves under the thumb.
 *
 * @param id of the control, whose `aria-describedby` names `{id}-error`
 */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  const [last, setLast] = useState(error)
  if (error && error !== last) setLast(error)
  if (!last) return null
  return (
    <p className="field-error" id={`${id}-error`} hidden={!error}>
      <Icon name="warning" />
      {/* The style draws it, so that its text is no longer in the page. */}
      {error || <span data-text={last} />}
    </p>
  )
}

/** Fields that a form sends along. */
export function HiddenFields({ of }: { of: Readonly<Record<string, string | number>> }) {
  return Object.entries(of).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}

/** Fills the fields of a form in again and marks the wrong ones. */
export function fieldsOf<Name extends string>(values: Partial<Record<Name, string>> = {}, problems: Problems = {}) {
  return (name: Name) => ({ name, defaultValue: values[name], error: problems[name] })
}

type FormMessageProps = {
  tone?: 'plain' | 'problem' | 'good'
  /** Announced by screen readers: for messages that appear after a submit. */
  alert?: boolean
  children: ReactNode
}

/** A message below a form. */
export function FormMessage({ tone = 'problem', alert = false, children }: FormMessageProps) {
  return (
    <p className={`form-message ${tone}`} role={alert ? 'alert' : undefined}>
      {tone !== 'plain' && <Icon name={tone === 'good' ? 'check' : 'warning'} />}
      {children}
    </p>
  )
}
