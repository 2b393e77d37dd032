import { Link } from 'react-router'
import { conditionsOf, inWords, type OfferState, stateOf } from '#domain/offers/offer.ts'
import { plural } from '#domain/text.ts'
import { formatDateTime } from '#domain/time.ts'
import { shopContext } from '#server/contexts.ts'
import { endOffer } from '#server/offers/offers.ts'
import { type ListedOffer, listOffers } from '#server/offers/queries.ts'
import { type ActionResult, sendWithToast, skipRevalidationOnFailure } from '#web/admin/action-result.ts'
import { runOnlyButton } from '#web/admin/run-action.ts'
import { OwnListHead } from '#web/admin/table/own-list-head.tsx'
import { RowAction } from '#web/admin/table/row-action.tsx'
import { privateMeta } from '#web/page-meta.ts'
import { type Column, Table } from '#web/ui/admin/table.tsx'
import { useLastResult } from '#web/ui/forms/use-last-result.ts'
import type { Route } from './+types/offers-tab'

const PATH = '/adminDashboard/offers'

export async function loader({ context }: Route.LoaderArgs) {
  const { db, now } = context.get(shopContext)
  const at = now()
  return { offers: (await listOffers(db)).map((offer) => ({ ...offer, state: stateOf(offer, at) })) }
}

const ending = { done: 'Offer ended', failed: 'Failed to end the offer' }

export function action(args: Route.ActionArgs) {
  const question = 'End this offer now? Orders that have it keep it.'
  return runOnlyButton(args, { ...ending, intent: 'end', question, run: endOffer })
}

export const clientAction = sendWithToast(ending.failed)

export const shouldRevalidate = skipRevalidationOnFailure

export const meta = privateMeta({ title: 'Offers', description: 'What lowers prices and orders, and when.' })

export default function OffersTab({ loaderData: { offers }, actionData }: Route.ComponentProps) {
  const last = useLastResult<ActionResult>(actionData)
  return (
    <div className="stack">
      <OwnListHead title="Offers" path={PATH} add="Add offer" last={last} />
      <p className="quiet">
        An offer on products shows as their price. One on the order, or with a code or a condition, is a line in the
        cart.
      </p>
      {offers.length > 0 && <Table label="All offers" rows={offers} keyOf={({ id }) => id} columns={COLUMNS} />}
    </div>
  )
}

type Row = ListedOffer & { state: OfferState }

const STATES: Record<OfferState, string> = { soon: 'Not yet', now: 'Now', ended: 'Ended' }

function targetOf({ appliesTo, collection, products }: Row): string {
  return appliesTo === 'collection' ? (collection ?? 'a deleted collection') : plural(products, 'product')
}

function codesOf({ code, madeCodes, needsCode }: Row): string {
  if (!needsCode) return 'Automatic'
  return [code, madeCodes > 0 && `${madeCodes.toLocaleString('en-IN')} made`].filter(Boolean).join(', ')
}

function timeOf(at: Date) {
  return <time dateTime={at.toISOString()}>{formatDateTime(at)}</time>
}

const COLUMNS: readonly Column<Row>[] = [
  {
    heading: 'Name',
    kind: 'row',
    cell: ({ id, name }) => (
      <Link to={`${PATH}/${id}`} id={`offer-${id}`}>
        {name}
      </Link>
    ),
  },
  {
    heading: 'Offer',
    kind: 'wide',
    cell: (offer) => [inWords(offer, targetOf(offer)), ...conditionsOf(offer)].join(', '),
  },
  { heading: 'State', onCard: 'end', cell: ({ state }) => STATES[state] },
  { heading: 'From', cell: ({ startsAt }) => timeOf(startsAt) },
  { heading: 'Until', cell: ({ endsAt }) => (endsAt ? timeOf(endsAt) : 'You end it') },
  { heading: 'Code', cell: codesOf },
  {
    heading: 'Uses',
    kind: 'number',
    cell: ({ isPrice, uses, usesInAll }) => (isPrice ? '–' : usesInAll > 0 ? `${uses} of ${usesInAll}` : uses),
  },
  {
    heading: 'End now',
    kind: 'action',
    cell: ({ id, name, state }) =>
      state === 'ended' ? null : (
        <RowAction
          action={PATH}
          fields={{ intent: 'end', id }}
          describedBy={`offer-${id}`}
          confirm={{
            question: `End ${name} now?`,
            text: 'Orders that have it keep it.',
            action: 'End now',
          }}
        >
          End now
        </RowAction>
      ),
  },
]
