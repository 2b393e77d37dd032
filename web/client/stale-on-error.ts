import { type DataStrategyResult, isRouteErrorResponse, type MiddlewareFunction } from 'react-router'

type Refreshed = (isWell: boolean) => void
const listeners = new Set<Refreshed>()
const forms = new Set<(isGone: boolean) => void>()

/**
 * Around everything that loads a page: one that is open stays as it is when it cannot be brought up to date, because
 * the shop, its database or the network is away for a moment. An error page in its place would throw away what somebody
 * is reading or typing, for a change that may not even concern them.
 */
export const keepStaleOnError: MiddlewareFunction<Record<string, DataStrategyResult>> = async ({ request }, next) => {
  const results = await next()
  if (!isRefresh(request) || request.signal.aborted) return results
  const failed = Object.keys(results).filter((route) => isPassing(results[route]))
  // What has no result stays.
  for (const route of failed) delete results[route]
  for (const tell of listeners) tell(failed.length === 0)
  if (failed.length === 0) tellWhetherGone(results)
  return results
}

/** Its form stays, for a deletion can be undone; what was typed into the form could not come back. */
function tellWhetherGone(results: Record<string, DataStrategyResult>): void {
  if (forms.size === 0) return
  const gone = Object.keys(results).filter((route) => isGone(results[route]))
  for (const route of gone) delete results[route]
  for (const tell of forms) tell(gone.length > 0)
}

function isGone({ type, result }: DataStrategyResult = { type: 'data', result: null }): boolean {
  return type === 'error' && isRouteErrorResponse(result) && result.status === 404
}

/** Of the page that is open; of any other one its error has to be told. */
function isRefresh({ method, url }: Request): boolean {
  const { pathname, search } = new URL(url)
  return method === 'GET' && pathname === location.pathname && search === location.search
}

/** Not so: it has been deleted meanwhile, or is no longer for this person, who is sent elsewhere. */
function isPassing({ type, result }: DataStrategyResult = { type: 'data', result: null }): boolean {
  if (type !== 'error') return hasFailures(result)
  if (!isRouteErrorResponse(result) && !(result instanceof Response)) return true
  return result.status >= 500 || result.status === 429
}

/** The server's `attempt` put something empty in the place of what it could not read. */
function hasFailures(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null || !('failures' in answer)) return false
  return Array.isArray(answer.failures) && answer.failures.length > 0
}

/** Calls back when the open page was asked for again: whether it is up to date. */
export function onRevalidated(listener: Refreshed): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Keeps the open form that asks, when what it is about has been deleted meanwhile, and tells it so. */
export function onDeleted(listener: (isGone: boolean) => void): () => void {
  forms.add(listener)
  return () => forms.delete(listener)
}

const LONGEST_PAUSE_MS = 15_000

/** How long to wait before the next try: longer each time, and not the same for every browser of a busy shop. */
export function backoffMs(tries: number): number {
  return Math.min(1000 * 2 ** tries, LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2)
}
