import { data, Form, redirect } from 'react-router'
import { addressOf, VIEW_NAME_MAX } from '#domain/accounts/saved-view.ts'
import type { Problems } from '#domain/form-fields.ts'
import { listSavedViews, removeSavedView } from '#server/admin/saved-view-queries.ts'
import { saveView } from '#server/admin/saved-views.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import { MayLink } from '#web/admin/may-link.tsx'
import { idOf, readPress } from '#web/admin/run-action.ts'
import { useProblems } from '#web/client/problems.ts'
import { CONNECTION_LOST, orIfLost, textField, textFields } from '#web/form-actions.ts'
import { privateMeta } from '#web/page-meta.ts'
import { Button, SubmitButton } from '#web/ui/forms/button.tsx'
import { Field, FormMessage, fieldsOf, HiddenFields } from '#web/ui/forms/field.tsx'
import { useLastResult } from '#web/ui/forms/use-last-result.ts'
import type { Route } from './+types/views-page'

const PATH = '/adminDashboard/views'

export async function loader({ context }: Route.LoaderArgs) {
  return { views: await listSavedViews(context.get(shopContext).db, getUser(context).userId) }
}

/** A view that was not saved, with what was typed. */
type Refused = { ok: false; problems: Problems; values: Record<string, string> }

export async function action({ context, request }: Route.ActionArgs) {
  const { shop, user: staff, form } = await readPress({ context, request })
  const intent = textField(form, 'intent')
  if (intent === 'delete') {
    const id = idOf(form)
    throw redirect((id !== undefined && (await removeSavedView(shop.db, staff.userId, id))) || PATH)
  }
  if (intent !== 'save') throw data('Unknown action.', { status: 400 })
  const saved = await saveView(shop, staff, { name: textField(form, 'name'), address: textField(form, 'address') })
  if (saved.ok) throw redirect(addressOf(saved.value))
  return data<Refused>({ ok: false, problems: saved.problems, values: textFields(form) }, { status: 400 })
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const values = textFields(await request.clone().formData())
  return orIfLost<Refused, Refused>(serverAction(), { ok: false, problems: { form: CONNECTION_LOST }, values })
}

export const meta = privateMeta({ title: 'Saved views', description: 'Your views of the lists.' })

/** Every view of this person, and the form again when one could not be saved. */
export default function ViewsPage({ loaderData: { views }, actionData }: Route.ComponentProps) {
  const refused = useLastResult(actionData)
  const { form, problems } = useProblems(refused)
  const field = fieldsOf<string>(refused?.values, problems)
  return (
    <>
      <h1>Saved views</h1>
      {problems.form && <FormMessage alert>{problems.form}</FormMessage>}
      {refused?.values.address && (
        <Form method="post" className="form" noValidate ref={form}>
          <HiddenFields of={{ intent: 'save', address: refused.values.address }} />
          <Field label="Name" {...field('name')} required maxLength={VIEW_NAME_MAX} />
          <SubmitButton>Save view</SubmitButton>
        </Form>
      )}
      {views.length === 0 ? (
        <p>Filter a list, and save it under a name: it becomes a tab of the list.</p>
      ) : (
        <ul className="lines">
          {views.map((view) => (
            <li key={view.id} className="cluster spread gap-2">
              <MayLink to={addressOf(view)}>{view.name}</MayLink>
              <Form method="post">
                <input type="hidden" name="id" value={view.id} />
                <Button
                  type="submit"
                  variant="quiet"
                  small
                  name="intent"
                  value="delete"
                  aria-label={`Delete view ${view.name}`}
                >
                  Delete view
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
