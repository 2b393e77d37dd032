import { data, Link, redirect, useSearchParams } from 'react-router'
import { parseMissedSearchFilter } from '#domain/admin-lists.ts'
import { parseSynonym } from '#domain/search/search-section.ts'
import { shopContext } from '#server/contexts.ts'
import { clearMissedSearches, deleteMissedSearch } from '#server/search/missed-searches.ts'
import { listMissedSearches } from '#server/search/queries.ts'
import { saveSynonym } from '#server/search/similar.ts'
import type { ActionToasts } from '#web/admin/action-messages.ts'
import { skipRevalidationOnFailure } from '#web/admin/action-result.ts'
import { confirmFirst, idOf, readPress, runAction } from '#web/admin/run-action.ts'
import { type FormRefused, refusedForm, SaveForm, sendForm, useLastPress } from '#web/admin/save-form.tsx'
import type { Choice } from '#web/admin/table/filter.tsx'
import { DocumentButton } from '#web/admin/table/list-controls.tsx'
import { LiveTable, type TableControls } from '#web/admin/table/live-table.tsx'
import { loadTable } from '#web/admin/table/load-table.ts'
import { RowAction } from '#web/admin/table/row-action.tsx'
import { textField } from '#web/form-actions.ts'
import { privateMeta } from '#web/page-meta.ts'
import type { Column } from '#web/ui/admin/table.tsx'
import { DateTime } from '#web/ui/date-time.tsx'
import { Field, FormMessage } from '#web/ui/forms/field.tsx'
import { useWords } from '#web/ui/shop-info.ts'
import type { Route } from './+types/searches-tab'

const PATH = '/adminDashboard/searches'

export async function loader(args: Route.LoaderArgs) {
  const filter = parseMissedSearchFilter(new URL(args.request.url).searchParams)
  await args.context.get(shopContext).missedSearches.flush()
  return loadTable(args, 'Failed to load searches', (db, cursor) => listMissedSearches(db, filter, cursor), {
    sort: filter.sort,
  })
}

const deletion = { done: 'Search deleted', failed: 'Failed to delete search' }
const clearing = { done: 'Searches cleared', failed: 'Failed to clear searches' }
const buttons: Record<string, ActionToasts> = { delete: deletion, clear: clearing }

export async function action({ context, request }: Route.ActionArgs) {
  const { shop, user: admin, form } = await readPress({ context, request })
  const id = idOf(form)
  switch (textField(form, 'intent')) {
    case 'add-synonym': {
      const parsed = parseSynonym(form)
      const added = parsed.ok ? await saveSynonym(shop, admin, parsed.value) : parsed
      if (added.ok) throw redirect(`${PATH}?added`)
      return data<FormRefused>(refusedForm(form, added.problems), { status: 400 })
    }
    case 'delete':
      return runAction(shop, deletion, async () => id !== undefined && deleteMissedSearch(shop, admin, id))
    case 'clear':
      return (
        confirmFirst(request, form, 'Clear the whole list?') ??
        runAction(shop, clearing, () => clearMissedSearches(shop, admin))
      )
    default:
      throw data('Unknown action.', { status: 400 })
  }
}

export const clientAction = sendForm((intent) => buttons[intent]?.failed)

export const shouldRevalidate = skipRevalidationOnFailure

export const meta = privateMeta({ title: 'Searches', description: 'Searches with no results.' })

type Row = Route.ComponentProps['loaderData']['page']['rows'][number]

export default function SearchesTab({ loaderData, actionData }: Route.ComponentProps) {
  const { last, refused, answer } = useLastPress(actionData)
  const { page } = loaderData
  return (
    <div className="stack minor gap-6">
      <LiveTable
        {...loaderData}
        title="Searches with no results"
        filter={{ search: 'Search words', choices: CHOICES }}
        actions={
          <>
            <DocumentButton to="/adminDashboard/export/searches">Export CSV</DocumentButton>
            {page.rows.length > 0 && (
              <RowAction action={PATH} fields={{ intent: 'clear' }} variant="danger" confirm={CONFIRM_CLEAR}>
                Clear
              </RowAction>
            )}
          </>
        }
        noun="search"
        plural="searches"
        noFilter={['added', 'word']}
        keyOf={({ id }) => id}
        columns={columns}
        answer={answer}
        empty={{
          heading: 'Every search had results',
          text: 'Searches with no results appear here, without who searched.',
        }}
      />
      <Synonyms refused={refused} isAnswered={last !== undefined} />
    </div>
  )
}

const CHOICES: readonly Choice[] = [{ label: 'Similar shown', name: 'similar', options: { true: 'Yes', false: 'No' } }]

const CONFIRM_CLEAR = {
  question: 'Clear the whole list?',
  text: 'All searches are deleted. Synonyms stay.',
  action: 'Clear',
}

function columns({ forget }: TableControls<Row>): readonly Column<Row>[] {
  return [
    { heading: 'Words', kind: 'row', cell: ({ id, words }) => <span id={`search-${id}`}>{words}</span> },
    {
      heading: 'Searched',
      kind: 'number',
      sorts: { descending: 'most', ascending: 'fewest' },
      cell: ({ times }) => (times === 1 ? 'once' : `${times.toLocaleString('en-IN')} times`),
    },
    {
      heading: 'Last searched',
      sorts: { descending: 'newest', ascending: 'oldest' },
      cell: ({ time }) => <DateTime of={time} />,
    },
    { heading: 'Similar shown', cell: ({ isSimilarShown }) => (isSimilarShown ? 'Yes' : 'No') },
    {
      heading: 'Synonym',
      cell: ({ id, words }) => (
        <Link to={`${PATH}?${new URLSearchParams({ word: words })}#synonym`} aria-describedby={`search-${id}`}>
          Add synonym
        </Link>
      ),
    },
    {
      heading: 'Delete',
      kind: 'action',
      cell: (row) => (
        <RowAction
          action={PATH}
          fields={{ intent: 'delete', id: row.id }}
          describedBy={`search-${row.id}`}
          onDone={() => forget(row)}
        >
          Delete
        </RowAction>
      ),
    },
  ]
}

type SynonymsProps = {
  refused: FormRefused | undefined
  /** An earlier message no longer counts. */
  isAnswered: boolean
}

/** Adds a word to those that mean the same; a search with no results fills it in by the parameter `word`. */
function Synonyms({ refused, isAnswered }: SynonymsProps) {
  const [params] = useSearchParams()
  const { sellsPots } = useWords()
  const word = params.get('word') ?? ''
  return (
    <section className="stack" id="synonym" aria-labelledby="add-synonym">
      <h2 id="add-synonym">Synonyms</h2>
      <p className="quiet">
        A search for one word also finds products with the other, below the exact results.{' '}
        <Link to="/adminDashboard/settings/search">All synonyms</Link>
      </p>
      {params.has('added') && !isAnswered && (
        <FormMessage tone="good" alert>
          Saved.
        </FormMessage>
      )}
      <SaveForm
        key={`${word} ${params.has('added')}`}
        intent="add-synonym"
        action={PATH}
        refused={refused}
        values={{ word }}
        save="Add synonym"
        inLine
      >
        {(field) => (
          <>
            <Field
              label="Word"
              {...field('word')}
              required
              maxLength={60}
              hint={sellsPots ? 'That people search for, such as gamla' : 'That people search for'}
            />
            <Field
              label="Means the same as"
              {...field('means')}
              required
              maxLength={60}
              hint={sellsPots ? 'That your products have, such as pot' : 'That your products have'}
            />
          </>
        )}
      </SaveForm>
    </section>
  )
}
