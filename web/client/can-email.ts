import { useRouteLoaderData } from 'react-router'

/** Can this shop send emails? Buttons that need one are absent otherwise. The same for everyone, so public pages may show it. */
export function useCanEmail(): boolean {
  return useRouteLoaderData<{ canEmail: boolean }>('root')?.canEmail ?? false
}
