import { data, Link } from 'react-router'
import { parseId } from '#domain/text.ts'
import { ownPagePath } from '#domain/texts/own-page.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import { readForm } from '#server/http/forms.ts'
import { deleteOwnPage } from '#server/own-pages/own-pages.ts'
import { type ListedPage, listOwnPages } from '#server/own-pages/queries.ts'
import type { ActionResult } from '#web/admin/action-result.ts'
import { runWithToast, skipRevalidationOnFailure } from '#web/admin/action-result.ts'
import { hasHeading } from '#web/admin/has-heading.ts'
import { confirmFirst, runAction } from '#web/admin/run-action.ts'
import { OwnListHead } from '#web/admin/table/own-list-head.tsx'
import { RowAction } from '#web/admin/table/row-action.tsx'
import { textField } from '#web/form-actions.ts'
import { privatePageMeta } from '#web/page-meta.ts'
import { type Column, Table } from '#web/ui/admin/table.tsx'
import { useLastResult } from '#web/ui/forms/use-last-result.ts'
import type { Route } from './+types/own-pages-tab'

const PATH = '/adminDashboard/pages'

export const handle = hasHeading

export async function loader({ context }: Route.LoaderArgs) {
  return { pages: await listOwnPages(context.get(shopContext).db) }
}

const deletion = { done: 'Page deleted', failed: 'Failed to delete page' }

export async function action({ context, request }: Route.ActionArgs) {
  const [shop, admin] = [context.get(shopContext), getUser(context)]
  const form = await readForm(request)
  const id = parseId(form.get('id'))
  if (textField(form, 'intent') !== 'delete' || id === undefined) throw data('Unknown action.', { status: 400 })
  const asked = confirmFirst(request, form, 'Delete this page?')
  return asked ?? runAction(shop, deletion, () => deleteOwnPage(shop, admin, id))
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return runWithToast<ActionResult>(serverAction, deletion.failed)
}

export const shouldRevalidate = skipRevalidationOnFailure

export const meta: Route.MetaFunction = (args) =>
  privatePageMeta(args, { title: 'Pages', description: 'Pages that you write yourself.' })

export default function OwnPagesTab({ loaderData: { pages }, actionData }: Route.ComponentProps) {
  const last = useLastResult<ActionResult>(actionData)
  return (
    <div className="stack">
      <OwnListHead title="Pages" path={PATH} add="Add page" last={last} />
      <p className="quiet">Pages that you write, such as the story of your workshop. Each has an address of its own.</p>
      {pages.length > 0 && <Table label="All pages" rows={pages} keyOf={({ id }) => id} columns={COLUMNS} />}
    </div>
  )
}

const COLUMNS: readonly Column<ListedPage>[] = [
  {
    heading: 'Title',
    kind: 'row',
    cell: ({ id, title }) => (
      <Link to={`${PATH}/${id}`} id={`page-${id}`}>
        {title}
      </Link>
    ),
  },
  {
    heading: 'Address',
    kind: 'wide',
    cell: (page) => <Link to={ownPagePath(page)}>{decodeURI(ownPagePath(page))}</Link>,
  },
  { heading: 'In the menu', cell: ({ inMenu }) => (inMenu ? 'Yes' : 'No') },
  {
    heading: 'Delete',
    kind: 'action',
    cell: ({ id, title }) => (
      <RowAction
        action={PATH}
        fields={{ intent: 'delete', id }}
        describedBy={`page-${id}`}
        confirm={{
          question: `Delete ${title}?`,
          text: 'Its address leads nowhere then.',
          action: 'Delete',
          variant: 'danger',
        }}
      >
        Delete
      </RowAction>
    ),
  },
]
