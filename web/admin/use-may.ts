import { mayOpen, maySend } from '#domain/permissions.ts'
import { useFrame } from './frame-data.ts'

/**
 * Hides the buttons of forms that this visitor may not send; the server refuses them in any case. Outside the frame of the
 * back office, the page itself is the permission.
 */
export function useMaySend(): (address: string, intent: string) => boolean {
  const user = useFrame()?.user
  return (address, intent) => user === undefined || maySend(user, address, intent)
}

/** Leaves out links to pages that this visitor may not open. */
export function useMayOpen(): (address: string) => boolean {
  const user = useFrame()?.user
  return (address) => user !== undefined && mayOpen(user, address)
}
