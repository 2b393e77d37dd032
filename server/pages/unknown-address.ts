import { matchRoutes, type RouteObject } from 'react-router'

/** A route as the build lists it. */
type Route = Pick<RouteObject, 'path' | 'index' | 'caseSensitive'> & { id: string; parentId?: string | undefined }

/** @returns whether only the route of unknown addresses matches a path */
export function createUnknownCheck(routes: Readonly<Record<string, Route | undefined>>): (path: string) => boolean {
  const tree = childrenOf(undefined)
  const firstParts = new Set(Object.values(routes).map((route) => firstPartOf(`/${route?.path ?? ''}`)))
  return (path) => {
    const first = firstPartOf(path)
    // Matching all routes costs more than the rest of such an answer. React Router decodes a part with a percent sign.
    if (!firstParts.has(first) && !first.includes('%')) return true
    return matchRoutes(tree, path)?.at(-1)?.route.path === '*'
  }

  function childrenOf(parentId: string | undefined): RouteObject[] {
    return Object.values(routes).flatMap((route): RouteObject[] => {
      if (!route || route.parentId !== parentId) return []
      const { id, path, caseSensitive } = route
      if (route.index) return [{ id, path, caseSensitive, index: true }]
      return [{ id, path, caseSensitive, children: childrenOf(id) }]
    })
  }
}

function firstPartOf(path: string): string {
  return path.split('/', 2)[1]?.toLowerCase() ?? ''
}
