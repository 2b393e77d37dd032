import { useRouteLoaderData } from 'react-router'

/** The texts that every page needs; empty ones are left out. */
export type SiteTexts = { tagline: string; footer: string }

const NONE: SiteTexts = { tagline: '', footer: '' }

/** The texts of the root's loader; empty when it has failed. */
export function useSiteTexts(): SiteTexts {
  const root = useRouteLoaderData('root') as { texts?: SiteTexts } | undefined
  return root?.texts ?? NONE
}
