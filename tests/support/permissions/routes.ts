import { readFileSync } from 'node:fs'
import routes from '#web/routes.ts'

export type KnownRoute = {
  /** React Router's own name for it. */
  id: string
  /** As in the table of permissions: `/updateproduct/:id`. */
  path: string
  isRead: boolean
  matches(path: string): boolean
}

type Entry = { id?: string; path?: string; index?: boolean; file: string; children?: Entry[] }

/** Every route of web/routes.ts. */
export function listRoutes(entries: Entry[] = routes as Entry[], parent = ''): KnownRoute[] {
  return entries.flatMap((entry) => {
    const here = entry.path ? `${parent}/${entry.path}` : parent
    const below = listRoutes(entry.children ?? [], here)
    return entry.path || entry.index ? [routeOf(here || '/', entry), ...below] : [layout(below, entry), ...below]
  })
}

/** A layout without a URL, rendered with each of its children. */
function layout(children: KnownRoute[], entry: Entry): KnownRoute {
  return {
    ...routeOf('', entry),
    isRead: false,
    matches: (path) => children.some(({ matches }) => matches(path)),
  }
}

function routeOf(path: string, { id, file }: Entry): KnownRoute {
  const source = readFileSync(new URL(`../../../web/${file}`, import.meta.url), 'utf8')
  const pattern = new RegExp(`^${path.replace(/:[a-z]+/gi, '[^/]+').replace('*', '.*')}$`, 'i')
  return {
    id: id ?? file.replace(/\.tsx?$/, ''),
    path,
    isRead: /^export (default |(async )?(function|const) loader\b)/m.test(source),
    matches: (path) => pattern.test(path.split('?')[0] ?? ''),
  }
}
