import { Link } from 'react-router'
import { parseReviewFilter } from '#domain/admin-lists.ts'
import { productPath } from '#domain/catalog/variant-address.ts'
import { DECLINE_REASONS, parseDecision, REVIEW_MAX, REVIEW_STATE_LABELS, seenOf } from '#domain/reviews/review.ts'
import { decideReview } from '#server/reviews/decide.ts'
import { listReviews } from '#server/reviews/queries.ts'
import { fixFields, sendDesk, skipRevalidationOnFailure } from '#web/admin/action-result.ts'
import { DeskForm, LastDeskResult } from '#web/admin/desk-form.tsx'
import { MayLink } from '#web/admin/may-link.tsx'
import { readPress, runDesk } from '#web/admin/run-action.ts'
import { LiveTable } from '#web/admin/table/live-table.tsx'
import { loadTable } from '#web/admin/table/load-table.ts'
import { useLive } from '#web/client/live.ts'
import { textField } from '#web/form-actions.ts'
import { privateMeta } from '#web/page-meta.ts'
import type { Column } from '#web/ui/admin/table.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Options } from '#web/ui/forms/options.tsx'
import { WrittenReview } from '#web/ui/product/written-review.tsx'
import type { Route } from './+types/reviews-tab'

export function loader(args: Route.LoaderArgs) {
  const filter = parseReviewFilter(new URL(args.request.url).searchParams)
  return loadTable(args, 'Failed to load reviews', (db, cursor) => listReviews(db, filter, cursor))
}

export async function action({ context, request }: Route.ActionArgs) {
  const { shop, user: staff, form } = await readPress({ context, request })
  return runDesk(shop, form, `review ${textField(form, 'review')}`, async () => {
    const decision = parseDecision(form)
    if (!decision.ok) return fixFields(decision.problems)
    const decided = await decideReview(shop, staff, decision.value)
    return decided.ok
      ? { ok: true, message: DONE[decision.value.intent] }
      : { ok: false, message: REFUSALS[decided.reason] }
  })
}

const DONE = { publish: 'Review published', decline: 'Review declined', answer: 'Answer published' } as const
const REFUSALS = {
  'not-found': 'This review was withdrawn.',
  changed: 'This review was changed since you opened the page. Reload it and read the review again.',
} as const

export const clientAction = sendDesk

export const shouldRevalidate = skipRevalidationOnFailure

export const meta = privateMeta({ title: 'Reviews', description: 'What buyers wrote about what they received.' })

type Row = Route.ComponentProps['loaderData']['page']['rows'][number]

export default function ReviewsTab({ loaderData, actionData }: Route.ComponentProps) {
  useLive('review')
  return (
    <LastDeskResult value={actionData}>
      <LiveTable
        {...loaderData}
        title="Reviews"
        filter={{ choices: [{ label: 'State', name: 'state', options: REVIEW_STATE_LABELS }] }}
        noun="review"
        keyOf={({ id }) => id}
        columns={() => COLUMNS}
        answer={actionData}
        empty={{ heading: 'No reviews yet', text: 'What buyers write about their orders appears here.' }}
      />
    </LastDeskResult>
  )
}

const COLUMNS: readonly Column<Row>[] = [
  {
    heading: 'Product',
    kind: 'row',
    cell: ({ productId, title }) =>
      title ? <Link to={productPath(productId)}>{title}</Link> : `Product ${productId}, deleted`,
  },
  { heading: 'Review', kind: 'wide', cell: (row) => <WrittenReview review={row} /> },
  {
    heading: 'State',
    cell: ({ state, reason }) => (
      <>
        <span className="badge">{REVIEW_STATE_LABELS[state]}</span>
        {reason && <span className="fine quiet own-line">{DECLINE_REASONS[reason].label}</span>}
      </>
    ),
  },
  { heading: 'Order', cell: orderOf },
  { heading: 'Decide', kind: 'action', cell: (row) => <Decide row={row} /> },
]

function orderOf({ orderId, buyer }: Pick<Row, 'orderId' | 'buyer'>) {
  if (orderId === undefined) return 'None, imported'
  if (buyer === undefined) return `Order ${orderId}, deleted`
  return (
    <>
      <MayLink to={`/adminDashboard/orders/${orderId}`}>Order {orderId}</MayLink>
      <span className="fine quiet own-line">{buyer}</span>
    </>
  )
}

function Decide({ row }: { row: Row }) {
  const fields = { review: row.id, seen: seenOf(row) }
  return (
    <div className="stack start gap-2">
      {row.state !== 'published' && <DeskForm intent="publish" fields={fields} submit="Publish" small />}
      {row.state !== 'declined' && (
        <details>
          <summary className="button quiet small">Decline</summary>
          <DeskForm intent="decline" fields={fields} submit="Decline" variant="danger" small>
            {({ field }) => (
              <Field as="select" label="Reason" {...field('reason')}>
                <option value="">Choose</option>
                <Options of={Object.entries(DECLINE_REASONS).map(([reason, { label }]) => [reason, label])} />
              </Field>
            )}
          </DeskForm>
        </details>
      )}
      {row.userId !== undefined && (
        <details>
          <summary className="button quiet small">Answer</summary>
          <DeskForm intent="answer" fields={fields} submit="Save answer" small>
            {({ values, problems }) => (
              <Field
                as="textarea"
                label="Answer"
                name="answer"
                rows={3}
                maxLength={REVIEW_MAX}
                defaultValue={values.answer ?? row.answer ?? ''}
                error={problems.answer}
              />
            )}
          </DeskForm>
        </details>
      )}
    </div>
  )
}
