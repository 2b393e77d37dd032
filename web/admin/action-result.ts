import toast from 'react-hot-toast/headless'
import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** What a button of a table is told: by a toast, or without scripts above the table. */
export type ActionResult = {
  ok: boolean
  message: string
  /** Nothing has happened yet: this form, sent again with `confirmed`, does it. */
  ask?: Record<string, string>
}

/** Asks the server and tells what it said; a shop that cannot be reached has refused. */
export async function confirmAndToast<T extends ActionResult>(
  serverAction: () => Promise<T>,
  failed: string,
): Promise<T | { ok: false; message: string }> {
  const answer = await serverAction().catch((error: unknown) => {
    // A redirect to /login: the session has run out.
    if (error instanceof Response) throw error
    return { ok: false as const, message: failed }
  })
  if (answer.ok) toast.success(answer.message)
  else toast.error(answer.message)
  return answer
}

/** Nothing has changed after a refusal, and a shop that cannot be reached must not take the table away too. */
export function orProblem({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionResult?.ok === false ? false : defaultShouldRevalidate
}
