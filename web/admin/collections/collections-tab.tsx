import { Link } from 'react-router'
import { type Collection, collectionPath, ruleInWords } from '#domain/catalog/collection.ts'
import { formatCount } from '#domain/catalog/listing.ts'
import { deleteCollection } from '#server/collections/collections.ts'
import { countIn, listCollections } from '#server/collections/queries.ts'
import { shopContext } from '#server/contexts.ts'
import { type ActionResult, sendWithToast, skipRevalidationOnFailure } from '#web/admin/action-result.ts'
import { runOnlyButton } from '#web/admin/run-action.ts'
import { OwnListHead } from '#web/admin/table/own-list-head.tsx'
import { RowAction } from '#web/admin/table/row-action.tsx'
import { privateMeta } from '#web/page-meta.ts'
import { type Column, Table } from '#web/ui/admin/table.tsx'
import { useLastResult } from '#web/ui/forms/use-last-result.ts'
import { useWords } from '#web/ui/shop-info.ts'
import type { Route } from './+types/collections-tab'

const PATH = '/adminDashboard/collections'

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(shopContext)
  const collections = await listCollections(db)
  const counts = await Promise.all(collections.map((collection) => countIn(db, collection)))
  return { collections: collections.map((collection, index) => ({ ...collection, count: counts[index] ?? 0 })) }
}

const deletion = { done: 'Collection deleted', failed: 'Failed to delete collection' }

export function action(args: Route.ActionArgs) {
  const question = 'Delete this collection? Its products stay.'
  return runOnlyButton(args, { ...deletion, intent: 'delete', question, run: deleteCollection })
}

export const clientAction = sendWithToast(deletion.failed)

export const shouldRevalidate = skipRevalidationOnFailure

export const meta = privateMeta({ title: 'Collections', description: 'Your own lists of products.' })

export default function CollectionsTab({ loaderData: { collections }, actionData }: Route.ComponentProps) {
  const last = useLastResult<ActionResult>(actionData)
  const { nouns } = useWords()
  return (
    <div className="stack">
      <OwnListHead title="Collections" path={PATH} add="Add collection" last={last} />
      <p className="quiet">
        {`A collection is a page of ${nouns} that you choose, by hand or by a rule. One product may be in many.`}
      </p>
      {collections.length > 0 && (
        <Table label="All collections" rows={collections} keyOf={({ id }) => id} columns={COLUMNS} />
      )}
    </div>
  )
}

type Row = Collection & { count: number }

const COLUMNS: readonly Column<Row>[] = [
  {
    heading: 'Name',
    kind: 'row',
    cell: ({ id, name }) => (
      <Link to={`${PATH}/${id}`} id={`collection-${id}`}>
        {name}
      </Link>
    ),
  },
  {
    heading: 'Address',
    kind: 'wide',
    cell: (collection) => <Link to={collectionPath(collection)}>{decodeURI(collectionPath(collection))}</Link>,
  },
  { heading: 'Chosen', kind: 'wide', cell: ({ rule }) => (rule ? ruleInWords(rule) : 'By hand') },
  {
    heading: 'Products',
    kind: 'number',
    cell: ({ count, rule }) => (count === 0 && rule ? 'None fits' : formatCount(count)),
  },
  { heading: 'In the menu', cell: ({ inMenu }) => (inMenu ? 'Yes' : 'No') },
  {
    heading: 'Delete',
    kind: 'action',
    cell: ({ id, name }) => (
      <RowAction
        action={PATH}
        fields={{ intent: 'delete', id }}
        describedBy={`collection-${id}`}
        confirm={{
          question: `Delete ${name}?`,
          text: 'Its page is gone; its products stay.',
          action: 'Delete',
        }}
      >
        Delete
      </RowAction>
    ),
  },
]
