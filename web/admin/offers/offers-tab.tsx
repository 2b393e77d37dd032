import { data, Link } from 'react-router'
import { conditionsOf, inWords, type OfferState, stateOf } from '#domain/offers/offer.ts'
import { parseId } from '#domain/text.ts'
import { formatDateTime } from '#domain/time.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import { readForm } from '#server/http/forms.ts'
import { endOffer } from '#server/offers/offers.ts'
import { type ListedOffer, listOffers } from '#server/offers/queries.ts'
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
import type { Route } from './+types/offers-tab'

const PATH = '/adminDashboard/offers'

export const handle = hasHeading

export async function loader({ context }: Route.LoaderArgs) {
  const { db, now } = context.get(shopContext)
  const at = now()
  return { offers: (await listOffers(db)).map((offer) => ({ ...offer, state: stateOf(offer, at) })) }
}

const ending = { done: 'Offer ended', failed: 'Failed to end the offer' }

export async function action({ context, request }: Route.ActionArgs) {
  const [shop, admin] = [context.get(shopContext), getUser(context)]
  const form = await readForm(request)
  const id = parseId(form.get('id'))
  if (textField(form, 'intent') !== 'end' || id === undefined) throw data('Unknown action.', { status: 400 })
  const asked = confirmFirst(request, form, QUESTION)
  return asked ?? runAction(shop, ending, () => endOffer(shop, admin, id))
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return runWithToast<ActionResult>(serverAction, ending.failed)
}

export const shouldRevalidate = skipRevalidationOnFailure

export const meta: Route.MetaFunction = (args) =>
  privatePageMeta(args, { title: 'Offers', description: 'What lowers prices and orders, and when.' })

const QUESTION = 'End this offer now? Orders that have it keep it.'

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
  if (appliesTo === 'collection') return collection ?? 'a deleted collection'
  return `${products} ${products === 1 ? 'product' : 'products'}`
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
            variant: 'danger',
          }}
        >
          End now
        </RowAction>
      ),
  },
]
