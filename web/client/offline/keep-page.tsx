import { useEffect } from 'react'
import { type DataStrategyResult, type MiddlewareFunction, useBlocker, useNavigate } from 'react-router'
import { loadFailures } from '#domain/load-failures.ts'
import {
  countForms,
  formsAnswered,
  isFetch,
  openRouter,
  pendingDestination,
  shownError,
} from '#web/client/open-router.ts'
import { isOpenPage, isTransientFailure, keepStale } from '#web/client/stale-on-error.ts'
import { mayLeave } from '#web/client/unsaved.ts'
import { hideConnectionProblem, showConnectionProblem } from './connection-message.tsx'

type Results = Record<string, DataStrategyResult>

/** Set while a navigation that failed is ended by going to the open page again. */
let isComingBack = false

/**
 * Middleware around all loaders and actions: the open page stays when the server, the database or the network is down.
 * An error page in its place would throw away what the shopper is reading or typing. A message offers to try again.
 */
export const keepOpenPage: MiddlewareFunction<Results> = async ({ request }, next) => {
  if (!openRouter()) return next()
  if (isComingBack && isOpenPage(request)) {
    isComingBack = false
    return openPage()
  }
  const isGet = request.method === 'GET'
  const isFetched = isFetch(request)
  const isReload = isGet && !isFetched && isOpenPage(request)
  const formsBefore = countForms()
  const results = await next()
  if (request.signal.aborted) return results
  // React Router does not abort a reload when a form leads to another page, and would lead back when it ends.
  if (isReload && countForms() !== formsBefore) return reloadAfterForms(request)
  if (isGet && !isFetched && isOpenPage(request)) return keepStale(results)
  if (!hasFailed(results, request)) {
    if (!isFetched) hideConnectionProblem()
    return results
  }
  const text = textAbout(request, results)
  if (isFetched) {
    showConnectionProblem(isGet ? { text, retry: () => openRouter()?.revalidate() } : { text })
    // A fetcher gets empty data, because an error would replace the whole page.
    return Object.fromEntries(Object.keys(results).map((id) => [id, { type: 'data', result: undefined }]))
  }
  if (isGet && isConnectionLost(results) && (await isStored(request))) {
    // The service worker stores documents, so it is opened by a full page load.
    location.assign(pathOf(request))
    return aborted(request)
  }
  const retry = comeBack(request)
  showConnectionProblem(isGet ? { text, retry } : { text })
  return aborted(request)
}

/**
 * Holds back what leads to another page while something was typed and not saved, and while the browser knows that it is
 * offline and no service worker could answer: React Router reloads the open page, and so loses it, when it cannot load the
 * code of the next one. One hook for both, because React Router has one blocker at a time.
 */
export function useLeaveBlocker(): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && (isDisconnected() || !mayLeave()),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    if (!isDisconnected()) return blocker.reset()
    function retry() {
      if (isDisconnected()) show()
      else blocker.proceed?.()
    }
    const show = () => showConnectionProblem({ text: 'Failed to load this page', retry })
    show()
  }, [blocker])
}

const INTERRUPTED = 'gamla:interrupted'

/**
 * Goes on to the page that was asked for: when a new version of the shop no longer has a route's code, React Router
 * reloads the open page to get the new list of routes.
 */
export function useInterruptedNavigation(): void {
  const navigate = useNavigate()
  useEffect(() => {
    addEventListener('pagehide', keepInterrupted)
    const [open, to] = takeInterrupted()
    if (to && open === location.pathname) navigate(to)
    return () => removeEventListener('pagehide', keepInterrupted)
  }, [navigate])
}

/** A browser may forbid storage, and then the page is only reloaded. */
function keepInterrupted(): void {
  const to = pendingDestination()
  if (to === undefined) return
  try {
    sessionStorage.setItem(INTERRUPTED, JSON.stringify([location.pathname, to]))
  } catch {}
}

function takeInterrupted(): string[] {
  try {
    const kept = sessionStorage.getItem(INTERRUPTED)
    sessionStorage.removeItem(INTERRUPTED)
    return JSON.parse(kept ?? '[]')
  } catch {
    return []
  }
}

function isDisconnected(): boolean {
  return !navigator.onLine && !navigator.serviceWorker?.controller
}

/** Drops a reload that began before a form was sent, and begins another one if the page is still open. */
async function reloadAfterForms(request: Request): Promise<Results> {
  await formsAnswered()
  if (location.pathname + location.search === pathOf(request)) void openRouter()?.revalidate()
  return aborted(request)
}

/** Resolves once the request is aborted by the next one. */
async function aborted({ signal }: Request): Promise<Results> {
  await new Promise((end) => {
    if (signal.aborted) end(undefined)
    else signal.addEventListener('abort', end)
  })
  return {}
}

/** Ends the navigation by going to the open page again. @returns a function that starts it again */
function comeBack(request: Request): () => unknown {
  const target = pathOf(request)
  // Back and Forward have changed the address already; other navigations do so when they end.
  const replace = location.pathname + location.search === target
  const shown = openRouter()?.location
  isComingBack = true
  void openRouter()?.navigate(shown ?? {}, { replace: true, preventScrollReset: true, state: shown?.state })
  return () => openRouter()?.navigate(target, { replace })
}

/** The same page with the same data and, if it is an error page, the same error. */
function openPage(): Results {
  const routeId = openRouter()?.routeId
  const result = shownError()
  return routeId && result !== undefined ? { [routeId]: { type: 'error', result } } : {}
}

function pathOf({ url }: Request): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

const LIST = /^\/(allproduct|category|search|productinfo\/[^/]+\/(similar|goes-with))\b/i

/** A list without its products counts as failed; other pages show what they have. */
function hasFailed(results: Results, request: Request): boolean {
  return Object.values(results).some(
    ({ type, result }) =>
      (type === 'error' || LIST.test(pathOf(request))) && isTransientFailure({ type, result }, loadFailures.products),
  )
}

function textAbout(request: Request, results: Results): string {
  if (request.method !== 'GET') {
    return isConnectionLost(results)
      ? 'Connection lost. Please try again.'
      : 'Something went wrong on our side. Please try again.'
  }
  if (LIST.test(pathOf(request))) return loadFailures.products
  return /^\/productinfo\//i.test(pathOf(request)) ? loadFailures.product : 'Failed to load this page'
}

/** No response at all, which `fetch` reports as a TypeError. */
function isConnectionLost(results: Results): boolean {
  return Object.values(results).some(({ result }) => result instanceof TypeError)
}

/** `caches` is missing in private windows and without https. */
async function isStored(request: Request): Promise<boolean> {
  return 'caches' in window && (await caches.match(pathOf(request)).catch(() => undefined)) !== undefined
}
