import { data, redirect, useSearchParams } from 'react-router'
import { parseRedirect } from '#domain/seo/redirects.ts'
import { shopContext } from '#server/contexts.ts'
import { readRedirects } from '#server/seo/redirect-queries.ts'
import { addRedirect, deleteRedirect } from '#server/seo/redirects.ts'
import { skipRevalidationOnFailure } from '#web/admin/action-result.ts'
import { readPress, runAction } from '#web/admin/run-action.ts'
import { type FormRefused, refusedForm, SaveForm, sendForm, useLastPress } from '#web/admin/save-form.tsx'
import { RowAction } from '#web/admin/table/row-action.tsx'
import { textField } from '#web/form-actions.ts'
import { privateMeta } from '#web/page-meta.ts'
import { type Column, Table } from '#web/ui/admin/table.tsx'
import { LinkButton } from '#web/ui/forms/button.tsx'
import { Field, FormMessage } from '#web/ui/forms/field.tsx'
import type { Route } from './+types/redirects-tab'

const PATH = '/adminDashboard/redirects'

export async function loader({ context }: Route.LoaderArgs) {
  const redirects = await readRedirects(context.get(shopContext).db)
  return { redirects: [...redirects].map(([from, to]) => ({ from, to })) }
}

const deletion = { done: 'Redirect deleted', failed: 'Failed to delete redirect' }

export async function action({ context, request }: Route.ActionArgs) {
  const { shop, user: admin, form } = await readPress({ context, request })
  const intent = textField(form, 'intent')
  if (intent === 'delete') return runAction(shop, deletion, () => deleteRedirect(shop, admin, textField(form, 'from')))
  if (intent !== 'add') throw data('Unknown action.', { status: 400 })
  const parsed = parseRedirect(form)
  const added = parsed.ok ? await addRedirect(shop, admin, parsed.value) : parsed
  if (added.ok) throw redirect(`${PATH}?added`)
  return data<FormRefused>(refusedForm(form, added.problems), { status: 400 })
}

export const clientAction = sendForm((intent) => (intent === 'delete' ? deletion.failed : undefined))

export const shouldRevalidate = skipRevalidationOnFailure

export const meta = privateMeta({ title: 'Redirects', description: 'Old addresses and where they lead.' })

export default function RedirectsTab({ loaderData: { redirects }, actionData }: Route.ComponentProps) {
  const { last, refused, answer } = useLastPress(actionData)
  const [params] = useSearchParams()
  return (
    <div className="stack">
      <div className="row spread list-title">
        <h1>Redirects</h1>
        {redirects.length > 0 && (
          <LinkButton to="#add" variant="quiet" small>
            Add redirect
          </LinkButton>
        )}
      </div>
      {params.has('added') && !last && (
        <FormMessage tone="good" alert>
          Saved.
        </FormMessage>
      )}
      {answer && !answer.ok && <FormMessage alert>{answer.message}</FormMessage>}
      {redirects.length > 0 && (
        <Table label="All redirects" rows={redirects} keyOf={({ from }) => from} columns={COLUMNS} />
      )}
      <p className="quiet" id="add">
        Visitors of an old address, of this shop or of an earlier one, are sent to a page of this shop. A redirect never
        replaces a page that exists.
      </p>
      <SaveForm key={redirects.length} intent="add" action={PATH} refused={refused} save="Add redirect" inLine>
        {(field) => (
          <>
            <Field label="From" {...field('from')} required maxLength={500} hint="Such as /products/old-pot" />
            <Field label="To" {...field('to')} required maxLength={500} hint="Such as /productinfo/17" />
          </>
        )}
      </SaveForm>
    </div>
  )
}

type Row = Route.ComponentProps['loaderData']['redirects'][number]

const COLUMNS: readonly Column<Row>[] = [
  { heading: 'From', kind: 'row', cell: ({ from }) => readable(from) },
  { heading: 'To', kind: 'wide', cell: ({ to }) => <a href={to}>{readable(to)}</a> },
  {
    heading: 'Delete',
    kind: 'action',
    cell: ({ from }) => (
      <RowAction action={PATH} fields={{ intent: 'delete', from }}>
        Delete
      </RowAction>
    ),
  },
]

/** An address as people write it, such as `/गमला`. */
function readable(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
