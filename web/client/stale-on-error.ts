import { type DataStrategyResult, isRouteErrorResponse, type MiddlewareFunction } from 'react-router'

type RevalidationListener = (isFresh: boolean) => void
const listeners = new Set<RevalidationListener>()
const deletionListeners = new Set<(isDeleted: boolean) => void>()

/**
 * Middleware around all loaders: an open page stays as it is when its data cannot be reloaded because the server, the
 * database or the network is down. An error page in its place would throw away what the shopper is reading or typing.
 */
export const keepStaleOnError: MiddlewareFunction<Record<string, DataStrategyResult>> = async ({ request }, next) => {
  const results = await next()
  if (!isRevalidation(request) || request.signal.aborted) return results
  const failed = Object.keys(results).filter((route) => isTransientFailure(results[route]))
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

/** A reload of the open page; any other page must show its error. */
function isRevalidation({ method, url }: Request): boolean {
  const { pathname, search } = new URL(url)
  return method === 'GET' && pathname === location.pathname && search === location.search
}

/** A 404 (deleted meanwhile) or a redirect (access lost) is not transient. */
function isTransientFailure({ type, result }: DataStrategyResult = { type: 'data', result: null }): boolean {
  if (type !== 'error') return hasFailures(result)
  if (!isRouteErrorResponse(result) && !(result instanceof Response)) return true
  return result.status >= 500 || result.status === 429
}

/** The server's `readOrFallback` lists in `failures` what it could not read. */
function hasFailures(data: unknown): boolean {
  if (typeof data !== 'object' || data === null || !('failures' in data)) return false
  return Array.isArray(data.failures) && data.failures.length > 0
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
