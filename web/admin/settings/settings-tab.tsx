import { data } from 'react-router'
import { parsePrivacySettings } from '#domain/privacy/retention.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import { readForm } from '#server/http/forms.ts'
import { saveSettings } from '#server/settings/settings.ts'
import { orProblem } from '#web/admin/action-result.ts'
import { useLastResult } from '#web/admin/use-last-result.ts'
import { CONNECTION_LOST, textFields } from '#web/form-actions.ts'
import { privatePageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/settings-tab'
import { type PrivacyResult, PrivacySection } from './privacy-section.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  return { settings: await context.get(shopContext).settings.read() }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  const parsed = parsePrivacySettings(form)
  if (!parsed.ok) {
    const refused = { section: 'privacy', ok: false, problems: parsed.problems, values: textFields(form) } as const
    return data<PrivacyResult>(refused, { status: 400 })
  }
  await saveSettings(context.get(shopContext), getUser(context), parsed.value)
  return data<PrivacyResult>({ section: 'privacy', ok: true })
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs): Promise<PrivacyResult> {
  const values = textFields(await request.clone().formData())
  return serverAction().catch((error: unknown) => {
    if (error instanceof Response) throw error
    return { section: 'privacy' as const, ok: false as const, problems: { form: CONNECTION_LOST }, values }
  })
}

export const shouldRevalidate = orProblem

export const meta: Route.MetaFunction = () =>
  privatePageMeta({ title: 'Settings', description: 'How long personal data is kept.' })

export default function SettingsTab({ loaderData, actionData }: Route.ComponentProps) {
  const result = useLastResult(actionData)
  return <PrivacySection settings={loaderData.settings} result={result} />
}
