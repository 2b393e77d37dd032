import type { Problems } from '#domain/form-fields.ts'
import { CONNECTION_LOST, orIfLost, textField, textFields } from '#web/form-actions.ts'
import { type ActionResult, runWithToast } from './action-result.ts'

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
export async function sendForm(
  request: Request,
  serverAction: () => Promise<ActionResult | FormRefused>,
  failedOf: (intent: string) => string | undefined,
): Promise<ActionResult | FormRefused> {
  const form = await request.clone().formData()
  const failed = failedOf(textField(form, 'intent'))
  if (failed === undefined) return orIfLost(serverAction(), refusedForm(form, { form: CONNECTION_LOST }))
  return runWithToast(serverAction as () => Promise<ActionResult>, failed)
}
