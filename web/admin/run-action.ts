import { data } from 'react-router'
import { parseId } from '#domain/text.ts'
import { wantsDocument } from '#server/http/forms.ts'
import type { Shop } from '#server/shop.ts'
import { textFields } from '#web/form-actions.ts'
import type { ActionResult } from './action-result.ts'

type Words = { done: string; failed: string }

/** Runs what a button asked for. Why it failed is for the operator; who pressed it is told that it did. */
export async function runAction(
  shop: Pick<Shop, 'log'>,
  { done, failed }: Words = { done: '', failed: '' },
  run: () => Promise<boolean>,
) {
  try {
    if (await run()) return data<ActionResult>({ ok: true, message: done })
    return data<ActionResult>({ ok: false, message: failed }, { status: 409 })
  } catch (error) {
    shop.log.error(failed, error)
    return data<ActionResult>({ ok: false, message: failed }, { status: 503 })
  }
}

/**
 * Scripts ask before something is destroyed, in a dialog. Without them the first press comes here, and the page that
 * answers it asks.
 */
export function confirmFirst(request: Request, form: FormData, question: string) {
  if (!wantsDocument(request) || form.has('confirmed')) return undefined
  return data<ActionResult>({ ok: false, message: question, ask: textFields(form) })
}

/** The number in a form's `id`; undefined when there is none. */
export function idOf(form: FormData): number | undefined {
  return parseId(form.get('id'))
}
