import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import type { Problems } from '#domain/form-fields.ts'
import { DraftNotice, useDraft } from '#web/client/admin/draft.tsx'
import { useProblems } from '#web/client/problems.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { FormMessage, fieldsOf } from '#web/ui/forms/field.tsx'
import type { FormRefused } from './form-refused.ts'

type SaveFormProps = {
  intent: string
  /** The address that the answer is shown at. */
  action: string
  /** Hidden fields; `seen` is what the form was filled from. */
  fields?: Record<string, string>
  refused: FormRefused | undefined
  /** The values of the fields, unless a refused form brings back what was typed. */
  values?: Record<string, string>
  /** The record that the form saves, if the page has several forms with this intent. */
  about?: string | undefined
  labelledBy?: string
  /** The label of the button. */
  save?: string
  inLine?: boolean
  children: (field: ReturnType<typeof fieldsOf<string>>, problems: Problems) => ReactNode
}

/** A form that leads to another page when it was saved. It keeps what is typed, and names what is wrong. */
export function SaveForm(props: SaveFormProps) {
  const {
    intent,
    action,
    fields = {},
    refused,
    about = '',
    labelledBy,
    save = 'Save',
    inLine = false,
    values,
    children,
  } = props
  const { form, problems, message } = useProblems(refused)
  const busy = useNavigation().formData?.get('intent') === intent
  const version = refused?.values.seen ?? fields.seen ?? ''
  const draft = useDraft({ name: `${intent} ${about}`, form, version, answer: refused, isSaved: false })
  const button = (
    <Button type="submit" busy={busy}>
      {save}
    </Button>
  )
  return (
    <Form
      ref={form}
      method="post"
      action={action}
      noValidate
      className={inLine ? 'form in-line' : 'form'}
      aria-labelledby={labelledBy}
    >
      <input type="hidden" name="intent" value={intent} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={name === 'seen' ? draft.version : value} />
      ))}
      <DraftNotice draft={draft} />
      {children(fieldsOf(refused?.values ?? values, problems), problems)}
      {inLine ? button : <div>{button}</div>}
      {message && <FormMessage alert>{message}</FormMessage>}
    </Form>
  )
}
