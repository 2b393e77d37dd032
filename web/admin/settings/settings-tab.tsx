import { data } from 'react-router'
import { mayRequireSecondFactor } from '#domain/second-factor.ts'
import { findFactors } from '#server/accounts/second-factor/queries.ts'
import { addressContext, getUser, shopContext } from '#server/contexts.ts'
import { readForm } from '#server/http/forms.ts'
import { confirmAndToast, orProblem } from '#web/admin/action-result.ts'
import { textField } from '#web/form-actions.ts'
import { privatePageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/settings-tab'
import { SecuritySection } from './security-section.tsx'
import { sections } from './settings-sections.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const factors = await findFactors(shop.db, getUser(context).uid)
  return { settings: await shop.settings.read(), mayRequireSecondFactor: mayRequireSecondFactor(factors) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const [shop, admin] = [context.get(shopContext), getUser(context)]
  const form = await readForm(request)
  const intent = textField(form, 'intent')
  const save = sections[intent]
  if (!save) throw data('Unknown action.', { status: 400 })
  try {
    const saved = await save(shop, admin, form)
    if (saved !== true) return data({ ok: false, intent, message: saved }, { status: 409 })
  } catch (error) {
    shop.log.error(FAILED, error)
    return data({ ok: false, intent, message: FAILED }, { status: 503 })
  }
  const details = { account: admin.uid, address: context.get(addressContext), section: intent }
  shop.securityLog.record('settings-changed', details)
  return data({ ok: true, intent, message: 'Settings saved' })
}

const FAILED = 'Failed to save settings'

export async function clientAction({ serverAction, request }: Route.ClientActionArgs) {
  const intent = textField(await request.clone().formData(), 'intent')
  const answer = await confirmAndToast(serverAction, FAILED)
  return { ...answer, intent }
}

export const shouldRevalidate = orProblem

export const meta: Route.MetaFunction = () =>
  privatePageMeta({ title: 'Settings', description: 'How this shop works.' })

/** A list of sections, each with a form and an intent of its own. */
export default function SettingsTab({ loaderData, actionData }: Route.ComponentProps) {
  const resultOf = (intent: string) => (actionData?.intent === intent ? actionData : undefined)
  return (
    <div className="settings">
      <SecuritySection
        requireSecondFactor={loaderData.settings.requireSecondFactor}
        mayRequire={loaderData.mayRequireSecondFactor}
        result={resultOf('security')}
      />
    </div>
  )
}
