import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import type { Problems } from '#domain/form-fields.ts'
import { DraftNotice, useDraft } from '#web/client/admin/draft.tsx'
import { useProblems } from '#web/client/problems.ts'
import { CONNECTION_LOST, orIfLost, textField, textFields } from '#web/form-actions.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { FormMessage, fieldsOf, HiddenFields } from '#web/ui/forms/field.tsx'
import { useLastResult } from '#web/ui/forms/use-last-result.ts'
import { type ActionResult, type ClientActionArgs, runWithToast } from './action-result.ts'

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
      <HiddenFields of={{ intent, ...fields, ...('seen' in fields && { seen: draft.version }) }} />
      <DraftNotice draft={draft} />
      {children(fieldsOf(refused?.values ?? values, problems), problems)}
      {inLine ? button : <div>{button}</div>}
      {message && <FormMessage alert>{message}</FormMessage>}
    </Form>
  )
}

/** A form that was not saved, with what was typed. */
export type FormRefused = {
  ok: false
  intent: string
  problems: Problems
  values: Record<string, string>
  /** The chosen boxes of a role. */
  rights: string[]
}

export function refusedForm(form: FormData, problems: Problems): FormRefused {
  const rights = form.getAll('rights').map(String)
  return { ok: false, intent: textField(form, 'intent'), problems, values: textFields(form), rights }
}

/**
 * Sends a form or a button of a page that has both. A button's answer is a toast; a form keeps what was typed.
 *
 * @param failedOf what a button says when the connection is lost; undefined: the intent is a form's
 */
export function sendForm(failedOf: (intent: string) => string | undefined) {
  return async ({ request, serverAction }: ClientActionArgs): Promise<ActionResult | FormRefused> => {
    const form = await request.clone().formData()
    const failed = failedOf(textField(form, 'intent'))
    if (failed !== undefined) return runWithToast(serverAction as () => Promise<ActionResult>, failed)
    return orIfLost(serverAction() as Promise<FormRefused>, refusedForm(form, { form: CONNECTION_LOST }))
  }
}

/** The answer to the last press on a page that has forms and buttons: `refused` is a form's, `answer` a button's. */
export function useLastPress(actionData: ActionResult | FormRefused | undefined) {
  const last = useLastResult(actionData)
  const refused = last && 'problems' in last ? last : undefined
  const answer = last && !('problems' in last) ? last : undefined
  return { last, refused, answer }
}
