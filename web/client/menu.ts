import { useRouteLoaderData } from 'react-router'

type MenuLink = { label: string; to: string }

const NONE: readonly MenuLink[] = []

/** The owner's collections and pages that are in the menu; none when the root's loader has failed. */
export function useMenu(): readonly MenuLink[] {
  const root = useRouteLoaderData('root') as { menu?: MenuLink[] } | undefined
  return root?.menu ?? NONE
}
