import { type DataStrategyResult, isRouteErrorResponse } from 'react-router'
import { openRouter } from './open-router.ts'

type RevalidationListener = (isFresh: boolean) => void
const listeners = new Set<RevalidationListener>()
const deletionListeners = new Set<(isDeleted: boolean) => void>()

/** Results of a reload of the open page, without those that failed because the server, the database or the network is down. */
export function keepStale(results: Record<string, DataStrategyResult>): Record<string, DataStrategyResult> {
  const failed = Object.keys(results).filter((route) => results[route] && isTransientFailure(results[route]))
  // React Router keeps the old data of a route without a result.
  for (const route of failed) delete results[route]
  for (const notify of listeners) notify(failed.length === 0)
  if (failed.length === 0) notifyIfDeleted(results)
  return results
}

/** Keeps an open form whose record was deleted: a deletion can be undone, lost input cannot. */
function notifyIfDeleted(results: Record<string, DataStrategyResult>): void {
  if (deletionListeners.size === 0) return
  const deleted = Object.keys(results).filter((route) => isDeleted(results[route]))
  for (const route of deleted) delete results[route]
  for (const notify of deletionListeners) notify(deleted.length > 0)
}

function isDeleted({ type, result }: DataStrategyResult = { type: 'data', result: null }): boolean {
  return type === 'error' && isRouteErrorResponse(result) && result.status === 404
}

/** True for a reload of the open page. Compares with the router, because going back changes the browser's URL before the page. */
export function isOpenPage({ method, url }: Request): boolean {
  const { pathname, search } = new URL(url)
  const open = openRouter()?.location ?? location
  return method === 'GET' && pathname === open.pathname && search === open.search
}

/** A 404 (deleted meanwhile) or a redirect (access lost) is not transient. @param text the only load failure that counts; by default all do */
export function isTransientFailure({ type, result }: DataStrategyResult, text?: string): boolean {
  if (type !== 'error') return hasFailures(result, text)
  if (!isRouteErrorResponse(result) && !(result instanceof Response)) return true
  return result.status >= 500 || result.status === 429
}

/** The server's `readOrFallback` lists in `failures` what it could not read. */
function hasFailures(data: unknown, text?: string): boolean {
  if (typeof data !== 'object' || data === null || !('failures' in data)) return false
  return Array.isArray(data.failures) && (text ? data.failures.includes(text) : data.failures.length > 0)
}

/** Calls back after each reload of the open page. */
export function onRevalidated(listener: RevalidationListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Keeps the open form when its record was deleted meanwhile, and notifies it. */
export function onDeleted(listener: (isDeleted: boolean) => void): () => void {
  deletionListeners.add(listener)
  return () => deletionListeners.delete(listener)
}
