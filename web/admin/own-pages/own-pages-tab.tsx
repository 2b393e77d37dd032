import { Link } from 'react-router'
import { ownPagePath } from '#domain/texts/own-page.ts'
import { shopContext } from '#server/contexts.ts'
import { deleteOwnPage } from '#server/own-pages/own-pages.ts'
import { type ListedPage, listOwnPages } from '#server/own-pages/queries.ts'
import { type ActionResult, sendWithToast, skipRevalidationOnFailure } from '#web/admin/action-result.ts'
import { runOnlyButton } from '#web/admin/run-action.ts'
import { OwnListHead } from '#web/admin/table/own-list-head.tsx'
import { RowAction } from '#web/admin/table/row-action.tsx'
import { privateMeta } from '#web/page-meta.ts'
import { type Column, Table } from '#web/ui/admin/table.tsx'
import { useLastResult } from '#web/ui/forms/use-last-result.ts'
import type { Route } from './+types/own-pages-tab'

const PATH = '/adminDashboard/pages'

export async function loader({ context }: Route.LoaderArgs) {
  return { pages: await listOwnPages(context.get(shopContext).db) }
}

const deletion = { done: 'Page deleted', failed: 'Failed to delete page' }

export function action(args: Route.ActionArgs) {
  return runOnlyButton(args, { ...deletion, intent: 'delete', question: 'Delete this page?', run: deleteOwnPage })
}

export const clientAction = sendWithToast(deletion.failed)

export const shouldRevalidate = skipRevalidationOnFailure

export const meta = privateMeta({ title: 'Pages', description: 'Pages that you write yourself.' })

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
        }}
      >
        Delete
      </RowAction>
    ),
  },
]
