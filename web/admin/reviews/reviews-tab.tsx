import { Link } from 'react-router'
import { parseReviewFilter } from '#domain/admin-lists.ts'
import { productPath } from '#domain/catalog/variant-address.ts'
import { DECLINE_REASONS, parseDecision, REVIEW_MAX, REVIEW_STATE_LABELS, seenOf } from '#domain/reviews/review.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import { readForm } from '#server/http/forms.ts'
import { decideReview } from '#server/reviews/decide.ts'
import { listReviews } from '#server/reviews/queries.ts'
import { failedReads } from '#web/admin/action-messages.ts'
import { sendDesk, skipRevalidationOnFailure } from '#web/admin/action-result.ts'
import { DeskForm, LastDeskResult } from '#web/admin/desk-form.tsx'
import { hasHeading } from '#web/admin/has-heading.ts'
import { runDesk } from '#web/admin/run-action.ts'
import type { Choice } from '#web/admin/table/filter.tsx'
import { LiveTable } from '#web/admin/table/live-table.tsx'
import { loadTable } from '#web/admin/table/load-table.ts'
import { useMayOpen } from '#web/admin/use-may.ts'
import { useLive } from '#web/client/live.ts'
import { FIX, textField } from '#web/form-actions.ts'
import { privatePageMeta } from '#web/page-meta.ts'
import type { Column } from '#web/ui/admin/table.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { WrittenReview } from '#web/ui/product/written-review.tsx'
import type { Route } from './+types/reviews-tab'

export function loader(args: Route.LoaderArgs) {
  const filter = parseReviewFilter(new URL(args.request.url).searchParams)
  return loadTable(args, failedReads.reviews, (db, cursor) => listReviews(db, filter, cursor))
}

export async function action({ context, request }: Route.ActionArgs) {
  const [shop, staff, form] = [context.get(shopContext), getUser(context), await readForm(request)]
  return runDesk(shop, form, `review ${textField(form, 'review')}`, async () => {
    const decision = parseDecision(form)
    if (!decision.ok) return { ok: false, message: FIX, problems: decision.problems }
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

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return sendDesk(request, serverAction)
}

export const shouldRevalidate = skipRevalidationOnFailure

export const handle = hasHeading

export const meta: Route.MetaFunction = (args) =>
  privatePageMeta(args, { title: 'Reviews', description: 'What buyers wrote about what they received.' })

type Row = Route.ComponentProps['loaderData']['page']['rows'][number]

export default function ReviewsTab({ loaderData, actionData }: Route.ComponentProps) {
  useLive('review')
  return (
    <LastDeskResult value={actionData}>
      <LiveTable
        {...loaderData}
        title="Reviews"
        filter={{ choices: CHOICES }}
        noun="review"
        keyOf={({ id }) => id}
        columns={() => COLUMNS}
        answer={actionData}
        empty={{ heading: 'No reviews yet', text: 'What buyers write about their orders appears here.' }}
      />
    </LastDeskResult>
  )
}

const CHOICES: readonly Choice[] = [{ label: 'State', name: 'state', options: REVIEW_STATE_LABELS }]

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
  { heading: 'Order', cell: ({ orderId, buyer }) => <OrderOf orderId={orderId} buyer={buyer} /> },
  { heading: 'Decide', kind: 'action', cell: (row) => <Decide row={row} /> },
]

function OrderOf({ orderId, buyer }: Pick<Row, 'orderId' | 'buyer'>) {
  const mayOpen = useMayOpen()
  if (orderId === undefined) return 'None, imported'
  const to = `/adminDashboard/orders/${orderId}`
  if (buyer === undefined) return `Order ${orderId}, deleted`
  return (
    <>
      {mayOpen(to) ? <Link to={to}>Order {orderId}</Link> : `Order ${orderId}`}
      <span className="fine quiet own-line">{buyer}</span>
    </>
  )
}

function Decide({ row }: { row: Row }) {
  const fields = { review: row.id, seen: seenOf(row) }
  return (
    <div className="stack start gap-2">
      {row.state !== 'published' && (
        <DeskForm intent="publish" fields={fields}>
          {({ busy }) => (
            <Button type="submit" small busy={busy}>
              Publish
            </Button>
          )}
        </DeskForm>
      )}
      {row.state !== 'declined' && (
        <details>
          <summary className="button quiet small">Decline</summary>
          <DeskForm intent="decline" fields={fields}>
            {({ field, busy }) => (
              <>
                <Field as="select" label="Reason" {...field('reason')}>
                  <option value="">Choose</option>
                  {Object.entries(DECLINE_REASONS).map(([reason, { label }]) => (
                    <option key={reason} value={reason}>
                      {label}
                    </option>
                  ))}
                </Field>
                <Button type="submit" variant="danger" small busy={busy}>
                  Decline
                </Button>
              </>
            )}
          </DeskForm>
        </details>
      )}
      {row.userId !== undefined && (
        <details>
          <summary className="button quiet small">Answer</summary>
          <DeskForm intent="answer" fields={fields}>
            {({ values, problems, busy }) => (
              <>
                <Field
                  as="textarea"
                  label="Answer"
                  name="answer"
                  rows={3}
                  maxLength={REVIEW_MAX}
                  defaultValue={values.answer ?? row.answer ?? ''}
                  error={problems.answer}
                />
                <Button type="submit" small busy={busy}>
                  Save answer
                </Button>
              </>
            )}
          </DeskForm>
        </details>
      )}
    </div>
  )
}
