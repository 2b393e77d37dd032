import { useMayOpen } from '#web/admin/use-may.ts'
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx'

const [SETTINGS, TEXTS] = ['/adminDashboard/settings', '/adminDashboard/settings/texts']

/** Without the settings for staff who may change only texts. */
export function TextTrail({ here }: { here: string }) {
  const above = useMayOpen()(SETTINGS) ? [{ label: 'Settings', to: SETTINGS }] : []
  return <Breadcrumbs trail={[...above, { label: 'Texts', to: TEXTS }, { label: here }]} />
}
