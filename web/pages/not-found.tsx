import { data } from 'react-router'
import { overloadContext } from '#server/contexts.ts'
import type { Route } from './+types/not-found'

/** Unknown URLs show the root error page, which includes the navigation. */
export function loader({ context }: Route.LoaderArgs): never {
  throw data(null, { status: context.get(overloadContext) ? 503 : 404 })
}

export default function NotFound() {
  return null
}
