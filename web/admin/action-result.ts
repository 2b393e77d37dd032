import type { ShouldRevalidateFunctionArgs } from 'react-router'
import type { Problems } from '#domain/form-fields.ts'
import type { Rate } from '#domain/orders/couriers.ts'
import { toast } from '#web/client/toast.ts'
import { CONNECTION_LOST, FIX, orIfLost } from '#web/form-actions.ts'

/** The result of a table's button, shown as a toast, or above the table without scripts. */
export type ActionResult = {
  ok: boolean
  message: string
  /** Confirmation needed: sending these fields again with `confirmed` carries the action out. */
  ask?: Record<string, string>
  /** It can still be taken back, by sending these fields. */
  undo?: Record<string, string>
}

/** The fields by which a page tells its forms of one intent apart. */
export const ABOUT = ['return', 'counter-refund', 'shipment', 'awb', 'review', 'line']

/** The answer to a form that `DeskForm` shows. */
export type DeskResult = ActionResult & {
  intent: string
  /** Which of several forms with this intent: the shipment's id. */
  about?: string
  problems?: Problems
  values?: Record<string, string>
  /** The couriers' prices, cheapest first: nothing was changed. */
  rates?: Rate[]
}

/** The answer to a form whose fields are wrong. */
export function fixFields(problems: Problems) {
  return { ok: false as const, message: FIX, problems }
}

/** Runs the server's action and shows its result as a toast; a network error counts as a failure. */
export async function runWithToast<T extends ActionResult>(
  serverAction: () => Promise<T>,
  failed: string,
): Promise<T | { ok: false; message: string }> {
  const answer = await orIfLost(serverAction(), { ok: false as const, message: failed })
  const { intent, about }: Partial<DeskResult> = answer
  // A form that succeeds takes its own refusal away, and a row of a table never that of another row.
  const refusal = intent === undefined ? undefined : { id: `refused ${intent} ${about}` }
  if (answer.ok && refusal) toast.remove(refusal.id)
  // An answer without a message only fills in the form.
  if (answer.ok) toast.success(answer.message)
  else if (answer.message) toast.error(answer.message, refusal)
  return answer
}

export type ClientActionArgs = { request: Request; serverAction: () => Promise<unknown> }

/** Sends the button of a table. `failed`: what it says when the connection is lost. */
export function sendWithToast(failed: string) {
  return ({ serverAction }: ClientActionArgs) => runWithToast(serverAction as () => Promise<ActionResult>, failed)
}

/** Sends a `DeskForm` and shows the answer as a toast. */
export async function sendDesk({ request, serverAction }: ClientActionArgs): Promise<DeskResult> {
  const form = await request.clone().formData()
  const answer = await runWithToast(serverAction as () => Promise<DeskResult>, CONNECTION_LOST)
  return 'intent' in answer ? answer : { ...answer, intent: String(form.get('intent')) }
}

/** A failed action changed nothing, and reloading after a network error would replace the table by an error page. */
export function skipRevalidationOnFailure(args: ShouldRevalidateFunctionArgs): boolean {
  return args.actionResult?.ok === false ? isPageLoading(args) : args.defaultShouldRevalidate
}

/** An action that completes while a page loads makes React Router abort that load, so the data must then be loaded again. */
export function isPageLoading({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.href !== nextUrl.href
}
