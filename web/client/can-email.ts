import { useRouteLoaderData } from 'react-router'

/** True if this shop can send emails; buttons that need an email are hidden otherwise. The same for everyone, so cached pages may use it. */
export function useCanEmail(): boolean {
  return useRouteLoaderData<{ canEmail: boolean }>('root')?.canEmail ?? false
}
