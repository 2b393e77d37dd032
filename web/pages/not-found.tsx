import { data } from 'react-router'
import { overloadContext } from '#server/contexts.ts'
import type { Route } from './+types/not-found'

/** Whatever no other route knows: the document's own error page answers, with the navigation around it. */
export function loader({ context }: Route.LoaderArgs): never {
  throw data(null, { status: context.get(overloadContext) ? 503 : 404 })
}

export default function NotFound() {
  return null
}
