import type { DataStrategyResult, MiddlewareFunction } from 'react-router'
import { loadFailures } from '#domain/load-failures.ts'
import { isOpenPage, isTransientFailure, keepStale } from '#web/client/stale-on-error.ts'
import { addBackOffice, hasBackOffice } from './back-office.ts'
import { hideConnectionProblem, showConnectionProblem } from './connection-message.tsx'
import { guardRouteCode, withRouteCode } from './route-code.ts'
import './router.ts'

type Results = Record<string, DataStrategyResult>

/** The position of the open page in the tab's history. Going back changes the URL before the page. */
let position: number | undefined
let isComingBack = false

export function startKeepingPages() {
  const router = window.__reactRouterDataRouter
  if (!router) return
  // Hot reloading writes into the same table.
  if (import.meta.env.PROD) guardRouteCode()
  position = history.state?.idx
  router.subscribe(({ location, navigation }) => {
    if (navigation.state !== 'idle') return
    isComingBack = false
    if (location.key === historyKey()) position = history.state?.idx
  })
}

/**
 * The open page stays when the server, the database or the network is down.
 * An error page in its place would throw away what the shopper is reading or typing. A message offers to try again.
 */
export const keepOpenPage: MiddlewareFunction<Results> = async ({ request, pattern }, next) => {
  if (isComingBack && isOpenPage(request)) return shownErrors()
  const results = await (pattern === '*' && !hasBackOffice() ? addBackOffice() : withRouteCode(next))
  if (request.signal.aborted) return typeof results === 'string' ? {} : results
  const isGet = request.method === 'GET'
  if (typeof results !== 'string' && isGet && isOpenPage(request)) return keepStale(results)

  const router = window.__reactRouterDataRouter
  const target = router?.state.navigation.location
  const isNavigation = target !== undefined && isAt(target, request)
  const isFailed = typeof results === 'string' || hasFailed(results, request)
  if (results === 'added') {
    if (target)
      router?.navigate(target, { replace: router.state.navigation.historyAction !== 'PUSH', state: target.state })
    return aborted(request)
  }
  if (!router || !isFailed) {
    if (isNavigation) hideConnectionProblem()
    return results as Results
  }
  if (results === 'gone') {
    location.assign(target ? pathOf(target) : location.href)
    return new Promise(() => {})
  }
  if (isNavigation && isGet && isConnectionLost(results) && (await isStored(target))) {
    // The service worker stores documents, so it is opened by a full page load. Going back has changed the URL already.
    if (target.key === historyKey()) location.reload()
    else location.assign(pathOf(target))
    return new Promise(() => {})
  }
  const text = textAbout(request, results)
  if (!isNavigation) {
    // A fetcher gets empty data, because an error would replace the whole page.
    showConnectionProblem(isGet ? { text, retry: () => router.revalidate() } : { text })
    const routes = results === 'offline' ? [routeAt(pattern)] : Object.keys(results as Results)
    return Object.fromEntries(routes.map((id) => [id, { type: 'data', result: undefined }]))
  }
  const retry = comeBack(target)
  showConnectionProblem(isGet ? { text, retry } : { text })
  return aborted(request)
}

/** Resolves once the request is aborted by the next navigation. */
async function aborted({ signal }: Request): Promise<Results> {
  await new Promise((end) => {
    if (signal.aborted) end(undefined)
    else signal.addEventListener('abort', end)
  })
  return {}
}

/** Aborts the navigation to the target and restores the URL of the open page. @returns a function that starts it again */
function comeBack(target: Location): () => unknown {
  const router = window.__reactRouterDataRouter
  if (!router) return () => {}
  const { location: shown, navigation } = router.state
  isComingBack = true
  const steps = target.key === historyKey() ? history.state?.idx - (position ?? Number.NaN) : 0
  if (steps) {
    history.go(-steps)
    return () => history.go(steps)
  }
  const replace = navigation.historyAction === 'REPLACE'
  void router.navigate(shown, { replace: true, preventScrollReset: true, state: shown.state })
  return () => router.navigate(target, { replace, state: target.state })
}

/** The same page with the same data and, if it is an error page, the same error. */
function shownErrors(): Results {
  const errors = Object.entries(window.__reactRouterDataRouter?.state.errors ?? {})
  return Object.fromEntries(errors.map(([route, result]) => [route, { type: 'error', result }]))
}

type Location = { pathname: string; search: string; hash: string; state: unknown; key: string }

function pathOf({ pathname, search, hash }: Location): string {
  return pathname + search + hash
}

function isAt({ pathname, search }: Location, { url }: Request): boolean {
  return new URL(url).href === new URL(pathname + search, location.href).href
}

function historyKey(): string {
  return history.state?.key ?? 'default'
}

function routeAt(pattern: string): string {
  return Object.values(window.__reactRouterManifest.routes).find(({ path }) => path === pattern)?.id ?? 'root'
}

const LIST = /^\/(allproduct|category|search)\b/i

/** A list without its products counts as failed; other pages show what they have. */
function hasFailed(results: Results, request: Request): boolean {
  return Object.values(results).some(
    ({ type, result }) =>
      (type === 'error' || LIST.test(new URL(request.url).pathname)) &&
      isTransientFailure({ type, result }, loadFailures.products),
  )
}

function textAbout({ method, url }: Request, results: Results | string): string {
  const { pathname } = new URL(url)
  if (method !== 'GET') {
    return isConnectionLost(results)
      ? 'Connection lost. Please try again.'
      : 'Something went wrong on our side. Please try again.'
  }
  if (LIST.test(pathname)) return loadFailures.products
  return /^\/productinfo\//i.test(pathname) ? loadFailures.product : 'Failed to load this page'
}

/** No response at all, which `fetch` reports as a TypeError. */
function isConnectionLost(results: Results | string): boolean {
  return typeof results === 'string' || Object.values(results).some(({ result }) => result instanceof TypeError)
}

/** `caches` is missing in private windows and without https. */
async function isStored(target: Location): Promise<boolean> {
  return 'caches' in window && (await caches.match(pathOf(target)).catch(() => undefined)) !== undefined
}
