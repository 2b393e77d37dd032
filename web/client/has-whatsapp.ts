import { useRouteLoaderData } from 'react-router'

/** True where this shop writes by WhatsApp. The same for everyone, so cached pages may use it. */
export function useHasWhatsapp(): boolean {
  return useRouteLoaderData<{ hasWhatsapp: boolean }>('root')?.hasWhatsapp ?? false
}
