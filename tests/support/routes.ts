import { readFileSync } from 'node:fs'
import routes from '#web/routes.ts'

export type KnownRoute = {
  /** React Router's own name for it. */
  id: string
  /** As in the table of permissions: `/updateproduct/:id`. */
  path: string
  isRead: boolean
  isWritten: boolean
  /** What its action tells apart by the field `intent`. */
  intents: string[]
  matches(path: string): boolean
}

type Entry = { path?: string; index?: boolean; file: string; children?: Entry[] }

/** Every route of web/routes.ts, and what its file exports. */
export function listRoutes(entries: Entry[] = routes as Entry[], parent = ''): KnownRoute[] {
  return entries.flatMap(({ path, index, file, children = [] }) => {
    const here = path ? `${parent}/${path}` : parent
    const below = listRoutes(children, here)
    return path || index ? [routeOf(here || '/', file), ...below] : [layout(below, file), ...below]
  })
}

/** It has no address of its own, and is rendered with each of its children. */
function layout(children: KnownRoute[], file: string): KnownRoute {
  const route = routeOf('', file)
  return { ...route, isRead: false, isWritten: false, matches: (path) => children.some(({ matches }) => matches(path)) }
}

function routeOf(path: string, file: string): KnownRoute {
  const source = readFileSync(new URL(`../../web/${file}`, import.meta.url), 'utf8')
  const named = (name: string) => new RegExp(`^export (async )?(function|const) ${name}\\b`, 'm').test(source)
  const pattern = new RegExp(`^${path.replace(/:[a-z]+/gi, '[^/]+').replace('*', '.*')}$`, 'i')
  return {
    id: file.replace(/\.tsx?$/, ''),
    path,
    isRead: named('loader') || /^export default /m.test(source),
    isWritten: named('action'),
    intents: intentsOf(source),
    matches: (path) => pattern.test(path.split('?')[0] ?? ''),
  }
}

/** The keys of `const actions = { … }`, or the one that an action asks for. */
function intentsOf(source: string): string[] {
  const keys = /^const actions = \{([^}]*)\}/m.exec(source)?.[1]
  if (keys !== undefined) return Array.from(keys.matchAll(/(?:^|,)\s*'?([\w-]+)'?\s*:/g), ([, key = '']) => key)
  const only = /form\.get\('intent'\) !== '([\w-]+)'/.exec(source)?.[1]
  return only ? [only] : []
}
