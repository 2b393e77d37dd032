import { settingsPath } from '#domain/settings/pages.ts'
import { useMayOpen } from '#web/admin/frame-data.ts'
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx'

const SETTINGS = '/adminDashboard/settings'
export const TEXTS = { label: 'Texts', to: settingsPath('texts') }

/** Without the settings for staff who may change only texts. */
export function TextTrail({ here, list = TEXTS }: { here: string; list?: { label: string; to: string } }) {
  const above = useMayOpen()(SETTINGS) ? [{ label: 'Settings', to: SETTINGS }] : []
  return <Breadcrumbs trail={[...above, list, { label: here }]} />
}
