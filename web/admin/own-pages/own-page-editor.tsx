import { data, redirect } from 'react-router'
import type { Problems } from '#domain/form-fields.ts'
import { parseId } from '#domain/text.ts'
import { type OwnPage, parseOwnPage } from '#domain/texts/own-page.ts'
import { shopContext } from '#server/contexts.ts'
import { saveOwnPage } from '#server/own-pages/own-pages.ts'
import { findOwnPage, findPageText } from '#server/own-pages/queries.ts'
import { listTextVersions } from '#server/texts/queries.ts'
import { readPress } from '#web/admin/run-action.ts'
import { CONNECTION_LOST, orIfLost, textFields } from '#web/form-actions.ts'
import { privatePageMeta } from '#web/page-meta.ts'
import { useLastResult } from '#web/ui/forms/use-last-result.ts'
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx'
import type { Route } from './+types/own-page-editor'
import { OwnPageForm, type OwnPageRefused } from './own-page-form.tsx'

const LIST = '/adminDashboard/pages'

/** `new` instead of a number: a page to add. `?version=` opens an earlier text of one. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db } = context.get(shopContext)
  const id = parseId(params.id)
  const page = id === undefined ? undefined : await findOwnPage(db, id)
  if (!page) {
    if (params.id !== 'new') throw data(null, { status: 404 })
    return { page, earlier: undefined, versions: [] }
  }
  const asked = parseId(new URL(request.url).searchParams.get('version'))
  const text = asked === undefined ? undefined : await findPageText(db, page.id, asked)
  return {
    page,
    earlier: text === undefined || asked === undefined ? undefined : { version: asked, text },
    versions: await listTextVersions(db, `pages/${page.id}`),
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { shop, user: admin, form } = await readPress({ context, request })
  const refuse = (problems: Problems, status: number, current?: OwnPage) =>
    data<OwnPageRefused>({ problems, values: textFields(form), ...(current && { current }) }, { status })

  const parsed = parseOwnPage(form)
  if (!parsed.ok) return refuse(parsed.problems, 400)
  const id = parseId(params.id)
  const opened = id === undefined ? undefined : { id, version: Number(form.get('seen')) }
  const saved = await saveOwnPage(shop, admin, { values: parsed.value, opened })
  if (saved.ok) throw redirect(`${LIST}/${saved.id}?saved`)
  switch (saved.reason) {
    case 'not-found':
      return refuse({ form: 'This page no longer exists.' }, 404)
    case 'conflict':
      return refuse({ form: 'Someone else saved this page while you were editing it.' }, 409, saved.current)
    case 'address-taken':
      return refuse({ address: 'Another page has this address. Choose a different one.' }, 409)
    case 'text':
      return refuse({ text: saved.problems.join('\n') }, 400)
  }
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  return orIfLost(serverAction(), {
    problems: { form: CONNECTION_LOST },
    values: textFields(form),
  } satisfies OwnPageRefused)
}

export const meta: Route.MetaFunction = (args) =>
  privatePageMeta(args, { title: args.loaderData?.page?.title ?? 'Add page', description: 'A page that you write.' })

export default function OwnPageEditor({ loaderData, actionData }: Route.ComponentProps) {
  const { page, earlier } = loaderData
  const refused = useLastResult<OwnPageRefused>(actionData)
  const title = page?.title ?? 'Add page'
  return (
    <div className="stack product-page">
      <Breadcrumbs trail={[{ label: 'Pages', to: LIST }, { label: title }]} />
      <h1>{title}</h1>
      <OwnPageForm
        // The saved values replace those in the form.
        key={`${page?.id} ${page?.version} ${earlier?.version}`}
        {...loaderData}
        refused={refused}
      />
    </div>
  )
}
