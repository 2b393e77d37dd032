import { useRouteLoaderData } from 'react-router'
import { maySend } from '#domain/permissions.ts'
import type { loader } from './dashboard.tsx'

/**
 * Hides the buttons of forms that this visitor may not send; the server refuses them in any case. Outside the frame of the
 * back office, the page itself is the permission.
 */
export function useMaySend(): (address: string, intent: string) => boolean {
  const user = useRouteLoaderData<typeof loader>('admin/dashboard')?.user
  return (address, intent) => user === undefined || maySend(user, address, intent)
}
