import { data, type RouterContextProvider } from 'react-router'
import type { User } from '#domain/accounts/user.ts'
import { parseId } from '#domain/text.ts'
import { addressContext, getUser, shopContext } from '#server/contexts.ts'
import { isAnswer } from '#server/http/degraded-reads.ts'
import { readForm, wantsDocument } from '#server/http/forms.ts'
import type { Shop } from '#server/shop.ts'
import { textField, textFields } from '#web/form-actions.ts'
import type { ActionToasts } from './action-messages.ts'
import { ABOUT, type ActionResult, type DeskResult } from './action-result.ts'

type ActionArgs = { context: Readonly<RouterContextProvider>; request: Request }

/** The posted form, its sender and their address. */
export async function readPress({ context, request }: ActionArgs) {
  const shop = context.get(shopContext)
  const user = getUser(context)
  const address = context.get(addressContext)
  return { shop, user, address, form: await readForm(request) }
}

/**
 * Runs a button's action. A failure's cause is logged; the response only says that it failed, or what `run` returns as
 * the reason.
 */
export async function runAction(
  shop: Pick<Shop, 'log'>,
  { done, failed }: ActionToasts,
  run: () => Promise<boolean | string | { done: string }>,
) {
  try {
    const outcome = await run()
    if (outcome === true) return data<ActionResult>({ ok: true, message: done })
    if (typeof outcome === 'object') return data<ActionResult>({ ok: true, message: outcome.done })
    return data<ActionResult>({ ok: false, message: outcome || failed }, { status: 409 })
  } catch (error) {
    if (isAnswer(error)) throw error
    shop.log.error(failed, error)
    return data<ActionResult>({ ok: false, message: failed }, { status: 503 })
  }
}

/**
 * Carries out a form that `DeskForm` shows. A refusal returns what was typed.
 *
 * @param subject what the form is about, for the log
 */
export async function runDesk(
  shop: Pick<Shop, 'log'>,
  form: FormData,
  subject: string,
  run: () => Promise<Omit<DeskResult, 'intent'>>,
) {
  const intent = textField(form, 'intent')
  const about = ABOUT.map((name) => textField(form, name)).find((value) => value !== '')
  let status = 409
  const answer = await run().catch((error: unknown) => {
    if (isAnswer(error)) throw error
    shop.log.error(`Failed: ${intent} of ${subject}`, error)
    status = 503
    return { ok: false, message: 'This did not work. Please try again.' }
  })
  const values = answer.ok ? {} : { values: textFields(form) }
  return data<DeskResult>(
    { intent, ...(about && { about }), ...values, ...answer },
    { status: answer.ok || 'ask' in answer || 'rates' in answer ? 200 : status },
  )
}

/**
 * With scripts a dialog asks for confirmation before the form is sent. Without them the response to the first submit asks.
 */
export function confirmFirst(request: Request, form: FormData, question: string) {
  if (!wantsDocument(request) || form.has('confirmed')) return undefined
  return data<ActionResult>({ ok: false, message: question, ask: textFields(form) })
}

type OnlyButton = ActionToasts & {
  intent: string
  /** Asked before it runs. */
  question: string
  run: (shop: Shop, user: User, id: number) => Promise<boolean>
}

/** The action of a list whose rows have one button. */
export async function runOnlyButton(
  { context, request }: ActionArgs,
  { intent, question, run, ...toasts }: OnlyButton,
) {
  const { shop, user, form } = await readPress({ context, request })
  const id = idOf(form)
  if (form.get('intent') !== intent || id === undefined) throw data('Unknown action.', { status: 400 })
  return confirmFirst(request, form, question) ?? runAction(shop, toasts, () => run(shop, user, id))
}

/** The `id` of a form; undefined if it is missing or not a number. */
export function idOf(form: FormData): number | undefined {
  return parseId(form.get('id'))
}
