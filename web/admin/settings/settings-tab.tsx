import { useState } from 'react'
import { data } from 'react-router'
import { mayRequireSecondFactor } from '#domain/accounts/second-factor.ts'
import type { Problems } from '#domain/form-fields.ts'
import { SECTIONS, type SectionName } from '#domain/settings/sections.ts'
import { findFactors } from '#server/accounts/second-factor/queries.ts'
import { addressContext, getUser, shopContext } from '#server/contexts.ts'
import { countAreas } from '#server/delivery/queries.ts'
import { readUpload } from '#server/http/forms.ts'
import { findSettings } from '#server/settings/queries.ts'
import { listTextStates } from '#server/texts/queries.ts'
import { skipRevalidationOnFailure } from '#web/admin/action-result.ts'
import { CONNECTION_LOST, textField, textFields } from '#web/form-actions.ts'
import { privatePageMeta } from '#web/page-meta.ts'
import { FormMessage } from '#web/ui/forms/field.tsx'
import type { Route } from './+types/settings-tab'
import { AreasSection } from './areas-section.tsx'
import { readSections } from './save-section.ts'
import { SectionForm } from './section-form.tsx'
import { SectionList } from './section-list.tsx'
import type { SectionResult } from './section-result.ts'
import { SecuritySection } from './security-section.tsx'
import { sections } from './settings-sections.ts'
import { TextsSection } from './texts/texts-section.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const factors = await findFactors(shop.db, getUser(context).userId)
  // From the database, because the answer to a form shows what it has just saved.
  const settings = await findSettings(shop.db)
  return {
    stored: readSections(shop, settings),
    requireSecondFactor: settings.requireSecondFactor,
    mayRequireSecondFactor: mayRequireSecondFactor(factors),
    texts: await listTextStates(shop.db),
    areas: await countAreas(shop.db),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const [shop, admin] = [context.get(shopContext), getUser(context)]
  const form = await readUpload(context, request)
  if (!form.ok) return data<SectionResult>(unsaved('', { form: form.problem }, {}), { status: form.status })
  const section = textField(form.fields, 'intent')
  const save = sections[section]
  if (!save) throw data('Unknown action.', { status: 400 })
  const saved = await save(shop, admin, form)
  if (!saved.ok) {
    const { status, problems, conflict } = saved
    const refused = { ...unsaved(section, problems, textFields(form.fields)), ...(conflict && { conflict }) }
    return data<SectionResult>(refused, { status })
  }
  shop.securityLog.record('settings-changed', { account: admin.userId, address: context.get(addressContext), section })
  return data<SectionResult>({ section, ...saved })
}

function unsaved(section: string, problems: Problems, values: Record<string, string>) {
  return { section, ok: false as const, problems, values }
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs): Promise<SectionResult> {
  const values = textFields(await request.clone().formData())
  const section = values.intent ?? ''
  return serverAction().catch((error: unknown) => {
    const leadsTo = error instanceof Response ? error.headers.get('location') : null
    // Going there would lose what was typed into the other sections, and a logo.
    if (leadsTo?.startsWith('/confirm?'))
      return {
        ...unsaved(section, { form: CONFIRM_FIRST }, values),
        confirmAt: '/confirm?next=/adminDashboard/settings',
      }
    if (error instanceof Response) throw error
    return unsaved(section, { form: CONNECTION_LOST }, values)
  })
}

const CONFIRM_FIRST = 'Nothing was saved yet, and your changes are still here. Confirm that it’s you, then save again.'

export const shouldRevalidate = skipRevalidationOnFailure

export const meta: Route.MetaFunction = (args) =>
  privatePageMeta(args, { title: 'Settings', description: 'How this shop works.' })

const NAMES = ['Shop', 'Legal', 'Delivery', 'Payment', 'Stock', 'Sellers', 'Search', 'Texts', 'Security', 'Privacy']

/** A list of sections, each with a form and an intent of its own. */
export default function SettingsTab({ loaderData, actionData }: Route.ComponentProps) {
  const { stored, texts, areas, requireSecondFactor, mayRequireSecondFactor: mayRequire } = loaderData
  const results = useResults(actionData)
  const propsOf = (intent: SectionName) => ({
    intent,
    section: SECTIONS[intent],
    stored: stored[intent],
    result: results[intent],
  })
  const unread = results['']
  return (
    <div className="stack gap-6 settings">
      <SectionList names={NAMES} />
      {unread?.ok === false && <FormMessage alert>{unread.problems.form}</FormMessage>}
      <SectionForm name="Shop" {...propsOf('save-shop')}>
        What the shop is called and what it sells. Every page, email and file follows.
      </SectionForm>
      <SectionForm name="Legal" {...propsOf('save-legal')}>
        Your business details, shown in the footer, on the contact page, in the terms and in emails. Empty fields are
        hidden.
      </SectionForm>
      <SectionForm name="Delivery" {...propsOf('save-delivery')} />
      <AreasSection count={areas} result={results['save-areas']} />
      <SectionForm name="Payment" {...propsOf('save-payment')} />
      <SectionForm name="Stock" {...propsOf('save-stock')} />
      <SectionForm name="Sellers" {...propsOf('save-sellers')} />
      <SectionForm name="Search" {...propsOf('save-search')}>
        What /search shows below its results: products for words with a typing mistake, and for words that mean the
        same.
      </SectionForm>
      <TextsSection states={texts} />
      <SecuritySection requireSecondFactor={requireSecondFactor} mayRequire={mayRequire} result={results.security} />
      <SectionForm name="Privacy" {...propsOf('save-privacy')}>
        How many days personal data is kept. A job removes older data every night; the privacy page shows the periods.
      </SectionForm>
    </div>
  )
}

type Results = Readonly<Record<string, SectionResult>>

/**
 * The last result of each section. React Router forgets an answer when the page revalidates, which a live page may do at any
 * moment; and a form with problems keeps them while another one is saved.
 */
function useResults(answer: SectionResult | undefined): Results {
  const [results, setResults] = useState<Results>(answer ? { [answer.section]: answer } : {})
  if (!answer || results[answer.section] === answer) return results
  const refused = Object.entries(results).filter(([section, { ok }]) => !ok && section !== '')
  const next = { ...Object.fromEntries(refused), [answer.section]: answer }
  setResults(next)
  return next
}
