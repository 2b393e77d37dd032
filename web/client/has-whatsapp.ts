import { useRouteLoaderData } from 'react-router'

/** True where this shop writes by WhatsApp. The same for everyone, so cached pages may use it. */
export function useHasWhatsapp(): boolean {
  return useRouteLoaderData<{ hasWhatsapp: boolean }>('root')?.hasWhatsapp ?? false
}

/** The label of the field for who logs in, where WhatsApp is on. */
export const EMAIL_OR_NUMBER = 'Email or mobile number'
