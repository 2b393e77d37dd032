import { type ComponentProps, type ReactNode, useId } from 'react'
import { Icon } from '#web/ui/icons.tsx'

type FieldText = { label: string; name: string; error?: string; hint?: ReactNode }
type InputField = FieldText & { as?: 'input' } & Omit<ComponentProps<'input'>, 'name'>
type TextareaField = FieldText & { as: 'textarea' } & Omit<ComponentProps<'textarea'>, 'name'>
type SelectField = FieldText & { as: 'select' } & Omit<ComponentProps<'select'>, 'name'>

/** A control with its label, hint and error, linked for screen readers. */
export function Field({ label, error, hint, className, ...control }: InputField | TextareaField | SelectField) {
  const generatedId = useId()
  const id = control.id ?? generatedId
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  const controlProps = {
    ...control,
    id,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': error ? true : undefined,
  }

  return (
    <div className={className ? `field ${className}` : 'field'}>
      <label htmlFor={id}>{label}</label>
      <Control {...controlProps} />
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          <Icon name="warning" />
          {error}
        </p>
      )}
    </div>
  )
}

type ControlProps =
  | ({ as?: 'input' } & ComponentProps<'input'>)
  | ({ as: 'textarea' } & ComponentProps<'textarea'>)
  | ({ as: 'select' } & ComponentProps<'select'>)

function Control(props: ControlProps) {
  if (props.as === 'textarea') {
    const { as: _, ...rest } = props
    return <textarea rows={4} {...rest} />
  }
  if (props.as === 'select') {
    const { as: _, ...rest } = props
    return <select {...rest} />
  }
  const { as: _, ...rest } = props
  return <input type="text" {...rest} />
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
