import { UNSAFE_createClientRoutes as createClientRoutes } from 'react-router'
import { isBackOffice } from '#web/back-office-routes.ts'
import { type CodeFailure, guardRouteCode } from './route-code.ts'
import './router.ts'

export function hasBackOffice(): boolean {
  return Object.keys(window.__reactRouterManifest.routes).some(isBackOffice)
}

/** Fetches the full route manifest when somebody goes from a page of the shop to the back office. */
export async function addBackOffice(): Promise<'added' | CodeFailure> {
  const { url, routes } = window.__reactRouterManifest
  let script: string
  try {
    const response = await fetch(url)
    if (!response.ok) return 'gone'
    script = await response.text()
  } catch {
    return 'offline'
  }
  const all: typeof routes = JSON.parse(script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1)).routes
  const added = Object.fromEntries(Object.entries(all).filter(([id]) => !(id in routes)))
  Object.assign(routes, added)
  window.__reactRouterDataRouter?.patchRoutes(
    'root',
    createClientRoutes(added as never, window.__reactRouterRouteModules as never, null, true, false, 'root'),
  )
  guardRouteCode()
  return 'added'
}
