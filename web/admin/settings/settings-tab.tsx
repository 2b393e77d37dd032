import { data } from 'react-router'
import { mayRequireSecondFactor } from '#domain/second-factor.ts'
import { findFactors } from '#server/accounts/second-factor/queries.ts'
import { addressContext, getUser, shopContext } from '#server/contexts.ts'
import { readForm } from '#server/http/forms.ts'
import { orProblem } from '#web/admin/action-result.ts'
import { useLastResult } from '#web/admin/use-last-result.ts'
import { CONNECTION_LOST, textField, textFields } from '#web/form-actions.ts'
import { privatePageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/settings-tab'
import { PrivacySection } from './privacy-section.tsx'
import type { SectionResult } from './save-section.ts'
import { SecuritySection } from './security-section.tsx'
import { sections } from './settings-sections.ts'
import { StockSection } from './stock-section.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const factors = await findFactors(shop.db, getUser(context).uid)
  return { settings: await shop.settings.read(), mayRequireSecondFactor: mayRequireSecondFactor(factors) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const [shop, admin] = [context.get(shopContext), getUser(context)]
  const form = await readForm(request)
  const section = textField(form, 'intent')
  const save = sections[section]
  if (!save) throw data('Unknown action.', { status: 400 })
  const problems = await save(shop, admin, form)
  if (problems) return data<SectionResult>({ section, ok: false, problems, values: textFields(form) }, { status: 400 })
  shop.securityLog.record('settings-changed', { account: admin.uid, address: context.get(addressContext), section })
  return data<SectionResult>({ section, ok: true })
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs): Promise<SectionResult> {
  const values = textFields(await request.clone().formData())
  return serverAction().catch((error: unknown) => {
    if (error instanceof Response) throw error
    return { section: values.intent ?? '', ok: false, problems: { form: CONNECTION_LOST }, values }
  })
}

export const shouldRevalidate = orProblem

export const meta: Route.MetaFunction = (args) =>
  privatePageMeta(args, { title: 'Settings', description: 'How this shop works.' })

/** A list of sections, each with a form and an intent of its own. */
export default function SettingsTab({ loaderData, actionData }: Route.ComponentProps) {
  const { settings, mayRequireSecondFactor: mayRequire } = loaderData
  const last = useLastResult(actionData)
  const resultOf = (section: string) => (last?.section === section ? last : undefined)
  return (
    <div className="settings">
      <SecuritySection
        requireSecondFactor={settings.requireSecondFactor}
        mayRequire={mayRequire}
        result={resultOf('security')}
      />
      <StockSection lowStock={settings.lowStock} result={resultOf('save-stock')} />
      <PrivacySection settings={settings} result={resultOf('save-privacy')} />
    </div>
  )
}
