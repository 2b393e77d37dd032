import { data, redirect } from 'react-router'
import { readPicked } from '#domain/catalog/picked-products.ts'
import type { Problems } from '#domain/form-fields.ts'
import { parseMakeCodes, parseOffer, typedOffer } from '#domain/offers/offer-form.ts'
import { parseId } from '#domain/text.ts'
import { listCollections, listNewestTitles, listTitles } from '#server/collections/queries.ts'
import { shopContext } from '#server/contexts.ts'
import { makeCodes, saveOffer } from '#server/offers/offers.ts'
import { countCodes, findOffer, listOfferProducts } from '#server/offers/queries.ts'
import { readPress } from '#web/admin/run-action.ts'
import { CONNECTION_LOST, orIfLost, textField, textFields } from '#web/form-actions.ts'
import { privatePageMeta } from '#web/page-meta.ts'
import { useLastResult } from '#web/ui/forms/use-last-result.ts'
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx'
import type { Route } from './+types/offer-page'
import { MakeCodes, OfferForm, type OfferRefused } from './offer-form.tsx'

const LIST = '/adminDashboard/offers'
/** Products to choose from without scripts. */
const OFFERED = 200

/** `new` instead of a number: an offer to add. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { db } = context.get(shopContext)
  const id = parseId(params.id)
  const [offer, picked, madeCodes, collections, offered] = await Promise.all([
    id === undefined ? undefined : findOffer(db, id),
    id === undefined ? [] : listOfferProducts(db, id),
    id === undefined ? 0 : countCodes(db, id),
    listCollections(db),
    listNewestTitles(db, OFFERED),
  ])
  if (!offer && params.id !== 'new') throw data(null, { status: 404 })
  return {
    offer: offer && { id: offer.id, name: offer.name, version: offer.version },
    typed: offer ? typedOffer(offer) : {},
    picked,
    madeCodes,
    needsCode: offer?.needsCode ?? false,
    collections: collections.map((collection) => ({ id: collection.id, name: collection.name })),
    offered,
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { shop, user: admin, form } = await readPress({ context, request })
  const id = parseId(params.id)
  const intent = textField(form, 'intent')

  async function refuse(problems: Problems, status: number, conflict?: Pick<OfferRefused, 'values' | 'current'>) {
    const picked = await listTitles(
      shop.db,
      readPicked(form, 'products').flatMap((picked) => parseId(picked) ?? []),
    )
    return data<OfferRefused>({ intent, problems, values: textFields(form), picked, ...conflict }, { status })
  }

  if (intent === 'make-codes') {
    const count = parseMakeCodes(form)
    if (!count.ok) return refuse(count.problems, 400)
    if (id === undefined || !(await makeCodes(shop, admin, id, count.value))) return refuse({ form: GONE }, 404)
    throw redirect(`${LIST}/${id}?saved`)
  }
  const parsed = parseOffer(form, shop.now())
  if (!parsed.ok) return refuse(parsed.problems, 400)
  const opened = id === undefined ? undefined : { id, version: Number(form.get('seen')) }
  const saved = await saveOffer(shop, admin, parsed.value, opened)
  if (saved.ok) throw redirect(`${LIST}/${saved.id}?saved`)
  switch (saved.reason) {
    case 'not-found':
      return refuse({ form: GONE }, 404)
    case 'conflict': {
      const { current } = saved
      const theirs = { typed: typedOffer(current), picked: await listOfferProducts(shop.db, current.id) }
      return refuse({ form: CONFLICT }, 409, {
        // As they would be saved: what is only typed differently is no difference.
        values: { ...textFields(form), ...typedOffer({ ...current, ...parsed.value }) },
        current: { version: current.version, ...theirs },
      })
    }
    case 'code-taken':
      return refuse({ code: 'Another offer has this code. Choose a different one.' }, 409)
  }
}

const GONE = 'This offer no longer exists.'
const CONFLICT = 'Someone else saved this offer while you were editing it.'

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  return orIfLost(serverAction(), {
    intent: textField(form, 'intent'),
    problems: { form: CONNECTION_LOST },
    values: textFields(form),
    picked: [],
  } satisfies OfferRefused)
}

export const meta: Route.MetaFunction = (args) =>
  privatePageMeta(args, {
    title: args.loaderData?.offer?.name ?? 'Add offer',
    description: 'What it lowers, and when.',
  })

export default function OfferPage({ loaderData, actionData }: Route.ComponentProps) {
  const { offer, madeCodes, needsCode } = loaderData
  const refused = useLastResult<OfferRefused>(actionData)
  const title = offer?.name ?? 'Add offer'
  return (
    <div className="stack product-page">
      <Breadcrumbs trail={[{ label: 'Offers', to: LIST }, { label: title }]} />
      <h1>{title}</h1>
      <OfferForm
        // The saved values replace those in the form.
        key={`${offer?.id} ${offer?.version}`}
        {...loaderData}
        refused={refused?.intent === 'save' ? refused : undefined}
      />
      {offer && (
        <MakeCodes
          id={offer.id}
          made={madeCodes}
          isAutomatic={!needsCode}
          refused={refused?.intent === 'make-codes' ? refused : undefined}
        />
      )}
    </div>
  )
}
