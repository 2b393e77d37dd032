import { useEffect } from 'react'
import { data, useLocation, useNavigate } from 'react-router'
import type { Problems } from '#domain/form-fields.ts'
import { isSettingsPage, settingsPageOf, settingsPath } from '#domain/settings/pages.ts'
import { addressContext, getUser, shopContext } from '#server/contexts.ts'
import { readUpload } from '#server/http/forms.ts'
import { skipRevalidationOnFailure } from '#web/admin/action-result.ts'
import { CONNECTION_LOST, textField, textFields } from '#web/form-actions.ts'
import { privateMeta } from '#web/page-meta.ts'
import { FormMessage } from '#web/ui/forms/field.tsx'
import { useLastResult } from '#web/ui/forms/use-last-result.ts'
import type { Route } from './+types/settings-tab'
import { SectionList } from './section-list.tsx'
import type { SectionResult } from './section-result.ts'
import { loadSettings } from './section-store.ts'
import { SettingsPage } from './settings-page.tsx'
import { sections } from './settings-sections.ts'

export function loader({ context }: Route.LoaderArgs) {
  return loadSettings(context)
}

/** The forms of all pages of the settings. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const admin = getUser(context)
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
  const details = { account: admin.userId, address: context.get(addressContext), section }
  if (saved.said === undefined) shop.securityLog.record('settings-changed', details)
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
    // Going there would lose a logo that was chosen.
    if (leadsTo?.startsWith('/confirm?'))
      return {
        ...unsaved(section, { form: CONFIRM_FIRST }, values),
        confirmAt: `/confirm?next=${location.pathname}`,
      }
    if (error instanceof Response) throw error
    return unsaved(section, { form: CONNECTION_LOST }, values)
  })
}

const CONFIRM_FIRST = 'Nothing was saved yet, and your changes are still here. Confirm that it’s you, then save again.'

export const shouldRevalidate = skipRevalidationOnFailure

export const meta = privateMeta({ title: 'Settings', description: 'How this shop works.' })

/** The list of the pages; without scripts also the page of the form that was just sent. */
export default function SettingsTab({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastResult<SectionResult>(actionData)
  const page = answer && settingsPageOf(answer.section)
  useSectionOfHash()
  if (page) return <SettingsPage page={page} settings={loaderData} answer={answer} />
  return (
    <div className="stack settings">
      <h1>Settings</h1>
      {answer?.ok === false && <FormMessage alert>{answer.problems.form}</FormMessage>}
      <SectionList />
    </div>
  )
}

/** All sections were on this page, so links and bookmarks name one as `#settings-legal`. */
function useSectionOfHash(): void {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const name = hash.replace('#settings-', '')
  useEffect(() => {
    if (isSettingsPage(name)) void navigate(settingsPath(name), { replace: true })
  }, [name, navigate])
}
