import { data } from 'react-router'
import { FORM_PAGES } from '#domain/settings/pages.ts'
import { skipRevalidationOnFailure } from '#web/admin/action-result.ts'
import { privatePageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/section'
import { loadSettings } from './section-store.ts'
import { SettingsPage } from './settings-page.tsx'

export async function loader({ context, params: { section } }: Route.LoaderArgs) {
  const page = FORM_PAGES.find(({ name }) => name === section)?.name
  if (!page) throw data(null, { status: 404 })
  return { page, settings: await loadSettings(context) }
}

export const shouldRevalidate = skipRevalidationOnFailure

export const meta: Route.MetaFunction = (args) =>
  privatePageMeta(args, {
    title: FORM_PAGES.find(({ name }) => name === args.loaderData?.page)?.label ?? 'Settings',
    description: 'A page of the settings.',
  })

export default function Section({ loaderData: { page, settings } }: Route.ComponentProps) {
  return <SettingsPage key={page} page={page} settings={settings} />
}
